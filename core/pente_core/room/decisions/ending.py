"""Seats that leave a game, and the end of games."""

from collections.abc import Sequence
from functools import reduce

from pente_core.clock.instant import Instant, Millis
from pente_core.room.state.apply import apply
from pente_core.room.state.room import Room
from pente_core.room.values.events import Event, Finished, Retired
from pente_core.rules.game import Game
from pente_core.rules.outcome import Outcome, Termination


def counted_end(room: Room, before: Sequence[Event], end: Finished) -> Finished:
    """The end of a game, after the other events of its step: a rated one that not every player has played is
    aborted.

    Else ratings would move without a game, as where two players agree that one of them resigns at once. The
    second game of a set counts as it ends: who leads could keep that lead by resigning at once.
    """
    if not room.created.options.rated or is_second_of_rated_set(room):
        return end
    if reduce(apply, before, room).game.is_played:
        return end
    return Finished(end.at, Termination.ABORTED, remaining=end.remaining, no_show=end.no_show)


def is_second_of_rated_set(room: Room) -> bool:
    """Whether a game decides a rated set, of which the first game has a result."""
    return room.created.options.rated and room.created.game_of_set == 2


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


def time_out(room: Room, now: Instant) -> tuple[Event, ...]:
    """The events that follow when the time of the seat to act is up, be it for the first move; else none."""
    return no_show(room, now) or flag_fall(room, now)


def no_show(room: Room, now: Instant) -> tuple[Event, ...]:
    """The events that follow when the player to act has made no first move in time; none before."""
    first = room.first_moves
    if first is None or first.until is None or now < first.until or room.paused is not None:
        return ()
    return (aborted(room, now, (room.game.position.to_act,)),)


def flag_fall(room: Room, now: Instant) -> tuple[Event, ...]:
    """The events that follow when the running seat's flag has fallen; none while it is up."""
    flag = room.clock.flag_at()
    if flag is None or now < flag or room.clock.running is None:
        return ()
    return retired(room, room.clock.running, Termination.TIME, now)


def aborted(room: Room, now: Instant, no_show: tuple[int, ...] = ()) -> Finished:
    """The end of a game without a result; ``no_show``: the seats that have made no first move."""
    return finished(Outcome(Termination.ABORTED, no_show=no_show), room.clock.remaining_at(now), now)


def finished(outcome: Outcome, left: tuple[Millis, ...], now: Instant) -> Finished:
    return Finished(now, outcome.termination, outcome.winners, outcome.lines, left, outcome.no_show)
