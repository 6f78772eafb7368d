"""A picture of a screen, from what a real terminal is sent, as a terminal emulator understands it.

What terminals draw by themselves, lines, blocks and stones, is drawn here as shapes, so that a picture looks
the same everywhere.
"""

import asyncio
import io
import itertools
from collections.abc import Iterator, Mapping, Sequence
from html import escape

import pyte
import zxingcpp
from PIL import Image, ImageDraw, ImageFont
from prompt_toolkit.application import create_app_session
from prompt_toolkit.data_structures import Size
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import ColorDepth
from prompt_toolkit.output.vt100 import Vt100_Output

from pente_client.play.ports import GamePort
from pente_client.play.shown.guidance import Guidance
from pente_client.play.shown.lesson import Tutor
from pente_client.screen.game_screen import GameScreen
from pente_core.identity import RoomId
from tests.support.client.fake_client import ROOM
from tests.support.waiting import patience

WIDE, HIGH = 10, 20
"""The pixels of a character."""
_LINES = {
    "─": "ew", "│": "ns", "┌": "es", "┐": "sw", "└": "ne", "┘": "nw", "├": "nes", "┤": "nsw", "┬": "esw",
    "┴": "new", "┼": "nesw", "╋": "nesw",
}  # fmt: skip
_QUARTERS = {
    "█": "abcd", "▀": "ab", "▄": "cd", "▌": "ac", "▐": "bd", "▟": "bcd", "▙": "acd", "▝": "b", "▘": "a",
    "▗": "d", "▖": "c", "▞": "bc", "▚": "ad", "▜": "abd", "▛": "abc",
}  # fmt: skip
_DOTS = {"●": 4.2, "•": 2.4, "·": 1.2}
_NAMED = {
    "default": "", "black": "000000", "red": "cd0000", "green": "00cd00", "brown": "cdcd00", "blue": "0000ee",
    "magenta": "cd00cd", "cyan": "00cdcd", "white": "e5e5e5", "brightblack": "7f7f7f", "brightred": "ff0000",
    "brightgreen": "00ff00", "brightbrown": "ffff00", "brightblue": "5c5cff", "brightmagenta": "ff00ff",
    "brightcyan": "00ffff", "brightwhite": "ffffff",
}  # fmt: skip


async def terminal_of(
    host: GamePort,
    columns: int = 80,
    rows: int = 24,
    *,
    room: RoomId = ROOM,
    tutor: Tutor | None = None,
    keys: Sequence[str] = (),
    shows: str = "",
    environ: Mapping[str, str] | None = None,
    depth: ColorDepth = ColorDepth.DEPTH_24_BIT,
) -> pyte.Screen:
    """What an emulated terminal shows of a room, after some keys, and as soon as it ``shows`` a text."""
    sent, size = io.StringIO(), Size(rows=rows, columns=columns)
    output = Vt100_Output(sent, lambda: size, term="xterm-256color", default_color_depth=depth)
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=output):
        screen = GameScreen(
            host, {"PENTE_ASCII": "0", **(environ or {})}, follows=False, guidance=Guidance(tutor=tutor)
        )
        screen.app.min_redraw_interval = None
        await screen.controller.open(room)
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
            while shows not in "\n".join((terminal := terminal_with(sent.getvalue(), columns, rows)).display):
                drawn.clear()
                await drawn.wait()
        screen.app.exit(result=0)
        await task
    return terminal


def svg_of(terminal: pyte.Screen, *, text: str = "c0c0c0", background: str = "101010") -> str:
    """The screen as an SVG document; ``text`` and ``background`` are the terminal's own colours."""
    wide, high = terminal.columns * WIDE, terminal.lines * HIGH
    drawing = Drawing()
    for y in range(terminal.lines):
        cells = [terminal.buffer[y][x] for x in range(terminal.columns)]
        for x, end, (fore, back, bold) in _runs(cells, text, background):
            drawing.background(x, y, end - x, "" if back == background else back)
            drawing.text([cell.data for cell in cells[x:end]], x, y, fore, bold=bold)
    return "\n".join([
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}">',
        "<style>text{font:16px 'DejaVu Sans Mono',Menlo,Consolas,monospace;white-space:pre}</style>",
        f'<path d="M0 0h{wide}v{high}h-{wide}z" fill="#{background}"/>',
        *drawing.elements(),
        "</svg>",
        "",
    ])  # fmt: skip


