"""The outermost container of a page: of each frame, only what has changed is written to the terminal."""

from typing import Any, Final, cast

from prompt_toolkit.application import get_app
from prompt_toolkit.layout.containers import AnyContainer, Container, to_container
from prompt_toolkit.layout.dimension import Dimension
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Char, Screen, WritePosition

from pente_client.terminal.frames.canvas import Canvas
from pente_client.terminal.frames.changes import CellRun, changed_part, whole_row
from pente_client.terminal.frames.mouse_areas import MouseAreas


class PageFrame(Container):
    """Draws a page on a canvas of its own, and gives the renderer what differs from the frame before.

    The renderer compares two screens cell by cell. Here rows that are as they were are missing from both of
    them, and of the others the new screen has only the runs that have changed. After each drawing
    `show_whole` has to be called. Mutable.
    """

    def __init__(self, content: AnyContainer) -> None:
        self._content = to_container(content)
        self._canvas = Canvas(0, 0)
        """The frame that the terminal shows, if the renderer has not forgotten it."""
        self._written: Screen | None = None
        """What the renderer was given of it."""

    def show_whole(self) -> None:
        """Have the renderer's last screen be what the terminal shows, and not only what was written."""
        if self._written is not None:
            self._written.data_buffer, self._written.height = self._canvas.data_buffer, self._canvas.height

    def write_to_screen(  # noqa: PLR0917 - as prompt_toolkit has it
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,  # noqa: FBT001
        z_index: int | None,
    ) -> None:
        canvas, areas = Canvas(write_position.width, write_position.height), MouseAreas()
        canvas.show_cursor = screen.show_cursor
        self._content.write_to_screen(canvas, areas, write_position, parent_style, erase_bg, z_index)
        canvas.draw_all_floats()
        mouse_handlers.mouse_handlers = areas.mouse_handlers
        _take_over(screen, canvas)
        known = self._written
        if known is not None and self._is_compared(known, canvas):
            _write_changes(screen, canvas, known, self._canvas)
        else:
            _write_all(screen, canvas)
        self._written, self._canvas = screen, canvas

    def _is_compared(self, known: Screen, canvas: Canvas) -> bool:
        """Whether the renderer compares with the last frame; it does not after a resize, or at the end."""
        app, before = get_app(), self._canvas
        is_as_large = (before.columns, len(before.rows)) == (canvas.columns, len(canvas.rows))
        return is_as_large and not app.is_done and app.renderer.last_rendered_screen is known

    def reset(self) -> None:
        self._content.reset()

    def get_children(self) -> list[Container]:
        return [self._content]

    def preferred_width(self, max_available_width: int) -> Dimension:
        return self._content.preferred_width(max_available_width)

    def preferred_height(self, width: int, max_available_height: int) -> Dimension:
        return self._content.preferred_height(width, max_available_height)


class _RowPart(dict[int, Char]):
    """Runs of a row by their columns. Elsewhere all such rows are the same, so nothing is written there."""

    def __missing__(self, _: int) -> Char:
        return _SAME


class _RowParts(dict[int, _RowPart]):
    """Parts of rows by the numbers of the rows; of those that are missing nothing is written."""

    def __missing__(self, _: int) -> _RowPart:
        return _NOTHING


_NOTHING: Final = _RowPart()
_SAME: Final = CellRun("", "", 1)
"""Like no run."""
_END: Final = CellRun("|", "", 1)
"""Behind the last change in both of two rows. So it is never written, and the rows are as long as each other:
the renderer clears the rest of rows that have become shorter.
"""


def _write_all(screen: Screen, canvas: Canvas) -> None:
    for number, row in enumerate(canvas.rows):
        screen.data_buffer[number].update(whole_row(row.cells))


def _write_changes(screen: Screen, canvas: Canvas, known: Screen, before: Canvas) -> None:
    """Write the runs that have changed since the canvas before, and take the others from what is known."""
    parts, nothing = _RowParts(), _RowParts()
    for number, (new, old) in enumerate(zip(canvas.rows, before.rows, strict=True)):
        if new.cells != old.cells:
            row, end = _RowPart(), 0
            for column, run in changed_part(new.cells, old.cells):
                row[column], end = run, column + run.width
            parts[number], nothing[number] = row, _RowPart({end: _END})
            row[end] = _END
    screen.data_buffer, known.data_buffer = cast(Any, parts), cast(Any, nothing)
    screen.height = known.height = max(parts, default=-1) + 1  # the rows that the renderer compares


def _take_over(screen: Screen, canvas: Canvas) -> None:
    """What the renderer wants to know besides cells."""
    screen.width, screen.height = canvas.width, canvas.height
    screen.show_cursor = canvas.show_cursor
    screen.cursor_positions, screen.menu_positions = canvas.cursor_positions, canvas.menu_positions
    screen.visible_windows_to_write_positions = canvas.visible_windows_to_write_positions
