"""A picture of a screen, from what a real terminal is sent, as a terminal emulator understands it.

What terminals draw by themselves, lines, blocks and stones, is drawn here as shapes, so that a picture looks
the same everywhere.
"""

import asyncio
import io
from collections.abc import Iterator, Mapping
from html import escape

import pyte
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from pente_client.screen.game_screen import GameScreen
from tests.support.client.fake_client import ROOM, FakeClient
from tests.support.waiting import patience

WIDE, HIGH = 10, 20
"""The pixels of a character."""
_LINES = {
    "─": "ew", "│": "ns", "┌": "es", "┐": "sw", "└": "ne", "┘": "nw", "├": "nes", "┤": "nsw", "┬": "esw",
    "┴": "new", "┼": "nesw", "╋": "nesw",
}  # fmt: skip
_QUARTERS = {
    "█": "abcd", "▀": "ab", "▄": "cd", "▌": "ac", "▐": "bd", "▟": "bcd", "▙": "acd", "▝": "b", "▘": "a",
    "▗": "d", "▖": "c", "▞": "bc", "▚": "ad", "░": "abcd", "▜": "abd", "▛": "abc",
}  # fmt: skip
_NAMED = {
    "default": "", "black": "000000", "red": "cd0000", "green": "00cd00", "brown": "cdcd00", "blue": "0000ee",
    "magenta": "cd00cd", "cyan": "00cdcd", "white": "e5e5e5", "brightblack": "7f7f7f", "brightred": "ff0000",
    "brightgreen": "00ff00", "brightbrown": "ffff00", "brightblue": "5c5cff", "brightmagenta": "ff00ff",
    "brightcyan": "00ffff", "brightwhite": "ffffff",
}  # fmt: skip


async def terminal_of(
    host: FakeClient,
    columns: int = 80,
    rows: int = 24,
    *,
    keys: str = "",
    environ: Mapping[str, str] | None = None,
    depth: ColorDepth = ColorDepth.DEPTH_24_BIT,
) -> pyte.Screen:
    """What an emulated terminal shows of a room, after some keys."""
    sent, size = io.StringIO(), Size(rows=rows, columns=columns)
    output = Vt100_Output(sent, lambda: size, term="xterm-256color", default_color_depth=depth)
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=output):
        screen = GameScreen(host, {"PENTE_ASCII": "0", **(environ or {})}, follows=False)
        screen.app.min_redraw_interval = None
        await screen.controller.open(ROOM)
        drawn, fed = asyncio.Event(), asyncio.Event()
        screen.app.after_render += lambda _: drawn.set()
        screen.app.key_processor.after_key_press += lambda _: fed.set()
        task = asyncio.create_task(screen.run())
        async with patience("the screen", lambda: [sent.getvalue()[-2000:]]):
            await drawn.wait()
            for key in keys:
                fed.clear()
                pipe.send_text(key)
                await fed.wait()
            screen.app._redraw()
        terminal = pyte.Screen(columns, rows)
        pyte.Stream(terminal).feed(sent.getvalue())
        screen.app.exit(result=0)
        await task
    return terminal


def svg_of(terminal: pyte.Screen, *, text: str = "c0c0c0", background: str = "101010") -> str:
    """The screen as an SVG document; ``text`` and ``background`` are the terminal's own colours."""
    wide, high = terminal.columns * WIDE, terminal.lines * HIGH
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">',
        "<style>text{font:16px 'DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre}</style>",
        f'<rect width="{wide}" height="{high}" fill="#{background}"/>',
    ]
    for y in range(terminal.lines):
        cells = [terminal.buffer[y][x] for x in range(terminal.columns)]
        for x, end, (fore, back, bold) in _runs(cells, text, background):
            if back != background:
                lines.append(_rectangle(x * WIDE, y * HIGH, (end - x) * WIDE, HIGH, back))
            lines += _drawn([cell.data for cell in cells[x:end]], x, y, fore, bold)
    return "\n".join([*lines, "</svg>"]) + "\n"


def _runs(
    cells: list[pyte.screens.Char], text: str, background: str
) -> Iterator[tuple[int, int, tuple[str, str, bool]]]:
    """Neighbours of one style: where they begin and end, and their two colours."""
    start = 0
    styles = [_style(cell, text, background) for cell in cells]
    for x in range(1, len(cells) + 1):
        if x == len(cells) or styles[x] != styles[start]:
            yield start, x, styles[start]
            start = x


def _style(cell: pyte.screens.Char, text: str, background: str) -> tuple[str, str, bool]:
    fore = _NAMED.get(cell.fg, cell.fg) or text
    back = _NAMED.get(cell.bg, cell.bg) or background
    return (back, fore, cell.bold) if cell.reverse else (fore, back, cell.bold)


def _drawn(chars: list[str], x: int, y: int, fore: str, bold: bool) -> Iterator[str]:
    """The characters of a run: shapes one by one, the rest as texts."""
    for index, char in enumerate(chars):
        yield from _shape(char, (x + index) * WIDE, y * HIGH, fore)
    letters = [(index, char) for index, char in enumerate(chars) if not _is_shape(char) and char.strip()]
    if letters:
        places = " ".join(str((x + index) * WIDE) for index, _ in letters)
        weight = ' font-weight="bold"' if bold else ""
        shown = escape("".join(char for _, char in letters))
        yield f'<text x="{places}" y="{y * HIGH + 15}" fill="#{fore}"{weight}>{shown}</text>'


def _is_shape(char: str) -> bool:
    return char in _LINES or char in _QUARTERS or char in "●○◌▲■•·"


def _shape(char: str, x: int, y: int, fore: str) -> Iterator[str]:
    middle, half = x + WIDE / 2, y + HIGH / 2
    if char in _LINES:
        ends = {"n": (middle, y), "s": (middle, y + HIGH), "e": (x + WIDE, half), "w": (x, half)}
        path = "".join(f"M{middle} {half}L{ends[to][0]} {ends[to][1]}" for to in _LINES[char])
        width = 3 if char == "╋" else 1.2
        yield f'<path d="{path}" stroke="#{fore}" stroke-width="{width}"/>'
    elif char in _QUARTERS:
        places = {"a": (x, y), "b": (middle, y), "c": (x, half), "d": (middle, half)}
        path = "".join(
            f"M{places[q][0]} {places[q][1]}h{WIDE / 2}v{HIGH / 2}h-{WIDE / 2}z" for q in _QUARTERS[char]
        )
        pale = ' fill-opacity="0.4"' if char == "░" else ""
        yield f'<path d="{path}" fill="#{fore}"{pale} shape-rendering="crispEdges"/>'
    elif char in "●•·":
        radius = {"●": 4.2, "•": 2.4, "·": 1.2}[char]
        yield f'<circle cx="{middle}" cy="{half}" r="{radius}" fill="#{fore}"/>'
    elif char in "○◌":
        dashes = ' stroke-dasharray="1.6 1.6"' if char == "◌" else ""
        ring = f'fill="none" stroke="#{fore}" stroke-width="1.2"{dashes}'
        yield f'<circle cx="{middle}" cy="{half}" r="3.6" {ring}/>'
    elif char == "▲":
        yield f'<path d="M{middle} {half - 4.5}l4.5 8.5h-9z" fill="#{fore}"/>'
    elif char == "■":
        yield _rectangle(middle - 4, half - 4, 8, 8, fore)


def _rectangle(x: float, y: float, wide: float, high: float, fill: str) -> str:
    crisp = 'shape-rendering="crispEdges"'
    return f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" fill="#{fill}" {crisp}/>'
