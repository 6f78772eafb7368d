"""What a program needs to draw a game without knowing its rules."""

from typing import NamedTuple

from pente_core.notation import format_position
from pente_core.rules.game import Game
from pente_core.rules.point import Point


class DrawnBoard(NamedTuple):
    """A game as it looks now."""

    position: str
    """The position as one line of text (see `pente_core.notation`)."""
    captures: tuple[int, ...]
    """How many captured stones each seat has."""
    last_move: Point | None
    """Where the last stone was placed; None before the first."""


def drawn_board(game: Game) -> DrawnBoard:
    """What there is to draw of a game."""
    stones = (turn for turn in reversed(game.turns) if isinstance(turn, int))
    return DrawnBoard(format_position(game.position), game.position.taken, next(stones, None))
