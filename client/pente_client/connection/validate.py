"""Events and snapshots are not believed because a server sent them.

`pente_core.room.state.apply` trusts its events, as a server may trust its own log. A client gets them from
somebody else: here they are held against the rules first, so that a client with another idea of the
position knows at once, and no event, however made, can break or hang it.
"""

from typing import Final

from pente_core.clock.instant import Millis
from pente_core.clock.lag import QUOTA
from pente_core.rating import RatingChange
from pente_core.room import (
    Accepted,
    BadSnapshot,
    Banned,
    Chosen,
    Closed,
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
    Rated,
    Readied,
    Rejected,
    Resumed,
    Retired,
    Returned,
    Room,
    Said,
    Snapshot,
    Started,
    Status,
    TakenBack,
    TimeGiven,
    Unbanned,
    Unmuted,
    restore,
)
from pente_core.room.state.room import MOST_BARRED
from pente_core.room.state.takeback import MOST_TAKEBACKS
from pente_core.room.values.offers import MOST_ASKED, OfferKind
from pente_core.rules.game import Retirement
from pente_core.rules.move import Capture, IllegalMove
from pente_core.rules.point import Point
from pente_protocol.tags import tag_of

_STAGES: Final[dict[type[Event], frozenset[Status]]] = {
    Created: frozenset(),
    **dict.fromkeys((Joined, Left, Declined, Readied, Started, Closed), frozenset({Status.WAITING})),
    **dict.fromkeys((Moved, Chosen, Retired, TakenBack, Finished), frozenset({Status.PLAYING})),
    **dict.fromkeys((Gone, Returned), frozenset({Status.PLAYING})),
    **dict.fromkeys((Offered, Accepted, Rejected), frozenset({Status.PLAYING, Status.FINISHED})),
    Continued: frozenset({Status.FINISHED}),
    **dict.fromkeys((Muted, Unmuted, Kicked, Banned, Unbanned), frozenset(Status)),
    **dict.fromkeys((TimeGiven, Paused, Resumed), frozenset({Status.PLAYING})),
    Rated: frozenset({Status.FINISHED}),
    **dict.fromkeys((Said, OutageCredited, Hidden), frozenset(Status)),
}
"""The stages of a room in which an event can happen."""


class InvalidEvent(Exception):
    """Something that can't have happened in this room, as far as this client knows it."""


def check_event(room: Room, event: Event) -> None:
    """Return when ``apply(room, event)`` is safe and right; raises Implausible."""
    if room.status not in _STAGES[type(event)]:
        raise InvalidEvent(f"{tag_of(type(event))} in a room that is {room.status}")
    match event:
        case Joined(seat=seat) | Left(seat=seat):
            _seat(seat, room)
        case Started():
            if None in room.seats:
                raise InvalidEvent("a game started without all of its players")
        case Moved():
            _times(event.left, room)
            _turn(event.lag, room)
            _move(room, event)
        case Chosen(seat=seat, choice=choice):
            _seat(seat, room)
            _times(event.left, room)
            _turn(event.lag, room)
            if choice not in room.game.position.choices:
                raise InvalidEvent("a choice that was not due")
        case TakenBack(seat=seat, turns=turns, left=left):
            _seat(seat, room)
            _times(left, room)
            _taken_back(turns, room)
        case Retired(seat=seat):
            _seat(seat, room)
            _times(event.left, room)
            _retirement(seat, room)
        case Offered(seat=seat, kind=kind) | Accepted(seat=seat, kind=kind) | Rejected(seat=seat, kind=kind):
            _seat(seat, room)
            _offer(kind, room)
            if len(room.asked) > MOST_ASKED * len(room.seats):
                raise InvalidEvent("more offers than anybody may make")
        case TimeGiven(seat=seat, left=left):
            _seat(seat, room)
            _times(left, room)
        case Paused() if room.paused is not None or not room.clock.is_timed:
            raise InvalidEvent("a pause where no clock runs")
        case Resumed() if room.paused is None:
            raise InvalidEvent("the end of a pause that there was not")
        case Resumed(seat=int(seat)):
            _seat(seat, room)
        case Finished():
            _times(event.left, room)
            _ending(event, room)
        case Rated(changes=changes):
            _rated(changes, room)
        case _:
            _people(room, event)


