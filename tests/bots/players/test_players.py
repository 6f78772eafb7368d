"""What holds for every player."""

import re
from collections import Counter
from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings

from pente_bots.engine.position_board import is_supported
from pente_bots.players.catalogue import PLAYERS, make_player
from pente_bots.players.player import Player
from pente_bots.players.player_options import InvalidPlayerOption
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, Ruleset, ruleset_from
from tests.support.games.bot_positions import EVERY, positions, random_position

pytestmark = pytest.mark.usefixtures("untraced")

Way = tuple[str, dict[str, str]]
WAYS: tuple[Way, ...] = (
    ("random", {}),
    ("priorities", {}),
    ("priorities", {"captures": "on"}),
    ("weights", {}),
    ("weights", {"mode": "defensive"}),
    ("alphabeta", {}),
    ("patterns", {"level": "1"}),
    ("patterns", {"level": "2", "resign": "on"}),
    ("patterns", {"depth": "5", "padding": "1", "width": "2,1,2"}),
    ("alphabeta", {"depth": "1", "values": "0,1,5"}),
    ("engine", {"nodes": "60", "resign": "on"}),
    ("level", {"level": "1"}),
    ("level", {"level": "4"}),
    ("level", {"level": "6"}),
)
"""Players with the options that make them choose in other ways."""


every_way = pytest.mark.parametrize("way", WAYS, ids=lambda way: " ".join((way[0], *way[1].values())))


@every_way
@given(position=positions())
@settings(max_examples=12)
def test_answers_are_legal(way: Way, position: Position) -> None:
    player = make_player(*way, Random(7))
    if not player.supports(position.rules):
        return
    if position.choices:
        assert player.choose_swap(position) in position.choices
    else:
        assert player.choose(position) in position.legal_points


@every_way
def test_equal_seeds_play_equal_games(way: Way) -> None:
    assert _playout(make_player(*way, Random(5))) == _playout(make_player(*way, Random(5)))


@every_way
def test_no_stone_is_placed_where_a_choice_is_due(way: Way) -> None:
    player = make_player(*way, Random(1))
    position = Position.initial(RULESETS["swap2-pente"])
    for point in (0, 1, 2):
        _, position = position.play(Point(point))
    with pytest.raises(ValueError, match="a choice is due"):
        player.choose(position)


@every_way
def test_no_choice_is_made_where_none_is_due(way: Way) -> None:
    with pytest.raises(ValueError, match="no choice is due"):
        make_player(*way, Random(1)).choose_swap(Position.initial(RULESETS["pente"]))


@every_way
def test_explaining_never_fails(way: Way) -> None:
    for number, rules in enumerate(EVERY):
        player = make_player(*way, Random(1))
        if player.supports(rules):
            assert isinstance(player.explain(random_position(rules, Random(number))), str)


def test_every_player_plays_what_it_says() -> None:
    plays: dict[str, Callable[[Ruleset], bool]] = {
        "every ruleset": lambda _rules: True,
        "two sides": lambda rules: rules.sides == 2,
        "two sides, one stone a turn": lambda rules: rules.sides == 2 and rules.stones_per_turn == 1,
        "two sides, one stone a turn, lines of five, no poof, no unbreakable lines": is_supported,
    }
    for name, entry in PLAYERS.items():
        player = make_player(name, {}, Random(1))
        for rules in EVERY:
            assert player.supports(rules) is plays[entry.plays](rules), (name, rules.spec)


def test_chance_prefers_no_point() -> None:
    player = make_player("random", {}, Random(1))
    position = Position.initial(ruleset_from({"base": "freestyle", "size": 3, "line": 3}))
    counts = Counter(player.choose(position) for _ in range(900))
    assert len(counts) == 9
    assert all(70 <= count <= 130 for count in counts.values())


def test_every_player_is_tried() -> None:
    assert {name for name, _ in WAYS} == set(PLAYERS)


def test_unknown_names_and_values_say_what_there_is() -> None:
    with pytest.raises(InvalidPlayerOption, match="choose from random"):
        make_player("nobody", {}, Random())
    with pytest.raises(InvalidPlayerOption, match="it has none"):
        make_player("random", {"depth": "2"}, Random())
    with pytest.raises(InvalidPlayerOption, match="it is on, off"):
        make_player("priorities", {"captures": "maybe"}, Random())


def test_the_better_colour_is_taken() -> None:
    position = Position.initial(RULESETS["swap2-pente"])
    for point in (180, 0, 181):  # white has two in a row in the middle, black a corner
        _, position = position.play(Point(point))
    player = make_player("priorities", {}, Random(1))
    assert player.choose_swap(position) is Choice.SWAP


def _playout(player: Player) -> list[Point]:
    position = Position.initial(RULESETS["pente"])
    points = []
    for _ in range(12):
        point = player.choose(position)
        points.append(point)
        _, position = position.play(point)
    return points


@pytest.mark.parametrize("name", PLAYERS)
def test_who_can_not_play_by_some_rules_says_why_and_what_to_choose(name: str) -> None:
    player = make_player(name, {}, Random(0))
    for rules in EVERY:
        objection = player.objection(rules)
        assert bool(objection) != player.supports(rules)
        assert not objection or re.fullmatch(
            r"I can't play with .+\. Choose a ruleset .+, such as pente\.", objection
        )
