"""A search with a fixed depth, and a fixed width at each depth."""

from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random
from typing import Final

from pente_bots.patterns.pattern_board import PatternBoard, box_of, points_between
from pente_bots.patterns.pattern_scores import LINE_AT_LEAST, WIN, WON, captures_score
from pente_bots.search.search_end import SearchEnd
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_core.rules.position import Position

_SPARE: Final = 8
"""A surplus of points, more than usually make a row that is too long."""
_NO_STONE: Final = -(1 << 199)
"""Points with a lower rank are occupied."""


@dataclass(frozen=True, slots=True)
class SearchShape:
    """The depth and widths of a search."""

    depth: int
    """How many stones are placed before a position is scored; at least 1."""
    padding: int
    """How far outside the box around all stones a stone may be placed."""
    widths: tuple[int, ...]
    """How many stones are tried at each depth; the last repeats. Only one is kept for the last stone."""

    def width_at(self, ply: int) -> int:
        if ply + 1 >= self.depth:
            return 1 if ply else self.widths[0]
        return self.widths[min(ply, len(self.widths) - 1)]


@dataclass(slots=True)
class Branch:
    """A stone that was tried. Mutable while it is searched."""

    point: Point
    worth: int
    """For the side that places it, after all replies; above WON it wins, below -WON it loses."""
    replies: "list[Branch]" = field(default_factory=list)
    """The replies that were tried, best first."""


class Lookahead:
    """A search from one position. Mutable; it consumes randomness.

    Once its ``end`` is reached, it tries no other stone, and goes no deeper. ``check`` is called at every
    step deeper; it may raise, which gives the search up. ``report`` gets the best stones so far, the best one
    first, after each stone that was searched.
    """

    def __init__(
        self,
        position: Position,
        shape: SearchShape,
        chance: Random,
        *,
        end: SearchEnd | None = None,
        check: Callable[[], None] | None = None,
        report: Callable[[list[Branch]], None] | None = None,
    ) -> None:
        self._start = Game(position)
        self._field = PatternBoard(position)
        self._shape = shape
        self._chance = chance
        self._end = SearchEnd() if end is None else end
        self._check = check
        self._report = report
        self.nodes = 0
        """How many stones were placed."""

    def branches(self) -> list[Branch]:
        """The stones that were tried, best first; at least one point must be legal."""
        return self._branches(self._start, 0)

    def _branches(self, game: Game, ply: int) -> list[Branch]:
        if self._check is not None:
            self._check()
        points = self._candidates(game.position)
        winner = self._winner(game, points)
        if winner is not None:
            return [Branch(winner, WIN - ply)]
        branches = self._best(game, points, self._shape.width_at(ply))
        if len(branches) == 1 or ply + 1 >= self._shape.depth or self._end.is_reached(self.nodes):
            return branches
        return self._searched(game, branches, ply)

    # -- candidates -------------------------------------------------------------------------------------

    def _candidates(self, position: Position) -> tuple[Point, ...]:
        """All points close enough to the stones, at least one of them legal."""
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
        """A point that wins immediately, if there is one."""
        position = game.position
        mover = position.colour
        ranks = self._field.ranks[mover]
        candidates: list[Point] = []
        if max(map(ranks.__getitem__, points)) >= LINE_AT_LEAST:
            candidates += [point for point in points if ranks[point] >= LINE_AT_LEAST]
        if self._may_reach_goal(position):
            candidates += self._takers(mover, points)
        for point in candidates:
            outcome = game.play(point)[1].outcome
            if outcome is not None and mover in outcome.winners:
                return point
        return None

    def _may_reach_goal(self, position: Position) -> bool:
        rules = position.rules
        most = 8 * max(rules.captures, default=0)
        mover = position.colour
        return bool(most) and position.taken[mover] + most >= rules.goal_of(mover)

    def _takers(self, mover: int, points: tuple[Point, ...]) -> list[Point]:
        """The points where the side to move captures something."""
        takers, ranks = self._field.takers[mover], self._field.ranks[mover]
        if not takers:
            return []
        return [point for point in points if point in takers and ranks[point] > _NO_STONE]

    def _best(self, game: Game, points: tuple[Point, ...], width: int) -> list[Branch]:
        """The points that make and break the most, best first; equal ones in random order."""
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
        if position.rules.exact_line:  # an overlong row looks like a line
            branches = [branch for branch in branches if ranks[branch.point] < LINE_AT_LEAST] or branches
        self._chance.shuffle(branches)
        branches.sort(key=lambda branch: branch.worth, reverse=True)
        return branches[:width]

    def _heads(self, points: tuple[Point, ...], ranks: list[int], count: int) -> list[Point]:
        """The ``count`` empty points of the highest rank, and all others that tie with the last."""
        if count == 1:
            return [max(points, key=ranks.__getitem__)]
        order = sorted(points, key=ranks.__getitem__, reverse=True)
        last = ranks[order[min(count, len(order)) - 1]]
        return [point for point in order if ranks[point] >= max(last, _NO_STONE)]

    def _worth(self, position: Position, mover: int) -> int:
        """The score of the board for ``mover``, when the other side places the next stone."""
        taken, goal, other = position.taken, position.rules.goal_of, 1 - mover
        mine = captures_score(taken[mover], taken[other], goal(mover), goal(other))
        theirs = captures_score(taken[other], taken[mover], goal(other), goal(mover))
        return self._field.waiting[mover] + mine - self._field.moving[other] - theirs

    def _worth_of_taking(self, position: Position, point: Point) -> int:
        move, after = position.play(point)
        self._field.play(move)
        worth = self._worth(after, position.colour)
        self._field.take_back(move)
        return worth

    # -- replies --------------------------------------------------------------------------------

    def _searched(self, game: Game, branches: list[Branch], ply: int) -> list[Branch]:
        """The branches after their replies, best first: only the winning one, else those that do not lose,
        else the best of those that do.
        """
        done: list[Branch] = []
        for branch in branches:
            self._search(game, branch, ply)
            if done and not ply and self._end.is_reached(self.nodes):
                break  # not all replies to this one were tried, perhaps not the one that refutes it
            if branch.worth > WON:
                return [branch]
            done = _best_first([*done, branch])
            if not ply and self._report is not None:
                self._report(done)
            if self._end.is_reached(self.nodes):
                break
        return [branch for branch in done if branch.worth >= -WON] or done[:1]

    def _search(self, game: Game, branch: Branch, ply: int) -> None:
        self.nodes += 1
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


def _best_first(branches: list[Branch]) -> list[Branch]:
    return sorted(branches, key=lambda branch: branch.worth, reverse=True)
