"""The clock of a game over GTP, as far as an engine is told."""

from dataclasses import dataclass, field, replace
from typing import Final, Self

from pente_bots.search.limit import NO_LIMIT, Limit, PlayerClock
from pente_bots.thinking.time_budget import share_of
from pente_core.clock.clock import Fischer, PerMove, TimeControl, Unlimited
from pente_core.clock.instant import Millis
from pente_core.clock.time_control import initial_time

_NO_CONTROL: Final = Unlimited()
_LEAST: Final = 50
_LONGEST_THOUGHT: Final = 30_000
"""Milliseconds for a move, at least and at most."""
_MOVES: Final = 25
"""The main time is planned to last for so many more moves."""


@dataclass(frozen=True, slots=True)
class TimeLeft:
    """What a side has left."""

    time: int
    """Milliseconds: of the main time, or of the period that goes on."""
    stones: int = 0
    """The stones due within it; 0: it is the main time."""


@dataclass(frozen=True, slots=True)
class GtpClock:
    """The clocks of both sides. It is immutable: methods return a new one."""

    period: TimeLeft = TimeLeft(0)
    """A whole period: its time and its stones."""
    control: TimeControl = _NO_CONTROL
    """What the extension tells beyond that."""
    start: TimeLeft | None = None
    """What each side begins with; None: there is no clock."""
    left: dict[int, TimeLeft] = field(default_factory=dict)
    """What a side has left, where that is known to differ."""

    @classmethod
    def canadian(cls, main: int, period: int, stones: int) -> Self:
        """The clock of ``time_settings``, in seconds."""
        if period and not stones:
            return cls()
        whole = TimeLeft(1000 * period, stones)
        start = TimeLeft(1000 * main) if main or not period else whole
        return cls(period=whole, start=start)

    @classmethod
    def of(cls, control: TimeControl) -> Self:
        """The clock of the extension."""
        time = initial_time(control)
        return cls(control=control, start=None if time is None else TimeLeft(time))

    def told(self, colour: int, left: TimeLeft) -> Self:
        """The clock after ``time_left``."""
        return replace(self, left={**self.left, colour: left})

    def again(self) -> Self:
        """The clock at the beginning of another game."""
        return replace(self, left={})

    def limit(self, colour: int) -> Limit:
        """How long to think about the next stone."""
        left = self.left.get(colour, self.start)
        if left is None:
            return NO_LIMIT
        time = Millis(max(_LEAST, min(self._share(left), _LONGEST_THOUGHT)))
        return Limit(time, self._clock(left))

    def after(self, colour: int, used: int) -> Self:
        """The clock after a stone that took ``used`` milliseconds, for controllers that do not tell it."""
        left = self.left.get(colour, self.start)
        return self if left is None else self.told(colour, self._after(left, used))

    def _clock(self, left: TimeLeft) -> PlayerClock | None:
        """The clock for players that share out their time; None where it has periods, or nothing is left."""
        if not isinstance(self.control, Unlimited):
            return PlayerClock(self.control, Millis(left.time))
        if left.stones or self.period.stones or not left.time:
            return None
        return PlayerClock(Fischer(Millis(left.time)), Millis(left.time))

    def _share(self, left: TimeLeft) -> int:
        if left.stones:
            return left.time * 9 // 10 // left.stones
        if not isinstance(self.control, Unlimited):
            return share_of(self.control, Millis(left.time))
        in_period = self.period.time * 9 // 10 // self.period.stones if self.period.stones else 0
        return max(left.time // _MOVES, min(in_period, left.time + in_period))

    def _after(self, left: TimeLeft, used: int) -> TimeLeft:
        if isinstance(self.control, Fischer):
            return TimeLeft(max(0, left.time - used) + self.control.increment)
        if isinstance(self.control, PerMove):
            return left
        if left.stones == 1:
            return self.period
        if left.time <= used and not left.stones and self.period.stones:
            return self.period
        return TimeLeft(max(0, left.time - used), max(0, left.stones - 1))
