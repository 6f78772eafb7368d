"""The eight symmetries of the square board, under which the rules do not change."""

from functools import cache
from typing import Final, NewType

from pente_core.rules import position_keys
from pente_core.rules.board import Board
from pente_core.rules.point import Point, point_at
from pente_core.rules.position import Position
from pente_core.value import replace

Symmetry = NewType("Symmetry", int)
"""0 to 7: bit 0 mirrors left and right, bit 1 top and bottom, and then bit 2 swaps columns and rows."""

SYMMETRIES: Final = tuple(Symmetry(n) for n in range(8))
IDENTITY: Final = Symmetry(0)


def inverse(symmetry: Symmetry) -> Symmetry:
    """The symmetry that undoes ``symmetry``."""
    if symmetry < 4:
        return symmetry
    # The inverse swaps columns and rows first, so the two mirrors that follow trade places.
    return Symmetry(4 | (symmetry & 1) << 1 | (symmetry & 2) >> 1)


def image(point: Point, size: int, symmetry: Symmetry) -> Point:
    """The image of a point under a symmetry.

    >>> [image(Point(1), 3, symmetry) for symmetry in SYMMETRIES]
    [1, 1, 7, 7, 3, 3, 5, 5]
    """
    return _images(size)[symmetry][point]


def board_image(board: Board, symmetry: Symmetry) -> Board:
    """The image of a board under a symmetry."""
    images = _images(board.size)[symmetry]
    turned = Board.empty(board.size, len(board.stones))
    for colour, stones in enumerate(board.stones):
        turned = turned.toggled(colour, (images[point] for point in board.geometry.points(stones)))
    return turned


def position_image(position: Position, symmetry: Symmetry) -> Position:
    """The image of a position under a symmetry: its board changes, everything else stays the same."""
    return replace(position, board=board_image(position.board, symmetry))


def canonical(position: Position) -> tuple[Position, Symmetry]:
    """The canonical image, which all eight images of a position share, and the symmetry that leads to it.

    It is the image with the least ``board.stones``, compared as a tuple of numbers. If several symmetries
    lead there, the smallest is returned.
    """
    boards = [board_image(position.board, symmetry) for symmetry in SYMMETRIES]
    symmetry = min(SYMMETRIES, key=lambda symmetry: boards[symmetry].stones)
    return replace(position, board=boards[symmetry]), symmetry


def image_keys(position: Position) -> tuple[int, ...]:
    """The `Position.key` of each image, by symmetry. Their minimum is a key that all eight images share.

    >>> from pente_core.rules.ruleset import ruleset_from
    >>> from pente_core.rules.point import parse_point
    >>> empty = Position.initial(ruleset_from("pente-casual"))
    >>> corners = [empty.play(parse_point(corner, 19))[1] for corner in ("A1", "T19")]
    >>> len({min(image_keys(position)) for position in corners})
    1
    """
    # Only the stones move under a symmetry, so the keys are computed from the stones' image keys without
    # building eight boards. The xor with `board.key` leaves the part of the key that is the same in all.
    board = position.board
    stones = [tuple(board.geometry.points(bits)) for bits in board.stones]
    rest = position.key ^ board.key
    keys = []
    for table in _image_keys(board.size):
        key = rest
        for points, by_point in zip(stones, table, strict=False):
            for point in points:
                key ^= by_point[point]
        keys.append(key)
    return tuple(keys)


@cache
def _image_keys(size: int) -> tuple[tuple[tuple[int, ...], ...], ...]:
    """The Zobrist key of the image of each stone, by symmetry, colour and point."""
    return tuple(
        tuple(tuple(keys[point] for point in images) for keys in position_keys.stones_key(size))
        for images in _images(size)
    )


@cache
def _images(size: int) -> tuple[tuple[Point, ...], ...]:
    """The image of every point, by symmetry."""
    return tuple(
        tuple(_image(Point(point), size, symmetry) for point in range(size * size)) for symmetry in SYMMETRIES
    )


def _image(point: Point, size: int, symmetry: Symmetry) -> Point:
    row, column = divmod(point, size)
    if symmetry & 1:
        column = size - 1 - column
    if symmetry & 2:
        row = size - 1 - row
    return point_at(row, column, size) if symmetry & 4 else point_at(column, row, size)
