"""A widget whose lines a function gives for its size, and one that scrolls."""

from collections.abc import Callable, Sequence

from prompt_toolkit.application import get_app
from prompt_toolkit.filters import Condition
from prompt_toolkit.layout.containers import ConditionalContainer
from prompt_toolkit.layout.dimension import AnyDimension
from prompt_toolkit.mouse_events import MouseEvent, MouseEventType

from pente_client.terminal.frames.line_box import LineBox, Widget
from pente_client.terminal.scroll_pane import Pane
from pente_client.terminal.styled_text import Fragment, Line, fit, wrap

_WHEEL = 3


class LinesWidget(Widget):
    """Shows what ``lines(columns, rows)`` gives."""

    def __init__(self, lines: Callable[[int, int], Sequence[Line]]) -> None:
        self._lines = lines

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        return self._lines(columns, rows)


def line_box(line: Callable[[int], Line], width: AnyDimension = None) -> LineBox:
    """A box of the one line that ``line(columns)`` gives."""
    return LineBox(LinesWidget(lambda columns, _rows: (line(columns),)), width=width, height=1)


def lines_box(
    lines: Callable[[int, int], Sequence[Line]], width: AnyDimension = None, height: AnyDimension = None
) -> LineBox:
    """A box of what ``lines(columns, rows)`` gives."""
    return LineBox(LinesWidget(lines), width=width, height=height)


def notice_box(notice: Callable[[], Fragment]) -> ConditionalContainer:
    """A box under a page's bar of keys, which stays: the notice in as many lines as it takes, or none."""

    def lines(columns: int) -> Sequence[Line]:
        style, text, *_ = notice()
        return [fit(((style, f" {line}"),), columns) for line in wrap(text, columns - 2)]

    def height() -> int:
        return len(lines(get_app().output.get_size().columns))

    box = lines_box(lambda columns, _: lines(columns), height=height)
    return ConditionalContainer(box, Condition(lambda: bool(notice()[1])))


class PaneWidget(Widget):
    """Shows the pane that ``pane(columns, rows)`` gives, and scrolls it. Mutable: knows how far it may go."""

    def __init__(
        self, pane: Callable[[int, int], Pane], back: Callable[[], int], scroll: Callable[[int], None]
    ) -> None:
        """``back`` gives how far it is scrolled back, ``scroll`` takes how far it should be."""
        self._pane, self._back, self._scroll = pane, back, scroll
        self._most = 0
        self._height = 0

    def lines(self, columns: int, rows: int) -> Sequence[Line]:
        pane = self._pane(columns, rows)
        self._most, self._height = pane.most_back, rows
        return pane.lines

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
