"""What every full-screen page has: keys that leave and that close what lies over it, and a prompt."""

from collections.abc import Callable

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout.containers import VSplit, Window
from prompt_toolkit.layout.controls import BufferControl
from prompt_toolkit.layout.dimension import Dimension

from pente_client.terminal.frames.line_box import LineBox
from pente_client.terminal.line_widgets import line_box

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


def prompt_line(buffer: Buffer, label: Callable[[], str]) -> VSplit:
    """The line that is typed, behind a label that stays when the line is longer than the window."""
    return VSplit([prompt_label(label), prompt_window(buffer)])


def no_prompt() -> Window:
    """In place of a prompt where nothing is typed: a layout has to have a window that keys can go to."""
    return Window(height=0)


def prompt_label(label: Callable[[], str]) -> LineBox:
    """What stands before the line that is typed."""
    return line_box(lambda _columns: (("class:prompt", label()),), lambda: Dimension.exact(len(label())))


def prompt_window(buffer: Buffer) -> Window:
    """The line that is typed."""
    return Window(BufferControl(buffer), height=1)
