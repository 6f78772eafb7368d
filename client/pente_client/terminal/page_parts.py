"""What every full-screen page has: keys that leave and that close the help, the help, and a prompt."""

from collections.abc import Callable, Sequence

from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout.containers import ConditionalContainer, Float, VSplit, Window
from prompt_toolkit.layout.controls import BufferControl
from prompt_toolkit.layout.dimension import Dimension

from pente_client.terminal.frames.line_box import LineBox
from pente_client.terminal.line_widgets import line_box, lines_box
from pente_client.terminal.styled_text import Line

_NO_KEYS = frozenset({Keys.Vt100MouseEvent, Keys.WindowsMouseEvent, Keys.CPRResponse, Keys.Ignore})
"""What arrives like a key and is none."""


def page_keys(leave: Callable[[], None], is_helped: Condition, hide_help: Callable[[], None]) -> KeyBindings:
    """The first key bindings of a page: Ctrl-C and Ctrl-Q leave, any key closes the help."""
    keys = KeyBindings()

    @keys.add("c-c", eager=True)
    @keys.add("c-q", eager=True)
    @keys.add("<sigint>", eager=True)
    def _(_: KeyPressEvent) -> None:
        leave()

    @keys.add(Keys.Any, eager=True, filter=is_helped)
    def _(event: KeyPressEvent) -> None:
        if event.key_sequence[0].key not in _NO_KEYS:
            hide_help()

    return keys


def help_float(
    lines: Callable[[int], Sequence[Line]],
    is_shown: Callable[[], bool],
    width: int | Callable[[], int],
    height: Callable[[], int],
) -> Float:
    """The help over the rest of a page; ``lines(rows)`` gives as much of it as fits."""
    box = lines_box(lambda _columns, rows: lines(rows))
    return Float(ConditionalContainer(box, Condition(is_shown)), width=width, height=height)


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
