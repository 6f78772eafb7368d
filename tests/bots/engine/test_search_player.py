"""The player `engine`: limits, reports, several lines, swap openings, and the same answers uncompiled."""

import gc
import json
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

import pente_bots
from pente_bots.engine.position_board import is_supported
from pente_bots.players.catalogue import make_player
from pente_bots.players.engine import SearchPlayer
from pente_bots.search.limit import Limit, PlayerClock
from pente_bots.search.request import SearchReport, SearchRequest
from pente_bots.thinking.time_budget import longest_time
from pente_core.clock.instant import Millis
from pente_core.clock.time_control import Fischer
from pente_core.rules.game import Game
from pente_core.rules.move import Choice
from pente_core.rules.point import parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, ruleset_from
from tests.support.games.bot_positions import EVERY, random_position

pytestmark = pytest.mark.usefixtures("untraced")


def middle(stones: int = 9) -> Position:
    """A position of a random game in the middle of the board."""
    game, chance = Game(Position.initial(RULESETS["pente-casual"])), Random(2)
    while len(game.turns) < stones:
        points = [p for p in game.position.legal_points if 5 < p % 19 < 14 and 5 < p // 19 < 14]
        following = game.play(chance.choice(points))[1]
        if not following.is_over:
            game = following
    return game.position


def engine(**options: str) -> Any:
    return make_player("engine", options, Random(1))


def test_answers_are_legal_under_every_ruleset_it_supports() -> None:
    tried = 0
    for number, rules in enumerate(EVERY):
        player = engine(nodes="150")
        assert player.supports(rules) == is_supported(rules)
        assert bool(player.objection(rules)) != player.supports(rules)
        position = random_position(rules, Random(number))
        if player.supports(rules) and position.legal_points:
            report = player.search(SearchRequest(position, lines=3))
            for line in report.lines:
                game = Game(position)
                for point in line.points:
                    assert not game.is_over
                    game = game.play(point)[1]
            tried += 1
    assert tried > 5


def test_a_search_limited_by_nodes_depends_on_nothing_else() -> None:
    position = middle()
    request = SearchRequest(position, Limit(nodes=4000))
    first = engine().search(request)
    used = engine()
    used.search(SearchRequest(middle(12), Limit(nodes=3000)))
    used.search(SearchRequest(position, Limit(nodes=4000, time=Millis(60_000))))
    used.search(SearchRequest(middle(10), Limit(nodes=4000)))
    assert used.search(request) == first
    assert 3000 < first.nodes <= 4000


def test_it_shares_out_the_clock_itself() -> None:
    """Measured by the processor's time: that which others take on a busy machine is none of its own."""
    clock = PlayerClock(Fischer(Millis(60_000)), Millis(60_000))
    assert SearchPlayer.manages_time
    begun = time.process_time()
    report = engine().search(SearchRequest(middle(), Limit(longest_time(clock), clock)))
    assert report.depth > 1
    assert time.process_time() - begun < 60 * 0.25 + 0.5
    begun = time.process_time()
    engine().search(SearchRequest(middle(), Limit(Millis(200), clock)))
    assert time.process_time() - begun < 1.0


def test_it_reports_each_depth_and_ends_with_the_last_report() -> None:
    reports: list[SearchReport] = []
    answer = engine().search(SearchRequest(middle(), Limit(depth=4), report=reports.append))
    assert [report.depth for report in reports] == [1, 2, 3, 4]
    assert answer == reports[-1]
    assert [report.nodes for report in reports] == sorted({report.nodes for report in reports})


def test_several_lines_begin_with_different_stones_the_best_first() -> None:
    report = engine(nodes="5000").search(SearchRequest(middle(), lines=4))
    assert len({line.points[0] for line in report.lines}) == len(report.lines) == 4
    ranks = [line.score.rank for line in report.lines]
    assert ranks == sorted(ranks, reverse=True)


def test_it_stops_when_it_is_told_to() -> None:
    class Stop:
        times = 0

        def is_set(self) -> bool:
            self.times += 1
            return self.times > 2

    flag = Stop()
    report = engine().search(SearchRequest(middle(), Limit(nodes=50_000_000), stop=flag))
    assert flag.times == 3
    assert report.nodes < 20_000
    assert report.best.points[0] in middle().legal_points


def test_an_error_in_the_stop_flag_is_raised() -> None:
    class Broken:
        def is_set(self) -> bool:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        engine().search(SearchRequest(middle(), Limit(nodes=50_000_000), stop=Broken()))


@pytest.mark.parametrize(
    ("moves", "winner"),
    [
        ("K10 A1 L10 C1 M10 E1 N10 G1", "J10"),
        ("K10 A1 L10 C1 M10 E1", "N10"),
    ],
)
def test_it_wins_where_it_can(moves: str, winner: str) -> None:
    position = Position.initial(RULESETS["pente-casual"])
    for word in moves.split():
        position = position.play(parse_point(word, 19))[1]
    best = engine(nodes="2000").search(SearchRequest(position)).best
    assert best.score.win_in == (1 if len(moves.split()) == 8 else 3)
    assert abs(best.points[0] - parse_point(winner, 19)) in {0, 4, 5}


def test_it_says_when_it_is_lost() -> None:
    position = Position.initial(RULESETS["gomoku"])
    for word in ("K10", "A1", "L11", "C1", "M12", "E1", "N13"):
        position = position.play(parse_point(word, 19))[1]
    best = engine(nodes="3000").search(SearchRequest(position)).best
    assert best.score.win_in == -2
    assert engine(resign="on").resigns(position)
    assert not engine().resigns(position)
    assert "loses in 2" in engine().explain(position)


@pytest.mark.parametrize("name", ["d-pente", "swap2-pente", "swap2-keryo"])
def test_it_plays_swap_openings(name: str) -> None:
    player, game = engine(nodes="300"), Game(Position.initial(ruleset_from(name)))
    chosen: list[Choice] = []
    while game.position.ply < 7:
        if game.position.choices:
            chosen.append(player.choose_swap(game.position))
            game = game.choose(chosen[-1])
        else:
            game = game.play(player.choose(game.position))[1]
    assert chosen


def test_the_source_gives_the_same_answers_uncompiled(tmp_path: Path) -> None:
    """A copy of the packages without anything compiled, in a process of its own."""
    here = answers()
    source = Path(pente_bots.__file__).parent
    for path in source.rglob("*.py"):
        copy = tmp_path / "pente_bots" / path.relative_to(source)
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_bytes(path.read_bytes())
    paths = [str(tmp_path), *sys.path]
    code = (
        f"import sys; sys.path[:] = {paths!r}\n"
        "from pente_bots.engine.kernel import tree_search; assert tree_search.__file__.endswith('.py')\n"
        "import json; from tests.bots.engine.test_search_player import answers; print(json.dumps(answers()))"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    assert json.loads(run.stdout) == here


def answers() -> list[list[Any]]:
    found = []
    for position in (middle(), middle(20), random_position(RULESETS["keryo-pente"], Random(4))):
        report = engine(nodes="700").search(SearchRequest(position, lines=2))
        found += [[list(map(int, line.points)), line.score.chance, report.nodes] for line in report.lines]
    return found


def test_memory_is_taken_when_it_is_needed() -> None:
    player = engine(hash="1")
    assert not player._tables
    player.search(SearchRequest(middle(), Limit(nodes=100)))
    assert [table.mask for table in player._tables.values()] == [1023]
    player.search(SearchRequest(middle(), Limit(time=Millis(50))))
    assert [table.mask for table in player._tables.values()] == [65535]
    player.close()
    assert not player._tables


def test_a_search_leaves_nothing_to_the_garbage_collector() -> None:
    """Its memory is free at once: a process that makes a player for each search would have that of many."""
    _ = engine(hash="1").search(SearchRequest(middle(), Limit(nodes=100)))
    gc.collect()
    gc.disable()
    try:
        for limit in (Limit(nodes=100), Limit(time=Millis(20))):
            player = engine(hash="1")
            report = player.search(SearchRequest(middle(), limit))
            player.close()
            del player
            assert report.lines
        assert gc.collect() == 0
    finally:
        gc.enable()
