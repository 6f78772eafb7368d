"""A position that is being set up, as a value."""

from dataclasses import dataclass, replace

from pente_core.rules.board import Board
from pente_core.rules.compiled_rules import compile_rules
from pente_core.rules.game import Game
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.setup import Setup


@dataclass(frozen=True, slots=True)
class SetupDraft:
    """A position that is being set up; it may be one from which no game can begin."""

    rules: Ruleset
    stones: tuple[frozenset[Point], ...]
    """By colour."""
    colour: int = 0
    """Who moves first."""
    taken: tuple[int, ...] = ()
    """The captured stones by seat; empty: none."""
    made: tuple[Choice, ...] = ()
    """The choices of the opening of the game that the position is taken from."""

    @classmethod
    def of(cls, position: Position) -> "SetupDraft":
        """A position as it is, to be changed."""
        board = position.board
        stones = tuple(frozenset(board.geometry.points(bits)) for bits in board.stones)
        return cls(position.rules, stones, position.colour, position.taken, position.made)

    @property
    def game(self) -> Game:
        """The position to be drawn. Nothing is checked, and nothing can be played in it."""
        board = Board.empty(self.rules.size, self.rules.sides)
        for colour, points in enumerate(self.stones):
            board = board.toggled(colour, points)
        taken = self.taken or (0,) * self.rules.sides
        ply = sum(map(len, self.stones)) + sum(taken)
        return Game(Position(compile_rules(self.rules), board, taken, ply, self.colour, made=self.made))

    @property
    def setup(self) -> Setup:
        """The position as a game begins from it; it has not been checked."""
        taken = self.taken if any(self.taken) else ()
        return Setup(
            tuple(tuple(sorted(points)) for points in self.stones), taken, self.colour, made=self.made
        )

    def with_stones(self, colour: int | None, points: frozenset[Point]) -> "SetupDraft":
        """With stones of a colour on some points (None: with none there)."""
        without = [own - points for own in self.stones]
        if colour is not None:
            without[colour] |= points
        return replace(self, stones=tuple(without))

    def touched(self, point: Point) -> "SetupDraft":
        """With the next thing on a point: the first colour, the other ones in turn, then no stone."""
        held = next((colour for colour, own in enumerate(self.stones) if point in own), -1) + 1
        return self.with_stones(held if held < len(self.stones) else None, frozenset({point}))
