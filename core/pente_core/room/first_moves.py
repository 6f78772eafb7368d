"""First moves: which players have yet to make one, and until when.

A player who does not make the first stone or choice of their own in time, once it is their turn, is not
there to play: the game is aborted. A stone on the only legal point is not their own, as a client may place it
by itself.
"""

from collections.abc import Iterable
from typing import Final, assert_never

from pente_core.clock.clock import ByoYomi, Clock, Delay, Fischer, Odds, PerMove, TimeControl, Unlimited
from pente_core.clock.instant import Instant, Millis, elapsed, later
from pente_core.rules.position import Position
from pente_core.value import Value, replace

_LONGEST: Final = 60_000
_SHORTEST: Final = 10_000


class FirstMoves(Value):
    """The first moves of a game in which some are still to be made."""

    made: tuple[int, ...] = ()
    """The seats whose players have made a stone or a choice of their own."""
    until: Instant | None = None
    """When the player to act must have made theirs; None: they have. A pause does not change it before its
    end."""


def time_to_begin(control: TimeControl) -> Millis | None:
    """How long a player may take for the first move: a fifth of the starting time, 10 to 60 seconds.

    The whole time of the turn where every turn has its own. None without a clock: see `UNTOUCHED`.
    """
    match control:
        case Unlimited():
            return None
        case PerMove(each):
            return each if control.is_correspondence else Millis(min(_LONGEST, each))
        case Fischer(initial) | Delay(initial):
            return _share(initial)
        case ByoYomi(initial):
            return _share(initial + control.overtime)
        case Odds(initial):
            return _share(min(initial))
        case _ as unreachable:
            assert_never(unreachable)


def _share(initial: int) -> Millis:
    return Millis(min(_LONGEST, max(_SHORTEST, initial // 5)))


def due_at(clock: Clock) -> Instant | None:
    """When a player whose first turn begins now must have moved: when the flag falls at the latest.

    None without a clock.
    """
    span, flag = time_to_begin(clock.control), clock.flag_at()
    if span is None:
        return None
    due = later(clock.starts_at, span)
    return due if flag is None else min(due, flag)


def is_own(before: Position) -> bool:
    """Whether the player to act has a choice, so that the next turn is their own."""
    return len(before.legal_points) != 1


def with_own(first: FirstMoves, seats: Iterable[int]) -> FirstMoves:
    """The first moves after those of some more seats."""
    more = tuple(seat for seat in seats if seat not in first.made)
    return replace(first, made=(*first.made, *more)) if more else first


def seats_exchanged(first: FirstMoves) -> FirstMoves:
    """The first moves once the players of the two seats have changed places."""
    return replace(first, made=tuple(1 - seat for seat in first.made))


def awaited(first: FirstMoves, position: Position, clock: Clock) -> FirstMoves | None:
    """The first moves when a turn begins for the seat to act; None when none is to be made any more."""
    seats = (seat for seat in range(position.rules.sides) if not position.out >> seat & 1)
    if all(seat in first.made for seat in seats):
        return None
    return replace(first, until=None if position.to_act in first.made else due_at(clock))


def put_off(first: FirstMoves, span: int) -> FirstMoves:
    """The first moves after a span, in ms, that does not count."""
    if first.until is None or span <= 0:
        return first
    return replace(first, until=later(first.until, Millis(span)))


def put_off_by_outage(first: FirstMoves, clock: Clock, start: Instant, end: Instant) -> FirstMoves:
    """The first moves after an outage, with the clock before it is credited.

    Crediting the same outage twice changes nothing more, as the clock runs from its end then. A vacation has
    put them off already.
    """
    if clock.running is None:
        return first
    rests = clock.rests[clock.running] if clock.rests else Instant(0)
    return put_off(first, elapsed(max(start, clock.since, rests), end))
