"""Points of the board and their names.

A point is a row-major index, ``row * size + column``, with row 0 at the bottom and column 0 at the
left. People write a column letter, A to Z without I, and a row number from 1 at the bottom.
"""

import re
from functools import cache
from typing import Final, NewType

Point = NewType("Point", int)
"""A point of the board: ``row * size + column``, both from 0, from the lower left."""

COLUMNS: Final = "ABCDEFGHJKLMNOPQRSTUVWXYZ"
"""The 25 column letters, from the left; I is left out, as in Go."""


class BadPoint(ValueError):
    """A text that names no point of the board; the message says why."""


def point_at(column: int, row: int, size: int) -> Point:
    """The point in ``column`` from the left and ``row`` from the bottom, both from 0; not checked."""
    return Point(row * size + column)


def parse_point(text: str, size: int) -> Point:
    """Read a name such as ``K10``; lower case is accepted.

    >>> parse_point("A1", 19), parse_point("k10", 19), parse_point("T19", 19)
    (0, 180, 360)

    Raises BadPoint when the text names no point of a board of ``size`` x ``size``.
    """
    point = _points_by_name(size).get(text)
    if point is None:
        raise BadPoint(_why_no_point(text, size))
    return point


def format_point(point: Point, size: int) -> str:
    """The name of a point; the twin of `parse_point`.

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
        return f"{text!r}: there is no column I; the columns go from H to J"
    if not re.fullmatch("[A-Za-z](0|[1-9][0-9]*)", text):
        return f"{text!r} is not a point; write a column letter and a row number, like K10"
    if COLUMNS.index(letter) >= size:
        return f"{text!r} is off the board: the columns go from A to {COLUMNS[size - 1]}"
    return f"{text!r} is off the board: the rows go from 1 to {size}"
