"""Small boards on which a rule is shown: what happens on them is what the rules say, not what we wrote."""

from collections.abc import Sequence
from dataclasses import dataclass

from pente_client.drawing.text_board import Charset, Crop, crop_lines
from pente_core.rules.board import GLYPHS, Board
from pente_core.rules.compiled_rules import compile_rules
from pente_core.rules.move import Move
from pente_core.rules.outcome import Outcome
from pente_core.rules.point import Point, point_at
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.verdict import verdict

_AFTER_OPENING = 40
"""Stones that were placed before: no opening rule holds any more."""


@dataclass(frozen=True, slots=True)
class RuleExample:
    """A move of the first side on a part of the board, judged by the rules."""

    before: Position
    after: Position
    move: Move
    outcome: Outcome | None
    crop: Crop

    @classmethod
    def of(cls, rules: Ruleset, rows: Sequence[str]) -> "RuleExample | None":
        """The example of a drawing: XO#@ are stones of the four sides, * is where the move is made.

        The rows are from the top. None: the drawing is larger than the board.

        >>> RuleExample.of(Ruleset(), ["XOO*"]).move.captured[0].colour
        1
        """
        size, width, height = rules.size, len(rows[0]), len(rows)
        if max(width, height) > size:
            return None
        left, bottom = (size - width) // 2, min(size - height, size // 2 + 1)  # off the centre
        points = {
            point_at(left + column, bottom + height - 1 - row, size): mark
            for row, marks in enumerate(rows)
            for column, mark in enumerate(marks)
        }
        before = _position(rules, points)
        new = next(point for point, mark in points.items() if mark == "*")
        move, after, lines = before.judge(new)
        crop = Crop(range(left, left + width), range(bottom, bottom + height))
        return cls(before, after, move, verdict(move, after, lines), crop)

    @property
    def lost(self) -> tuple[Point, ...]:
        """The points that became empty."""
        return (*self.move.poofed, *(point for each in self.move.captured for point in each.points))

    def drawn(self, charset: Charset) -> "tuple[tuple[str, ...], tuple[str, ...]]":
        """The board before and after the move."""
        won = [point for line in self.outcome.lines for point in line] if self.outcome else []
        before = crop_lines(self.before, self.crop, charset)
        return tuple(before), tuple(
            crop_lines(self.after, self.crop, charset, last=[self.move.point], won=won)
        )


def closed_points(rules: Ruleset) -> "tuple[Position, frozenset[Point]] | None":
    """The first side's second stone: the position before it, and the empty points that the opening forbids.

    None: it may go anywhere, or an opening with a swap comes first.
    """
    position = Position.initial(rules)
    while not position.ply or position.colour:
        if position.choices or not position.legal_points:
            return None
        _, position = position.play(next(iter(position.legal_points)))
    empty = frozenset(
        point for point in range(rules.size**2) if position.board.colour_at(Point(point)) is None
    )
    closed = empty - frozenset(position.legal_points)
    return (position, frozenset(map(Point, closed))) if closed else None


def closed_crop(rules: Ruleset, closed: frozenset[Point]) -> Crop:
    """The part of the board around points, and one more point on each side."""
    size = rules.size
    rows, columns = {point // size for point in closed}, {point % size for point in closed}
    return Crop(
        range(max(0, min(columns) - 1), min(size, max(columns) + 2)),
        range(max(0, min(rows) - 1), min(size, max(rows) + 2)),
    )


def _position(rules: Ruleset, marks: dict[Point, str]) -> Position:
    board = Board.empty(rules.size, rules.sides)
    for colour in range(rules.sides):
        board = board.toggled(colour, [point for point, mark in marks.items() if mark == GLYPHS[colour]])
    return Position(compile_rules(rules), board, (0,) * rules.sides, ply=_AFTER_OPENING)
