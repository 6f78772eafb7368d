"""How a search that deepens shares out the time of a game: more for what is unclear, less for what is not."""

import time
from collections.abc import Callable
from typing import Final, assert_never

from pente_bots.search.limit import PlayerClock
from pente_bots.search.request import SearchReport, StopFlag
from pente_core.clock.instant import Millis
from pente_core.clock.time_control import ByoYomi, Delay, Fischer, Odds, PerMove, Unlimited
from pente_core.rules.point import Point

_MOVES: Final = 18
"""The moves that a side is expected to make from the empty board on."""
_LEAST_MOVES: Final = 9
"""Those that it plans for at least, however long the game has been."""
_LONGEST: Final = 30.0
"""Seconds, even with days on the clock."""
_MOST: Final = 2.5
"""How much more than planned an unclear move may take."""
_MOST_OF_CLOCK: Final = 0.25
"""The share of the clock that no move takes more than, beside what it gets back."""
_OF_LOST: Final = 0.8
"""The share of the time that a move should take of what it can't save for later ones."""
ANOTHER_DEPTH: Final = 0.55
"""No deeper search is begun after this share of the time: it would hardly end."""
_STABILITY: Final = (1.4, 1.1, 0.95, 0.8, 0.65)
"""The share of the planned time by how many depths in a row had the same best stone."""
_SURE_DEPTH: Final = 4
"""Depths from which on it counts what the best stone is."""
_WORSE: Final = 0.03
"""A drop of the value from one depth to the next that counts."""
_IF_WORSE: Final = 1.5


def planned_time(clock: PlayerClock, ply: int) -> tuple[float, float]:
    """The seconds planned for a move, and the most for one that is unclear, where there is no other limit.

    ``ply`` is how many stones have been placed.
    """
    left, gain = _savings(clock)
    moves = max(_LEAST_MOVES, _MOVES - ply // 2)
    planned = left / moves + gain
    return planned, min(_MOST * planned, _MOST_OF_CLOCK * left + gain)


def _savings(clock: PlayerClock) -> tuple[float, float]:
    """The seconds that can be saved for later moves, and those of this move that can't."""
    left = clock.left / 1000
    match clock.control:
        case Fischer(increment=increment):
            return left, _OF_LOST * increment / 1000
        case Delay(delay=delay):
            return max(0.0, left - delay / 1000), _OF_LOST * delay / 1000
        case ByoYomi() as control:
            reading = control.reading(clock.left)
            if reading.periods:
                return 0.0, _OF_LOST * reading.time / 1000
            return reading.time / 1000, _OF_LOST * control.period / 1000
        case PerMove():
            return 0.0, _OF_LOST * left
        case Unlimited() | Odds():
            return left, 0.0
        case _ as unreachable:
            assert_never(unreachable)


class TimePlan:
    """Says when a search has taken its time, by what it finds. Mutable; the time runs from its creation."""

    def __init__(
        self, clock: PlayerClock, limit: Millis, ply: int, now: Callable[[], float] = time.monotonic
    ) -> None:
        """``limit`` is the most that it may take in any case."""
        self._now: Final = now
        self._start: Final = now()
        planned, most = planned_time(clock, ply)
        ceiling = min(limit / 1000, _LONGEST)
        self.most: Final = Millis(int(1000 * min(most, ceiling)))
        """The milliseconds after which the search has to end."""
        self._planned: Final = min(planned, ceiling)
        self._best: Point | None = None
        self._steady = 0
        self._value: float | None = None
        self._is_worse = False

    def is_enough(self, report: SearchReport) -> bool:
        """Note the report of a finished depth; whether no deeper search is worth while."""
        best = report.best
        self._steady = self._steady + 1 if best.points[0] == self._best else 0
        self._is_worse = self._value is not None and self._value - best.score.value > _WORSE
        self._best, self._value = best.points[0], best.score.value
        if report.depth < _SURE_DEPTH:
            self._steady = 0
        return self._spent() > ANOTHER_DEPTH * self._allowed()

    def stopping(self, stop: StopFlag) -> StopFlag:
        """A flag for the search that is also set when the time is over."""
        return _Ended(lambda: stop.is_set() or self._spent() > self._allowed())

    def _spent(self) -> float:
        return self._now() - self._start

    def _allowed(self) -> float:
        """The seconds for this move by what is known so far."""
        share = _STABILITY[min(self._steady, len(_STABILITY) - 1)]
        return self._planned * share * (_IF_WORSE if self._is_worse else 1.0)


class _Ended:
    def __init__(self, is_set: Callable[[], bool]) -> None:
        self.is_set: Final = is_set
