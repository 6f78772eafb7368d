"""The benchmarks still run: their driver speaks to the servers, and the engine answers. No time is judged."""

from itertools import pairwise
from random import Random

import pytest
from aiohttp import ClientSession

from tests.bench.engine.elo import schedule, table
from tests.bench.engine.fixed_positions import STONES, fixed_positions
from tests.bench.engine.speed import rates, to_depths
from tests.bench.engine.tactics import NODES, shares
from tests.bench.registry import benchmarks
from tests.bench.run import Run
from tests.bench.turns import ratio_interval
from tests.bench.wire.many_games import ManyGames
from tests.bench.wire.round_trip import wire_round_trip
from tests.bench.wire.servers import serving_memory
from tests.support.tactics.forced_wins import load_forced_wins

QUICK = Run(quick=True, repeats=1)


def test_a_round_trip_can_be_measured() -> None:
    figures = list(wire_round_trip(QUICK))
    assert figures
    assert all(figure.value > 0 for figure in figures)


async def test_whole_games_are_filed_and_rated() -> None:
    async with serving_memory() as server, ClientSession(f"http://127.0.0.1:{server.port}") as http:
        sample = await ManyGames([server], lambda: 0.0).whole_games(rooms=2, watchers=1, moves=60)
        async with http.get("/api/games") as answer:
            filed = (await answer.json())["games"]
    assert (len(sample.heard), len(sample.watched)) == (120, 120)
    assert [(game["moves"], game["rated"]) for game in filed] == [(60, True)] * 2


@pytest.mark.parametrize(
    ("change", "verdict"),
    [(1.0, "same"), (0.9, "slower"), (1.1, "faster"), (0.97, "not decided"), (1.03, "not decided")],
)
def test_a_change_of_speed_has_a_verdict(change: float, verdict: str) -> None:
    rounds = [[change * ratio for ratio in (0.98, 0.99, 1, 1.01, 1.02)]] * 6
    assert ratio_interval(rounds).verdict == verdict


def test_pairs_of_servers_that_differ_among_themselves_decide_nothing() -> None:
    """Each says the same in all its rounds, and together they say that it may be either."""
    assert ratio_interval([[0.9] * 50, [1.0] * 50, [1.05] * 50]).verdict == "not decided"


def test_an_interval_holds_the_ratio_as_often_as_it_says() -> None:
    chance, held = Random(2), 0
    for _ in range(15):
        interval = ratio_interval([[chance.gauss(1, 0.05)] for _ in range(20)])
        held += interval.low <= 1 <= interval.high
    assert held >= 12


def test_the_benchmarks_of_the_engine_are_registered() -> None:
    assert {"engine-speed", "engine-tactics", "engine-elo"} <= set(benchmarks())


def test_the_speed_of_the_engine_is_measured_beside_the_core() -> None:
    engine, core = rates(QUICK, fixed_positions()[:1], nodes=50)
    assert (engine.reference, core.name) == ("core", "core")
    assert engine.ratio is not None
    assert engine.ratio > 0


def test_the_fixed_positions_are_those_that_are_named() -> None:
    positions = fixed_positions()
    assert [one.ply for one in positions] == [stones for named in STONES.values() for stones in named]
    assert len(positions) == 30


def test_more_nodes_reach_more_depth() -> None:
    reached = to_depths(fixed_positions()[0], (1, 2))
    assert all(one.is_whole and one.nodes > 0 for one in reached.values())
    assert all(before.nodes < after.nodes for before, after in pairwise(reached.values()))


def test_the_shortest_forced_wins_of_the_suite_are_solved() -> None:
    shortest = [one for one in load_forced_wins() if one.win_in == 3][:2]
    engine, reference = shares(QUICK, shortest, NODES[:1])
    assert engine.value == 100
    assert engine.note.startswith("3: 2/2; 2 reported as won")
    assert reference.name == "patterns-3"


def test_the_elo_table_is_about_its_first_contestant() -> None:
    figures = list(table(QUICK, schedule(["random", "engine:nodes=50"], 2)))
    assert [figure.name for figure in figures] == ["engine:nodes=50", "random"]
    strong, weak = figures
    assert weak.value == 0 < strong.value
    assert strong.parts["low, Elo"] < strong.value < strong.parts["high, Elo"]
