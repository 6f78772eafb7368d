"""Parts of a board in words, for people who listen: rows, columns, surroundings, stones."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Final

from pente_client.words.phrases import captured_text, name_of, points_text
from pente_core.identity import Identity
from pente_core.room import Room
from pente_core.rules.game import Game
from pente_core.rules.point import COLUMNS, Point, format_point, point_at
from pente_core.rules.position import Position
from pente_protocol.sentences import tell

_WAYS: Final = {
    "spoken.up": (0, 1),
    "spoken.up-right": (1, 1),
    "spoken.right": (1, 0),
    "spoken.down-right": (1, -1),
    "spoken.down": (0, -1),
    "spoken.down-left": (-1, -1),
    "spoken.left-way": (-1, 0),
    "spoken.up-left": (-1, 1),
}
"""The steps to the next point in each direction: columns, rows."""
_AROUND: Final = 4
"""How many points are told in each direction: as far as a five through the middle reaches."""


def stone_owners(room: Room) -> list[str]:
    """Whose stones those of each colour are: the name of the player, or the colour where names don't tell."""
    names = [name_of(player) if player else colour for player, colour in _seats(room)]
    return names if len(set(names)) == len(names) else list(room.created.ruleset.colours)


def row_text(position: Position, row: int, owners: Sequence[str]) -> str:
    """A row from left to right; ``row`` from 0, ``owners`` by colour.

    >>> from pente_core.rules.ruleset import Ruleset
    >>> _, position = Position.initial(Ruleset()).play(Point(180))
    >>> row_text(position, 9, ["anna", "bob"])
    'Row 10: empty A to J, anna K10, empty L to T.'
    """
    size = position.rules.size
    points = [point_at(column, row, size) for column in range(size)]
    return tell("spoken.row", row=row + 1, points=_runs(position, points, owners, list(COLUMNS[:size])))


def column_text(position: Position, column: int, owners: Sequence[str]) -> str:
    """A column from its lower end up; ``column`` from 0, ``owners`` by colour."""
    size = position.rules.size
    points = [point_at(column, row, size) for row in range(size)]
    numbers = [str(row + 1) for row in range(size)]
    return tell("spoken.column", column=COLUMNS[column], points=_runs(position, points, owners, numbers))


def around_lines(position: Position, middle: Point, owners: Sequence[str]) -> Iterator[str]:
    """The surroundings of a point: up to four points in each of the eight directions, one line each.

    Directions without stones are named together at the end.
    """
    size = position.rules.size
    yield tell("spoken.around", point=format_point(middle, size), what=_what(position, middle, owners))
    empty = []
    for key, step in _WAYS.items():
        way = tell(key)
        points = list(_points_on(middle, step, size))
        if not points or not any(position.board.colour_at(point) is not None for point in points):
            empty.append(way if points else tell("spoken.edge", way=way))
            continue
        names = [format_point(point, size) for point in points]
        told = _runs(position, points, owners, names)
        line = "spoken.way" if len(points) == _AROUND else "spoken.way-to-the-edge"
        yield tell(line, way=way.capitalize(), points=told)
    if empty:
        yield tell("spoken.no-stones", ways=", ".join(empty))


def stones_lines(position: Position, owners: Sequence[str]) -> Iterator[str]:
    """The stones of each side, with their number; ``owners`` by colour."""
    size = position.rules.size
    for colour, owner in enumerate(owners):
        own = [Point(n) for n in range(size**2) if position.board.colour_at(Point(n)) == colour]
        if own:
            yield tell("spoken.stones", n=len(own), name=owner, points=points_text(own, size))
        else:
            yield tell("spoken.has-no-stones", name=owner)


def captures_text(game: Game, owners: Sequence[str]) -> str:
    """What each side has captured so far; empty while nothing is, and where nothing can be."""
    taken = game.position.taken
    if not game.rules.captures or not any(taken):
        return ""
    each = zip(owners, taken, strict=False)
    counts = ", ".join(f"{owner} {captured_text(game.rules, count)}" for owner, count in each)
    return tell("spoken.captured", counts=counts)


def _seats(room: Room) -> Iterable[tuple[Identity | None, str]]:
    return zip(room.seats, room.created.ruleset.colours, strict=True)


def _what(position: Position, point: Point, owners: Sequence[str]) -> str:
    colour = position.board.colour_at(point)
    return tell("spoken.is-empty") if colour is None else tell("spoken.stone-of", name=owners[colour])


def _points_on(middle: Point, step: tuple[int, int], size: int) -> Iterator[Point]:
    """The points from the middle in a direction, as far as they are told and the board goes."""
    row, column = divmod(middle, size)
    for distance in range(1, _AROUND + 1):
        x, y = column + step[0] * distance, row + step[1] * distance
        if not (0 <= x < size and 0 <= y < size):
            return
        yield point_at(x, y, size)


def _runs(position: Position, points: Sequence[Point], owners: Sequence[str], places: Sequence[str]) -> str:
    """Points one after the other: empty ones from where to where, stones by whose they are.

    ``places`` name the points where they are empty.
    """
    size, colour_at = position.rules.size, position.board.colour_at
    told = []
    for colour, run in groupby(zip(points, places, strict=True), lambda each: colour_at(each[0])):
        each = list(run)
        if colour is None:
            key = "spoken.empty-to" if len(each) > 1 else "spoken.empty"
            told.append(tell(key, point=each[0][1], last=each[-1][1]))
        else:
            told.append(f"{owners[colour]} {points_text([point for point, _ in each], size)}")
    return ", ".join(told)
