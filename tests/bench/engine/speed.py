"""How many positions the engine searches in a second of processor time, and how soon it looks how far."""

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from statistics import median
from typing import Final

from pente_bots.engine.deepening import Deepening
from pente_bots.engine.kernel import IS_COMPILED
from pente_bots.engine.kernel.hash_table import HashTable
from pente_bots.search.limit import Limit
from pente_bots.search.request import SearchReport, SearchRequest
from pente_core.rules.position import Position
from tests.bench.core_moves import judge_pente
from tests.bench.engine.fixed_positions import fixed_positions
from tests.bench.engine.kernel_build import noted
from tests.bench.figure import Aim, Figure, at_least
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.bench.turns import paired_ratio
from tests.support.games.real_games import load_real_games

AIM: Final[Aim] = at_least(700_000)
"""Nodes for each second of processor time, of the compiled engine."""
_HASH_BITS: Final = 21
"""32 MiB, which is what the player takes without options."""
_MOST_NODES: Final = 4_000_000
"""A position that needs more than that for a depth counts as not reached."""
_MOST_NODES_UNCOMPILED: Final = 4000
_ROUNDS: Final = 5
"""How often the reference replays the games in a sample."""


@dataclass(frozen=True, slots=True)
class Reached:
    """When a search had looked a number of stones ahead."""

    milliseconds: float
    nodes: int
    is_whole: bool
    """Whether it got there; otherwise this is what it had spent when it ran out of nodes."""


@benchmark
def engine_speed(run: Run) -> Iterator[Figure]:
    """Nodes of the engine for each CPU second, and processor time until it has looked so far ahead."""
    positions = fixed_positions()[:: 3 if run.quick else 1]
    yield from rates(run, positions, 20_000 if IS_COMPILED else 200)
    yield from times_to_depths(run, fixed_positions(), depths(run.quick))


def depths(quick: bool, is_compiled: bool = IS_COMPILED) -> tuple[int, ...]:
    """The stones of looking ahead that are timed."""
    if not is_compiled:
        return (2,)
    return (4, 6) if quick else (4, 6, 8)


def rates(run: Run, positions: Sequence[Position], nodes: int) -> Iterator[Figure]:
    """Searches limited by nodes, in turns with the core, which replays the same games by its rules."""
    games = load_real_games()
    measured = run.rates(
        {
            "engine": searching(positions, nodes),
            "core": lambda: sum(judge_pente(games) for _ in range(_ROUNDS)),
        }
    )
    engine, core = measured["engine"], measured["core"]
    yield Figure(
        "engine",
        median(engine),
        "nodes/cpu-s",
        paired_ratio(engine, core),
        "core",
        noted(f"{len(positions)} positions, {nodes:,} nodes each"),
        aim=AIM if IS_COMPILED else None,
    )
    yield Figure("core", median(core), "moves/cpu-s", note="parse_point, Game.play, verdict")


def searching(positions: Sequence[Position], nodes: int) -> Callable[[], int]:
    """Searches every position with so many nodes; how many nodes it were. The answers are always the same."""
    table = HashTable(_HASH_BITS)

    def search() -> int:
        return sum(
            _last(Deepening(SearchRequest(position, Limit(nodes=nodes)), table)).nodes
            for position in positions
        )

    return search


def times_to_depths(run: Run, positions: Sequence[Position], wanted: tuple[int, ...]) -> Iterator[Figure]:
    """The median and the 90th percentile of all positions, for each depth."""
    found = list[dict[int, Reached]]()
    for number, position in enumerate(positions, start=1):
        found.append(to_depths(position, wanted))
        if number % 10 == 0:
            run.progress(f"{number}/{len(positions)} positions to depth {wanted[-1]}")
    for depth in wanted:
        yield from _figures(depth, [reached[depth] for reached in found])


def to_depths(position: Position, wanted: tuple[int, ...]) -> dict[int, Reached]:
    """What a single search needs for each of some depths, with a table that knows nothing yet.

    A search that proves a win or a loss before is as wise as it gets, and has reached all depths then.
    """
    most = _MOST_NODES if IS_COMPILED else _MOST_NODES_UNCOMPILED
    request = SearchRequest(position, Limit(nodes=most, depth=wanted[-1]))
    table, found = HashTable(_HASH_BITS), dict[int, Reached]()
    begun, now, nodes, is_proven = time.process_time(), 0.0, 0, False
    for report in Deepening(request, table).reports():
        now, nodes = 1000 * (time.process_time() - begun), report.nodes
        is_proven = report.best.score.win_in is not None
        if report.depth in wanted:
            found.setdefault(report.depth, Reached(now, nodes, is_whole=True))
    return {depth: found.get(depth) or Reached(now, nodes, is_proven) for depth in wanted}


def _figures(depth: int, reached: Sequence[Reached]) -> Iterator[Figure]:
    missing = sum(not one.is_whole for one in reached)
    nodes = median(one.nodes for one in reached)
    note = f"{len(reached)} positions, {nodes:,.0f} nodes in the median"
    if missing:
        note += f"; {missing} not reached, which count with what they had spent"
    spans = sorted(one.milliseconds for one in reached)
    yield Figure(f"depth {depth}, median", median(spans), "cpu-ms", note=noted(note), parts={"nodes": nodes})
    yield Figure(f"depth {depth}, p90", spans[-(-9 * len(spans) // 10) - 1], "cpu-ms")


def _last(deepening: Deepening) -> SearchReport:
    *_, last = deepening.reports()
    return last
