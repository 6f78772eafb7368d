"""Logistic regression with one variable."""

from collections.abc import Sequence
from math import exp, log

from pente_bots.players.calibration import LogisticFit

Sample = tuple[float, float]
"""A judgement, and the share of the point that the side to move got: 1, 0.5 or 0."""


def fitted(samples: Sequence[Sample], *, steps: int = 30, ridge: float = 1e-3) -> LogisticFit:
    """The fit of the largest likelihood, by Newton's method; a little ridge keeps it finite."""
    even = slope = 0.0
    for _ in range(steps):
        gradient = [-ridge * even, -ridge * slope]
        aa, ab, bb = ridge, 0.0, ridge
        for x, y in samples:
            p = 1 / (1 + exp(-even - slope * x))
            w = p * (1 - p)
            gradient[0] += y - p
            gradient[1] += (y - p) * x
            aa, ab, bb = aa + w, ab + w * x, bb + w * x * x
        det = aa * bb - ab * ab
        even += (bb * gradient[0] - ab * gradient[1]) / det
        slope += (aa * gradient[1] - ab * gradient[0]) / det
    return LogisticFit(even, slope)


def loss(fit: LogisticFit, samples: Sequence[Sample]) -> float:
    """The average surprise in bits: 1 for a player who says nothing but 50 %."""
    total = 0.0
    for x, y in samples:
        p = (1 + fit.value(x)) / 2
        total -= y * log(p) + (1 - y) * log(1 - p)
    return total / len(samples) / log(2)
