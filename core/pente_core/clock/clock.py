"""The clock of a game: how much thinking time every seat has left."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final, assert_never

from pente_core.clock.instant import Instant, Millis, elapsed, later
from pente_core.clock.time_control import (
    BadTimeControl,
    ByoYomi,
    Delay,
    Fischer,
    PerMove,
    Reading,
    TimeControl,
    Unlimited,
    format_time_control,
    gift,
    initial_time,
    parse_time_control,
    reading,
)
from pente_core.rules.fast_new import fast_new

__all__ = [
    "BadTimeControl",
    "ByoYomi",
    "Clock",
    "Delay",
    "Fischer",
    "PerMove",
    "Reading",
    "TimeControl",
    "Unlimited",
    "format_time_control",
    "gift",
    "initial_time",
    "parse_time_control",
    "reading",
]

_NOTHING: Final = Millis(0)


@dataclass(frozen=True, slots=True)
class Clock:
    """The time of every seat. At most one seat's time runs down."""

    control: TimeControl
    left: tuple[Millis, ...]
    """What each seat had at ``since``, periods included; empty where time is unlimited."""
    running: int | None = None
    """The seat whose time runs down."""
    since: Instant = Instant(0)
    """The moment from which it runs; may lie ahead, where time is given to come back."""
    free: Millis = _NOTHING
    """What passes after ``since`` before time runs down: the rest of the turn's delay."""

    @classmethod
    def new(cls, control: TimeControl, sides: int) -> "Clock":
        """A clock that has not been started."""
        initial = initial_time(control)
        return cls(control, () if initial is None else (initial,) * sides)

    @property
    def is_timed(self) -> bool:
        """Whether anybody's time is counted."""
        return bool(self.left)

    def left_at(self, now: Instant) -> tuple[Millis, ...]:
        """What each seat has left at ``now``, never below zero; empty where time is unlimited."""
        if self.running is None or not self.left:
            return self.left
        left = self.left[self.running] - self.charged_at(now)
        return _with(self.left, self.running, Millis(max(0, left)))

    def charged_at(self, now: Instant) -> Millis:
        """How much has run down since ``since``."""
        return _NOTHING if self.running is None else Millis(max(0, now - self.since - self.free))

    def free_at(self, now: Instant) -> Millis:
        """How much of the turn's delay is left."""
        if self.running is None or not self.free:
            return self.free
        return Millis(max(0, self.free - elapsed(self.since, now)))

    def flag_at(self) -> Instant | None:
        """When the running seat will be out of time; None when nothing runs down."""
        if self.running is None or not self.left:
            return None
        return later(self.since, Millis(self.free + self.left[self.running]))

    def turned(self, now: Instant, seat: int | None, uncharged: Millis = _NOTHING) -> "Clock":
        """The clock once the running seat has ended its turn, and ``seat`` (None: nobody) goes on.

        The seat that ended its turn is given its increment, or its period or time for a turn anew. A seat
        that goes on with a turn of its own gets nothing. The last ``uncharged`` of the turn, at most
        `charged_at`, does not count; it isn't taken from anybody else.
        """
        left, ended = self.left, self.running
        if left and ended is not None:
            rest = Millis(max(0, left[ended] - self.charged_at(Instant(now - uncharged))))
            left = _with(left, ended, rest if seat == ended else self._earned(rest))
        return self.set_to(left, seat, now)

    def _earned(self, left: Millis) -> Millis:
        """What a seat has whose turn ended with so much left."""
        match self.control:
            case Fischer(increment=increment):
                return Millis(left + increment)
            case ByoYomi() as control:
                return control.whole(left)
            case PerMove(each):
                return each
            case Delay() | Unlimited():
                return left
            case _ as unreachable:
                assert_never(unreachable)

    def swapped(self) -> "Clock":
        """The clock once the players of the two seats have changed places and taken their time along."""
        running = None if self.running is None else 1 - self.running
        return replace(self, left=self.left[::-1], running=running)

    def set_to(self, left: tuple[Millis, ...], running: int | None, now: Instant) -> "Clock":
        """The clock with ``left`` at ``now``, as a recorded event has it.

        Time that was given to come back is not charged to whoever goes on either. Another seat gets a
        delay of its own; what was left of the last one is lost.
        """
        free = self.free_at(now) if running == self.running else self._delay(running)
        return _clock(self.control, left, running, max(now, self.since), free)

    def _delay(self, running: int | None) -> Millis:
        return self.control.delay if running is not None and isinstance(self.control, Delay) else _NOTHING

    def back_to(self, left: tuple[Millis, ...], seat: int, now: Instant) -> "Clock":
        """The clock with ``left``, as it was when a turn of ``seat`` began that begins anew at ``now``."""
        return Clock(self.control, left, seat, max(now, self.since), self._delay(seat))

    def outage_credited(self, start: Instant, end: Instant) -> "Clock":
        """The clock when the time from ``start`` to ``end`` was nobody's fault and isn't charged.

        Forgiving the same span twice changes nothing more.
        """
        if self.running is None or end <= max(start, self.since):
            return self
        return Clock(self.control, self.left_at(start), self.running, end, self.free_at(start))

    def stopped(self, now: Instant) -> "Clock":
        """The clock from ``now`` on, running for nobody until it is `resumed`."""
        return Clock(self.control, self.left_at(now), None, max(now, self.since), self.free_at(now))

    def resumed(self, now: Instant, seat: int | None) -> "Clock":
        """The clock that was `stopped`, running for ``seat`` again, where its turn was left."""
        return replace(self, running=seat, since=max(now, self.since))


_clock: Callable[[TimeControl, tuple[Millis, ...], int | None, Instant, Millis], Clock] = fast_new(Clock)


def _with(left: tuple[Millis, ...], seat: int, value: Millis) -> tuple[Millis, ...]:
    return (*left[:seat], value, *left[seat + 1 :])
