"""A board as SVG: a picture that stays sharp at any size, for reports and web pages."""

from collections.abc import Iterable, Iterator
from html import escape
from typing import Final

from pente_client.drawing.diagram import Diagram
from pente_core.rules.point import COLUMNS, Point, format_point

_CELL: Final = 30
_MARGIN: Final = 36
_LINE: Final = 20
"""The height of a line of text."""
_WOOD: Final = "#e6c98f"
_INK: Final = "#4a3a22"
_MARK: Final = "#d02b2b"
_STONES: Final = {"white": "#fdfdfb", "black": "#1d1d1f", "red": "#b3261e", "blue": "#2457b3"}
_SANS: Final = 'font-family="system-ui, sans-serif"'


def board_svg(picture: Diagram) -> str:
    """An SVG document of its own: board with coordinates, stones, last move, winning rows, and captions.

    The last stone has a ring, points that it emptied a cross, and a winning row is struck through. Text of
    players is escaped.
    """
    size = picture.position.rules.size
    width = 2 * _MARGIN + (size - 1) * _CELL
    text = max((len(line) for line in (picture.title, *picture.captions)), default=0)
    total, height = max(width, 16 + text * 8), width + _LINE * (2 + len(picture.captions))
    sizes = f'viewBox="0 0 {total} {height}" width="{total}" height="{height}"'
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {sizes} role="img">',
        f"<title>{escape(picture.title)}</title>",
        f'<rect width="{total}" height="{height}" fill="#fff"/>',
        _text(picture.title, _LINE - 4, 'font-size="14" font-weight="bold"'),
        f'<g transform="translate(0 {_LINE + 4})">',
        f'<rect width="{width}" height="{width}" rx="6" fill="{_WOOD}"/>',
        _grid(size),
        *_coordinates(size),
        *_spots(size),
        *_stones(picture),
        *_marks(picture),
        "</g>",
        *_captions(picture.captions, width + 2 * _LINE + 4),
        "</svg>",
    )
    return "\n".join(parts) + "\n"


def _place(point: Point, size: int) -> tuple[int, int]:
    row, column = divmod(point, size)
    return _MARGIN + column * _CELL, _MARGIN + (size - 1 - row) * _CELL


def _grid(size: int) -> str:
    first, last = _MARGIN, _MARGIN + (size - 1) * _CELL
    across = (f"M{first} {_MARGIN + line * _CELL}H{last}" for line in range(size))
    down = (f"M{_MARGIN + line * _CELL} {first}V{last}" for line in range(size))
    return f'<path d="{"".join((*across, *down))}" stroke="{_INK}" stroke-linecap="square" fill="none"/>'


def _coordinates(size: int) -> Iterator[str]:
    far = 2 * _MARGIN + (size - 1) * _CELL - 10
    yield f'<g {_SANS} font-size="11" text-anchor="middle" fill="{_INK}">'
    for index in range(size):
        x, y = _MARGIN + index * _CELL, _MARGIN + (size - 1 - index) * _CELL + 4
        yield from (f'<text x="{x}" y="{at}">{COLUMNS[index]}</text>' for at in (14, far + 4))
        yield from (f'<text x="{at}" y="{y}">{index + 1}</text>' for at in (10, far))
    yield "</g>"


def _spots(size: int) -> Iterator[str]:
    """The centre, and on larger boards the points that are usually marked beside it."""
    if size % 2 == 0:
        return
    middle = size // 2
    lines = {middle, 3, size - 4} if size >= 13 else {middle}
    for row in sorted(lines):
        for column in sorted(lines):
            x, y = _place(Point(row * size + column), size)
            yield f'<circle cx="{x}" cy="{y}" r="3" fill="{_INK}"/>'


def _stones(picture: Diagram) -> Iterator[str]:
    board, rules = picture.position.board, picture.position.rules
    for colour, bits in zip(rules.colours, board.stones, strict=True):
        yield f'<g class="{colour}" fill="{_STONES[colour]}" stroke="{_INK}">'
        for point in board.geometry.points(bits):
            x, y = _place(point, rules.size)
            name = format_point(point, rules.size)
            yield f'<circle cx="{x}" cy="{y}" r="13"><title>{name}</title></circle>'
        yield "</g>"


def _marks(picture: Diagram) -> Iterator[str]:
    size = picture.position.rules.size
    for line in picture.lines:
        (x, y), (to_x, to_y) = _place(line[0], size), _place(line[-1], size)
        yield (
            f'<path class="row" d="M{x} {y}L{to_x} {to_y}" stroke="{_MARK}" stroke-width="6" '
            f'stroke-opacity=".65" stroke-linecap="round"/>'
        )
    for point in picture.gone:
        x, y = _place(point, size)
        cross = f"M{x - 6} {y - 6}l12 12M{x - 6} {y + 6}l12 -12"
        yield f'<path class="gone" d="{cross}" stroke="{_MARK}" stroke-width="2.5"/>'
    if picture.last is not None:
        x, y = _place(picture.last, size)
        ring = f'fill="none" stroke="{_MARK}" stroke-width="2.5"'
        yield f'<circle class="last" cx="{x}" cy="{y}" r="6" {ring}/>'


def _captions(captions: Iterable[str], top: int) -> Iterator[str]:
    for number, caption in enumerate(captions):
        yield _text(caption, top + number * _LINE, 'font-size="13"')


def _text(text: str, y: int, look: str) -> str:
    return f'<text x="8" y="{y}" {_SANS} {look}>{escape(text)}</text>'
