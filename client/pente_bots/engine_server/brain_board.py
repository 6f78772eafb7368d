"""The board as a brain of Piskvork's protocol knows it: its own stones and those of the opponent."""

import re
from collections.abc import Sequence
from typing import Final

from pente_bots.engine_server.bad_command import BadCommand
from pente_core.rules.board import Board
from pente_core.rules.compiled_rules import compile_rules
from pente_core.rules.move import Choice
from pente_core.rules.point import Point, point_at
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset


class BrainBoard:
    """Stones on a square board. Mutable."""

    def __init__(self, size: int) -> None:
        self.size: Final = size
        self.own = set[Point]()
        self.theirs = set[Point]()

    def place(self, stones: set[Point], point: Point) -> None:
        """Add a stone to ``own`` or ``theirs``. Raises BadCommand."""
        if point in self.own or point in self.theirs:
            raise BadCommand(f"there is a stone on {self.pair(point)}")
        stones.add(point)

    def take_back(self, point: Point) -> None:
        """Remove a stone. Raises BadCommand."""
        if point not in self.own and point not in self.theirs:
            raise BadCommand(f"there is no stone on {self.pair(point)}")
        self.own.discard(point)
        self.theirs.discard(point)

    def position(self, rules: Ruleset) -> Position:
        """The position with the brain to move, which moves first if it has no fewer stones."""
        colour = 0 if len(self.own) >= len(self.theirs) else 1
        board = Board.empty(self.size, 2).toggled(colour, self.own).toggled(1 - colour, self.theirs)
        ply = len(self.own) + len(self.theirs)
        return Position(compile_rules(rules), board, (0, 0), ply, colour)

    def point(self, text: str) -> Point:
        """Parse ``X,Y``. Raises BadCommand."""
        found = re.fullmatch(r"(\d{1,3})\s*,\s*(\d{1,3})", text.strip())
        if found is None:
            raise BadCommand(f"{text[:20]!r} is no point; write X,Y")
        column, row = int(found[1]), int(found[2])
        if not (column < self.size and row < self.size):
            raise BadCommand(f"{text[:20]} is not on the board")
        return point_at(column, self.size - 1 - row, self.size)

    def pair(self, point: Point) -> str:
        """The text of a point; the inverse of `point`."""
        row, column = divmod(point, self.size)
        return f"{column},{self.size - 1 - row}"


def opening_position(rules: Ruleset, stones: Sequence[Point]) -> Position:
    """The position of a swap2 opening in which the brain is to decide. Raises BadCommand."""
    position = Position.initial(rules)
    if len(stones) not in (0, 3, 5):
        raise BadCommand(f"an opening has 0, 3 or 5 stones here, not {len(stones)}")
    for point in stones:
        if position.choices:
            position = position.choose(Choice.PASS)
        if point not in position.legal_points:
            raise BadCommand("two stones are on one point")
        _, position = position.play(point)
    return position
