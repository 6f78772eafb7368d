"""The events of a room as JSON."""

from typing import assert_never

from pente_client.stream.jsonl.annotation_fields import annotation_fields
from pente_client.stream.jsonl.fields import Line, ending_fields, player_fields
from pente_client.stream.jsonl.room_fields import OVER, point_names, said_fields, turn_fields, who_fields
from pente_client.stream.output_port import is_decisive
from pente_core.rating import RatingChange
from pente_core.room import (
    Accepted,
    AnnotationRemoved,
    Banned,
    Chosen,
    Closed,
    CommentAdded,
    ConditionsSet,
    Continued,
    Created,
    Declined,
    Event,
    Finished,
    Gone,
    Hidden,
    Joined,
    Kicked,
    Left,
    Moved,
    Muted,
    Offered,
    OutageCredited,
    Paused,
    PointsMarked,
    RatingsChanged,
    Readied,
    Rejected,
    Resumed,
    Retired,
    Returned,
    Room,
    Said,
    Started,
    TakenBack,
    TimeGiven,
    Unbanned,
    Unmuted,
    VacationEnded,
    VacationStarted,
    VariationAdded,
    WatchPolicyChanged,
)
from pente_core.rules.point import format_point
from pente_protocol.tags import tag_of
from pente_protocol.untrusted_text import clean


def event_fields(event: Event, before: Room, after: Room) -> Line:
    """The fields of an event, with its type under ``t``."""
    rules = after.created.ruleset
    match event:
        case Created():
            return {"t": "created"}
        case Joined(seat=seat, player=player):
            who = {"seat": seat, "colour": rules.colours[seat], "player": player_fields(player)}
            return {"t": "joined", **who}
        case Left(seat=seat):
            return {"t": "left", "seat": seat, "player": player_fields(before.seats[seat])}
        case Declined(player=player):
            return {"t": "declined", "player": player_fields(player)}
        case Readied(seat=seat):
            return {"t": "ready", **who_fields(before, seat)}
        case Started(at=at, clocks_from=clocks_from):
            players = [player_fields(player) for player in after.seats]
            wait = {} if clocks_from is None else {"clocks_wait_ms": max(0, clocks_from - at)}
            clocks = {**wait, "clocks_ms": list(after.clock.remaining)}
            return {"t": "started", "players": players, **turn_fields(after), **clocks}
        case Moved():
            return _move(event, before, after)
        case Chosen(seat=seat, choice=choice, remaining=left):
            chosen = {"seat": seat, "player": player_fields(before.seats[seat]), "choice": choice.value}
            players = [player_fields(player) for player in after.seats]
            return {
                "t": "choice",
                **chosen,
                "players": players,
                **turn_fields(after),
                "clocks_ms": list(left),
            }
        case Retired(seat=seat, reason=why, remaining=left):
            who = {"seat": seat, "player": player_fields(before.seats[seat])}
            return {"t": "retired", **who, "why": why.value, **turn_fields(after), "clocks_ms": list(left)}
        case Offered(seat=seat, kind=kind):
            return {"t": "offered", **who_fields(before, seat), "kind": kind.value}
        case Accepted(seat=seat, kind=kind):
            return {"t": "accepted", **who_fields(before, seat), "kind": kind.value}
        case Rejected(seat=seat, kind=kind):
            return {"t": "rejected", **who_fields(before, seat), "kind": kind.value}
        case TakenBack(turn_count=turns, remaining=left):
            moves = list(after.game.tokens)
            taken_back = len(before.game.turns) - turns
            return {
                "t": "taken-back",
                "turns": taken_back,
                "moves": moves,
                "ply": after.game.stones,
                "players": [player_fields(player) for player in after.seats],
                "captured": list(after.game.position.taken),
                **turn_fields(after),
                "clocks_ms": list(left),
            }
        case TimeGiven(seat=seat, span=span, remaining=left):
            return {"t": "time-given", **who_fields(before, seat), "ms": span, "clocks_ms": list(left)}
        case Paused():
            return {"t": "paused", **turn_fields(after), "clocks_ms": list(after.clock.remaining)}
        case Resumed(seat=seat):
            who = {"seat": None, "player": None} if seat is None else who_fields(before, seat)
            return {"t": "resumed", **who, **turn_fields(after), "clocks_ms": list(after.clock.remaining)}
        case Gone(at=at, seat=seat, until=until):
            return {"t": "gone", **who_fields(before, seat), "grace_ms": until - at}
        case Returned(seat=seat):
            return {"t": "returned", **who_fields(before, seat)}
        case Muted(player=player) | Unmuted(player=player) | Kicked(player=player):
            return {"t": tag_of(type(event)), "id": player}
        case Banned(player=player) | Unbanned(player=player):
            return {"t": tag_of(type(event)), "id": player}
        case WatchPolicyChanged(watch=watch):
            return {"t": "watch-policy", "watchers": watch.value}
        case VacationStarted(seat=seat, until=until, remaining=left):
            return {"t": "vacation", **who_fields(before, seat), "until": until, "clocks_ms": list(left)}
        case VacationEnded(seat=seat, remaining=left):
            return {"t": "vacation", **who_fields(before, seat), "until": None, "clocks_ms": list(left)}
        case ConditionsSet(lines=planned):
            return {"t": "conditions", "lines": [point_names(line, rules) for line in planned]}
        case Continued(room=room):
            return {"t": "continued", "next": clean(room, 40)}
        case Said():
            return {"t": "said", **said_fields(event)}
        case VariationAdded() | CommentAdded() | PointsMarked() | AnnotationRemoved():
            return annotation_fields(event, after)
        case OutageCredited(start=start, end=end):
            return {"t": "forgiven", "ms": max(0, end - start)}
        case Finished(remaining=left):
            ending = ending_fields(after.game.outcome)
            lines = [point_names(line, rules) for line in event.lines]
            return {"t": "finished", **ending, "lines": lines, "clocks_ms": list(left)}
        case RatingsChanged(changes=changes):
            return {"t": "rated", "changes": [_change(change, after) for change in changes]}
        case Closed(reason=why):
            return {"t": "closed", "why": why.value}
        case Hidden():
            return {"t": "hidden"}
        case _ as unreachable:
            assert_never(unreachable)


def _move(event: Moved, before: Room, after: Room) -> Line:
    rules, position = after.created.ruleset, after.game.position
    captured = [point for capture in event.captured for point in capture.points]
    goes_on = not is_decisive(event, before)
    return {
        "t": "move",
        "ply": after.game.stones,
        "seat": event.seat,
        "colour": rules.colours[event.colour],
        "player": player_fields(before.seats[event.seat]),
        "point": format_point(event.point, rules.size),
        "captured": point_names(captured, rules),
        "poofed": point_names(event.poofed, rules),
        "calls": [call.value for call in event.calls],
        "taken": list(position.taken),
        "clocks_ms": list(event.remaining),
        "key": event.key,
        **(turn_fields(after) if goes_on else OVER),
    }


def _change(change: RatingChange, room: Room) -> Line:
    rating = {"before": change.before, "after": change.after, "provisional": change.provisional}
    return {**who_fields(room, change.seat), **rating}
