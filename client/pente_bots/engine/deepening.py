"""The search of a position, deeper and deeper, within its limits."""

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Final

from pente_bots.engine.kernel.hash_table import HashTable
from pente_bots.engine.kernel.search_budget import SearchBudget
from pente_bots.engine.kernel.search_values import INFINITE, WIN, WON
from pente_bots.engine.kernel.tree_search import TreeSearch
from pente_bots.engine.position_board import board_of, picker_of, root_cells
from pente_bots.search.request import SearchLine, SearchReport, SearchRequest, StopFlag
from pente_bots.search.score import Score
from pente_bots.search.time_plan import ANOTHER_DEPTH
from pente_core.rules.point import Point

MOST_DEPTH: Final = 64
_MOST_SAFE_SECONDS: Final = 0.02
_WINDOW: Final = 30
"""How far a value is expected to change from one depth to the next."""
_SCALE: Final = 180.0
"""The worth that makes the odds e to 1."""


def score_of(value: int) -> Score:
    """The score of a value of the search.

    >>> score_of(0), score_of(29999), score_of(-29998)
    (Score(chance=0.5, win_in=None), Score(chance=1.0, win_in=1), Score(chance=0.0, win_in=-2))
    """
    if value > WON:
        return Score.won(WIN - value)
    if value < -WON:
        return Score.lost(WIN + value)
    return Score(1 / (1 + math.exp(-value / _SCALE)))


@dataclass(slots=True)
class _Line:
    value: int
    cells: list[int]


class Deepening:
    """One search of a position with legal points; `reports` does it. Mutable.

    With a limit of nodes and none of time, the result depends on nothing else: not on the machine, and not on
    what ``table`` knows from earlier searches.
    """

    def __init__(self, request: SearchRequest, table: HashTable) -> None:
        self._request: Final = request
        self._start: Final = time.monotonic()
        limit = request.limit
        self._until: Final = None if limit.time is None else self._start + _usable(limit.time / 1000)
        self._board = board_of(request.position)
        self._picker = picker_of(self._board, request.position)
        self._budget = SearchBudget(limit.nodes or 0, _end_of_search(self._until, request.stop))
        table.renew()
        if limit.nodes is not None and limit.time is None:
            self._board.key ^= table.age << 40
        cells = root_cells(self._board, self._picker, request.position)
        self._tree = TreeSearch(self._board, self._picker, table, self._budget, cells)
        self._lines = [_Line(0, [cells[0]])]
        self._count = min(request.lines, len(cells))

    def reports(self) -> Iterator[SearchReport]:
        """What is known after each finished depth; at least one report. The last one is the result."""
        most = min(self._request.limit.depth or MOST_DEPTH, MOST_DEPTH)
        for depth in range(1, most + 1):
            lines = self._search(depth)
            if len(lines) == self._count or (depth == 1 and lines):  # else they are of different depths
                self._lines = lines
            if self._budget.error is not None:
                raise self._budget.error
            if self._budget.stopped:
                yield self._report(depth - 1)
                return
            yield self._report(depth)
            if self._is_enough():
                return

    def _search(self, depth: int) -> list[_Line]:
        """The best lines at a depth, the best first; fewer, or none, if the budget is spent before."""
        found: list[_Line] = []
        while len(found) < self._count:
            number = len(found)
            value = self._value(depth, number)
            if not self._tree.best_cell:
                break
            found.append(_Line(value, self._tree.main_line()))
            if self._budget.stopped:
                break
        return sorted(found, key=lambda line: -line.value)

    def _value(self, depth: int, number: int) -> int:
        """The value of the best root cell from a number on, with a narrow window first."""
        if depth < 3 or number >= len(self._lines):
            return self._tree.search_root(depth, -INFINITE, INFINITE, number)
        guess, width = self._lines[number].value, _WINDOW
        low, high = guess - width, guess + width
        while True:
            low, high = max(low, -INFINITE), min(high, INFINITE)
            value = self._tree.search_root(depth, low, high, number)
            if self._budget.stopped or low < value < high:
                return value
            width *= 4
            if width > 2000:
                low, high = -INFINITE, INFINITE
            elif value <= low:
                low = value - width
            else:
                high = value + width

    def _is_enough(self) -> bool:
        values = [line.value for line in self._lines[: self._count]]
        if all(abs(value) > WON for value in values):
            return True
        if self._until is None:
            return False
        now = time.monotonic()
        is_forced = self._tree.root_count == 1 and not self._request.limit.nodes
        return is_forced or now - self._start > ANOTHER_DEPTH * (self._until - self._start)

    def _report(self, depth: int) -> SearchReport:
        lines = tuple(
            SearchLine(tuple(Point(self._board.point_of(cell)) for cell in line.cells), score_of(line.value))
            for line in self._lines[: self._count]
        )
        return SearchReport(lines, depth, self._budget.nodes)


def _end_of_search(until: float | None, stop: StopFlag) -> Callable[[], bool]:
    """Says whether a search has to end. It knows nothing of the search: with a circle of references, the
    memory of a search would stay until the garbage collector looks for it, long after the next ones.
    """
    return lambda: (until is not None and time.monotonic() >= until) or stop.is_set()


def _usable(seconds: float) -> float:
    """The time for a search of which the answer has to be there in time."""
    return max(0.0, seconds - min(_MOST_SAFE_SECONDS, seconds / 10))
