"""The icons of the page, which are drawn here: `python -m tests.support.drawing.icons` writes them anew.

Four stones on a diagonal: two in the middle are captured by those beside them.
"""

import struct
import zlib
from collections.abc import Iterator, Sequence
from math import hypot
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parents[3] / "server" / "pente_server" / "web" / "icons"
SIZES: Final = (192, 512)
"""Of the pictures in points; the SVG has any size."""

Colour = tuple[int, int, int]
UNIT: Final = 512
"""The size of the drawing, in its own units."""
LINES: Final = (139, 217, 295, 373)
"""Where the lines of the board are. All stones are within the circle that every system leaves of an icon."""
THICK: Final = 6.0
RADIUS: Final = 38.0
EDGE: Final = 5.0
TURN: Final = '<circle cx="392" cy="120" r="104" fill="#d0342c" stroke="#fff" stroke-width="24"/>'
"""The mark of the icon while it is one's turn, to be seen in a tab."""
SHADES: Final = 3
"""Of an edge: few, so that the pictures are small."""
WOOD: Final[Colour] = (0xE3, 0xC4, 0x8E)
LINE: Final[Colour] = (0x6B, 0x52, 0x30)
RIM: Final[Colour] = (0x3A, 0x2F, 0x1E)
WHITE: Final[Colour] = (0xFB, 0xFA, 0xF6)
BLACK: Final[Colour] = (0x1C, 0x1C, 0x1F)
STONES: Final = tuple(zip(LINES, reversed(LINES), (WHITE, BLACK, BLACK, WHITE), strict=True))


def svg(mark: str = "") -> str:
    """The icon, with round corners; ``mark``: what is drawn above it."""
    grid = "".join(f"M{at} 60V452M60 {at}H452" for at in LINES)
    stones = "".join(
        f'<circle cx="{x}" cy="{y}" r="{RADIUS:g}" fill="{_hex(colour)}"/>' for x, y, colour in STONES
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {UNIT} {UNIT}">'
        f'<rect width="{UNIT}" height="{UNIT}" rx="96" fill="{_hex(WOOD)}"/>'
        f'<path d="{grid}" stroke="{_hex(LINE)}" stroke-width="{THICK:g}"/>'
        f'<g stroke="{_hex(RIM)}" stroke-width="{EDGE:g}">{stones}</g>{mark}</svg>\n'
    )


def png(size: int) -> bytes:
    """The icon to its edges, as systems cut it in shapes of their own; its colours are in a palette."""
    rows = tuple(pixels(size))
    palette = sorted({colour for row in rows for colour in row})
    numbers = {colour: number for number, colour in enumerate(palette)}
    depth = 4 if len(palette) <= 16 else 8
    body = b"".join(b"\0" + _packed([numbers[colour] for colour in row], depth) for row in rows)
    parts = (
        (b"IHDR", struct.pack("!IIBBBBB", size, size, depth, 3, 0, 0, 0)),
        (b"PLTE", b"".join(map(bytes, palette))),
        (b"IDAT", zlib.compress(body, 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, body) for kind, body in parts)


def _packed(row: Sequence[int], depth: int) -> bytes:
    """A row of numbers of colours with so many bits each, 4 or 8."""
    if depth == 8:
        return bytes(row)
    return bytes(left << 4 | right for left, right in zip(row[::2], row[1::2], strict=True))


def pixels(size: int) -> Iterator[tuple[Colour, ...]]:
    """The rows of a picture."""
    scale = UNIT / size
    for row in range(size):
        y = (row + 0.5) * scale
        yield tuple(_colour((column + 0.5) * scale, y, scale) for column in range(size))


def _colour(x: float, y: float, scale: float) -> Colour:
    """The colour at a point: edges are as soft as a point of the picture is large."""
    colour = WOOD
    if 60 <= x <= 452 and 60 <= y <= 452:
        near = min(min(abs(x - at), abs(y - at)) for at in LINES)
        colour = _mixed(colour, LINE, (THICK / 2 - near) / scale)
    for at_x, at_y, fill in STONES:
        away = hypot(x - at_x, y - at_y)
        colour = _mixed(colour, RIM, (RADIUS + EDGE / 2 - away) / scale)
        colour = _mixed(colour, fill, (RADIUS - EDGE / 2 - away) / scale)
    return colour


def _mixed(under: Colour, over: Colour, inside: float) -> Colour:
    """``inside``: how far within the upper one a point is, in points of the picture."""
    share = round(min(1.0, max(0.0, inside + 0.5)) * SHADES) / SHADES
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(under, over, strict=True))
    return red, green, blue


def _hex(colour: Colour) -> str:
    return "#" + bytes(colour).hex()


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack("!I", len(body)) + kind + body + struct.pack("!I", zlib.crc32(kind + body))


def main() -> None:
    """Write all icons."""
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / "icon.svg").write_text(svg(), encoding="utf-8")
    (FOLDER / "icon-turn.svg").write_text(svg(TURN), encoding="utf-8")
    for size in SIZES:
        (FOLDER / f"icon-{size}.png").write_bytes(png(size))


if __name__ == "__main__":
    main()
