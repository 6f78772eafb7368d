"""Opening books: positions of the first stones, with what did best in many games."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Final

from pente_core.rules.point import Point, format_point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.symmetries import SYMMETRIES, image, image_keys, inverse

_FOLDER: Final = "books"
_PERMILLE: Final = 1000


@dataclass(frozen=True, slots=True)
class BookMove:
    """A move that a book knows."""

    point: Point
    chance: float
    """Of the side that moves, as in a `Score`."""


@dataclass(frozen=True, slots=True)
class BookEntry:
    """What a book knows of a position and its images."""

    effort: int
    """Positions that were searched for it, in thousands."""
    moves: tuple[BookMove, ...]
    """In the position's book image (see `book_image`), the best first; at least one."""

    def text(self, key: int, size: int) -> str:
        """The entry as a line of a file; `read_entry` reads it."""
        moves = (f"{format_point(move.point, size)}:{move.chance * _PERMILLE:.0f}" for move in self.moves)
        return f"{key:016x} {self.effort} {' '.join(moves)}"


OpeningBook = Mapping[int, BookEntry]
"""Entries by the keys of `book_image`."""


def book_image(position: Position) -> tuple[int, int]:
    """The key that all images of a position share, and the number of the symmetry that leads to its image in
    a book.

    >>> from pente_core.rules.ruleset import RULESETS
    >>> empty = Position.initial(RULESETS["pente-casual"])
    >>> corners = [empty.play(parse_point(corner, 19))[1] for corner in ("A1", "T19")]
    >>> len({book_image(position)[0] for position in corners})
    1
    """
    keys = image_keys(position)
    key = min(keys)
    return key, keys.index(key)


def read_entry(line: str, size: int) -> tuple[int, BookEntry]:
    """The key and the entry of a line. Raises ValueError.

    >>> key, entry = read_entry("00000000000000ff 150 K10:510 L9:505", 19)
    >>> entry.text(key, 19)
    '00000000000000ff 150 K10:510 L9:505'
    """
    key, effort, *moves = line.split()
    return int(key, 16), BookEntry(int(effort), tuple(_read_move(move, size) for move in moves))


def read_book(lines: Iterable[str], size: int) -> OpeningBook:
    """The book of a file. Raises ValueError."""
    return dict(read_entry(line, size) for line in lines)


@cache
def shipped_book(name: str, size: int) -> OpeningBook:
    """The book that ships for a named ruleset; empty if there is none."""
    file = files(__package__) / _FOLDER / f"{name}.txt"
    return read_book(file.read_text("ascii").splitlines(), size) if file.is_file() else {}


def book_moves(book: OpeningBook, position: Position, effort: float) -> list[BookMove]:
    """The legal moves of a book in a position, the best first; none unless more than ``effort`` thousand
    positions were searched for them.
    """
    key, number = book_image(position)
    entry = book.get(key)
    if entry is None or entry.effort <= effort:
        return []
    back, size, legal = inverse(SYMMETRIES[number]), position.rules.size, position.legal_points
    moves = [BookMove(image(move.point, size, back), move.chance) for move in entry.moves]
    return [move for move in moves if move.point in legal]


def _read_move(text: str, size: int) -> BookMove:
    name, _, permille = text.partition(":")
    return BookMove(parse_point(name, size), int(permille) / _PERMILLE)
