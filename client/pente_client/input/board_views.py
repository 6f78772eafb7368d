"""Questions about the board and the clocks, which are answered in words: a row, a column, surroundings."""

from dataclasses import dataclass
from typing import Final

from pente_client.input.invalid_input import InvalidInput
from pente_client.words.sentences import sentence
from pente_core.rules.point import COLUMNS, BadPoint, Point, parse_point
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean


@dataclass(frozen=True, slots=True)
class DescribeRow:
    """Say what stands on a row."""

    row: int
    """From 0 at the bottom."""


@dataclass(frozen=True, slots=True)
class DescribeColumn:
    """Say what stands on a column."""

    column: int
    """From 0 at the left."""


@dataclass(frozen=True, slots=True)
class DescribeAround:
    """Say what stands around a point."""

    point: Point


@dataclass(frozen=True, slots=True)
class DescribeStones:
    """Say where the stones of each side are, and what was captured."""


@dataclass(frozen=True, slots=True)
class ShowClocks:
    """Say the time on every clock, and whose turn it is."""


BoardView = DescribeRow | DescribeColumn | DescribeAround | DescribeStones
"""A part of the board in words."""

ARGUMENTS: Final = {"/row": "10", "/column": "K", "/around": "K10", "/stones": "", "/clock": ""}
"""The words, each with the argument that it needs."""


def read_view(word: str, rest: str, size: int) -> BoardView | ShowClocks | None:
    """What a line asks about the board; None if it is no such line. Raises InvalidInput."""
    match word:
        case "/row" if rest:
            return DescribeRow(_row(rest, size))
        case "/column" if rest:
            return DescribeColumn(_column(rest, size))
        case "/around" if rest:
            return DescribeAround(_point(rest, size))
        case "/stones" if not rest:
            return DescribeStones()
        case "/clock" | "/clocks" if not rest:
            return ShowClocks()
        case _:
            return None


def _row(text: str, size: int) -> int:
    row = int(text) if text.isascii() and text.isdecimal() and len(text) < 3 else 0
    if not 1 <= row <= size:
        raise InvalidInput(tell("typed.rows-run-from-1-to", size=size, middle=size // 2 + 1))
    return row - 1


def _column(text: str, size: int) -> int:
    letters = COLUMNS[:size]
    if len(text) != 1 or text.upper() not in letters:
        raise InvalidInput(tell("typed.columns-run-from-a-to", last=letters[-1], middle=letters[size // 2]))
    return letters.index(text.upper())


def _point(text: str, size: int) -> Point:
    try:
        return parse_point(text, size)
    except BadPoint as error:
        raise InvalidInput(sentence(clean(str(error)))) from None
