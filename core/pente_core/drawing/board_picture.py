"""A moment of a game, as it is drawn."""

from itertools import chain

from pente_core.rules.game import Game
from pente_core.rules.move import Move
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.value import Value


class NoSuchTurn(ValueError):
    """A game never had so many stones; the message says how many it had."""


class BoardPicture(Value):
    """What there is to draw on a board."""

    position: Position
    last: Point | None = None
    """Where the last stone was placed."""
    gone: tuple[Point, ...] = ()
    """The points that became empty with it."""
    lines: tuple[tuple[Point, ...], ...] = ()
    """The winning rows, if the game ended here."""


def picture_of(game: Game, move: Move | None) -> BoardPicture:
    """The end of a game so far; ``move`` is its last stone."""
    lines = () if game.outcome is None else game.outcome.lines
    if move is None:
        return BoardPicture(game.position, lines=lines)
    return BoardPicture(game.position, move.point, emptied_by(move), lines)


def emptied_by(move: Move) -> tuple[Point, ...]:
    """The points that became empty with a stone."""
    return (*chain.from_iterable(capture.points for capture in move.captured), *move.poofed)


def picture_at(game: Game, stones: int | None = None) -> BoardPicture:
    """A game after so many stones and all that followed before the next one; None: at its end.

    Raises NoSuchTurn.
    """
    if stones is not None and stones > game.stones:
        raise no_such_turn(game)
    shown, move = game.beginning, None
    for turn in game.turns:
        if not isinstance(turn, int):
            shown = shown.with_turn(turn)
        elif shown.stones == stones:
            break
        else:
            move, shown = shown.play(turn)
    else:
        shown = game  # it may have ended otherwise than on the board
    return picture_of(shown, move)


def no_such_turn(game: Game) -> NoSuchTurn:
    """The error for a moment after the end of a game."""
    return NoSuchTurn(f"the game has only {game.stones} stones")
