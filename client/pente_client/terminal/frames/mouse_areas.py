"""Who takes what a mouse does: areas of the screen, one over the other."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.mouse_events import MouseEvent

MouseHandler = Callable[[MouseEvent], object]
"""None, or NotImplemented: the event does not matter."""


class MouseAreas(MouseHandlers):
    """The areas of one frame. Mutable.

    prompt_toolkit has a table of all cells, which takes longer to fill than a frame to draw. Here an area is
    looked for when a mouse event comes.
    """

    def __init__(self) -> None:
        super().__init__()
        self._areas: list[tuple[range, range, MouseHandler]] = []
        self.mouse_handlers = cast(Any, _Rows(self.at))  # which is all that is asked of the table

    def set_mouse_handler_for_range(
        self, x_min: int, x_max: int, y_min: int, y_max: int, handler: MouseHandler
    ) -> None:
        """Have an area, without its last column and row, over those before it."""
        self._areas.append((range(x_min, x_max), range(y_min, y_max), handler))

    def at(self, column: int, row: int) -> MouseHandler:
        for columns, rows, handler in reversed(self._areas):
            if column in columns and row in rows:
                return handler
        return lambda _: NotImplemented


@dataclass(frozen=True, slots=True)
class _Rows:
    """The table, by rows."""

    at: Callable[[int, int], MouseHandler]

    def __getitem__(self, row: int) -> "_Row":
        return _Row(self.at, row)


@dataclass(frozen=True, slots=True)
class _Row:
    at: Callable[[int, int], MouseHandler]
    row: int

    def __getitem__(self, column: int) -> MouseHandler:
        return self.at(column, self.row)
