"""The cursor on the board."""

from pente_client.screen.model.screen_model import ScreenModel
from pente_core.rules.point import Point, point_at


def cursor_moved(model: ScreenModel, columns: int, rows: int) -> Point:
    """The cursor so far to the right and up, stopped by the edges.

    One that is not there yet appears, unmoved, on the last stone or else on the centre.
    """
    size = model.size
    if model.cursor is None:
        turns = model.score.turns if model.score else ()
        stones = (turn for turn in reversed(turns) if isinstance(turn, int))
        return next(stones, point_at(size // 2, size // 2, size))
    row, column = divmod(model.cursor, size)
    column, row = (min(max(n, 0), size - 1) for n in (column + columns, row + rows))
    return point_at(column, row, size)


def focus_of(model: ScreenModel) -> Point:
    """The point around which a part of a large board is shown: the cursor, the last stone, or the centre."""
    if model.cursor is not None:
        return model.cursor
    last = model.moves.last if model.moves else None
    return last.points[-1] if last and last.points else point_at(model.size // 2, model.size // 2, model.size)
