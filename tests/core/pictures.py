"""Positions drawn in the source of a test."""

from pente_core.rules.board import GLYPHS, Board
from pente_core.rules.compiled_rules import compile_rules
from pente_core.rules.geometry import Bits
from pente_core.rules.point import Point, format_point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset


def drawn(
    picture: str, rules: Ruleset, *, colour: int = 0, taken: tuple[int, ...] | None = None, ply: int = 100
) -> Position:
    """The position of a picture as ``str(board)`` draws it: rows from the top, ``.XO#@``.

    The opening is over, as there were so many plies.
    """
    rows = [line.split() for line in picture.split("\n") if line.strip()]
    assert len(rows) == rules.size
    board = Board.empty(rules.size, rules.sides)
    for row, glyphs in enumerate(reversed(rows)):
        assert len(glyphs) == rules.size
        for column, glyph in enumerate(glyphs):
            if glyph != ".":
                board = board.toggled(GLYPHS.index(glyph), (Point(row * rules.size + column),))
    return Position(compile_rules(rules), board, taken or (0,) * rules.sides, ply, colour)


def at(name: str, size: int) -> Point:
    return parse_point(name, size)


def names(bits: Bits, board: Board) -> str:
    """A set of points by their names, in ascending order."""
    return " ".join(format_point(point, board.size) for point in board.geometry.points(bits))
