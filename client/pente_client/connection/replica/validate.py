"""Checks of events and snapshots against the rules, before a client applies them.

`pente_core.room.apply` trusts its events, as a server may trust its own log. A client gets them from
another program and trusts none: when its position differs from the server's it notices at once, and no event,
however made, can break or hang it.
"""

from pente_core.clock.clock import QUOTA
from pente_core.clock.instant import Millis
from pente_core.identity import PlayerId
from pente_core.rating import RatingChange
from pente_core.room import BadSnapshot, Room, UnknownTurn, apply, restore
from pente_core.room import events as ev
from pente_core.room.absence import is_correspondence
from pente_core.room.analysis import misfit
from pente_core.room.conditions import PlannedLine, are_plannable
from pente_core.room.offers import MOST_ASKED, OfferKind
from pente_core.room.room import MOST_BARRED
from pente_core.room.snapshot import drawn_board
from pente_core.room.takeback import most_takebacks
from pente_core.rules.game import Retirement
from pente_core.rules.move import Capture, IllegalMove
from pente_core.rules.point import Point
from pente_core.value import tag_of
from pente_protocol.messages.rooms import Synced


class InvalidEvent(Exception):
    """An event that can't have happened in this room, or a snapshot of no room; the message names it."""


def check_event(room: Room, event: ev.Event) -> None:
    """Return when ``apply(room, event)`` is safe and right; raises InvalidEvent."""
    if room.status not in event.facts.stages:
        raise InvalidEvent(f"{tag_of(type(event))} in a room that is {room.status}")
    _seat_and_clocks(room, event)
    match event:
        case ev.Moved():
            _move(room, event)
        case ev.Chosen():
            _choice(room, event)
        case ev.Retired(seat=seat):
            _retirement(seat, room)
        case ev.TakenBack(turn_count=turns):
            _taken_back(turns, room)
        case ev.Offered(kind=kind) | ev.Accepted(kind=kind) | ev.Rejected(kind=kind):
            _offer(kind, room)
        case ev.Paused():
            _pause(room)
        case ev.Resumed():
            _resumption(room)
        case ev.Finished():
            _ending(event, room)
        case ev.RatingsChanged(changes=changes):
            _rated(changes, room)
        case ev.Started():
            _start(event, room)
        case ev.Readied(seat=seat):
            _readiness(seat, room)
        case ev.ConditionsSet():
            _plan(event.player, event.lines, room)
        case ev.VacationStarted() | ev.VacationEnded():
            _vacation(room)
        case ev.Gone(seat=seat):
            _absence(seat, room)
        case ev.Muted() | ev.Banned():
            _barred(room)
        case ev.VariationAdded() | ev.CommentAdded() | ev.PointsMarked() | ev.AnnotationRemoved():
            _annotation(event, room)
        case _:
            pass  # the stage, the seat and the clocks are all that can be wrong
    if event.facts.clocked:
        _follow(room, event)


def _seat_and_clocks(room: Room, event: ev.Event) -> None:
    """Check the fields that mean the same in all events which have them."""
    seat = getattr(event, "seat", None)
    if seat is not None:
        _seat(seat, room)
    if not event.facts.clocked and hasattr(event, "remaining"):
        _times(event.remaining, room)


def _follow(room: Room, event: ev.Event) -> None:
    """Check the clocks of an event that only starts or stops them: they follow from those before."""
    if getattr(event, "remaining", ()) != apply(room, event).clock.remaining:
        raise InvalidEvent("clocks that do not follow from those before")


def checked_snapshot(synced: Synced) -> Room:
    """The room of a snapshot.

    Raises UnknownTurn, or InvalidEvent when it describes none, or the board beside it differs.
    """
    try:
        room = restore(synced.snapshot)
    except UnknownTurn:
        raise
    except BadSnapshot as error:
        raise InvalidEvent(str(error)) from None
    if (synced.position, synced.captures, synced.last_move) != drawn_board(room.game):
        raise InvalidEvent("the board beside the snapshot is not that of its game")
    return room


def _move(room: Room, event: ev.Moved) -> None:
    """Play the move ourselves: colour, captured stones and the key of the position must be the same."""
    _turn(event.lag, room)
    try:
        move, after = room.game.position.play(event.point)
    except IllegalMove as illegal:
        raise InvalidEvent(f"a move against the rules: {illegal}") from None
    same = (
        move.colour == event.colour
        and _stones(move.captured) == _stones(event.captured)
        and sorted(move.poofed) == sorted(event.poofed)
        and f"{after.key:016x}" == event.key
    )
    if not same:
        raise InvalidEvent("a move after which the server has another position")


