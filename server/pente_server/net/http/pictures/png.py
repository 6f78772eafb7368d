"""A board as PNG, drawn with Pillow; the only module that knows it.

Everything is drawn several times as large and then reduced, which smooths its edges.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from pente_core.drawing import (
    CELL,
    CROSS,
    INK,
    MARGIN,
    MARK,
    MARK_WIDTH,
    PALE,
    RING,
    RINGS,
    ROW_OPACITY,
    ROW_WIDTH,
    SIGNS,
    SPOT,
    STONE,
    STONES,
    WOOD,
    BoardPicture,
    place,
    side_of,
    spots,
)
from pente_core.rules.point import COLUMNS, Point

SQUARE: Final = 640
"""The side of a picture that is a board, in pixels."""
WIDE: Final = (1200, 630)
"""The size of a picture for links."""
_FINER: Final = 3
"""How many times as large a picture is drawn."""
_COORDINATE: Final = 11
_FROM_EDGE: Final = 11
"""Where the middle of a coordinate is, from the edge of the board."""
_GAP: Final = 20
_PAPER: Final = "#faf6ee"
_TEXT: Final = "#2b2419"
_FAINT: Final = "#6f624d"
_COLOURS: Final = 64
"""Colours of a picture, which halves its bytes."""

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


@dataclass(frozen=True, slots=True)
class Caption:
    """What stands beside a board."""

    rules: str
    players: tuple[str, ...]
    """By seat."""
    state: str


def board_png(picture: BoardPicture, caption: Caption | None = None) -> bytes:
    """A square PNG of a board; with a caption a wide one, as a preview of a link."""
    if caption is None:
        return _encoded(_board(picture, SQUARE))
    width, height = WIDE
    sheet = Image.new("RGB", WIDE, _PAPER)
    side = height - 2 * _GAP
    sheet.paste(_board(picture, side), (_GAP, _GAP))
    _write(sheet, picture, caption, side + 3 * _GAP, width - 2 * _GAP)
    return _encoded(sheet)


def _encoded(image: Image.Image) -> bytes:
    out = BytesIO()
    image.quantize(_COLOURS, Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(out, "PNG")
    return out.getvalue()


# The board


class _Canvas:
    """A board that is drawn in its own units, on a larger image. Mutable."""

    def __init__(self, side: int, pixels: int) -> None:
        self._scale = pixels * _FINER / side
        self.image = Image.new("RGB", (pixels * _FINER,) * 2, WOOD)
        self.draw = ImageDraw.Draw(self.image)

    def at(self, x: float, y: float) -> tuple[float, float]:
        return x * self._scale, y * self._scale

    def length(self, units: float) -> int:
        return max(1, round(units * self._scale))

    def disc(self, x: float, y: float, radius: float, fill: str) -> None:
        self.draw.ellipse((self.at(x - radius, y - radius), self.at(x + radius, y + radius)), fill)

    def ring(self, x: float, y: float, radius: float, colour: str) -> None:
        outer = radius + MARK_WIDTH / 2
        box = (self.at(x - outer, y - outer), self.at(x + outer, y + outer))
        self.draw.ellipse(box, outline=colour, width=self.length(MARK_WIDTH))

    def line(self, start: tuple[float, float], end: tuple[float, float], width: float, colour: str) -> None:
        self.draw.line((self.at(*start), self.at(*end)), colour, self.length(width))

    def text(self, x: float, y: float, text: str) -> None:
        self.draw.text(self.at(x, y), text, INK, _font(self.length(_COORDINATE)), anchor="mm")


def _board(picture: BoardPicture, pixels: int) -> Image.Image:
    size = picture.position.rules.size
    canvas = _Canvas(side_of(size), pixels)
    _draw_grid(canvas, size)
    _draw_coordinates(canvas, size)
    _draw_stones(canvas, picture)
    _draw_rows(canvas, picture)
    _draw_marks(canvas, picture)
    return canvas.image.reduce(_FINER)


def _draw_grid(canvas: _Canvas, size: int) -> None:
    far = side_of(size) - MARGIN
    for line in range(size):
        at = MARGIN + line * CELL
        canvas.line((MARGIN, at), (far, at), 1, INK)
        canvas.line((at, MARGIN), (at, far), 1, INK)
    for point in spots(size):
        canvas.disc(*place(point, size), SPOT, INK)


def _draw_coordinates(canvas: _Canvas, size: int) -> None:
    for index in range(size):
        x, y = place(Point(index * (size + 1)), size)
        for edge in (_FROM_EDGE, side_of(size) - _FROM_EDGE):
            canvas.text(x, edge, COLUMNS[index])
            canvas.text(edge, y, str(index + 1))


def _draw_stones(canvas: _Canvas, picture: BoardPicture) -> None:
    for colour, point in _stones(picture):
        x, y = place(point, picture.position.rules.size)
        _draw_stone(canvas, x, y, colour)


def _draw_stone(canvas: _Canvas, x: float, y: float, colour: str) -> None:
    canvas.disc(x, y, STONE + 0.5, INK)
    canvas.disc(x, y, STONE - 0.5, STONES[colour])
    if sign := SIGNS.get(colour):
        canvas.draw.polygon([canvas.at(x + across, y + down) for across, down in sign], PALE)


def _draw_rows(canvas: _Canvas, picture: BoardPicture) -> None:
    """Strike the winning rows through, so that what is below shines through."""
    if not picture.lines:
        return
    size = picture.position.rules.size
    over = Image.new("L", canvas.image.size)
    pen = ImageDraw.Draw(over)
    opacity = round(255 * ROW_OPACITY)
    for line in picture.lines:
        ends = [canvas.at(*place(point, size)) for point in (line[0], line[-1])]
        pen.line(ends, opacity, canvas.length(ROW_WIDTH))
        for x, y in ends:
            pen.circle((x, y), canvas.length(ROW_WIDTH) / 2, opacity)
    canvas.image.paste(MARK, mask=over)


def _draw_marks(canvas: _Canvas, picture: BoardPicture) -> None:
    rules = picture.position.rules
    for point in picture.gone:
        x, y = place(point, rules.size)
        canvas.line((x - CROSS, y - CROSS), (x + CROSS, y + CROSS), MARK_WIDTH, MARK)
        canvas.line((x - CROSS, y + CROSS), (x + CROSS, y - CROSS), MARK_WIDTH, MARK)
    if picture.last is not None:
        owner = picture.position.board.colour_at(picture.last)
        colour = MARK if owner is None else RINGS.get(rules.colours[owner], MARK)
        canvas.ring(*place(picture.last, rules.size), RING, colour)


def _stones(picture: BoardPicture) -> Iterator[tuple[str, Point]]:
    """The stones with their colours."""
    board, rules = picture.position.board, picture.position.rules
    for colour, bits in zip(rules.colours, board.stones, strict=True):
        yield from ((colour, point) for point in board.geometry.points(bits))


# What stands beside it


def _write(sheet: Image.Image, picture: BoardPicture, caption: Caption, left: int, right: int) -> None:
    """Write a caption beside a board, between two edges."""
    pen, rules = ImageDraw.Draw(sheet), picture.position.rules
    pen.text((left, 64), "PENTE", _FAINT, _font(26), anchor="lm")
    for line, text in enumerate(_folded(caption.rules, 28, right - left)[:2]):
        pen.text((left, 112 + 38 * line), text, _TEXT, _font(28), anchor="lm")
    step = 96 if len(caption.players) < 4 else 76
    top = 330 - step * (len(caption.players) - 1) // 2
    captured = picture.position.taken if rules.captures else ()
    for seat, name in enumerate(caption.players):
        y = top + seat * step
        _draw_player(sheet, rules.colours[seat], left, y)
        if captured:
            pen.text((right, y), f"{captured[seat]} captured", _FAINT, _font(26), anchor="rm")
        font = _fitting(name, 52, right - left - (240 if captured else 76))
        pen.text((left + 76, y), name, _TEXT, font, anchor="lm")
    lines = _folded(caption.state, 32, right - left)[:2]
    for line, text in enumerate(lines):
        pen.text((left, 556 - 42 * (len(lines) - 1 - line)), text, _FAINT, _font(32), anchor="lm")


def _draw_player(sheet: Image.Image, colour: str, left: int, middle: int) -> None:
    """Draw the stone of a player."""
    canvas = _Canvas(2 * STONE + 2, 56)
    canvas.image.paste(_PAPER, (0, 0, *canvas.image.size))
    _draw_stone(canvas, STONE + 1, STONE + 1, colour)
    sheet.paste(canvas.image.reduce(_FINER), (left, middle - 28))


def _folded(text: str, size: int, width: int) -> Sequence[str]:
    """A text in lines that fit into a width."""
    font, lines = _font(size), [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and font.getlength(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def _fitting(text: str, size: int, width: int) -> Font:
    """A font of at most a size in which a text fits into a width."""
    needed = _font(size).getlength(text)
    return _font(size if needed <= width else int(size * width / needed))


@cache
def _font(size: int) -> Font:
    """The font that comes with Pillow, in a number of pixels: of few sizes, as boards have few."""
    return ImageFont.load_default(size)
