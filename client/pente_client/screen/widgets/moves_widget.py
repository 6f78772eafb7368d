"""The list of moves as a widget: it scrolls, and a click goes to a move."""

from collections.abc import Callable, Sequence

from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from pente_client.terminal.line_widgets import PaneWidget
from pente_client.terminal.scroll_pane import Pane
from pente_client.terminal.styled_text import Line


class MovesWidget(PaneWidget):
    """Mutable: knows how large it was drawn.

    ``click`` takes a click: the size of the pane, and the column and the line of the click.
    """

    def __init__(
        self,
        pane: Callable[[int, int], Pane],
        back: Callable[[], int],
        scroll: Callable[[int], None],
        click: Callable[[tuple[int, int], int, int], None],
    ) -> None:
        super().__init__(pane, back, scroll)
        self._click = click
        self._size = (0, 0)

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        self._size = (columns, rows)
        return super().lines(columns, rows)

    def mouse_handler(self, mouse_event: MouseEvent) -> object:  # None, or NotImplemented
        if mouse_event.event_type is not MouseEventType.MOUSE_UP:
            return super().mouse_handler(mouse_event)
        self._click(self._size, mouse_event.position.x, mouse_event.position.y)
        return None
