"""The sizes of a board: how many columns and lines a point takes."""

from dataclasses import dataclass
from typing import Final

MARGIN: Final = 3
"""The columns before the first point: a row number and a gap."""


@dataclass(frozen=True, slots=True)
class BoardSize:
    """A size in which a board is drawn. The grid crosses in the middle of a point's cell."""

    width: int
    """The columns of a point, with the gap behind it."""
    height: int
    """Its lines."""
    x: int
    """The column of the crossing in the cell."""
    y: int
    """Its line."""
    reach: int
    """How far from the crossing brackets stand."""

    def columns(self, points: int) -> int:
        """The columns of a board of so many points a row."""
        return MARGIN + self.width * points

    def lines(self, points: int) -> int:
        """The lines of a board, without its letters."""
        return self.height * points


SMALL: Final = BoardSize(2, 1, 0, 0, 1)
MEDIUM: Final = BoardSize(4, 2, 1, 0, 1)
LARGE: Final = BoardSize(6, 3, 2, 1, 2)
SIZES: Final = {"small": SMALL, "medium": MEDIUM, "large": LARGE}
"""By their names in the settings, the smallest first."""
