"""Seats that leave a game, and the end of games."""

from pente_core.clock.instant import Instant, Millis
from pente_core.room.state.room import Room
from pente_core.room.values.events import Event, Finished, Retired
from pente_core.rules.game import Game
from pente_core.rules.outcome import Outcome, Termination


def is_out(room: Room, seat: int) -> bool:
    """Whether a seat has left the game."""
    return bool(room.game.position.out >> seat & 1)


def retired(room: Room, seat: int, why: Termination, now: Instant) -> tuple[Event, ...]:
    """The events that follow when a seat leaves the game, which may end it."""
    game: Game = room.game.retire(seat, why)
    left = room.clock.remaining_at(now)
    events = (Retired(now, seat, why, left),) if len(room.seats) > 2 else ()
    if game.outcome is None:
        return events
    return (*events, finished(game.outcome, left, now))


def flag_fall(room: Room, now: Instant) -> tuple[Event, ...]:
    """The events that follow when the running seat's flag has fallen; none while it is up."""
    flag = room.clock.flag_at()
    if flag is None or now < flag or room.clock.running is None:
        return ()
    return retired(room, room.clock.running, Termination.TIME, now)


def aborted(room: Room, now: Instant) -> Finished:
    """The end of a game without a result."""
    return finished(Outcome(Termination.ABORTED), room.clock.remaining_at(now), now)


def finished(outcome: Outcome, left: tuple[Millis, ...], now: Instant) -> Finished:
    return Finished(now, outcome.termination, outcome.winners, outcome.lines, left)
