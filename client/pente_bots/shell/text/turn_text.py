"""Turns in sentences."""

from collections.abc import Iterator, Sequence
from typing import Final

from pente_bots.shell.state.context import ShellContext
from pente_bots.shell.state.shell_game import ShellGame
from pente_client.words.outcome import outcome_with_rows
from pente_client.words.phrases import captured_text
from pente_core.rules.game import Game, Turn
from pente_core.rules.move import Call, Choice, Move
from pente_core.rules.point import Point

A_LINE: Final = 10
"""How many points stand on a line."""
_CALLS: Final = {
    Call.TRIA: "three in a row: tria",
    Call.OPEN_TRIA: "three in a row, open at both ends: open tria",
    Call.TESSERA: "four in a row: tessera",
    Call.OPEN_TESSERA: "four in a row, open at both ends: open tessera",
}


def turn_lines(context: ShellContext, turn: Turn, after: ShellGame) -> Iterator[str]:
    """A turn that was just made in the game of the context, with all that came of it."""
    position = context.game.position
    match turn:
        case Choice():
            yield f"{context.colour(position.to_act).capitalize()} chose to {turn}."
        case int():
            yield from _move_lines(context, position.play(turn)[0])
        case _:
            yield f"{context.colour(turn.seat).capitalize()} resigned."
    if after.game.is_over:
        yield context.renamed(end_text(after.game))


def _move_lines(context: ShellContext, move: Move) -> Iterator[str]:
    who, rules = context.colour(move.colour).capitalize(), context.game.rules
    yield f"{who} played {context.name(move.point)}."
    for capture in move.captured:
        count = captured_text(rules, len(capture.points))
        whose = f" of {context.colour(capture.colour)}" if rules.sides > 2 else ""
        yield f"{who} captured {count}{whose}: {names(context, capture.points)}."
    if move.poofed:
        yield f"{who} lost {names(context, move.poofed)}: moved between two enemy stones."
    for call in move.calls:
        yield f"{who} has {_CALLS[call]}!"


def names(context: ShellContext, points: Sequence[Point]) -> str:
    """The names of points."""
    return " ".join(map(context.name, points))


def end_text(game: Game) -> str:
    """How a game ended, with the standard names of points."""
    return outcome_with_rows(game, [colour.capitalize() for colour in game.rules.colours])


def turn_name(context: ShellContext, turn: Turn) -> str:
    """A turn in a list of moves."""
    match turn:
        case Choice():
            return turn.value
        case int():
            return context.name(turn)
        case _:
            return "resigned"


def point_lines(context: ShellContext, points: Sequence[Point]) -> Iterator[str]:
    """The names of many points, ten a line."""
    for start in range(0, len(points), A_LINE):
        yield names(context, points[start : start + A_LINE])
