"""A board that keeps the worth of the next stone on every point up to date."""

from functools import cache
from typing import Final

from pente_bots.patterns.stone_effects import WALL, EffectBySide, StoneEffect, stone_effects_of
from pente_core.rules.geometry import Bits
from pente_core.rules.move import Move
from pente_core.rules.point import Point
from pente_core.rules.position import Position

_DIRECTIONS: Final = ((1, 0), (0, 1), (1, 1), (1, -1))
_OCCUPIED: Final = 1 << 200

Place = tuple[int, int]
"""The number of an axis of the board, and the shift of a point's surroundings in its bits."""


class Axes:
    """The places of points on the axes of a board, and their neighbours there. Use `axes_of`."""

    def __init__(self, size: int, radius: int) -> None:
        self.codes: list[int] = []
        """Each axis encoded as in `pente_bots.patterns.stone_effects`, empty, with walls at both ends."""
        places: list[list[tuple[int, int, tuple[tuple[int, int], ...]]]] = [[] for _ in range(size**2)]
        for dx, dy in _DIRECTIONS:
            for points in _rays(size, dx, dy):
                number = len(self.codes)
                wall = (1 << 2 * radius) - 1
                self.codes.append(wall | wall << 2 * (radius + len(points)))
                for at, point in enumerate(points):
                    near = tuple(
                        (points[other], 2 * other)
                        for other in range(max(0, at - radius), min(len(points), at + radius + 1))
                        if other != at
                    )
                    places[point].append((number, 2 * (at + radius), near))
        self.places: Final = tuple(tuple(of_point) for of_point in places)
        """By point and direction: the axis, the shift of the point in it, and the points near it with the
        shifts of their surroundings."""


@cache
def axes_of(size: int, radius: int) -> Axes:
    """The shared axes."""
    return Axes(size, radius)


def _rays(size: int, dx: int, dy: int) -> list[list[int]]:
    """All lines of points in a direction."""
    rays = []
    for y in range(size):
        for x in range(size):
            if not (0 <= x - dx < size and 0 <= y - dy < size):
                ray = []
                column, row = x, y
                while 0 <= column < size and 0 <= row < size:
                    ray.append(row * size + column)
                    column, row = column + dx, row + dy
                rays.append(ray)
    return rays


class PatternBoard:
    """Stones of two sides, the scores of their patterns, and the effect of one more stone. Mutable.

    Stones may be placed and lifted in any order; lifting a stone restores the state before it was placed.
    """

    def __init__(self, position: Position) -> None:
        size = position.rules.size
        self._answers = stone_effects_of(position.rules)
        axes = axes_of(size, self._answers.radius)
        self._codes = axes.codes.copy()
        self._places = axes.places
        self.moving = [0, 0]
        """The score of each side's patterns if it places the next stone."""
        self.waiting = [0, 0]
        """The same if the other side does."""
        self.ranks = ([0] * size**2, [0] * size**2)
        """By side and point, how much that side gains by a stone there that captures nothing; far below all
        other values on an occupied point."""
        self.takers: tuple[dict[int, int], dict[int, int]] = ({}, {})
        """By side, the points where a stone captures something, and in how many directions."""
        self._changes = [[self._first(point, way) for point in range(size**2)] for way in range(4)]
        for colour, stones in enumerate(position.board.stones):
            for point in position.board.geometry.points(stones):
                self.place(point, colour)

    def play(self, move: Move) -> None:
        """Apply a move."""
        self.place(move.point, move.colour)
        for capture in move.captured:
            for point in capture.points:
                self.lift(point, capture.colour)
        for point in move.poofed:
            self.lift(point, move.colour)

    def take_back(self, move: Move) -> None:
        """Undo what `play` did."""
        for point in move.poofed:
            self.place(point, move.colour)
        for capture in move.captured:
            for point in capture.points:
                self.place(point, capture.colour)
        self.lift(move.point, move.colour)

    def place(self, point: int, colour: int) -> None:
        """Put a stone on an empty point."""
        self._count(point, colour, 1)
        for way, (axis, shift, near) in enumerate(self._places[point]):
            self._codes[axis] |= colour + 1 << shift
            self._renew(way, self._codes[axis], near)

    def lift(self, point: int, colour: int) -> None:
        """Remove a stone of ``colour``."""
        for way, (axis, shift, near) in enumerate(self._places[point]):
            self._codes[axis] &= ~(WALL << shift)
            self._renew(way, self._codes[axis], near)
        self._count(point, colour, -1)

    def effects(self, point: int, colour: int) -> list[StoneEffect]:
        """The effects of a stone on ``point``, in each direction."""
        return [changes[point].effects[colour] for changes in self._changes]

    def _count(self, point: int, colour: int, by: int) -> None:
        other = 1 - colour
        for effect in self.effects(point, colour):
            self.waiting[colour] += by * effect.made
            self.moving[other] -= by * effect.broken
            self.moving[colour] += by * effect.made_moving
            self.waiting[other] -= by * effect.broken_waiting
        self.ranks[0][point] -= by * _OCCUPIED
        self.ranks[1][point] -= by * _OCCUPIED

    def _renew(self, way: int, code: int, near: tuple[tuple[int, int], ...]) -> None:
        """Look up the effects of the points near one that has changed."""
        changes, answers, mask = self._changes[way], self._answers, self._answers.mask
        first, second = self.ranks
        for point, shift in near:
            change, before = answers[code >> shift & mask], changes[point]
            if change is not before:
                changes[point] = change
                ranks, old = change.ranks, before.ranks
                first[point] += ranks[0] - old[0]
                second[point] += ranks[1] - old[1]
                if change.taken != before.taken:
                    self._note_takers(point, change, before)

    def _note_takers(self, point: int, change: EffectBySide, before: EffectBySide) -> None:
        for takers, now, then in zip(self.takers, change.taken, before.taken, strict=True):
            ways = takers.get(point, 0) + bool(now) - bool(then)
            if ways:
                takers[point] = ways
            else:
                takers.pop(point, None)

    def _first(self, point: int, way: int) -> EffectBySide:
        """The effect on an empty board."""
        axis, shift, _ = self._places[point][way]
        around = self._codes[axis] >> shift - 2 * self._answers.radius & self._answers.mask
        change = self._answers[around]
        for ranks, rank in zip(self.ranks, change.ranks, strict=True):
            ranks[point] += rank
        return change


@cache
def points_between(size: int, left: int, right: int, bottom: int, top: int) -> tuple[Point, ...]:
    """The points of a rectangle, ends included, clipped to the board."""
    columns = range(max(0, left), min(size, right + 1))
    rows = range(max(0, bottom), min(size, top + 1))
    return tuple(Point(row * size + column) for row in rows for column in columns)


def box_of(occupied: Bits, size: int) -> tuple[int, int, int, int]:
    """The bounding box of all stones: left, right, bottom, top. There must be a stone."""
    stride = size + 1
    bottom = ((occupied & -occupied).bit_length() - 1) // stride
    top = (occupied.bit_length() - 1) // stride
    row, folded = (1 << stride) - 1, 0
    while occupied:
        folded |= occupied & row
        occupied >>= stride
    return (folded & -folded).bit_length() - 1, folded.bit_length() - 1, bottom, top
