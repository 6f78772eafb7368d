"""The player that adds up the lines that a point lies on."""

from collections.abc import Sequence
from random import Random
from typing import Final

from pente_bots.player import NO_LIMIT, Limit, Player, distance_to_centre, legal_points, most_central
from pente_bots.windows import windows
from pente_core.point import Point, format_point
from pente_core.position import Position

MODES: Final = ("balanced", "defensive")

Weights = tuple[int, ...]
"""What each cell of a run is given, by the number of stones in it, from none."""


def weights_of(line: int) -> Weights:
    """The table for lines of so many stones: 4L for all, 2L for one less, L for two less, else L div 2.

    >>> weights_of(5)
    (0, 2, 2, 5, 10, 20)
    """
    most = {line: 4 * line, line - 1: 2 * line, line - 2: line}
    return (0, *(most.get(stones, line // 2) for stones in range(1, line + 1)))


class WeightsPlayer(Player):
    """The point of the largest weight; among equals the nearest to the centre, and among those by chance.

    A run of as many cells as a line that holds stones of one colour only gives weight to all its cells.
    ``defensive`` counts the runs of opponents, ``balanced`` one's own as well. Captures are not seen. The
    tables for ``attack`` and ``defence`` may be other than `weights_of`.
    """

    def __init__(
        self,
        chance: Random,
        *,
        mode: str = "balanced",
        attack: Sequence[int] = (),
        defence: Sequence[int] = (),
    ) -> None:
        super().__init__(chance)
        self.mode: Final = mode
        self.attack: Final = tuple(attack)
        self.defence: Final = tuple(defence)

    def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:  # noqa: ARG002 -- it is quick
        points, size = legal_points(position), position.rules.size
        if not position.board.occupied:
            return self.chance.choice(most_central(points, size))
        weight = self.matrix(position)
        best = max(weight[point] for point in points)
        return self.chance.choice(most_central([point for point in points if weight[point] == best], size))

    def matrix(self, position: Position) -> list[int]:
        """The weight of every point, those with stones included."""
        mine = position.rules.team(position.colour)
        matrix = [0] * position.rules.size**2
        for colour in range(position.rules.sides):
            if colour in mine:
                is_counted, given = self.mode == "balanced" and colour == position.colour, self.attack
            else:
                is_counted, given = not position.out >> colour & 1, self.defence
            if is_counted:
                add_weights(matrix, position, colour, _fitted(given, position.rules.line))
        return matrix

    def explain(self, position: Position) -> str:
        """The five heaviest points."""
        weight, size = self.matrix(position), position.rules.size
        points = sorted(
            position.legal_points, key=lambda point: (-weight[point], distance_to_centre(point, size))
        )
        return "\n".join(f"{format_point(point, size):<4} {weight[point]}" for point in points[:5])


def add_weights(matrix: list[int], position: Position, colour: int, weights: Weights) -> None:
    """Add the weights of the runs of one colour to a matrix by point."""
    board = position.board
    own = board.stones[colour]
    others = board.occupied ^ own
    runs = windows(position.rules.size, position.rules.line)
    for cells, mask in zip(runs.cells, runs.masks, strict=True):
        held = own & mask
        if held and not others & mask:
            weight = weights[held.bit_count()]
            for cell in cells:
                matrix[cell] += weight


def _fitted(given: Weights, line: int) -> Weights:
    """A table for a line: the one that is given, its last weight repeated, or the usual one."""
    if not given:
        return weights_of(line)
    return (0, *given, *given[-1:] * line)[: line + 1]
