"""How fast random games of every variant are played, and how much room a game takes."""

import random
import tracemalloc
from collections.abc import Iterator
from functools import partial
from statistics import median

from pente_core.rules.game import Turn
from pente_core.rules.point import parse_point
from pente_core.rules.ruleset import RULESETS, Ruleset
from tests.bench.figure import Figure
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.support.games.random_games import random_turns, replayed
from tests.support.games.real_games import load_real_games


@benchmark
def core_rulesets(run: Run) -> Iterator[Figure]:
    """Turns judged a second in 2,000 random games of every ruleset (100 with --quick)."""
    samples = Run(run.quick, repeats=3)
    for name, rules in RULESETS.items():
        chance = random.Random(name)
        games = [random_turns(rules, chance) for _ in range(100 if run.quick else 2000)]
        rate = median(samples.rates({name: partial(replay_all, rules, games)})[name])
        length = sum(map(len, games)) / len(games)
        run.progress(f"{name} {rate:,.0f}/s")
        yield Figure(name, rate, "turns/s", note=f"{len(games)} games of {length:.0f} turns on average")


@benchmark
def core_memory(run: Run) -> Iterator[Figure]:
    """Bytes that a game takes once it is over, on average of the ten real games."""
    real = load_real_games()
    turns = [tuple(parse_point(name, game.rules.size) for name in game.moves) for game in real]
    tracemalloc.start()
    kept = [replayed(real[n % 10].rules, turns[n % 10]) for n in range(500 if run.quick else 5000)]
    size, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    yield Figure("a game", size / len(kept), "bytes", note="its last position and all turns, no history")


def replay_all(rules: Ruleset, games: list[tuple[Turn, ...]]) -> int:
    """Play games turn by turn; how many turns there were."""
    return sum(len(replayed(rules, turns).turns) for turns in games)
