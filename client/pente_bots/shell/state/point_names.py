"""How points are written: by two conventions, of which one is in use."""

import re
from dataclasses import dataclass
from string import ascii_uppercase
from typing import Final

from pente_bots.shell.state.errors import ErrorKind, ShellError
from pente_core.rules.point import COLUMNS, Point, point_at
from pente_protocol.untrusted_text import clean

_POINT: Final = re.compile(r"([A-Za-z])([0-9]{1,4})")
_STANDARD_NAME: Final = re.compile(r"\b([A-HJ-Z])([1-9][0-9]?)\b")
_LONGEST_QUOTED: Final = 20


@dataclass(frozen=True, slots=True)
class PointNames:
    """A convention for the names of points."""

    letters: str
    """The letters of the columns, from the left."""
    from_top: bool
    """Whether row 1 is the top row."""

    def name(self, point: Point, size: int) -> str:
        """The name of a point.

        >>> STANDARD.name(Point(180), 19), MATRIX.name(Point(180), 19)
        ('K10', 'J10')
        """
        row, column = divmod(point, size)
        return f"{self.letters[column]}{self.row_number(row, size)}"

    def row_number(self, row: int, size: int) -> int:
        """The number of a row that is counted from 0 at the bottom."""
        return size - row if self.from_top else row + 1

    def parse(self, text: str, size: int) -> Point:
        """The point of a name; upper and lower case are equal. Raises ShellError."""
        match = _POINT.fullmatch(text)
        if match is None:
            raise ShellError(
                ErrorKind.LOCATION_SYNTAX,
                f"{quoted(text)} is not a point; write a column letter and a row number, like "
                f"{self.name(Point(size**2 // 2), size)}",
            )
        letter, number = match[1].upper(), int(match[2])
        if letter not in self.letters:
            raise ShellError(ErrorKind.LOCATION_SYNTAX, f"there is no column {letter}; J follows H")
        column = self.letters.index(letter)
        if column >= size or not 1 <= number <= size:
            raise ShellError(
                ErrorKind.LOCATION_BOUNDS,
                f"{quoted(text)}; columns run from A to {self.letters[size - 1]}, rows from 1 to {size}",
            )
        return point_at(column, size - number if self.from_top else number - 1, size)

    def renamed(self, text: str, size: int) -> str:
        """A text in which points have their standard names, with the names of this convention.

        >>> MATRIX.renamed("win: K10 A1", 19)
        'win: J10 A19'
        """
        if self == STANDARD:
            return text
        return _STANDARD_NAME.sub(lambda found: self._renamed(found[0], found[1], int(found[2]), size), text)

    def _renamed(self, name: str, letter: str, number: int, size: int) -> str:
        column = COLUMNS.index(letter)
        if column >= size or number > size:
            return name
        return self.name(point_at(column, number - 1, size), size)


STANDARD: Final = PointNames(COLUMNS, from_top=False)
"""As everywhere else: no letter I, row 1 at the bottom."""
MATRIX: Final = PointNames(ascii_uppercase[: len(COLUMNS)], from_top=True)
"""With the letter I, and row 1 on top."""


def quoted(text: str) -> str:
    """Typed text as part of an error."""
    return repr(clean(text, _LONGEST_QUOTED))
