"""When a clock is low, and when it has to be drawn again."""

from collections.abc import Sequence

from pente_client.words.phrases import LOW_TIME
from pente_core.clock.clock import Reading, reading
from pente_core.clock.instant import Instant, Millis
from pente_core.room import Room


def clock_readings(room: Room, now: Instant) -> Sequence[Reading]:
    """What the clocks show, in the order of the seats; empty without clocks."""
    if not room.clock.remaining:
        return ()
    return tuple(reading(room.created.time, left) for left in room.clock.remaining_at(now))


def is_low(shown: Reading) -> bool:
    """Whether little time is left, and no other period."""
    return shown.time < LOW_TIME and shown.periods <= 1


def until_change(left: Millis) -> Millis:
    """How long a running clock that shows ``left`` goes on showing the same."""
    if left <= 0:
        return Millis(1000)
    if left < LOW_TIME:
        return Millis((left - 1) % 100 + 1)
    return Millis(min((left - 1) % 1000, left - LOW_TIME) + 1)
