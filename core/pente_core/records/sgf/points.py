"""Points in SGF: the column and the row as letters, rows counted from the top."""

import re

from pente_core.records.model.sanitize import quoted
from pente_core.records.sgf.scanner import SgfValue
from pente_core.rules.point import Point, point_at


def format_place(point: Point, size: int) -> str:
    """The two letters of a point.

    >>> format_place(Point(0), 19)
    'as'
    """
    row, column = divmod(point, size)
    return f"{chr(97 + column)}{chr(97 + size - 1 - row)}"


def parse_place(value: SgfValue, text: str, size: int) -> Point:
    """The point that the text of a value names, or a part of it. Raises BadRecord."""
    text = text.strip()
    if re.fullmatch("[a-y]{2}", text):
        column, row = ord(text[0]) - 97, ord(text[1]) - 97
        if column < size and row < size:
            return point_at(column, size - 1 - row, size)
    last = chr(96 + size)
    raise value.bad(f"expected a point from aa to {last}{last}, not {quoted(text)}")
