"""How fast the whole board is asked, next to a player that plays every point to find out."""

import random
from collections.abc import Callable, Iterator
from statistics import median
from typing import Final

from pente_core.rules.game import Game
from pente_core.rules.geometry import Bits
from pente_core.rules.position import Position
from pente_core.rules.queries import (
    captures_by_point,
    points_that_capture,
    points_that_win,
    standing_lines,
    stones_at_risk,
)
from pente_core.rules.ruleset import RULESETS
from tests.bench.figure import Aim, Figure, ratio_of_at_least
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.bench.turns import paired_ratio
from tests.support.games.random_games import after, random_turn

AIM: Final[Aim] = ratio_of_at_least(10)
NAMES: Final = ("pente", "keryo-pente", "o-pente", "boat-pente", "gomoku")

Query = Callable[[Position], object]
QUERIES: Final[dict[str, Query]] = {
    "points that win": points_that_win,
    "points that capture": points_that_capture,
    "captures by point": captures_by_point,
    "stones at risk": stones_at_risk,
    "standing lines": lambda position: standing_lines(position, position.colour),
    "null move": Position.passed,
}


@benchmark
def core_queries(run: Run) -> Iterator[Figure]:
    """Boards asked a second, of random games on 19x19, and boards whose points are walked over."""
    run = Run(run.quick, repeats=5)
    for name in NAMES:
        positions = sample(name, 5 if run.quick else 40)
        contestants: dict[str, Query] = {"naive": play_every_point, **QUERIES}
        rates = run.rates({key: asking(query, positions) for key, query in contestants.items()})
        for key in QUERIES:
            ratio = paired_ratio(rates[key], rates["naive"])
            yield Figure(f"{name}: {key}", median(rates[key]), "boards/cpu-s", ratio, "naive", aim=AIM)
        yield Figure(
            f"{name}: naive", median(rates["naive"]), "boards/cpu-s", note="Game.play at every point"
        )
    yield walk(run)


def walk(run: Run) -> Figure:
    """All points of a full board and of all others, next to one point after the other."""
    positions = sample("pente", 5 if run.quick else 40)
    rates = run.rates(
        {"walk": asking(walk_over_empty, positions), "one by one": asking(walk_one_by_one, positions)}
    )
    ratio = paired_ratio(rates["walk"], rates["one by one"])
    note = "Geometry.points of the empty points"
    return Figure("walk over a board", median(rates["walk"]), "boards/cpu-s", ratio, "one by one", note)


def asking(query: Query, positions: list[Position]) -> Callable[[], int]:
    """Asks about every position; how many there were."""

    def ask() -> int:
        for position in positions:
            query(position)
        return len(positions)

    return ask


def sample(name: str, count: int) -> list[Position]:
    """Positions of random games, the same every time: at least 10 stones, before the end."""
    chance, found = random.Random(name), list[Position]()
    while len(found) < count:
        game = Game.new(RULESETS[name])
        while not game.is_over and len(game.turns) < 80:
            if len(game.turns) % 10 == 9:
                found.append(game.position)
            game = after(game, random_turn(game, chance))
    return found[:count]


def play_every_point(position: Position) -> tuple[Bits, int]:
    """What all the queries answer, found out by playing: the points that win, and how many capture."""
    wins = captures = 0
    for point in position.legal_points:
        move, game = Game(position).play(point)
        captures += bool(move.captured)
        if game.outcome is not None and position.colour in game.outcome.winners:
            wins |= position.board.geometry.bit[point]
    return wins, captures


def walk_over_empty(position: Position) -> int:
    """Visit every empty point."""
    return sum(1 for _ in position.board.geometry.points(_empty(position)))


def walk_one_by_one(position: Position) -> int:
    """Visit every empty point, as its lowest bit is isolated."""
    bits, names, count = _empty(position), position.board.geometry.point, 0
    while bits:
        low = bits & -bits
        count += names[low] >= 0
        bits ^= low
    return count


def _empty(position: Position) -> Bits:
    return position.compiled.full & ~position.board.occupied
