"""The events of a room as JSON."""

from typing import assert_never

from pente_client.stream.jsonl.annotation_fields import annotation_fields
from pente_client.stream.jsonl.fields import Line, ending_fields, player_fields
from pente_client.stream.jsonl.room_fields import OVER, point_names, said_fields, turn_fields, who_fields
from pente_client.stream.output_port import is_decisive
from pente_client.words.events import NegotiationEvent
from pente_client.words.series import is_to_go_on
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
from pente_core.value import tag_of
from pente_protocol.untrusted_text import clean


def event_fields(event: Event, before: Room, after: Room) -> Line:
    """The fields of an event, with its type under ``t``."""
    match event:
        case Created() | Hidden():
            return {"t": tag_of(type(event))}
        case Joined() | Left() | Declined() | Readied() | Closed():
            return _arrival(event, before, after)
        case Started() | Moved() | Chosen() | Retired() | Finished():
            return _progress(event, before, after)
        case Offered() | Accepted() | Rejected() | TakenBack() | TimeGiven() | Paused() | Resumed():
            return _negotiation(event, before, after)
        case Gone() | Returned() | VacationStarted() | VacationEnded():
            return _absence(event, before)
        case Muted() | Unmuted() | Kicked() | Banned() | Unbanned():
            return {"t": tag_of(type(event)), "id": event.player}
        case WatchPolicyChanged(watch=watch):
            return {"t": "watch-policy", "watchers": watch.value}
        case ConditionsSet(lines=planned):
            rules = after.created.ruleset
            return {"t": "conditions", "lines": [point_names(line, rules) for line in planned]}
        case Continued(room=room):
            return {"t": "continued", "next": clean(room, 40)}
        case Said():
            return {"t": "said", **said_fields(event)}
        case VariationAdded() | CommentAdded() | PointsMarked() | AnnotationRemoved():
            return annotation_fields(event, after)
        case OutageCredited(start=start, end=end):
            return {"t": "forgiven", "ms": max(0, end - start)}
        case RatingsChanged(changes=changes):
            return {"t": "rated", "changes": [_change(change, after) for change in changes]}
        case _ as unreachable:
            assert_never(unreachable)


def _arrival(event: Joined | Left | Declined | Readied | Closed, before: Room, after: Room) -> Line:
    """Who takes part, until the game begins or the room is closed."""
    match event:
        case Joined(seat=seat, player=player):
            colour = after.created.ruleset.colours[seat]
            return {"t": "joined", "seat": seat, "colour": colour, "player": player_fields(player)}
        case Left(seat=seat):
            return {"t": "left", **who_fields(before, seat)}
        case Declined(player=player):
            return {"t": "declined", "player": player_fields(player)}
        case Readied(seat=seat):
            return {"t": "ready", **who_fields(before, seat)}
        case Closed(reason=why):
            return {"t": "closed", "why": why.value}
        case _ as unreachable:
            assert_never(unreachable)


def _progress(event: Started | Moved | Chosen | Retired | Finished, before: Room, after: Room) -> Line:
    """The game from its beginning to its end."""
    match event:
        case Started(at=at, clocks_from=clocks_from):
            wait = {} if clocks_from is None else {"clocks_wait_ms": max(0, clocks_from - at)}
            clocks = {**wait, "clocks_ms": list(after.clock.remaining)}
            return {"t": "started", "players": _players(after), **turn_fields(after), **clocks}
        case Moved():
            return _move(event, before, after)
        case Chosen(seat=seat, choice=choice, remaining=left):
            chosen = {**who_fields(before, seat), "choice": choice.value, "players": _players(after)}
            return {"t": "choice", **chosen, **turn_fields(after), "clocks_ms": list(left)}
        case Retired(seat=seat, reason=why, remaining=left):
            who = {**who_fields(before, seat), "why": why.value}
            return {"t": "retired", **who, **turn_fields(after), "clocks_ms": list(left)}
        case Finished(remaining=left):
            lines = [point_names(line, after.created.ruleset) for line in event.lines]
            ending = ending_fields(after.game.outcome)
            waits = after.created.options.rated and is_to_go_on(after)
            rated = {"rated": "after-set"} if waits else {}
            return {"t": "finished", **ending, "lines": lines, "clocks_ms": list(left), **rated}
        case _ as unreachable:
            assert_never(unreachable)


def _negotiation(event: NegotiationEvent, before: Room, after: Room) -> Line:
    """Offers, and what players have agreed on."""
    match event:
        case Offered() | Accepted() | Rejected():
            until = event.until if isinstance(event, Offered) else None
            notice = {} if until is None else {"until": until}
            offer = {**who_fields(before, event.seat), "kind": event.kind.value, **notice}
            return {"t": tag_of(type(event)), **offer}
        case TakenBack():
            return _taken_back(event, before, after)
        case TimeGiven(seat=seat, span=span, remaining=left):
            return {"t": "time-given", **who_fields(before, seat), "ms": span, "clocks_ms": list(left)}
        case Paused():
            return {"t": "paused", **turn_fields(after), "clocks_ms": list(after.clock.remaining)}
        case Resumed(seat=seat):
            who = {"seat": None, "player": None} if seat is None else who_fields(before, seat)
            return {"t": "resumed", **who, **turn_fields(after), "clocks_ms": list(after.clock.remaining)}
        case _ as unreachable:
            assert_never(unreachable)


def _absence(event: Gone | Returned | VacationStarted | VacationEnded, before: Room) -> Line:
    """Players who are away, and come back."""
    who = who_fields(before, event.seat)
    match event:
        case Gone(at=at, until=until):
            return {"t": "gone", **who, "grace_ms": None if before.paused is not None else until - at}
        case Returned():
            return {"t": "returned", **who}
        case VacationStarted(until=until, remaining=left):
            return {"t": "vacation", **who, "until": until, "clocks_ms": list(left)}
        case VacationEnded(remaining=left):
            return {"t": "vacation", **who, "until": None, "clocks_ms": list(left)}
        case _ as unreachable:
            assert_never(unreachable)


def _taken_back(event: TakenBack, before: Room, after: Room) -> Line:
    return {
        "t": "taken-back",
        "turns": len(before.game.turns) - event.turn_count,
        "moves": list(after.game.tokens),
        "ply": after.game.stones,
        "players": _players(after),
        "captured": list(after.game.position.taken),
        **turn_fields(after),
        "clocks_ms": list(event.remaining),
    }


def _players(room: Room) -> list[Line | None]:
    return [player_fields(player) for player in room.seats]


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
