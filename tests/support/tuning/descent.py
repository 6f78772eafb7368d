"""Gradient descent, as all fits of the engine's numbers do it."""

import math
from collections.abc import Callable, Sequence

PULL = 0.002
"""How strongly weights are drawn to zero: a little, so that those of rare terms stay small."""


def fitted_weights(
    count: int, rounds: int, slopes_at: Callable[[Sequence[float]], Sequence[float]]
) -> list[float]:
    """Weights with little loss, after so many steps from zero.

    ``slopes_at`` says how much the loss grows with each weight; all terms should be of about equal size. Each
    weight has steps of its own, by D. Kingma and J. Ba, *Adam: A Method for Stochastic Optimization* (2015).
    """
    weights, drift, sizes = [0.0] * count, [0.0] * count, [0.0] * count
    for _ in range(rounds):
        slopes = slopes_at(weights)
        for n in range(count):
            slope = slopes[n] + PULL * weights[n]
            drift[n] = 0.9 * drift[n] + 0.1 * slope
            sizes[n] = 0.99 * sizes[n] + 0.01 * slope**2
            weights[n] -= 0.03 * drift[n] / (math.sqrt(sizes[n]) + 1e-8)
    return weights
