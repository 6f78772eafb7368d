"""The board as text, with its columns and rows named by the convention of the session."""

from collections.abc import Iterator

from pente_bots.shell.state.context import ShellContext
from pente_client.drawing.text_board import Crop, crop_lines
from pente_core.rules.game import Game, Turn
from pente_core.rules.point import Point


def board_lines(context: ShellContext) -> Iterator[str]:
    """The board, then whose stones are which."""
    yield from _rows(context)
    yield _legend(context)


def _rows(context: ShellContext) -> Iterator[str]:
    """The board from the top between two lines of column letters; with row numbers at the right, if they fit.

    The last stone stands between brackets, a winning row between stars.
    """
    game, names, size = context.game.game, context.options.names, context.size
    is_wide = 2 * size + 5 <= context.options.columns()
    letters = "   " + " ".join(names.letters[:size])
    whole = Crop(range(size), range(size))
    rows = crop_lines(
        game.position, whole, context.options.charset, last=_last(context.game.game.turns), won=_won(game)
    )
    yield letters
    for row, line in zip(range(size - 1, -1, -1), rows, strict=True):
        number = names.row_number(row, size)
        yield f"{number:>2}{line}{number if is_wide else ''}".rstrip()
    yield letters


def changed_board(context: ShellContext) -> Iterator[str]:
    """The board after a change, if it is to be shown then: 19x19 fits into 24 rows with the prompt below."""
    if context.options.shows_board:
        yield from _rows(context)


def _legend(context: ShellContext) -> str:
    rules, charset = context.game.rules, context.options.charset
    return ", ".join(f"{charset.stone(rules, seat)} {colour}" for seat, colour in enumerate(rules.colours))


def _last(turns: tuple[Turn, ...]) -> tuple[Point, ...]:
    last = turns[-1] if turns else None
    return (last,) if isinstance(last, int) else ()


def _won(game: Game) -> frozenset[Point]:
    return frozenset(point for line in game.outcome.lines for point in line) if game.outcome else frozenset()
