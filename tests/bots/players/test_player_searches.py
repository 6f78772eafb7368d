"""What players report of a search, and what ends it."""

from random import Random

import pytest
from hypothesis import given, settings

from pente_bots.players.catalogue import make_player
from pente_bots.players.decision import best_lines, best_point, has_own_search
from pente_bots.players.engine import _NEARLY
from pente_bots.players.levels import STRENGTHS
from pente_bots.players.patterns import PatternsPlayer
from pente_bots.players.player import Evaluation, Player
from pente_bots.players.random_player import RandomPlayer
from pente_bots.players.weights import WeightsPlayer
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_bots.search.request import SearchReport, SearchRequest
from pente_bots.search.score import Score
from pente_core.clock.instant import Millis
from pente_core.rules.game import Game
from pente_core.rules.point import Point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS
from tests.bots.players.test_players import Way, every_way
from tests.support.games.bot_positions import positions

pytestmark = pytest.mark.usefixtures("untraced")
LOOKING_AHEAD = ("alphabeta", {"depth": "4"}), ("patterns", {"level": "4"})
looking_ahead = pytest.mark.parametrize(("name", "options"), LOOKING_AHEAD)


def position_of(*names: str) -> Position:
    game = Game.new(RULESETS["pente-casual"])
    for name in names:
        _, game = game.play(parse_point(name, 19))
    return game.position


MIDDLE = position_of("K10", "L10", "M9", "K9", "J8", "L11", "H7", "G6")
FOUR = position_of("C4", "A1", "D4", "A19", "E4", "T1", "F4", "T19")


class StopAfter:
    """A flag that is set after it was looked at so many times."""

    def __init__(self, looks: int) -> None:
        self.looks = looks

    def is_set(self) -> bool:
        self.looks -= 1
        return self.looks < 0


@every_way
@given(position=positions())
@settings(max_examples=8)
def test_lines_begin_with_different_legal_points_the_best_first(way: Way, position: Position) -> None:
    player = make_player(*way, Random(7))
    if not player.supports(position.rules) or not position.legal_points:
        return
    report = player.search(SearchRequest(position, lines=3))
    first = [line.points[0] for line in report.lines]
    assert 1 <= len(first) == len(set(first)) <= 3
    assert set(first) <= set(position.legal_points)
    played, *others = [line.score for line in report.lines]
    assert others == sorted(others, key=lambda score: score.rank, reverse=True)
    margin = most_given_away(*way)
    for other in others:
        is_about_as_good = other.win_in is None and other.chance - played.chance <= margin
        assert played.rank >= other.rank or (margin and is_about_as_good)


def most_given_away(name: str, options: dict[str, str]) -> float:
    """What a player may give away of its chance with the stone that it plays, as far as it sees."""
    if name not in ("engine", "level"):
        return 0.0
    variety = _NEARLY / 2
    return variety if name == "engine" else variety + STRENGTHS[int(options["level"]) - 1].margin


@pytest.mark.parametrize("name", ["weights", "priorities", "alphabeta", "patterns"])
def test_a_player_with_an_opinion_tells_several_lines(name: str) -> None:
    report = make_player(name, {}, Random(1)).search(SearchRequest(MIDDLE, lines=3))
    assert len(report.lines) == 3
    assert report.lines[0].points[0] == make_player(name, {}, Random(1)).choose(MIDDLE)


@pytest.mark.parametrize("name", ["priorities", "alphabeta", "patterns"])
def test_a_win_with_the_next_stone_is_proven(name: str) -> None:
    player = make_player(name, {}, Random(1))
    assert player.search(SearchRequest(FOUR)).best.score == Score.won(1)
    assert player.evaluate(FOUR).score == Score.won(1)


@looking_ahead
def test_a_search_that_is_stopped_answers_with_what_it_has(name: str, options: dict[str, str]) -> None:
    player = make_player(name, options, Random(1))
    for looks in (0, 1, 40):
        report = player.search(SearchRequest(MIDDLE, stop=StopAfter(looks)))
        assert report.best.points[0] in MIDDLE.legal_points
        assert report.nodes <= looks + 361


@looking_ahead
def test_positions_are_limited_and_counted(name: str, options: dict[str, str]) -> None:
    player = make_player(name, options, Random(1))
    report = player.search(SearchRequest(MIDDLE, Limit(nodes=400)))
    assert 1 <= report.nodes <= 800
    again = make_player(name, options, Random(1)).search(SearchRequest(MIDDLE, Limit(nodes=400)))
    assert again == report


@looking_ahead
def test_depth_is_limited(name: str, options: dict[str, str]) -> None:
    report = make_player(name, options, Random(1)).search(SearchRequest(MIDDLE, Limit(depth=1)))
    assert report.depth == 1
    assert make_player(name, options, Random(1)).search(SearchRequest(MIDDLE, Limit(Millis(0)))).lines


@looking_ahead
def test_reports_come_on_the_way(name: str, options: dict[str, str]) -> None:
    reports: list[SearchReport] = []
    player = make_player(name, options, Random(1))
    limit = Limit(depth=3)
    report = player.search(SearchRequest(MIDDLE, limit, lines=2, report=reports.append))
    assert reports
    assert reports[-1] == report
    assert [each.nodes for each in reports] == sorted(each.nodes for each in reports)


def test_who_only_chooses_is_asked_to_choose() -> None:
    class OneMethod(Player):
        def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
            return min(position.legal_points)

        def evaluate(self, position: Position) -> Evaluation:
            raise AssertionError("it takes as long as choosing")

    assert best_point(OneMethod(Random(1)), SearchRequest(MIDDLE)) == 0


def test_who_overrides_choose_of_a_player_that_searches_means_it() -> None:
    class Corner(PatternsPlayer):
        def choose(self, position: Position, limit: Limit = NO_LIMIT) -> Point:
            return min(position.legal_points)

    assert best_point(Corner(Random(1)), SearchRequest(MIDDLE)) == 0
    assert not has_own_search(Corner)
    assert has_own_search(PatternsPlayer)
    assert not has_own_search(WeightsPlayer)


def test_nothing_is_known_of_the_stones_of_a_swap_opening() -> None:
    first = Position.initial(RULESETS["swap2-pente"])
    report = best_lines(RandomPlayer(Random(1)), SearchRequest(first))
    assert report.best.score == Score()
    assert report.best.points[0] in first.legal_points
