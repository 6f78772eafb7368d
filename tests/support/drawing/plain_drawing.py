"""The slow and simple way to draw a page: boxes are windows of prompt_toolkit, and nothing is remembered."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from unittest.mock import patch

from prompt_toolkit.application import Application
from prompt_toolkit.data_structures import Size
from prompt_toolkit.layout.containers import Container, Window
from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Char, Screen, WritePosition
from prompt_toolkit.renderer import Renderer

from pente_client.terminal.frames.frame_memo import FrameMemo
from pente_client.terminal.frames.line_box import LineBox, Widget
from pente_client.terminal.frames.page_frame import PageFrame
from pente_client.terminal.frames.remembered import Remembered
from pente_client.terminal.styled_text import fit
from tests.support.drawing.emulated_terminal import EmulatedTerminal

Cells = Sequence[Sequence[tuple[str, str]]]
"""Characters with their styles."""


def drawn_cells(app: Application[int], size: Size) -> Cells:
    """The cells of the last frame."""
    drawn = app.renderer.last_rendered_screen
    assert drawn is not None
    return _cells(drawn, size)


def plain_cells(app: Application[int], size: Size) -> Cells:
    """The same, drawn in the simple way."""
    screen = Screen(Char(" ", ""))
    screen.show_cursor = False
    place = WritePosition(0, 0, size.columns, size.rows)
    with _windows_for_boxes(), _in_frame(app) as content:
        content.write_to_screen(screen, MouseHandlers(), place, "", False, None)
        screen.draw_all_floats()
    return _cells(screen, size)


def drawn_anew(app: Application[int], size: Size) -> EmulatedTerminal:
    """A terminal of a size on which the page is drawn from nothing."""
    terminal = EmulatedTerminal(size)
    renderer = Renderer(app.renderer.style, terminal.output, full_screen=True)
    kept, used = app.renderer, app.layout.container
    with _in_frame(app) as content:
        app.layout.container, app.renderer = PageFrame(content), renderer
        try:
            renderer.render(app, app.layout)
        finally:
            app.layout.container, app.renderer = used, kept
    return terminal


@contextmanager
def _in_frame(app: Application[int]) -> Iterator[Container]:
    """What is in the frame of the page."""
    frame = app.layout.container
    assert isinstance(frame, PageFrame)
    yield frame._content


def _cells(screen: Screen, size: Size) -> Cells:
    rows = (screen.data_buffer[row] for row in range(size.rows))
    return [[_cell(row[column]) for column in range(size.columns)] for row in rows]


def _cell(cell: Char) -> tuple[str, str]:
    """Without a class that windows give their last lines, and that no theme knows."""
    return cell.char, " ".join(part for part in cell.style.split() if part != "class:last-line")


class _Control(UIControl):
    def __init__(self, widget: Widget) -> None:
        self._widget = widget

    def create_content(self, width: int, height: int) -> UIContent:
        lines = [list(fit(line, width)) for line in self._widget.lines(width, height)]
        lines += [[("", " " * width)]] * (height - len(lines))
        return UIContent(lambda number: [*lines[number]], len(lines), show_cursor=False)


@contextmanager
def _windows_for_boxes() -> Iterator[None]:
    def write_to_screen(  # noqa: PLR0917
        box: LineBox,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,
        z_index: int | None,
    ) -> None:
        window = Window(_Control(box._widget))
        window.write_to_screen(screen, mouse_handlers, write_position, parent_style, erase_bg, z_index)

    with (
        patch.object(LineBox, "write_to_screen", write_to_screen),
        patch.object(Remembered, "get", lambda _self, _of, make: make()),
        patch.object(FrameMemo, "get", lambda _self, _key, make: make()),
    ):
        yield
