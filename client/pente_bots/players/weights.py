"""The player that adds up the weights of the lines through each point."""

from collections.abc import Sequence
from random import Random
from typing import Final

from pente_bots.patterns.windows import windows
from pente_bots.players.calibration import LogisticFit
from pente_bots.players.player import Evaluation, Player, distance_to_centre, legal_points, most_central
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_core.rules.point import Point, format_point
from pente_core.rules.position import Position

_FIT: Final = LogisticFit(0.19, 1.82)
MODES: Final = ("balanced", "defensive", "offensive")

Weights = tuple[int, ...]
"""The weight of each cell of a run, by the number of stones in it, from none."""


def weights_of(line: int) -> Weights:
    """The table for a line of L stones: 4L for all, 2L for one fewer, L for two fewer, else L div 2.

    >>> weights_of(5)
    (0, 2, 2, 5, 10, 20)
    """
    most = {line: 4 * line, line - 1: 2 * line, line - 2: line}
    return (0, *(most.get(stones, line // 2) for stones in range(1, line + 1)))


class WeightsPlayer(Player):
    """Plays the point of the largest weight; among equals, one of those nearest to the centre.

    A run of as many cells as a line has, with stones of one colour only, gives weight to all its cells.
    ``defensive`` counts the runs of the opponents, ``offensive`` its own, ``balanced`` both. Captures are not
    seen.
    ``attack`` and ``defence`` replace the tables of `weights_of`.
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

    def evaluate(self, position: Position) -> Evaluation:
        """By the `balance` of weights. The worth of a stone is the weight of its point."""
        points, weight = legal_points(position), self.matrix(position)
        return Evaluation(_FIT.value(self.balance(position)), {point: weight[point] for point in points})

    def balance(self, position: Position) -> float:
        """Its share of all weight on the board minus that of its opponents, whatever the mode."""
        mine, others = (sum(one) for one in self._sides(position, "balanced"))
        return (mine - others) / (mine + others) if mine or others else 0.0

    def matrix(self, position: Position) -> list[int]:
        """The weight of every point, occupied ones included."""
        own, others = self._sides(position, self.mode)
        return [mine + theirs for mine, theirs in zip(own, others, strict=True)]

    def _sides(self, position: Position, mode: str) -> tuple[list[int], list[int]]:
        """The weights of the colour to move, and those of its opponents; zero where the mode does not count
        them.
        """
        line, mine = position.rules.line, position.rules.team(position.colour)
        own, others = ([0] * position.rules.size**2 for _ in range(2))
        if mode != "defensive":
            add_weights(own, position, position.colour, _fitted(self.attack, line))
        for colour in range(position.rules.sides):
            if mode != "offensive" and colour not in mine and not position.out >> colour & 1:
                add_weights(others, position, colour, _fitted(self.defence, line))
        return own, others

    def explain(self, position: Position) -> str:
        """The five heaviest points, below a line that says what they are."""
        weight, size = self.matrix(position), position.rules.size
        points = sorted(
            position.legal_points, key=lambda point: (-weight[point], distance_to_centre(point, size))
        )
        lines = [f"{format_point(point, size):<4} {weight[point]}" for point in points[:5]]
        return "\n".join(["weights of the best points:", *lines] if lines else [])


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
    """A table for a line: the given one with its last weight repeated, or the default."""
    if not given:
        return weights_of(line)
    return (0, *given, *given[-1:] * line)[: line + 1]
