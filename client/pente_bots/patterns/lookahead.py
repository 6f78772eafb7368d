"""A search of fixed depth and widths."""

import time
from dataclasses import dataclass, field
from random import Random
from typing import Final

from pente_bots.patterns.pattern_board import PatternBoard, box_of, points_between
from pente_bots.patterns.pattern_scores import LINE_AT_LEAST, WIN, WON, captures_score
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_core.rules.position import Position

_SPARE: Final = 8
"""More points than there are usually such that make a row too long."""
_NO_STONE: Final = -(1 << 199)
"""Points with less have a stone already."""


@dataclass(frozen=True, slots=True)
class Shape:
    """The shape of a search."""

    depth: int
    """How many stones are placed on the way to what is judged; at least 1."""
    padding: int
    """How far from the box around all stones a stone may be placed."""
    widths: tuple[int, ...]
    """How many stones are tried at each depth; the last repeats. Before the last stone only one is kept."""

    def width_at(self, ply: int) -> int:
        if ply + 1 >= self.depth:
            return 1 if ply else self.widths[0]
        return self.widths[min(ply, len(self.widths) - 1)]


@dataclass(slots=True)
class Branch:
    """A stone that was tried. Mutable while it is searched."""

    point: Point
    worth: int
    """To the side that places it, after everything that follows; beyond WON it wins, below -WON it loses."""
    replies: "list[Branch]" = field(default_factory=list)
    """What was tried after it, best first."""


class Lookahead:
    """A search from one position. Mutable; it uses up chance.

    Once ``until`` (a moment of `time.monotonic`) has passed, it goes no deeper.
    """

    def __init__(self, position: Position, shape: Shape, chance: Random, until: float | None = None) -> None:
        self._start = Game(position)
        self._field = PatternBoard(position)
        self._shape = shape
        self._chance = chance
        self._until = until

    def branches(self) -> list[Branch]:
        """The stones that were tried, best first; some point must be legal."""
        return self._branches(self._start, 0)

    def _branches(self, game: Game, ply: int) -> list[Branch]:
        points = self._candidates(game.position)
        winner = self._winner(game, points)
        if winner is not None:
            return [Branch(winner, WIN - ply)]
        branches = self._best(game, points, self._shape.width_at(ply))
        if len(branches) == 1 or ply + 1 >= self._shape.depth or self._is_late:
            return branches
        return self._searched(game, branches, ply)

    @property
    def _is_late(self) -> bool:
        return self._until is not None and time.monotonic() > self._until

    # -- what to try -------------------------------------------------------------------------------------

    def _candidates(self, position: Position) -> tuple[Point, ...]:
        """All points near enough to the stones; among them at least one that is legal."""
        size, legal = position.rules.size, position.legal_points
        if not position.board.occupied:
            return tuple(legal)
        left, right, bottom, top = box_of(position.board.occupied, size)
        all_empty = legal.bits == position.compiled.full & ~position.board.occupied
        pad = self._shape.padding
        while True:
            points = points_between(size, left - pad, right + pad, bottom - pad, top + pad)
            if not all_empty:
                points = tuple(point for point in points if point in legal)
            if any(point in legal for point in points):
                return points
            pad += 1

    def _winner(self, game: Game, points: tuple[Point, ...]) -> Point | None:
        """A point that wins at once."""
        position = game.position
        mover = position.colour
        ranks = self._field.ranks[mover]
        hopes: list[Point] = []
        if max(map(ranks.__getitem__, points)) >= LINE_AT_LEAST:
            hopes += [point for point in points if ranks[point] >= LINE_AT_LEAST]
        if self._may_reach_goal(position):
            hopes += self._takers(mover, points)
        for point in hopes:
            outcome = game.play(point)[1].outcome
            if outcome is not None and mover in outcome.winners:
                return point
        return None

    def _may_reach_goal(self, position: Position) -> bool:
        rules = position.rules
        most = 8 * max(rules.captures, default=0)
        return bool(most) and position.taken[position.colour] + most >= rules.goal

    def _takers(self, mover: int, points: tuple[Point, ...]) -> list[Point]:
        """Those of the points where the side to move would take something."""
        takers, ranks = self._field.takers[mover], self._field.ranks[mover]
        if not takers:
            return []
        return [point for point in points if point in takers and ranks[point] > _NO_STONE]

    def _best(self, game: Game, points: tuple[Point, ...], width: int) -> list[Branch]:
        """The points that make and break the most, best first by what they are worth then; equals in an
        order by chance.
        """
        position = game.position
        mover = position.colour
        ranks, before = self._field.ranks[mover], self._worth(position, mover)
        taking = [
            Branch(point, self._worth_of_taking(position, point)) for point in self._takers(mover, points)
        ]
        others = {branch.point for branch in taking}
        spare = len(others) + (_SPARE if position.rules.exact_line else 0)
        quiet = [
            Branch(point, before + ranks[point])
            for point in self._heads(points, ranks, width + spare)
            if point not in others
        ]
        branches = taking + quiet
        if position.rules.exact_line:  # a row that is too long looks like a line
            branches = [branch for branch in branches if ranks[branch.point] < LINE_AT_LEAST] or branches
        self._chance.shuffle(branches)
        branches.sort(key=lambda branch: branch.worth, reverse=True)
        return branches[:width]

    def _heads(self, points: tuple[Point, ...], ranks: list[int], count: int) -> list[Point]:
        """The ``count`` empty points of the highest rank, and all others that are equal to the last."""
        if count == 1:
            return [max(points, key=ranks.__getitem__)]
        order = sorted(points, key=ranks.__getitem__, reverse=True)
        last = ranks[order[min(count, len(order)) - 1]]
        return [point for point in order if ranks[point] >= max(last, _NO_STONE)]

    def _worth(self, position: Position, mover: int) -> int:
        """What the field is worth to ``mover`` when the other side is to place the next stone."""
        taken, goal, other = position.taken, position.rules.goal, 1 - mover
        mine = self._field.waiting[mover] + captures_score(taken[mover], taken[other], goal)
        return mine - self._field.moving[other] - captures_score(taken[other], taken[mover], goal)

    def _worth_of_taking(self, position: Position, point: Point) -> int:
        move, after = position.play(point)
        self._field.play(move)
        worth = self._worth(after, position.colour)
        self._field.take_back(move)
        return worth

    # -- what comes of it --------------------------------------------------------------------------------

    def _searched(self, game: Game, branches: list[Branch], ply: int) -> list[Branch]:
        """The branches after a look at what follows, best first: one that wins alone, else those that do
        not lose, else the best of those that do.
        """
        for branch in branches:
            self._search(game, branch, ply)
            if branch.worth > WON:
                return [branch]
        branches.sort(key=lambda branch: branch.worth, reverse=True)
        return [branch for branch in branches if branch.worth >= -WON] or branches[:1]

    def _search(self, game: Game, branch: Branch, ply: int) -> None:
        mover = game.position.colour
        move, after = game.play(branch.point)
        if after.outcome is not None:
            winners = after.outcome.winners
            branch.worth = (WIN - ply) * (1 if mover in winners else -1) if winners else 0
        elif not after.position.choices:
            self._field.play(move)
            branch.replies = self._branches(after, ply + 1)
            self._field.take_back(move)
            best = branch.replies[0].worth
            branch.worth = best if after.position.colour == mover else -best
