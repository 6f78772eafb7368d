"""Turns: the events that follow from stones and from choices of a swap opening."""

from typing import Final, assert_never

from pente_core.clock.clock import Clock
from pente_core.clock.instant import Instant, Millis
from pente_core.room.decisions.ending import finished
from pente_core.room.state.clock_start import clock_in_turn
from pente_core.room.state.room import Room
from pente_core.room.values.commands import Choose, Play
from pente_core.room.values.events import Chosen, Event, Moved
from pente_core.room.values.refusals import Reason, Refused
from pente_core.rules.game import Game
from pente_core.rules.move import Choice, IllegalMove
from pente_core.rules.point import Point

NO_TIME: Final = Millis(0)


def take_turn(
    room: Room, command: Play | Choose, seat: int, now: Instant, round_trip: Millis
) -> tuple[Event, ...]:
    """The events that follow from a turn of a player whose time is not up. Raises Refused."""
    if room.paused is not None:
        raise Refused(Reason.PAUSED)
    if seat != room.to_act:
        raise Refused(Reason.NOT_YOUR_TURN)
    lag = uncharged(room, seat, now, round_trip) if round_trip else NO_TIME
    match command:
        case Play(point):
            return place(room, seat, point, now, lag)
        case Choose(choice):
            return _choose(room, seat, choice, now, lag)
        case _ as unreachable:
            assert_never(unreachable)


def uncharged(room: Room, seat: int, now: Instant, round_trip: Millis) -> Millis:
    """The part of the running turn that was lag and is not charged to the seat."""
    if not room.clock.is_timed:
        return NO_TIME
    return min(room.lag.allowed(seat, round_trip), room.clock.charged_at(now))


def place(room: Room, seat: int, point: Point, now: Instant, lag: Millis) -> tuple[Event, ...]:
    """The events that follow from a stone of the seat to act. Raises Refused."""
    moved, game, clock = placed(room, seat, point, now, lag)
    if game.outcome is None:
        return (moved,)
    return (moved, finished(game.outcome, clock.remaining, now))


def placed(room: Room, seat: int, point: Point, now: Instant, lag: Millis) -> tuple[Moved, Game, Clock]:
    """The event of a stone placed by the seat to act, with the game and the clock after it.

    The only place that decides what a move does: `decide` and the shortcut of `step` both call it. Whether
    it is the seat's turn is not checked. Raises Refused.
    """
    try:
        move, game = room.game.play(point)
    except IllegalMove as illegal:
        raise Refused(Reason(illegal.reason.value)) from None
    position = game.position
    clock = clock_in_turn(room, now).turned(now, position.to_act, lag)
    key = f"{position.key:016x}"
    done = move.captured, move.poofed, move.calls
    return Moved(now, seat, move.colour, point, key, *done, clock.remaining, lag), game, clock


def _choose(room: Room, seat: int, choice: Choice, now: Instant, lag: Millis) -> tuple[Event, ...]:
    try:
        game = room.game.choose(choice)
    except IllegalMove as illegal:
        raise Refused(Reason(illegal.reason.value)) from None
    clock = clock_in_turn(room, now)
    if choice is Choice.SWAP:
        clock = clock.swapped()
    return (Chosen(now, seat, choice, clock.turned(now, game.position.to_act, lag).remaining, lag),)
