"""How long to think, so that the time lasts."""

from typing import Final, assert_never

from pente_core.clock.clock import ByoYomi, Clock, Delay, Fischer, PerMove, Unlimited
from pente_core.clock.instant import Instant, Millis

_SLACK: Final = 500
"""Milliseconds of the clock that are left for the way to the server."""
_LEAST: Final = 50
"""Milliseconds for a turn, however little is left."""
_LONGEST_THOUGHT: Final = 30_000
"""Milliseconds for a turn that may take longer, or days."""


def time_for_move(clock: Clock, now: Instant) -> Millis | None:
    """How long to think about one move, so that the time lasts: None where it is unlimited."""
    if clock.running is None or not clock.remaining:
        return None
    left = Millis(clock.remaining_at(now)[clock.running] + clock.free_at(now))
    return Millis(max(_LEAST, min(_share(clock, left), left - _SLACK, _LONGEST_THOUGHT)))


def _share(clock: Clock, left: Millis) -> int:
    """What of the time that is left, delay included, one move may cost."""
    match clock.control:
        case Fischer(increment=increment):
            return left // 25 + increment * 3 // 4
        case Delay(delay=delay):
            return left // 25 + delay * 3 // 4
        case ByoYomi() as control:
            reading = control.reading(left)
            # A period that is not used up costs nothing.
            return reading.time * 3 // 4 if reading.periods else reading.time // 25 + control.period // 2
        case PerMove():
            return left * 3 // 4
        case Unlimited():
            return left
        case _ as unreachable:
            assert_never(unreachable)
