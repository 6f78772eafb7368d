"""The player that looks two stones ahead, and scores every window that can still become a line.

The cost of a side is the sum of a value for each window (as many cells in a row as a line has) without a
stone of the other side, by the number of its own stones there. The worth of a position is the cost of one
side minus that of the other. A stone changes at most 4 x line windows, and so the worth of the next stone
only on the points of those. Both are updated incrementally, so the last ply of a search is the maximum of a
list.
"""

import time
from collections.abc import Collection, Iterator, Sequence
from functools import cache
from random import Random
from typing import Final

from pente_bots.players.player import Evaluation, Player, legal_points, on_a_log_scale
from pente_bots.players.windows import windows
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_core.rules.point import Point, format_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset

_QUICK: Final = 2
"""Plies that take hardly any time."""
_TAKEN: Final = 1 << 200
"""Makes an occupied point the worst of all."""


class AlphabetaPlayer(Player):
    """Plays the best point of a search of ``depth`` plies; among equals, the first in the order of
    `in_order`.

    It uses no randomness and does not see captures. ``values`` are those of windows with no, one, two ...
    stones. At a time limit it plays the result of the deepest complete search, or the best point so far of
    the first one, which is quick.
    """

    def __init__(self, chance: Random, *, depth: int = 2, values: Sequence[int] = ()) -> None:
        super().__init__(chance)
        self.depth: Final = depth
        self.values: Final = tuple(values)

    def supports(self, rules: Ruleset) -> bool:
        """Two sides, one stone a turn."""
        return rules.sides == 2 and rules.stones_per_turn == 1

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
        allowed = set(legal_points(position))
        self._check(position.rules)
        search = Search(position, self._values(position.rules))
        if limit.time is None:
            return _best(search, allowed, self.depth)[0]
        until = time.monotonic() + limit.time / 1000
        best, _ = _best(search, allowed, min(_QUICK, self.depth), until)
        for depth in range(_QUICK + 1, self.depth + 1):
            deeper, has_seen_all = _best(search, allowed, depth, until)
            if not has_seen_all:
                break
            best = deeper
        return best

    def evaluate(self, position: Position) -> Evaluation:
        """The worth of each stone after two plies at most, whatever its depth; the value is the best of them,
        on a logarithmic scale up to the cost of a line.
        """
        points = legal_points(position)
        self._check(position.rules)
        values = self._values(position.rules)
        search = Search(position, values)
        worths = {point: search.worth_of(point, min(2, self.depth)) for point in points}
        return Evaluation(on_a_log_scale(max(worths.values()), values[-1]), worths)

    def explain(self, position: Position) -> str:
        """The costs of both sides, and the reply."""
        if not (position.legal_points and self.supports(position.rules)):
            return ""
        costs = Search(position, self._values(position.rules)).costs
        lines = [f"{colour}: {cost}" for colour, cost in zip(position.rules.colours, costs, strict=True)]
        return "\n".join([*lines, f"reply: {format_point(self.choose(position), position.rules.size)}"])

    def _check(self, rules: Ruleset) -> None:
        if not self.supports(rules):
            raise ValueError("this player needs two sides and one stone a turn")

    def _values(self, rules: Ruleset) -> tuple[int, ...]:
        if not self.values:
            return values_of(rules.line)
        return (*self.values, *self.values[-1:] * rules.line)[: rules.line + 1]


def _best(
    search: "Search", allowed: Collection[Point], depth: int, until: float | None = None
) -> tuple[Point, bool]:
    """The best of the points, and whether all were searched before ``until``; some point must be empty."""
    best, best_worth = None, 0
    for point in search.in_order():
        if point not in allowed:
            continue
        if best is not None and until is not None and time.monotonic() > until:
            return best, False
        worth = search.worth_of(point, depth, best_worth if best is not None else None)
        if best is None or worth > best_worth:
            best, best_worth = point, worth
    assert best is not None, "some point is legal, and all empty points are in order"
    return best, True


def values_of(line: int) -> tuple[int, ...]:
    """The default values: nothing, then 100 times more for each stone.

    >>> values_of(5)
    (0, 1, 100, 10000, 1000000, 100000000)
    """
    return (0, *(100**stones for stones in range(line)))


class Search:
    """A board with the worth of every next stone. Mutable; each stone that is placed is lifted again."""

    def __init__(self, position: Position, values: tuple[int, ...]) -> None:
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
        mover = self.colour
        self._place(point, mover)
        self.colour = 1 - mover
        worth = self.costs[mover] - self.costs[1 - mover]
        if depth > 1 and self._empty and not self._is_over:
            worth = -self._best(depth - 1, None if beta is None else -beta, None if alpha is None else -alpha)
        self.colour = mover
        self._lift(point, mover)
        return worth

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
