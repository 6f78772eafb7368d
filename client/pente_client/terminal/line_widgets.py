"""A widget whose lines a function gives for its size, and one that scrolls."""

from collections.abc import Callable, Sequence

from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from pente_client.terminal.scroll_pane import Pane
from pente_client.terminal.styled_text import Line, fit

_WHEEL = 3


def content_of(lines: Sequence[Line], columns: int, rows: int) -> UIContent:
    """Lines as the layout wants them, filled up to ``columns`` x ``rows`` with the colours of the page."""
    shown: list[StyleAndTextTuples] = [[*fit(line, columns)] for line in lines]
    shown += [[("", " " * columns)]] * (rows - len(lines))
    return UIContent(shown.__getitem__, len(shown), show_cursor=False)


class LinesWidget(UIControl):
    """Shows what ``lines(columns, rows)`` gives."""

    def __init__(self, lines: Callable[[int, int], Sequence[Line]]) -> None:
        self._lines = lines

    def create_content(self, width: int, height: int) -> UIContent:
        return content_of(self._lines(width, height), width, height)


class PaneWidget(UIControl):
    """Shows the pane that ``pane(columns, rows)`` gives, and scrolls it. Mutable: knows how far it may go."""

    def __init__(
        self, pane: Callable[[int, int], Pane], back: Callable[[], int], scroll: Callable[[int], None]
    ) -> None:
        """``back`` gives how far it is scrolled back, ``scroll`` takes how far it should be."""
        self._pane, self._back, self._scroll = pane, back, scroll
        self._most = 0
        self._height = 0

    def create_content(self, width: int, height: int) -> UIContent:
        pane = self._pane(width, height)
        self._most, self._height = pane.most_back, height
        return content_of(pane.lines, width, height)

    def page(self, pages: int) -> None:
        """Scroll back by so many pages (forward when negative)."""
        self._by(pages * max(1, self._height - 2))

    def mouse_handler(self, mouse_event: MouseEvent) -> object:  # None, or NotImplemented
        match mouse_event.event_type:
            case MouseEventType.SCROLL_UP:
                self._by(_WHEEL)
            case MouseEventType.SCROLL_DOWN:
                self._by(-_WHEEL)
            case _:
                return NotImplemented
        return None

    def _by(self, lines: int) -> None:
        now = min(self._back(), self._most)
        self._scroll(min(max(0, now + lines), self._most))
