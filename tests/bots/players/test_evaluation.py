"""What players make of positions."""

from random import Random

import pytest
from hypothesis import given, settings

from pente_bots.players.alphabeta import Search, values_of
from pente_bots.players.catalogue import make_player
from pente_bots.players.player import Evaluation, Player, wins
from pente_bots.players.weights import WeightsPlayer
from pente_core.rules.board import Board
from pente_core.rules.compiled_rules import compile_rules
from pente_core.rules.point import Point, parse_point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, Ruleset
from tests.bots.players.test_players import WAYS, Way, every_way
from tests.support.games.bot_positions import positions

pytestmark = pytest.mark.usefixtures("untraced")

CASUAL = RULESETS["pente-casual"]


@every_way
@given(position=positions())
@settings(max_examples=8)
def test_values_are_in_range_and_points_are_legal(way: Way, position: Position) -> None:
    player = make_player(*way, Random(7))
    if not player.supports(position.rules):
        return
    if position.choices:
        with pytest.raises(ValueError, match="a choice is due"):
            player.evaluate(position)
        return
    evaluation = player.evaluate(position)
    assert -1 <= evaluation.value <= 1
    assert set(evaluation.worths) <= set(position.legal_points)


@pytest.mark.parametrize("way", [way for way in WAYS if way[0] not in ("engine", "level")], ids=str)
@given(position=positions())
@settings(max_examples=8)
def test_what_is_played_is_worth_the_most_where_both_are_seen_alike(way: Way, position: Position) -> None:
    seed = Random(7).getstate()
    player, twin = make_player(*way, Random(7)), make_player(*way, Random(7))
    if not player.supports(position.rules) or position.choices or not position.board.occupied:
        return
    worths = player.evaluate(position).worths
    twin.chance.setstate(seed)
    point = twin.choose(position)
    if worths:
        assert worths[point] == max(worths.values())


@given(position=positions())
@settings(max_examples=30)
def test_the_engine_judges_by_a_wider_search_than_it_plays_by(position: Position) -> None:
    """So another stone may be worth more than what is played, but for a win with the next one."""
    player = make_player("engine", {"nodes": "600"}, Random(7))
    if not player.supports(position.rules) or position.choices or not position.board.occupied:
        return
    evaluation = player.evaluate(position)
    most = max(evaluation.worths.values())
    best = [point for point, worth in evaluation.worths.items() if worth == most]
    assert 1 <= len(evaluation.worths) <= 5
    assert most == round(1000 * evaluation.value)
    assert (evaluation.win_in == 1) == any(wins(position, point) for point in best)
    if evaluation.win_in == 1:
        assert wins(position, make_player("engine", {"nodes": "600"}, Random(7)).choose(position))


def test_the_best_points_come_first() -> None:
    evaluation = Evaluation(0.0, {Point(3): 1, Point(2): 5, Point(1): 5})
    assert evaluation.best_first == [(Point(1), 5), (Point(2), 5), (Point(3), 1)]


@pytest.mark.parametrize("name", ["weights", "priorities", "alphabeta", "patterns"])
def test_who_has_more_stands_better(name: str) -> None:
    player = make_player(name, {}, Random(1))
    ahead, behind = _position("K10 L10 M10", "C3 R17"), _position("C3 R17", "K10 L10 M10")
    assert player.evaluate(ahead).value > max(0, player.evaluate(behind).value + 0.3)


@pytest.mark.parametrize("name", ["priorities", "patterns", "alphabeta"])
def test_a_win_is_worth_one_at_its_point(name: str) -> None:
    evaluation = make_player(name, {}, Random(1)).evaluate(_position("C3 D3 E3 F3", "C5 D5 E5 F5"))
    assert evaluation.value == pytest.approx(1, abs=0.001)
    assert evaluation.best_first[0][0] in {parse_point("B3", 19), parse_point("G3", 19)}


def test_what_the_lookahead_takes_for_lost_is_not_proven() -> None:
    evaluation = make_player("patterns", {}, Random(1)).evaluate(_position("A1 A19 T1", "H8 J8 K8 L8"))
    assert evaluation.value == pytest.approx(-0.97)
    assert evaluation.win_in is None


def test_a_position_has_the_value_of_its_most_urgent_threat() -> None:
    player = make_player("priorities", {}, Random(1))
    evaluation = player.evaluate(_position("A1 C1 E1", "C3 D3 E3 F3"))
    assert evaluation.value == -0.57
    assert {point for point, worth in evaluation.worths.items() if worth == 6} == {
        parse_point("B3", 19),
        parse_point("G3", 19),
    }
    assert player.evaluate(_position("D4", "T19")).value == 0.35  # a row of two can be made
    assert player.evaluate(Position.initial(CASUAL)).value == 0


@pytest.mark.parametrize("mode", ["balanced", "defensive"])
def test_the_weights_of_both_sides_decide_whatever_the_mode(mode: str) -> None:
    player = WeightsPlayer(Random(1), mode=mode)
    there, back = _position("K10 L10", "C3"), _position("C3", "K10 L10")
    assert player.balance(there) == -player.balance(back) > 0
    assert player.evaluate(there).value > 0 > player.evaluate(back).value
    matrix = player.matrix(there)
    assert all(matrix[point] == worth for point, worth in player.evaluate(there).worths.items())


def test_two_plies_are_told_however_deep_the_search_is() -> None:
    position = _position("K10 L10", "C3 M9")
    worths = make_player("alphabeta", {"depth": "4"}, Random(1)).evaluate(position).worths
    search = Search(position, values_of(5))
    assert len(worths) == len(position.legal_points)
    assert worths[parse_point("J10", 19)] == search.worth_of(parse_point("J10", 19), 2)


def test_a_player_without_opinions_has_none() -> None:
    class Corner(Player):
        def choose(self, position: Position, limit: object = None) -> Point:
            return min(position.legal_points)

    assert Corner(Random(1)).evaluate(_position("K10", "L10")) == Evaluation(0.0, {})
    assert make_player("random", {}, Random(1)).evaluate(_position("K10", "L10")).value == 0


def _position(mine: str, theirs: str, rules: Ruleset = CASUAL) -> Position:
    """``mine`` is to move."""
    sides = [[parse_point(name, rules.size) for name in names.split()] for names in (mine, theirs)]
    board = Board.empty(rules.size, 2).toggled(0, sides[0]).toggled(1, sides[1])
    return Position(compile_rules(rules), board, (0, 0), ply=2 * max(5, *map(len, sides)))
