"""The command that puts stones on the board and removes them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from pente_bots.shell.commands.questions import turn_sentence
from pente_bots.shell.state.context import ShellAnswer, ShellContext
from pente_bots.shell.state.errors import ErrorKind, ShellError
from pente_bots.shell.state.point_names import quoted
from pente_bots.shell.text.board_text import board_lines
from pente_core.rules.game import Game
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Swap
from pente_core.rules.setup import BadSetup, Setup
from pente_core.value import replace as changed


def setup(context: ShellContext, words: Sequence[str]) -> ShellAnswer:
    """Change the position by hand; the game goes on from there."""
    action, *given = words
    if action.lower() not in ACTIONS:
        raise ShellError(ErrorKind.INPUT, f"{quoted(action)}; choose from {', '.join(ACTIONS)}")
    game = ACTIONS[action.lower()](context, given)
    context = replace(context, game=replace(context.game.rearranged(game), computers=()))
    yield from board_lines(context)
    if not game.is_over:
        yield turn_sentence(game.position)
    return context.game


def changeptm(context: ShellContext, words: Sequence[str]) -> ShellAnswer:
    """Change the player to move."""
    context.check_going_on()
    game = with_mover(context.game.position, context.side(words[0]))
    context = replace(context, game=context.game.rearranged(game))
    yield f"Player to move is now {context.colour(game.position.colour)}."
    return context.game


def with_mover(position: Position, colour: int) -> Game:
    """The game going on with another side to move. Raises ShellError."""
    if position.board.occupied:
        return _begun(_setup_of(position), position, colour=colour)
    if position.compiled.swaps:
        raise ShellError(ErrorKind.INPUT, "the sides take turns in a swap opening")
    return Game(changed(position, colour=colour))


def _put(context: ShellContext, words: Sequence[str]) -> Game:
    side, points = _side_and_points(context, words)
    taken = [
        context.name(point) for point in points if context.game.position.board.colour_at(point) is not None
    ]
    if taken:
        raise ShellError(ErrorKind.ILLEGAL, f"there is a stone already on {' '.join(taken)}")
    stones = list(_stones(context))
    stones[side] = tuple(sorted({*stones[side], *points}))
    return _arranged(context, tuple(stones))


def _remove(context: ShellContext, words: Sequence[str]) -> Game:
    points = {context.point(word) for word in _some(words, "setup remove POINT...")}
    empty = [
        context.name(point)
        for point in sorted(points)
        if context.game.position.board.colour_at(point) is None
    ]
    if empty:
        raise ShellError(ErrorKind.ILLEGAL, f"there is no stone on {' '.join(empty)}")
    kept = (tuple(point for point in own if point not in points) for own in _stones(context))
    return _arranged(context, tuple(kept))


def _move(context: ShellContext, words: Sequence[str]) -> Game:
    if len(_some(words, "setup move SIDE")) > 1:
        raise ShellError(ErrorKind.AMOUNT, "type setup move SIDE")
    return with_mover(context.game.position, context.side(words[0]))


def _captured(context: ShellContext, words: Sequence[str]) -> Game:
    if len(_some(words, "setup captured SIDE STONES")) != 2:
        raise ShellError(ErrorKind.AMOUNT, "type setup captured SIDE STONES")
    side, count = context.side(words[0]), words[1]
    if not (count.isdecimal() and len(count) <= _DIGITS):
        raise ShellError(ErrorKind.INPUT, f"{quoted(count)} is not a number of stones")
    taken = list(context.game.position.taken)
    taken[side] = int(count)
    now = _setup_of(context.game.position)
    return _begun(changed(now, taken=tuple(taken)), context.game.position)


def _clear(context: ShellContext, words: Sequence[str]) -> Game:
    if words:
        raise ShellError(ErrorKind.AMOUNT, "type setup clear")
    return Game.new(context.game.rules)


_DIGITS: Final = 4
ACTIONS: Final[Mapping[str, Callable[[ShellContext, Sequence[str]], Game]]] = MappingProxyType(
    {"put": _put, "remove": _remove, "move": _move, "captured": _captured, "clear": _clear}
)


def _side_and_points(context: ShellContext, words: Sequence[str]) -> tuple[int, list[Point]]:
    side = context.side(_some(words, "setup put SIDE POINT...")[0])
    return side, [context.point(word) for word in _some(words[1:], "setup put SIDE POINT...")]


def _some(words: Sequence[str], form: str) -> Sequence[str]:
    if not words:
        raise ShellError(ErrorKind.AMOUNT, f"type {form}")
    return words


def _stones(context: ShellContext) -> tuple[tuple[Point, ...], ...]:
    board = context.game.position.board
    return tuple(tuple(board.geometry.points(own)) for own in board.stones)


def _arranged(context: ShellContext, stones: tuple[tuple[Point, ...], ...]) -> Game:
    position = context.game.position
    if not any(stones):
        return Game.new(context.game.rules)
    return _begun(changed(_setup_of(position), stones=stones), position)


def _setup_of(position: Position) -> Setup:
    """The setup of a position, checked by nobody yet."""
    board, rules = position.board, position.rules
    made = position.made if position.made or rules.swap is Swap.NONE else (Choice.STAY,)
    return Setup(
        tuple(tuple(board.geometry.points(own)) for own in board.stones),
        position.taken if any(position.taken) else (),
        position.colour,
        position.stones_left,
        made,
    )


def _begun(setup: Setup, position: Position, *, colour: int | None = None) -> Game:
    """A game that begins from a setup. Raises ShellError."""
    if position.out:
        raise ShellError(ErrorKind.INPUT, "a player has left the game; type reset to begin another")
    if colour is not None and colour != setup.colour:
        setup = changed(setup, colour=colour, stones_left=position.rules.stones_per_turn)
    try:
        return Game.new(position.rules, setup)
    except BadSetup as bad:
        raise ShellError(ErrorKind.INPUT, str(bad)) from None