def _stones(captured: tuple[Capture, ...]) -> list[tuple[int, Point]]:
    return sorted((capture.colour, point) for capture in captured for point in capture.points)


def _annotation(event: ev.AnnotationEvent, room: Room) -> None:
    if problem := misfit(room.game, room.analysis, event):
        raise InvalidEvent(problem)


def _seat(seat: int, room: Room) -> None:
    if not 0 <= seat < len(room.seats):
        raise InvalidEvent(f"there is no seat {seat}")


def _start(event: ev.Started, room: Room) -> None:
    if None in room.seats:
        raise InvalidEvent("a game that started without all of its players")
    if event.clocks_from is not None and not room.clock.is_timed:
        raise InvalidEvent("clocks that wait where there are none")


def _readiness(seat: int, room: Room) -> None:
    if room.status is ev.Status.PLAYING and room.starting is None:
        raise InvalidEvent("a player who was ready for a game that has begun")
    if seat in room.ready:
        raise InvalidEvent("a player who was ready twice")


def _absence(seat: int, room: Room) -> None:
    if room.seats[seat] is None:
        raise InvalidEvent("a player who left without a seat")
    if any(absence.seat == seat for absence in room.absent):
        raise InvalidEvent("a player who left twice")


def _vacation(room: Room) -> None:
    if not is_correspondence(room.created.time):
        raise InvalidEvent("a vacation in a game that knows none")


def _plan(player: PlayerId, lines: tuple[PlannedLine, ...], room: Room) -> None:
    if room.seat_of(player) is None or not are_plannable(lines, room.created.ruleset):
        raise InvalidEvent("conditional moves that nobody can plan")


def _barred(room: Room) -> None:
    if max(len(room.muted), len(room.banned)) >= MOST_BARRED:
        raise InvalidEvent("more muted and banned people than there can be")


def _rated(changes: tuple[RatingChange, ...], room: Room) -> None:
    for change in changes:
        _seat(change.seat, room)
    if len({change.seat for change in changes}) < len(changes):
        raise InvalidEvent("a rating that changed twice")


def _times(left: tuple[Millis, ...], room: Room) -> None:
    if len(left) != len(room.clock.remaining) or any(millis < 0 for millis in left):
        raise InvalidEvent("times that the clocks of this room can't show")


def _turn(lag: Millis, room: Room) -> None:
    if room.paused is not None:
        raise InvalidEvent("a turn in a game that is paused")
    if not 0 <= lag <= QUOTA:
        raise InvalidEvent("more lag than a server compensates")


def _choice(room: Room, event: ev.Chosen) -> None:
    _turn(event.lag, room)
    if event.choice not in room.game.position.choices:
        raise InvalidEvent("a choice that was not due")


def _pause(room: Room) -> None:
    if room.paused is not None or not room.clock.is_timed:
        raise InvalidEvent("a pause where no clock runs")


def _resumption(room: Room) -> None:
    if room.paused is None:
        raise InvalidEvent("the end of a pause that there was not")


def _retirement(seat: int, room: Room) -> None:
    """Two players must be left, or the search for whose turn it is would never end."""
    out = {turn.seat for turn in room.game.turns if isinstance(turn, Retirement)}
    if seat in out or len(out) + 1 >= len(room.seats):
        raise InvalidEvent("more players out of the game than sat there")


def _offer(kind: OfferKind, room: Room) -> None:
    if (kind is OfferKind.REMATCH) != (room.status is ev.Status.FINISHED):
        raise InvalidEvent(f"an offer of a {kind} in a room that is {room.status}")
    if kind is OfferKind.RESUME and room.paused is None:
        raise InvalidEvent("an offer to resume a game that is not paused")
    if len(room.asked) > MOST_ASKED * len(room.seats):
        raise InvalidEvent("more offers than there can be")


def _taken_back(turns: int, room: Room) -> None:
    if room.paused is not None:
        raise InvalidEvent("a takeback in a game that is paused")
    if room.takebacks >= most_takebacks(room.created):
        raise InvalidEvent("more takebacks than there can be")
    if not 0 <= turns < len(room.game.turns):
        raise InvalidEvent("turns taken back that were not made")
    if any(isinstance(turn, Retirement) for turn in room.game.turns[turns:]):
        raise InvalidEvent("a takeback that brings a player back into the game")


def _ending(event: ev.Finished, room: Room) -> None:
    if not all(0 <= seat < len(room.seats) for seat in (*event.winners, *event.no_show)):
        raise InvalidEvent("a winner without a seat")
    if not all(0 <= point < room.created.ruleset.size**2 for line in event.lines for point in line):
        raise InvalidEvent("a winning row off the board")