def scanned(terminal: pyte.Screen, *, text: str = "c0c0c0", background: str = "101010") -> list[str]:
    """The QR codes that a phone reads from the screen: those that ZXing finds, the decoder of many phones.

    ``text`` and ``background`` are the terminal's own colours.
    """
    picture = Image.new("RGB", (terminal.columns * WIDE, terminal.lines * HIGH))
    drawing, font = ImageDraw.Draw(picture), ImageFont.load_default(16)
    for y, x in itertools.product(range(terminal.lines), range(terminal.columns)):
        cell, left, top = terminal.buffer[y][x], x * WIDE, y * HIGH
        fore, back, _ = _style(cell, text, background)
        drawing.rectangle((left, top, left + WIDE - 1, top + HIGH - 1), fill=f"#{back}")
        if cell.data not in _QUARTERS:
            drawing.text((left, top), cell.data, fill=f"#{fore}", font=font)
        for part in _QUARTERS.get(cell.data, ""):
            corner = left + WIDE // 2 * (part in "bd"), top + HIGH // 2 * (part in "cd")
            drawing.rectangle(
                (*corner, corner[0] + WIDE // 2 - 1, corner[1] + HIGH // 2 - 1), fill=f"#{fore}"
            )
    return [code.text for code in zxingcpp.read_barcodes(picture)]


def terminal_with(sent: str, columns: int = 80, rows: int = 24) -> pyte.Screen:
    """What an emulated terminal shows that is sent a text."""
    terminal = pyte.Screen(columns, rows)
    pyte.Stream(terminal).feed(sent)
    return terminal


class Drawing:
    """The shapes and texts of a picture, shapes of one colour together. Mutable."""

    def __init__(self) -> None:
        self._backs: dict[str, list[str]] = {}
        self._fills: dict[str, list[str]] = {}
        self._strokes: dict[tuple[str, float], list[str]] = {}
        self._texts: list[str] = []

    def background(self, x: int, y: int, columns: int, colour: str) -> None:
        if colour:
            place = f"M{x * WIDE} {y * HIGH}h{columns * WIDE}v{HIGH}h-{columns * WIDE}z"
            self._backs.setdefault(colour, []).append(place)

    def text(self, chars: list[str], x: int, y: int, fore: str, *, bold: bool) -> None:
        """Characters of one style: shapes one by one, the rest as a text."""
        letters = []
        for index, char in enumerate(chars):
            if not self._shape(char, (x + index) * WIDE, y * HIGH, fore) and char.strip():
                letters.append((index, char))
        if letters:
            places = " ".join(str((x + index) * WIDE) for index, _ in letters)
            weight = ' font-weight="bold"' if bold else ""
            shown = escape("".join(char for _, char in letters))
            self._texts.append(
                f'<text x="{places}" y="{y * HIGH + 15}" fill="#{fore}"{weight}>{shown}</text>'
            )

    def elements(self) -> Iterator[str]:
        crisp = 'shape-rendering="crispEdges"'
        for colour, paths in self._backs.items():
            yield f'<path d="{"".join(paths)}" fill="#{colour}" {crisp}/>'
        for (colour, width), paths in self._strokes.items():
            yield f'<path d="{"".join(paths)}" stroke="#{colour}" stroke-width="{width}" fill="none"/>'
        for colour, paths in self._fills.items():
            yield f'<path d="{"".join(paths)}" fill="#{colour}"/>'
        yield from self._texts

    def _shape(self, char: str, x: int, y: int, fore: str) -> bool:
        """Whether a character is drawn as a shape, at a place in pixels."""
        if char in _LINES:
            self._strokes.setdefault((fore, 3 if char == "╋" else 1.2), []).append(_lines(char, x, y))
        elif char in "○◌":
            self._strokes.setdefault((fore, 1.2), []).append(_circle(x, y, 3.6))
        elif filled := _filled(char, x, y):
            self._fills.setdefault(fore, []).append(filled)
        else:
            return False
        return True


def _lines(char: str, x: int, y: int) -> str:
    """The lines of a box drawing character, from its middle to its edges."""
    across, down = x + WIDE // 2, y + HIGH // 2
    ends = {"n": f"V{y}", "s": f"V{y + HIGH}", "e": f"H{x + WIDE}", "w": f"H{x}"}
    return "".join(f"M{across} {down}{ends[to]}" for to in _LINES[char])


def _filled(char: str, x: int, y: int) -> str:
    """A block, a stone or a dot; empty for any other character."""
    across, down = x + WIDE // 2, y + HIGH // 2
    if char in _QUARTERS:
        corners = {"a": (x, y), "b": (across, y), "c": (x, down), "d": (across, down)}
        quarter = f"h{WIDE // 2}v{HIGH // 2}h-{WIDE // 2}z"
        return "".join(f"M{corners[part][0]} {corners[part][1]}{quarter}" for part in _QUARTERS[char])
    if char in _DOTS:
        return _circle(x, y, _DOTS[char])
    if char == "▲":
        return f"M{across} {down - 4.5}l4.5 8.5h-9z"
    return f"M{across - 4} {down - 4}h8v8h-8z" if char == "■" else ""


def _circle(x: int, y: int, radius: float) -> str:
    arc = f"a{radius} {radius} 0 1 0"
    return f"M{x + WIDE / 2 - radius} {y + HIGH // 2}{arc} {2 * radius} 0{arc} {-2 * radius} 0z"


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
