"""How long the players think about a move."""

import time
from collections.abc import Iterator
from random import Random
from statistics import median
from typing import Final

from pente_bots.players.catalogue import make_player
from pente_core.rules.game import Game
from pente_core.rules.point import parse_point
from pente_core.rules.position import Position
from tests.bench.figure import Figure
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.support.games.real_games import load_real_games

PROMISED: Final[tuple[tuple[str, dict[str, str], float], ...]] = (
    ("random", {}, 5),
    ("weights", {}, 5),
    ("priorities", {}, 5),
    ("priorities", {"captures": "on"}, 5),
    ("alphabeta", {}, 250),
    ("patterns", {"level": "1"}, 100),
    ("patterns", {"level": "2"}, 100),
    ("patterns", {"level": "3"}, 100),
    ("patterns", {"level": "4"}, 1000),
    ("patterns", {"level": "5"}, 1000),
)
"""Players with their options, and the milliseconds within which they should move."""


@benchmark
def bots_speed(run: Run) -> Iterator[Figure]:
    """Milliseconds for a move in the middle of real games on 19x19, the median; and what was promised."""
    positions = middle_positions()[:: 6 if run.quick else 1]
    for name, options, promised in PROMISED:
        spans = [_span(name, options, position) for position in positions]
        label = " ".join((name, *(f"{key}={value}" for key, value in options.items())))
        run.progress(label)
        yield Figure(
            label, median(spans), "ms", median(spans) / promised, "promise", f"at most {max(spans):.0f} ms"
        )


def middle_positions() -> list[Position]:
    """Every third position of ten real games, from the eighth stone to the fiftieth."""
    found = []
    for real in load_real_games():
        game = Game.new(real.rules)
        for ply, name in enumerate(real.moves):
            if 8 <= ply <= 50 and ply % 3 == 0:
                found.append(game.position)
            _, game = game.play(parse_point(name, game.rules.size))
    return found


def _span(name: str, options: dict[str, str], position: Position) -> float:
    player = make_player(name, options, Random(1))
    start = time.process_time()
    player.choose(position)
    return 1000 * (time.process_time() - start)
