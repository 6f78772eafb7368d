"""Points of the board and their names.

A point is a row-major index, ``row * size + column``, with row 0 at the bottom and column 0 at the left.
Its name is a column letter, A to Z without I, and a row number that counts from 1 at the bottom.
"""

import re
from functools import cache
from typing import Final, NewType

Point = NewType("Point", int)
"""A point of the board: ``row * size + column``, both counted from 0 at the lower left corner."""

COLUMNS: Final = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The 25 column letters from left to right; as in Go, there is no I."""


class BadPoint(ValueError):
    """The text does not name a point of the board; the message says why."""


def point_at(column: int, row: int, size: int) -> Point:
    """The point at ``column`` and ``row``, counted from 0 at the lower left. The range is not checked."""
    return Point(row * size + column)


def parse_point(text: str, size: int) -> Point:
    """Parse a name such as ``K10``; lower case is accepted.

    >>> parse_point("A1", 19), parse_point("k10", 19), parse_point("T19", 19)
    (0, 180, 360)

    Raises BadPoint when the text does not name a point of a ``size`` x ``size`` board.
    """
    point = _points_by_name(size).get(text)
    if point is None:
        raise BadPoint(_why_no_point(text, size))
    return point


def format_point(point: Point, size: int) -> str:
    """The name of a point; the inverse of `parse_point`.

    >>> format_point(Point(180), 19)
    'K10'
    """
    row, column = divmod(point, size)
    return f"{COLUMNS[column]}{row + 1}"


@cache
def _points_by_name(size: int) -> dict[str, Point]:
    names = {format_point(Point(point), size): Point(point) for point in range(size * size)}
    return names | {name.lower(): point for name, point in names.items()}


def _why_no_point(text: str, size: int) -> str:
    letter = text[:1].upper()
    if text.startswith(("I", "i")):
        return f"{text!r} is not a point: there is no column I, J follows H"
    if not re.fullmatch("[A-Za-z](0|[1-9][0-9]*)", text):
        return f"{text!r} is not a point; write a column letter and a row number, like K10"
    if COLUMNS.index(letter) >= size:
        return f"{text!r} is off the board; columns run from A to {COLUMNS[size - 1]}"
    return f"{text!r} is off the board; rows run from 1 to {size}"
