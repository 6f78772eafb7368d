"""What `self_play` wrote of each position."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pente_core.rules.point import Point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS


@dataclass(frozen=True, slots=True)
class JudgedPosition:
    """A position with what its game and a search said of it."""

    position: Position
    result: float | None
    """Of the game for the side to move, from 0 to 1; None: it is beside the game."""
    chance: float
    """By the search, for the side to move."""
    best: Point
    """The stone that the search found best."""


def read_positions(path: Path) -> Iterator[JudgedPosition]:
    """The positions of a file, in its order."""
    for line in path.read_text(encoding="ascii").splitlines():
        name, result, chance, best, *moves = line.split()
        position = Position.initial(RULESETS[name])
        for move in moves:
            position = position.play(parse_point(move, position.rules.size))[1]
        yield JudgedPosition(
            position,
            None if result == "-" else float(result),
            float(chance),
            parse_point(best, position.rules.size),
        )
