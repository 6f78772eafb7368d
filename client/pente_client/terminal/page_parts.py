"""What every full-screen page has: keys that leave and that close the help, the help, and a prompt."""

from collections.abc import Callable, Sequence

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout.containers import ConditionalContainer, Float, VSplit, Window
from prompt_toolkit.layout.controls import BufferControl
from prompt_toolkit.layout.dimension import Dimension

from pente_client.terminal.line_widgets import LinesWidget
from pente_client.terminal.styled_text import Line

_NO_KEYS = frozenset({Keys.Vt100MouseEvent, Keys.WindowsMouseEvent, Keys.CPRResponse, Keys.Ignore})
"""What arrives like a key and is none."""


def leaving_keys(leave: Callable[[], None]) -> KeyBindings:
    """The first key bindings of a page: Ctrl-C and Ctrl-Q leave, whatever else is on."""
    keys = KeyBindings()

    @keys.add("c-c", eager=True)
    @keys.add("c-q", eager=True)
    @keys.add("<sigint>", eager=True)
    def _(_: KeyPressEvent) -> None:
        leave()

    return keys


def bind_closing(keys: KeyBindings, is_covered: Condition, close: Callable[[], None]) -> None:
    """Have any key close what lies over the page."""

    @keys.add(Keys.Any, eager=True, filter=is_covered)
    def _(event: KeyPressEvent) -> None:
        if event.key_sequence[0].key not in _NO_KEYS:
            close()


def help_float(
    lines: Callable[[int], Sequence[Line]],
    is_shown: Callable[[], bool],
    width: int | Callable[[], int],
    height: Callable[[], int],
) -> Float:
    """The help over the rest of a page; ``lines(rows)`` gives as much of it as fits."""
    window = Window(LinesWidget(lambda _columns, rows: lines(rows)))
    return Float(ConditionalContainer(window, Condition(is_shown)), width=width, height=height)


def prompt_line(buffer: Buffer, label: Callable[[], str], columns: Callable[[], int] | None = None) -> VSplit:
    """The line that is typed, behind a label that stays when the line is longer than the window.

    ``columns`` are those of both; without it, as many as there are, which takes longer to find out.
    """
    shown = LinesWidget(lambda _columns, _rows: [(("class:prompt", label()),)])
    before = Window(shown, width=lambda: Dimension.exact(len(label())), height=1)
    width = None if columns is None else lambda: Dimension.exact(max(1, columns() - len(label())))
    return VSplit([before, Window(BufferControl(buffer), width=width, height=1, char=" ")])
