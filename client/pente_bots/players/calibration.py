"""What the judgements of players are worth in games, so that their values compare.

`python -m tests.calibration` plays and reads games, and prints these constants.
"""

from dataclasses import dataclass
from math import exp


@dataclass(frozen=True, slots=True)
class LogisticFit:
    """The share of the point that the side to move gets on average, by a player's judgement of a position."""

    even: float
    """The log-odds where the judgement is 0: above 0, as it is its move."""
    slope: float
    """How much a judgement of 1 adds to them."""

    def value(self, judgement: float) -> float:
        """The value of an `Evaluation` without a proven end, above -1 and below 1.

        >>> LogisticFit(0.0, 2.0).value(0.0), round(LogisticFit(0.0, 2.0).value(1.0), 2)
        (0.0, 0.76)
        """
        return 2 / (1 + exp(-self.even - self.slope * judgement)) - 1
