"""The events of a room as JSON."""

from typing import assert_never

from pente_client.stream.jsonl.annotation_fields import annotation_fields
from pente_client.stream.jsonl.fields import Line, ending_fields, player_fields
from pente_client.stream.jsonl.room_fields import OVER, point_names, said_fields, turn_fields, who_fields
from pente_client.stream.output_port import is_decisive
from pente_client.words.events import NegotiationEvent
from pente_client.words.series import is_to_go_on
from pente_core.rating import RatingChange
from pente_core.room import Room
from pente_core.room import events as ev
from pente_core.rules.point import format_point
from pente_core.value import tag_of
from pente_protocol.untrusted_text import clean


def event_fields(event: ev.Event, before: Room, after: Room) -> Line:
    """The fields of an event, with its type under ``t``."""
    if isinstance(event, NegotiationEvent):
        return _negotiation(event, before, after)
    match event:
        case ev.Created() | ev.Hidden():
            return {"t": tag_of(type(event))}
        case ev.Joined() | ev.Left() | ev.Declined() | ev.Readied() | ev.Closed():
            return _arrival(event, before, after)
        case ev.Started() | ev.Moved() | ev.Chosen() | ev.Retired() | ev.Finished():
            return _progress(event, before, after)
        case ev.Gone() | ev.Returned() | ev.VacationStarted() | ev.VacationEnded():
            return _absence(event, before)
        case ev.Muted() | ev.Unmuted() | ev.Kicked() | ev.Banned() | ev.Unbanned():
            return {"t": tag_of(type(event)), "id": event.player}
        case ev.WatchPolicyChanged(watch=watch):
            return {"t": "watch-policy", "watchers": watch.value}
        case ev.ConditionsSet(lines=planned):
            rules = after.created.ruleset
            return {"t": "conditions", "lines": [point_names(line, rules) for line in planned]}
        case ev.Continued(room=room):
            return {"t": "continued", "next": clean(room, 40)}
        case ev.Said():
            return {"t": "said", **said_fields(event)}
        case ev.VariationAdded() | ev.CommentAdded() | ev.PointsMarked() | ev.AnnotationRemoved():
            return annotation_fields(event, after)
        case ev.OutageCredited(start=start, end=end):
            return {"t": "forgiven", "ms": max(0, end - start)}
        case ev.RatingsChanged(changes=changes):
            return {"t": "rated", "changes": [_change(change, after) for change in changes]}
        case _ as unreachable:
            assert_never(unreachable)


def _arrival(
    event: ev.Joined | ev.Left | ev.Declined | ev.Readied | ev.Closed, before: Room, after: Room
) -> Line:
    """Who takes part, until the game begins or the room is closed."""
    match event:
        case ev.Joined(seat=seat, player=player):
            colour = after.created.ruleset.colours[seat]
            return {"t": "joined", "seat": seat, "colour": colour, "player": player_fields(player)}
        case ev.Left(seat=seat):
            return {"t": "left", **who_fields(before, seat)}
        case ev.Declined(player=player):
            return {"t": "declined", "player": player_fields(player)}
        case ev.Readied(seat=seat):
            return {"t": "ready", **who_fields(before, seat)}
        case ev.Closed(reason=why):
            return {"t": "closed", "why": why.value}
        case _ as unreachable:
            assert_never(unreachable)


def _progress(
    event: ev.Started | ev.Moved | ev.Chosen | ev.Retired | ev.Finished, before: Room, after: Room
) -> Line:
    """The game from its beginning to its end."""
    match event:
        case ev.Started(at=at, clocks_from=clocks_from):
            wait = {} if clocks_from is None else {"clocks_wait_ms": max(0, clocks_from - at)}
            clocks = {**wait, "clocks_ms": list(after.clock.remaining)}
            return {"t": "started", "players": _players(after), **turn_fields(after), **clocks}
        case ev.Moved():
            return _move(event, before, after)
        case ev.Chosen(seat=seat, choice=choice, remaining=left):
            chosen = {**who_fields(before, seat), "choice": choice.value, "players": _players(after)}
            return {"t": "choice", **chosen, **turn_fields(after), "clocks_ms": list(left)}
        case ev.Retired(seat=seat, reason=why, remaining=left):
            who = {**who_fields(before, seat), "why": why.value}
            return {"t": "retired", **who, **turn_fields(after), "clocks_ms": list(left)}
        case ev.Finished(remaining=left):
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
        case ev.Offered() | ev.Accepted() | ev.Rejected():
            until = event.until if isinstance(event, ev.Offered) else None
            notice = {} if until is None else {"until": until}
            offer = {**who_fields(before, event.seat), "kind": event.kind.value, **notice}
            return {"t": tag_of(type(event)), **offer}
        case ev.TakenBack():
            return _taken_back(event, before, after)
        case ev.TimeGiven(seat=seat, span=span, remaining=left):
            return {"t": "time-given", **who_fields(before, seat), "ms": span, "clocks_ms": list(left)}
        case ev.Paused():
            return {"t": "paused", **turn_fields(after), "clocks_ms": list(after.clock.remaining)}
        case ev.Resumed(seat=seat):
            who = {"seat": None, "player": None} if seat is None else who_fields(before, seat)
            return {"t": "resumed", **who, **turn_fields(after), "clocks_ms": list(after.clock.remaining)}
        case _ as unreachable:
            assert_never(unreachable)


def _absence(event: ev.Gone | ev.Returned | ev.VacationStarted | ev.VacationEnded, before: Room) -> Line:
    """Players who are away, and come back."""
    who = who_fields(before, event.seat)
    match event:
        case ev.Gone(at=at, until=until):
            return {"t": "gone", **who, "grace_ms": None if before.paused is not None else until - at}
        case ev.Returned():
            return {"t": "returned", **who}
        case ev.VacationStarted(until=until, remaining=left):
            return {"t": "vacation", **who, "until": until, "clocks_ms": list(left)}
        case ev.VacationEnded(remaining=left):
            return {"t": "vacation", **who, "until": None, "clocks_ms": list(left)}
        case _ as unreachable:
            assert_never(unreachable)


def _taken_back(event: ev.TakenBack, before: Room, after: Room) -> Line:
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


def _move(event: ev.Moved, before: Room, after: Room) -> Line:
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
