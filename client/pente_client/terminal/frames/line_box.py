"""A box of lines: what shows a widget where a layout puts it."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from functools import partial
from itertools import zip_longest

from prompt_toolkit.data_structures import Point
from prompt_toolkit.layout.containers import Container
from prompt_toolkit.layout.dimension import AnyDimension, Dimension, to_dimension
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Char, Screen, WritePosition
from prompt_toolkit.mouse_events import MouseEvent

from pente_client.terminal.frames.canvas import Canvas, StyledLine, cells_of
from pente_client.terminal.frames.mouse_areas import MouseHandler


class Widget(ABC):
    """What is shown in a box."""

    @abstractmethod
    def lines(self, columns: int, rows: int) -> Sequence[StyledLine]:
        """Its lines in a box of a size; what is longer or wider than that is left out."""

    def mouse_handler(self, mouse_event: MouseEvent) -> object:
        """Take what a mouse does, at a position in the box. None, or NotImplemented: it does not matter."""
        del mouse_event
        return NotImplemented


class LineBox(Container):
    """Lays the lines of a widget on a canvas as they are; they are neither wrapped nor scrolled. Mutable.

    Without a width or a height it takes what there is.
    """

    def __init__(self, widget: Widget, *, width: AnyDimension = None, height: AnyDimension = None) -> None:
        self._widget, self._width, self._height = widget, width, height
        self._columns = 0
        self._drawn: list[tuple[StyledLine, Sequence[Char]]] = []
        """The lines of the last frame, and their cells."""

    def reset(self) -> None:
        """Nothing is kept from one run to the next."""

    def get_children(self) -> list[Container]:
        return []

    def preferred_width(self, max_available_width: int) -> Dimension:
        del max_available_width
        return to_dimension(self._width)

    def preferred_height(self, width: int, max_available_height: int) -> Dimension:
        del width, max_available_height
        return to_dimension(self._height)

    def write_to_screen(  # noqa: PLR0917 - as prompt_toolkit has it
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,  # noqa: FBT001
        z_index: int | None,
    ) -> None:
        """Draw, or have it drawn later where it lies over something. All of its place is covered."""
        del parent_style, erase_bg
        assert isinstance(screen, Canvas), "a page is drawn in a frame"
        draw = partial(self._draw, screen, mouse_handlers, write_position)
        if z_index is not None and z_index > 0:
            screen.draw_with_z_index(z_index, draw)
        else:
            draw()

    def _draw(self, canvas: Canvas, mouse_handlers: MouseHandlers, place: WritePosition) -> None:
        columns, rows, left, top = place.width, place.height, place.xpos, place.ypos
        if columns < 1 or rows < 1:
            return
        for row, (_, cells) in enumerate(self._cells(columns, rows), start=top):
            canvas.row(row).lay(left, cells)
        handler = self._handler(left, top)
        mouse_handlers.set_mouse_handler_for_range(left, left + columns, top, top + rows, handler)

    def _cells(self, columns: int, rows: int) -> Sequence[tuple[StyledLine, Sequence[Char]]]:
        """The lines with their cells, those that are missing blank; most of them are as they were."""
        if columns != self._columns:
            self._columns, self._drawn = columns, []
        lines = self._widget.lines(columns, rows)[:rows]
        shown = (*lines, *[()] * (rows - len(lines)))
        self._drawn = [
            before if before is not None and before[0] == line else (line, cells_of(line, columns))
            for line, before in zip_longest(shown, self._drawn[:rows])
        ]
        return self._drawn

    def _handler(self, left: int, top: int) -> MouseHandler:
        """What takes mouse events of the screen, for a box at a place."""

        def handle(event: MouseEvent) -> object:
            at = Point(event.position.x - left, event.position.y - top)
            return self._widget.mouse_handler(MouseEvent(at, event.event_type, event.button, event.modifiers))

        return handle