def _people(room: Room, event: Event) -> None:
    """Who is here, and who is to be."""
    match event:
        case Readied(seat=seat):
            _seat(seat, room)
            if seat in room.ready:
                raise InvalidEvent("somebody was ready twice")
        case Gone(seat=seat):
            _seat(seat, room)
            if any(absence.seat == seat for absence in room.absent):
                raise InvalidEvent("somebody went away twice")
        case Returned(seat=seat):
            _seat(seat, room)
        case Muted() | Banned() if max(len(room.muted), len(room.banned)) >= MOST_BARRED:
            raise InvalidEvent("more people were sent away than can be")
        case _:
            pass


def checked_snapshot(shot: Snapshot) -> Room:
    """The room of a snapshot. Raises Implausible when it describes none."""
    try:
        return restore(shot)
    except BadSnapshot as error:
        raise InvalidEvent(str(error)) from None


def _move(room: Room, event: Moved) -> None:
    """Judge the move ourselves: colour, stones taken and the key of the position must be the same."""
    _seat(event.seat, room)
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
        raise InvalidEvent("after a move the server has another position")


def _stones(captured: tuple[Capture, ...]) -> list[tuple[int, Point]]:
    return sorted((capture.colour, point) for capture in captured for point in capture.points)


def _seat(seat: int, room: Room) -> None:
    if not 0 <= seat < len(room.seats):
        raise InvalidEvent(f"there is no seat {seat}")


def _rated(changes: tuple[RatingChange, ...], room: Room) -> None:
    for change in changes:
        _seat(change.seat, room)
    if len({change.seat for change in changes}) < len(changes):
        raise InvalidEvent("a rating that changed twice")


def _times(left: tuple[Millis, ...], room: Room) -> None:
    if len(left) != len(room.clock.remaining) or any(millis < 0 for millis in left):
        raise InvalidEvent("times that no clocks of this room can show")


def _turn(lag: Millis, room: Room) -> None:
    if room.paused is not None:
        raise InvalidEvent("a turn in a game that is paused")
    if not 0 <= lag <= QUOTA:
        raise InvalidEvent("more lag than a server makes up for")


def _retirement(seat: int, room: Room) -> None:
    """Somebody must be left to play on, or finding whose turn it is would never end."""
    out = {turn.seat for turn in room.game.turns if isinstance(turn, Retirement)}
    if seat in out or len(out) + 1 >= len(room.seats):
        raise InvalidEvent("more players gave up than sat there")


def _offer(kind: OfferKind, room: Room) -> None:
    if (kind is OfferKind.REMATCH) != (room.status is Status.FINISHED):
        raise InvalidEvent(f"an offer of a {kind} in a room that is {room.status}")


def _taken_back(turns: int, room: Room) -> None:
    if room.paused is not None:
        raise InvalidEvent("a takeback in a game that is paused")
    if room.takebacks >= MOST_TAKEBACKS:
        raise InvalidEvent("more takebacks than there can be")
    if not 0 <= turns < len(room.game.turns):
        raise InvalidEvent("turns taken back that were not made")
    if any(isinstance(turn, Retirement) for turn in room.game.turns[turns:]):
        raise InvalidEvent("somebody came back who had left the game")


def _ending(event: Finished, room: Room) -> None:
    if not all(0 <= seat < len(room.seats) for seat in event.winners):
        raise InvalidEvent("a seat won that does not exist")
    if not all(0 <= point < room.created.ruleset.size**2 for line in event.lines for point in line):
        raise InvalidEvent("a winning row off the board")
