"""A board as SVG: a picture that stays sharp at any size, for reports and web pages."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import Final

from pente_core.drawing.board_picture import BoardPicture
from pente_core.drawing.look import (
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
    place,
    side_of,
    spots,
)
from pente_core.rules.point import COLUMNS, Point, format_point

_LINE: Final = 20
"""The height of a line of text."""
_SANS: Final = 'font-family="system-ui, sans-serif"'


def board_svg(picture: BoardPicture, title: str = "", captions: Sequence[str] = ()) -> str:
    """An SVG document of its own: board with coordinates, stones, last move, winning rows, and captions.

    The last stone has a ring, points that it emptied a cross, and a winning row is struck through. Text of
    players is escaped.
    """
    width = side_of(picture.position.rules.size)
    text = max((len(line) for line in (title, *captions)), default=0)
    top = _LINE + 4 if title else 0
    total = max(width, 16 + text * 8)
    height = top + width + (_LINE * (len(captions) + 1) - 4 if captions else 0)
    sizes = f'viewBox="0 0 {total} {height}" width="{total}" height="{height}"'
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {sizes} role="img">',
        *((f"<title>{escape(title)}</title>",) if title else ()),
        *((f'<rect width="{total}" height="{height}" fill="#fff"/>',) if title or captions else ()),
        *((_text(title, _LINE - 4, 'font-size="14" font-weight="bold"'),) if title else ()),
        f'<g transform="translate(0 {top})">',
        *_board(picture, width),
        "</g>",
        *_captions(captions, top + width + _LINE),
        "</svg>",
    )
    return "\n".join(parts) + "\n"


def _board(picture: BoardPicture, width: int) -> Iterator[str]:
    size = picture.position.rules.size
    yield f'<rect width="{width}" height="{width}" rx="6" fill="{WOOD}"/>'
    yield _grid(size, width)
    yield from _coordinates(size, width)
    yield from _spots(size)
    yield from _stones(picture)
    yield from _marks(picture)


def _grid(size: int, width: int) -> str:
    first, last = MARGIN, width - MARGIN
    lines = [place(Point(line * (size + 1)), size) for line in range(size)]
    paths = (f"M{first} {y}H{last}M{x} {first}V{last}" for x, y in lines)
    return f'<path d="{"".join(paths)}" stroke="{INK}" stroke-linecap="square" fill="none"/>'


def _coordinates(size: int, width: int) -> Iterator[str]:
    far = width - 10
    yield f'<g {_SANS} font-size="11" text-anchor="middle" fill="{INK}">'
    for index in range(size):
        x, y = place(Point(index * (size + 1)), size)
        yield from (f'<text x="{x}" y="{at}">{COLUMNS[index]}</text>' for at in (14, far + 4))
        yield from (f'<text x="{at}" y="{y + 4}">{index + 1}</text>' for at in (10, far))
    yield "</g>"


def _spots(size: int) -> Iterator[str]:
    for point in spots(size):
        x, y = place(point, size)
        yield f'<circle cx="{x}" cy="{y}" r="{SPOT}" fill="{INK}"/>'


def _stones(picture: BoardPicture) -> Iterator[str]:
    board, rules = picture.position.board, picture.position.rules
    for colour, bits in zip(rules.colours, board.stones, strict=True):
        yield f'<g class="{colour}" fill="{STONES[colour]}" stroke="{INK}">'
        for point in board.geometry.points(bits):
            x, y = place(point, rules.size)
            name = format_point(point, rules.size)
            yield f'<circle cx="{x}" cy="{y}" r="{STONE}"><title>{name}</title></circle>'
            if sign := SIGNS.get(colour):
                corners = " ".join(f"{x + across},{y + down}" for across, down in sign)
                yield f'<polygon points="{corners}" fill="{PALE}" stroke="none"/>'
        yield "</g>"


def _marks(picture: BoardPicture) -> Iterator[str]:
    size = picture.position.rules.size
    for line in picture.lines:
        (x, y), (to_x, to_y) = place(line[0], size), place(line[-1], size)
        yield (
            f'<path class="row" d="M{x} {y}L{to_x} {to_y}" stroke="{MARK}" stroke-width="{ROW_WIDTH}" '
            f'stroke-opacity="{ROW_OPACITY}" stroke-linecap="round"/>'
        )
    for point in picture.gone:
        x, y = place(point, size)
        wide = 2 * CROSS
        cross = f"M{x - CROSS} {y - CROSS}l{wide} {wide}M{x - CROSS} {y + CROSS}l{wide} -{wide}"
        yield f'<path class="gone" d="{cross}" stroke="{MARK}" stroke-width="{MARK_WIDTH}"/>'
    if picture.last is not None:
        x, y = place(picture.last, size)
        ring = f'fill="none" stroke="{_ring_of(picture, picture.last)}" stroke-width="{MARK_WIDTH}"'
        yield f'<circle class="last" cx="{x}" cy="{y}" r="{RING}" {ring}/>'


def _ring_of(picture: BoardPicture, point: Point) -> str:
    """The colour of the ring on a stone, or on the point of one that has gone at once."""
    owner = picture.position.board.colour_at(point)
    return MARK if owner is None else RINGS.get(picture.position.rules.colours[owner], MARK)


def _captions(captions: Iterable[str], top: int) -> Iterator[str]:
    for number, caption in enumerate(captions):
        yield _text(caption, top + number * _LINE, 'font-size="13"')


def _text(text: str, y: int, look: str) -> str:
    return f'<text x="8" y="{y}" {_SANS} {look}>{escape(text)}</text>'
