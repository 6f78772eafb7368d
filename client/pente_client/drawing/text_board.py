"""A board as lines of text, for output that is only ever appended."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from pente_core.rules.board import GLYPHS
from pente_core.rules.point import COLUMNS, Point, point_at
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset
from pente_core.switches import switch_in


@dataclass(frozen=True, slots=True, eq=False)
class Charset:
    """The characters of a board, each one column wide in most terminals. Told apart by identity."""

    grid: tuple[str, str, str]
    """The empty points of the top, the middle and the bottom rows: left edge, inside, right edge."""
    gap: str
    """Between two points of a row."""
    centre: str
    stones: Mapping[str, str] | None
    """The stones by the name of their colour; None: by the seat's number."""

    def stone(self, rules: Ruleset, colour: int) -> str:
        """How the stones of a seat are drawn: each seat's by another shape."""
        return GLYPHS[colour] if self.stones is None else self.stones[rules.colours[colour]]


@dataclass(frozen=True, slots=True)
class Crop:
    """A part of a board: its columns and rows, both from 0 and not empty."""

    columns: range
    rows: range


UNICODE: Final = Charset(
    ("┌┬┐", "├┼┤", "└┴┘"),
    "─",
    "╋",
    MappingProxyType({"white": "○", "black": "●", "red": "▲", "blue": "■"}),
)
ASCII: Final = Charset(("...", "...", "..."), " ", "+", None)


CLOSED: Final = "x"
"""A point that the opening forbids."""
_AMBIGUOUS_IS_WIDE: Final = ("zh", "ja", "ko")
"""Languages in whose terminals stones and grid lines are often two columns wide."""


_PLAIN: Final = ("C", "POSIX")
"""Locales with ASCII alone. Python writes UTF-8 there all the same."""


def shows_unicode(environ: Mapping[str, str], encoding: str) -> bool:
    """Whether an output shows stones and lines, each one column wide.

    ``PENTE_ASCII`` takes precedence. Raises InvalidSwitch if it is neither yes nor no.
    """
    if environ.get("PENTE_ASCII"):
        return not switch_in(environ, "PENTE_ASCII")
    locale = next((environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(name)), "")
    if locale in _PLAIN:
        return False
    is_utf8 = encoding.lower().replace("-", "").replace("_", "") == "utf8"
    return is_utf8 and not locale.startswith(_AMBIGUOUS_IS_WIDE)


def charset_for(environ: Mapping[str, str], encoding: str) -> Charset:
    """What boards are drawn with on an output of this encoding."""
    return UNICODE if shows_unicode(environ, encoding) else ASCII


def board_lines(
    position: Position,
    charset: Charset = UNICODE,
    *,
    last: Collection[Point] = (),
    won: Collection[Point] = (),
) -> list[str]:
    r"""The rows from the top, between two lines of column letters, with row numbers on both sides.

    The last move stands between brackets, ``(X)``, and the points of a winning row between stars. No line
    ends in a space.

    >>> from pente_core.rules.ruleset import ruleset_from
    >>> start = Position.initial(ruleset_from({"base": "freestyle", "size": 3, "line": 3}))
    >>> _, after = start.play(Point(4))
    >>> print("\n".join(board_lines(after, ASCII, last=[Point(4)])))
       A B C
     3 . . . 3
     2 .(X). 2
     1 . . . 1
       A B C
    """
    size = position.rules.size
    letters = " " * 3 + " ".join(COLUMNS[:size])
    rows = [_row(position, row, charset, last, won) for row in range(size - 1, -1, -1)]
    return [letters, *rows, letters]


def board_width(size: int) -> int:
    """The columns of the longest of the `board_lines`."""
    return 2 * size + 3 + len(str(size))


def crop_lines(
    position: Position,
    crop: Crop,
    charset: Charset = UNICODE,
    *,
    last: Collection[Point] = (),
    won: Collection[Point] = (),
    closed: Collection[Point] = (),
) -> list[str]:
    """The rows of a part of the board from the top, without letters and numbers, all of the same length.

    ``closed`` are empty points with a cross.
    """
    size = position.rules.size
    rows = ([point_at(column, row, size) for column in crop.columns] for row in reversed(crop.rows))
    return [_points_text(position, points, charset, last=last, won=won, closed=closed) for points in rows]


def _row(
    position: Position, row: int, charset: Charset, last: Collection[Point], won: Collection[Point]
) -> str:
    points = [point_at(column, row, position.rules.size) for column in range(position.rules.size)]
    return f"{row + 1:>2}{_points_text(position, points, charset, last=last, won=won)}{row + 1}"


def _points_text(
    position: Position,
    points: list[Point],
    charset: Charset,
    *,
    last: Collection[Point],
    won: Collection[Point],
    closed: Collection[Point] = (),
) -> str:
    cells = [CLOSED if point in closed else _cell(position, point, charset) for point in points]
    gaps = list(_gaps(points, charset, last, won))
    return "".join(gap + cell for gap, cell in zip(gaps, cells, strict=False)) + gaps[-1]


def _gaps(
    points: list[Point], charset: Charset, last: Collection[Point], won: Collection[Point]
) -> Iterator[str]:
    """What stands before every point of a row, and after the last."""
    for before, behind in zip([None, *points], [*points, None], strict=True):
        if behind in last:
            yield "("
        elif before in last:
            yield ")"
        elif before in won or behind in won:
            yield "*"
        else:
            yield " " if before is None or behind is None else charset.gap


def _cell(position: Position, point: Point, charset: Charset) -> str:
    colour = position.board.colour_at(point)
    if colour is not None:
        return charset.stone(position.rules, colour)
    size = position.rules.size
    if size % 2 and point == size**2 // 2:
        return charset.centre
    row, column = divmod(point, size)
    edge = charset.grid[0 if row == size - 1 else 2 if row == 0 else 1]
    return edge[0 if column == 0 else 2 if column == size - 1 else 1]
