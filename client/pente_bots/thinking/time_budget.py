"""How long to think about a move, so that the clock lasts."""

from typing import Final, assert_never

from pente_bots.search.limit import NO_LIMIT, Limit, PlayerClock
from pente_core.clock.clock import (
    ByoYomi,
    Clock,
    Delay,
    Fischer,
    Odds,
    PerMove,
    TimeControl,
    Unlimited,
    control_of,
)
from pente_core.clock.instant import Instant, Millis

_SLACK: Final = 500
"""Milliseconds kept in reserve for the way to the server."""
_LEAST: Final = 50
"""The least milliseconds for a turn."""
_LONGEST_THOUGHT: Final = 30_000
"""The most milliseconds for a turn, even with days on the clock."""


def limit_for_move(clock: Clock, now: Instant) -> Limit:
    """How long to think about one move, with the clock that it follows from."""
    if clock.running is None or not clock.remaining:
        return NO_LIMIT
    return limit_of(PlayerClock(control_of(clock.control, clock.running), _left(clock, now)))


def limit_of(clock: PlayerClock) -> Limit:
    """How long to think about one move of the side with this clock."""
    share = min(share_of(clock.control, clock.left), _LONGEST_THOUGHT)
    return Limit(Millis(min(max(_LEAST, share), longest_time(clock))), clock)


def longest_time(clock: PlayerClock) -> Millis:
    """The most milliseconds for a turn with this clock."""
    left = clock.left if clock.most is None else min(clock.left, clock.most)
    return Millis(max(_LEAST, left - _SLACK))


def _left(clock: Clock, now: Instant) -> Millis:
    """What the running seat has left, delay included."""
    return Millis(clock.remaining_at(now)[clock.running or 0] + clock.free_at(now))


def share_of(control: TimeControl, left: Millis) -> int:
    """The share of the remaining time, delay included, for one move, in milliseconds."""
    match control:
        case Fischer(increment=increment):
            return left // 25 + increment * 3 // 4
        case Delay(delay=delay):
            return left // 25 + delay * 3 // 4
        case ByoYomi() as control:
            reading = control.reading(left)
            # A byo-yomi period that is not used up costs nothing.
            return reading.time * 3 // 4 if reading.periods else reading.time // 25 + control.period // 2
        case PerMove():
            return left * 3 // 4
        case Unlimited() | Odds():
            return left
        case _ as unreachable:
            assert_never(unreachable)
