"""Boards to be drawn: colours and measures, the picture of a moment of a game, and the board as SVG.

**Promise: pure functions of a game; whatever the ruleset, the size and the number of sides, all that is on
the board is on the picture, and text of players is escaped.** Stones of the third and fourth side have a sign
beside their colour. Records (``pente show --svg``) and the pictures of a server look the same.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape
from itertools import chain
from typing import Final

from pente_core.rules.game import Game
from pente_core.rules.move import Move
from pente_core.rules.point import COLUMNS, Point, format_point
from pente_core.rules.position import Position
from pente_core.value import Value

CELL: Final = 30
"""Between two lines."""
MARGIN: Final = 36
"""Between the edge of the board and its first line."""
STONE: Final = 13
"""The radius of a stone."""
SPOT: Final = 3
"""The radius of a marked point."""
RING: Final = 6
"""The radius of the ring on the last stone."""
CROSS: Final = 6
"""Half the width of the cross on a point that became empty."""
SIGN: Final = 5
"""Half the width of the sign on stones of the third and fourth side."""
MARK_WIDTH: Final = 2.5
"""The width of the lines of ring and cross."""
ROW_WIDTH: Final = 6
"""The width of the line through a winning row."""
ROW_OPACITY: Final = 0.65

WOOD: Final = "#e6c98f"
INK: Final = "#4a3a22"
MARK: Final = "#d02b2b"
PALE: Final = "#fdfdfb"
STONES: Final[Mapping[str, str]] = {"white": PALE, "black": "#1d1d1f", "red": "#b3261e", "blue": "#2457b3"}
RINGS: Final[Mapping[str, str]] = {"red": PALE, "blue": PALE}
"""The ring on the last stone, where it is not that of a mark."""
SIGNS: Final[Mapping[str, tuple[tuple[int, int], ...]]] = {
    "red": ((0, -SIGN), (SIGN, 0), (0, SIGN), (-SIGN, 0)),
    "blue": ((-SIGN, -1), (SIGN, -1), (SIGN, 1), (-SIGN, 1)),
}
"""Polygons around the middle of a stone, so that nothing depends on its colour alone: a diamond and a bar."""


def side_of(size: int) -> int:
    """The length of a side of a board with so many lines."""
    return 2 * MARGIN + (size - 1) * CELL


def place(point: Point, size: int) -> tuple[int, int]:
    """Where a point is, from the left and from the top."""
    row, column = divmod(point, size)
    return MARGIN + column * CELL, MARGIN + (size - 1 - row) * CELL


def spots(size: int) -> Iterator[Point]:
    """The centre, and on larger boards the points that are usually marked beside it."""
    if size % 2 == 0:
        return
    middle = size // 2
    lines = sorted({middle, 3, size - 4} if size >= 13 else {middle})
    yield from (Point(row * size + column) for row in lines for column in lines)


class NoSuchTurn(ValueError):
    """A game never had so many stones; the message says how many it had."""


class BoardPicture(Value):
    """What there is to draw on a board."""

    position: Position
    last: Point | None = None
    """Where the last stone was placed."""
    gone: tuple[Point, ...] = ()
    """The points that became empty with it."""
    lines: tuple[tuple[Point, ...], ...] = ()
    """The winning rows, if the game ended here."""


def picture_of(game: Game, move: Move | None) -> BoardPicture:
    """The end of a game so far; ``move`` is its last stone."""
    lines = () if game.outcome is None else game.outcome.lines
    if move is None:
        return BoardPicture(game.position, lines=lines)
    return BoardPicture(game.position, move.point, emptied_by(move), lines)


def emptied_by(move: Move) -> tuple[Point, ...]:
    """The points that became empty with a stone."""
    return (*chain.from_iterable(capture.points for capture in move.captured), *move.poofed)


def picture_at(game: Game, stones: int | None = None) -> BoardPicture:
    """A game after so many stones and all that followed before the next one; None: at its end.

    Raises NoSuchTurn.
    """
    if stones is not None and stones > game.stones:
        raise no_such_turn(game)
    shown, move = game.beginning, None
    for turn in game.turns:
        if not isinstance(turn, int):
            shown = shown.with_turn(turn)
        elif shown.stones == stones:
            break
        else:
            move, shown = shown.play(turn)
    else:
        shown = game  # it may have ended otherwise than on the board
    return picture_of(shown, move)


def no_such_turn(game: Game) -> NoSuchTurn:
    """The error for a moment after the end of a game."""
    return NoSuchTurn(f"the game has only {game.stones} stones")


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
