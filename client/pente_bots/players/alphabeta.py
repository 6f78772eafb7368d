"""The player that looks two stones ahead, and scores every window that can still become a line.

The cost of a side is the sum of a value for each window (as many cells in a row as a line has) without a
stone of the other side, by the number of its own stones there. The worth of a position is the cost of one
side minus that of the other. A stone changes at most 4 x line windows, and so the worth of the next stone
only on the points of those. Both are updated incrementally, so the last ply of a search is the maximum of a
list.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from itertools import accumulate
from random import Random
from typing import Final

from pente_bots.patterns.windows import windows
from pente_bots.players.calibration import LogisticFit
from pente_bots.players.player import Evaluation, Player, legal_points, on_a_log_scale, wins, worse
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_bots.search.request import SearchLine, SearchReport, SearchRequest
from pente_bots.search.rule_objections import RuleTrait, rule_objection
from pente_bots.search.score import Score
from pente_bots.search.search_end import SearchEnd, SearchEnded
from pente_core.rules.point import Point, format_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset

_FIT: Final = LogisticFit(0.90, 2.10)
_QUICK: Final = 2
"""Plies that take hardly any time."""
_TAKEN: Final = 1 << 200
"""Makes an occupied point the worst of all."""


class AlphabetaPlayer(Player):
    """Plays the best point of a search of ``depth`` plies; among equals, the first in the order of
    `in_order`.

    It uses no randomness and does not see captures. ``values`` are those of windows with no, one, two ...
    stones. At a limit it plays the result of the deepest complete search, at least of a single ply.
    """

    def __init__(self, chance: Random, *, depth: int = 2, values: Sequence[int] = ()) -> None:
        super().__init__(chance)
        self.depth: Final = depth
        self.values: Final = tuple(values)

    def supports(self, rules: Ruleset) -> bool:
        """Two sides, one stone a turn."""
        return rules.sides == 2 and rules.stones_per_turn == 1

    def objection(self, rules: Ruleset) -> str:
        return rule_objection(rules, (RuleTrait.SIDES, RuleTrait.TURNS))

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        return self.search(SearchRequest(position, limit)).best.points[0]

    def search(self, request: SearchRequest) -> SearchReport:
        """The best points, after one depth after the other. Each line is a single stone."""
        position, limit = request.position, request.limit
        allowed = set(legal_points(position))
        self._check(position.rules)
        deepest = self.depth if limit.depth is None else max(1, min(self.depth, limit.depth))
        search = Search(position, self._values(position.rules), SearchEnd.of(request))
        report = None
        for depth in range(min(_QUICK, deepest), deepest + 1):
            try:
                best = _best(search, allowed, depth, request.lines)
            except SearchEnded:
                break
            report = self._report(position, best, depth, search.nodes)
            request.report(report)
        return report or self._report(position, _quick(search, allowed), 1, search.nodes)

    def evaluate(self, position: Position) -> Evaluation:
        """The worth of each stone after two plies at most, whatever its depth; the value is that of the best
        of them.
        """
        worths = self._worths(position)
        best = max(worths, key=worths.__getitem__)
        score = self._score(position, best, worths[best])
        return Evaluation(score.value, worths, score.win_in)

    def balance(self, position: Position) -> float:
        """The worth of the best stone, on a logarithmic scale up to the cost of a line."""
        return on_a_log_scale(max(self._worths(position).values()), self._values(position.rules)[-1])

    def explain(self, position: Position) -> str:
        """The costs of both sides, and the reply."""
        if not (position.legal_points and self.supports(position.rules)):
            return ""
        costs = Search(position, self._values(position.rules)).costs
        lines = [f"{colour}: {cost}" for colour, cost in zip(position.rules.colours, costs, strict=True)]
        return "\n".join([*lines, f"reply: {format_point(self.choose(position), position.rules.size)}"])

    def _worths(self, position: Position) -> dict[Point, int]:
        points = legal_points(position)
        self._check(position.rules)
        search = Search(position, self._values(position.rules))
        return {point: search.worth_of(point, min(_QUICK, self.depth)) for point in points}

    def _report(
        self, position: Position, best: Sequence[tuple[Point, int]], depth: int, nodes: int
    ) -> SearchReport:
        """The points in their order: no score is above the one before, not that of a capture that wins and
        that was not seen either.
        """
        scores = accumulate((self._score(position, point, worth) for point, worth in best), worse)
        lines = (SearchLine((point,), score) for (point, _), score in zip(best, scores, strict=True))
        return SearchReport(tuple(lines), depth, nodes)

    def _score(self, position: Position, point: Point, worth: int) -> Score:
        if wins(position, point):
            return Score.won(1)
        return Score((1 + _FIT.value(on_a_log_scale(worth, self._values(position.rules)[-1]))) / 2)

    def _check(self, rules: Ruleset) -> None:
        if not self.supports(rules):
            raise ValueError(self.objection(rules))

    def _values(self, rules: Ruleset) -> tuple[int, ...]:
        if not self.values:
            return values_of(rules.line)
        return (*self.values, *self.values[-1:] * rules.line)[: rules.line + 1]


def _best(search: "Search", allowed: Collection[Point], depth: int, count: int) -> list[tuple[Point, int]]:
    """The best of the points with their worths, the best first; of equal ones, the first in order. Raises
    SearchEnded.
    """
    best: list[tuple[Point, int]] = []
    for point in search.in_order():
        if point in allowed:
            least = best[-1][1] if len(best) == count else None
            worth = search.worth_of(point, depth, least)
            if least is None or worth > least:
                best = sorted([*best, (point, worth)], key=lambda judged: -judged[1])[:count]
    return best


def _quick(search: "Search", allowed: Collection[Point]) -> list[tuple[Point, int]]:
    """The best point by what it is worth at once."""
    search.end = SearchEnd()
    return _best(search, allowed, 1, 1)


def values_of(line: int) -> tuple[int, ...]:
    """The default values: nothing, then 100 times more for each stone.

    >>> values_of(5)
    (0, 1, 100, 10000, 1000000, 100000000)
    """
    return (0, *(100**stones for stones in range(line)))


class Search:
    """A board with the worth of every next stone. Mutable; each stone that is placed is lifted again."""

    def __init__(self, position: Position, values: tuple[int, ...], end: SearchEnd | None = None) -> None:
        """``end`` says when a question raises SearchEnded; None: never."""
        size, line = position.rules.size, position.rules.line
        self._windows = windows(size, line)
        self._size = size
        self._values = values
        self._base = line + 1
        self._counts = [0] * len(self._windows.cells)
        """For each window, the stones of the first side, and `_base` times those of the second."""
        self._gain_of = _gains(values)
        self.gains = tuple(
            [len(self._windows.through[p]) * values[1] for p in range(size**2)] for _ in (0, 1)
        )
        """For each side and point, the gain by a stone there."""
        self.costs = [0, 0]
        self.colour = position.colour
        self._empty = size**2
        self.end = end or SearchEnd()
        self.nodes = 0
        """How many stones were placed to judge them."""
        for colour, stones in enumerate(position.board.stones):
            for point in position.board.geometry.points(stones):
                self._place(point, colour)

    def worth_of(self, point: Point, depth: int, best: int | None = None) -> int:
        """The worth of a stone on ``point`` for the side to move, after ``depth`` plies.

        If it is not above ``best``, the result may be any number that is not above ``best``.
        """
        return self._worth_of(point, depth, best, None)

    def in_order(self) -> Iterator[Point]:
        """The empty points: first those with a stone among their eight neighbours, then the others; each
        group column by column from the left, top to bottom.
        """
        scan = [point for point in _scan(self._size) if self.gains[0][point] > -_TAKEN // 2]
        near = [point for point in scan if self._has_neighbour(point)]
        beside = set(near)
        yield from near
        yield from (point for point in scan if point not in beside)

    def _worth_of(self, point: Point, depth: int, alpha: int | None, beta: int | None) -> int:
        self.end.check(self.nodes)
        self.nodes += 1
        mover = self.colour
        self._place(point, mover)
        self.colour = 1 - mover
        try:
            if depth == 1 or not self._empty or self._is_over:
                return self.costs[mover] - self.costs[1 - mover]
            return -self._best(depth - 1, None if beta is None else -beta, None if alpha is None else -alpha)
        finally:
            self.colour = mover
            self._lift(point, mover)

    def _best(self, depth: int, alpha: int | None, beta: int | None) -> int:
        """What the best stone is worth to the side to move, or a bound of it beyond ``alpha`` or ``beta``."""
        mover = self.colour
        gains = self.gains[mover]
        if depth == 1:
            return self.costs[mover] - self.costs[1 - mover] + max(gains)
        best: int | None = None
        for gain, point in sorted(((gain, Point(point)) for point, gain in enumerate(gains)), reverse=True):
            if gain < -_TAKEN // 2:
                break
            floor = alpha if best is None else best if alpha is None else max(alpha, best)
            worth = self._worth_of(point, depth, floor, beta)
            best = worth if best is None else max(best, worth)
            if beta is not None and best >= beta:
                break
        assert best is not None, "there is an empty point"
        return best

    @property
    def _is_over(self) -> bool:
        return max(self.costs) >= self._values[-1]

    def _has_neighbour(self, point: Point) -> bool:
        return any(self.gains[0][other] < -_TAKEN // 2 for other in _neighbours(self._size)[point])

    def _place(self, point: Point, colour: int) -> None:
        self._shift(point, colour, 1)
        self._empty -= 1
        for gains in self.gains:
            gains[point] -= _TAKEN

    def _lift(self, point: Point, colour: int) -> None:
        self._shift(point, colour, -1)
        self._empty += 1
        for gains in self.gains:
            gains[point] += _TAKEN

    def _shift(self, point: Point, colour: int, by: int) -> None:
        """Add a stone to the windows through a point, or remove it."""
        counts, cells, worths = self._counts, self._windows.cells, self._gain_of
        white, black = self.gains
        step = by if colour == 0 else by * self._base
        for number in self._windows.through[point]:
            before = worths[counts[number]]
            counts[number] += step
            after = worths[counts[number]]
            self.costs[0] += after[2] - before[2]
            self.costs[1] += after[3] - before[3]
            for_white, for_black = after[0] - before[0], after[1] - before[1]
            if for_white or for_black:
                for cell in cells[number]:
                    white[cell] += for_white
                    black[cell] += for_black


@cache
def _gains(values: tuple[int, ...]) -> dict[int, tuple[int, int, int, int]]:
    """By the count of a window: the gains of the first and second side by a stone in it, and their costs."""
    base = len(values)
    table = {}
    for first in range(base):
        for second in range(base - first):
            table[first + base * second] = (
                _gain(values, first, second),
                _gain(values, second, first),
                0 if second else values[first],
                0 if first else values[second],
            )
    return table


def _gain(values: tuple[int, ...], own: int, other: int) -> int:
    """The gain by one more own stone in a window with ``own`` and ``other`` stones."""
    if other:
        return 0 if own else values[other]
    return values[own + 1] - values[own] if own + 1 < len(values) else 0


@cache
def _scan(size: int) -> tuple[Point, ...]:
    return tuple(Point(row * size + column) for column in range(size) for row in range(size - 1, -1, -1))


@cache
def _neighbours(size: int) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(
            y * size + x
            for y in range(max(0, row - 1), min(size, row + 2))
            for x in range(max(0, column - 1), min(size, column + 2))
            if (y, x) != (row, column)
        )
        for row in range(size)
        for column in range(size)
    )
