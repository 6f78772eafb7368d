"""The strengths of several players from all their games: the model of Bradley and Terry.

Source: R. A. Bradley and M. E. Terry, *Rank Analysis of Incomplete Block Designs* (1952). The likelihood is
concave in the logarithms of the strengths, and Newton's method finds its maximum. A draw counts as half a win
for each player. One more draw is added for every two players who met, so that no strength is infinite.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import exp, sqrt
from typing import Final

from pente_bots.arena.elo import ELO_OF_A_NAT, normal_below

Points = Mapping[tuple[int, int], tuple[float, int]]
"""By pairs of players, the smaller number first: the points of the first, and the number of games."""

_ROUNDS: Final = 200
_SMALL: Final = 1e-10
_STRIDE: Final = 1.0
"""The longest step of a strength: far from the maximum, full steps of Newton's method diverge."""

Matrix = list[list[float]]


@dataclass(frozen=True, slots=True)
class Strengths:
    """The players' strengths in Elo; their mean is zero."""

    elos: tuple[float, ...]
    covariance: tuple[tuple[float, ...], ...]
    """Of the strengths, in square Elo."""

    def error(self, player: int) -> float:
        """The standard error of a strength."""
        return sqrt(max(0.0, self.covariance[player][player]))

    def superiority(self, player: int, other: int) -> float:
        """The likelihood that a player is stronger than another one."""
        c = self.covariance
        variance = c[player][player] + c[other][other] - 2 * c[player][other]
        above = self.elos[player] - self.elos[other]
        return normal_below(above / sqrt(variance)) if variance > 0 else 0.5


def estimate_strengths(players: int, points: Points) -> Strengths:
    """The strengths of the players. Games must connect all of them, which is not checked."""
    met = {pair: (got + 0.5, games + 1) for pair, (got, games) in points.items() if games}
    values = [0.0] * players
    for _ in range(_ROUNDS):
        covariance = _covariance(values, met)
        steps = [sum(a * b for a, b in zip(row, _slope(values, met), strict=True)) for row in covariance]
        longest = max(map(abs, steps), default=0.0)
        short = min(1.0, _STRIDE / longest) if longest else 1.0
        values = [value + short * step for value, step in zip(values, steps, strict=True)]
        if longest < _SMALL:
            break
    return _in_elo(values, _covariance(values, met))


def _in_elo(values: Sequence[float], covariance: Matrix) -> Strengths:
    return Strengths(
        tuple(value * ELO_OF_A_NAT for value in values),
        tuple(tuple(cell * ELO_OF_A_NAT**2 for cell in row) for row in covariance),
    )


def _slope(values: Sequence[float], met: Points) -> list[float]:
    """The gradient of the log-likelihood: for each player, the points above the expected ones."""
    slope = [0.0] * len(values)
    for (a, b), (got, games) in met.items():
        above = got - games * _expected(values[a] - values[b])
        slope[a] += above
        slope[b] -= above
    return slope


def _covariance(values: Sequence[float], met: Points) -> Matrix:
    """The inverse of the Fisher information, for strengths with mean zero.

    The matrix alone is singular, since games say nothing about the mean: that direction is given the
    information 1, and its share is subtracted from the inverse.
    """
    players = len(values)
    information = [[1 / players] * players for _ in values]
    for (a, b), (_, games) in met.items():
        p = _expected(values[a] - values[b])
        weight = games * p * (1 - p)
        information[a][a] += weight
        information[b][b] += weight
        information[a][b] -= weight
        information[b][a] -= weight
    return [[cell - 1 / players for cell in row] for row in _inverse(information)]


def _expected(above: float) -> float:
    return 1 / (1 + exp(-above))


def _inverse(matrix: Matrix) -> Matrix:
    """The inverse of a positive definite matrix, by Gauss-Jordan elimination."""
    size = len(matrix)
    rows = [[*row, *(float(n == m) for m in range(size))] for n, row in enumerate(matrix)]
    for n in range(size):
        pivot = max(range(n, size), key=lambda row: abs(rows[row][n]))
        rows[n], rows[pivot] = rows[pivot], rows[n]
        rows[n] = [cell / rows[n][n] for cell in rows[n]]
        for m in range(size):
            if m != n:
                factor = rows[m][n]
                rows[m] = [cell - factor * own for cell, own in zip(rows[m], rows[n], strict=True)]
    return [row[size:] for row in rows]
