from itertools import permutations

import pytest
from hypothesis import given

from pente_core.rules import position_keys
from pente_core.rules.game import Game
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, ruleset_from
from pente_core.rules.turns import code_of
from tests.core.pictures import at
from tests.core.rules.test_game import played
from tests.support.games.game_strategies import games, positions
from tests.support.games.random_games import after


def key_from_scratch(position: Position) -> int:
    """The exclusive or of the keys of all features, from the table in `pente_core.rules.position_keys`."""
    size = position.rules.size
    features = [6 << 16 | size]
    features += [
        1 << 16 | colour << 12 | point // size << 5 | point % size
        for colour, stones in enumerate(position.board.stones)
        for point in position.board.geometry.points(stones)
    ]
    features += [2 << 16 | seat << 12 | count for seat, count in enumerate(position.taken) if count]
    features.append(3 << 16 | position.to_act << 12 | position.colour << 4 | position.stones_left)
    if position.made:
        features.append(4 << 16 | code_of(position.made))
    features += [5 << 16 | seat << 12 for seat in range(position.rules.sides) if position.out >> seat & 1]
    key = 0
    for feature in features:
        key ^= position_keys.splitmix64(feature)
    return key


@given(positions())
def test_the_key_that_moves_change_is_the_key_from_scratch(position: Position) -> None:
    assert position.key == key_from_scratch(position)


def test_seats_that_are_out_are_in_the_key() -> None:
    position = Position.initial(ruleset_from({"base": "pente", "sides": 4}))
    for out in (position, position.without(1), position.without(1).without(3), position.without(0)):
        assert out.key == key_from_scratch(out)


def test_the_key_does_not_depend_on_the_order_of_the_moves() -> None:
    own, others = ("K10", "A1", "C1"), ("T19", "T17")
    keys = {
        played("pente-casual", one[0], two[0], one[1], two[1], one[2]).position.key
        for one in permutations(own)
        for two in permutations(others)
    }
    assert len(keys) == 1


@given(games(longest=12))
def test_what_differs_has_another_key(game: Game) -> None:
    if not game.is_over and not game.position.choices:
        # Two points may lead to one position where the stone that is placed poofs.
        points = [point for point in game.position.legal_points if not game.play(point)[0].poofed]
        keys = {after(game, point).position.key for point in points}
        assert len(keys) == len(points)
        assert game.position.key not in keys


@pytest.mark.parametrize("size", [3, 19, 25])
def test_every_feature_has_a_key_of_its_own(size: int) -> None:
    keys = [key for colour in position_keys.stones_key(size) for key in colour]
    keys += [position_keys.taken_key(seat, count) for seat in range(4) for count in range(1, 100)]
    keys += [
        position_keys.turn_key(seat, colour, left)
        for seat in range(4)
        for colour in range(4)
        for left in (1, 2)
    ]
    keys += [position_keys.choices_key(code) for code in range(1, 16)]
    keys += [position_keys.out_key(1 << seat) for seat in range(4)]
    keys += [position_keys.board_key(size) for size in range(3, 26)]
    assert len(set(keys)) == len(keys)
    assert all(0 <= key < 1 << 64 for key in keys)


GOLDEN = {
    "pente": 4862319083019081959,
    "pente K10": 2125082820860501198,
    "pente K10 L10 N10 M10 J10": 3990106273600724933,
    "swap2-pente A1 B1 C1 pass": 2383268122722160796,
    "connect6 K10 L10": 3832362469039105323,
}
"""Keys are kept in files and sent to other programs: a change of these numbers is a change of format."""


@pytest.mark.parametrize("game", GOLDEN)
def test_keys_stay_what_they_are(game: str) -> None:
    name, *tokens = game.split()
    assert played(name, *tokens).position.key == GOLDEN[game]


def test_splitmix64_is_the_published_one() -> None:
    # The first outputs of the generator seeded with 1234567, as in the reference implementation.
    golden = 0x9E3779B97F4A7C15
    outputs = [position_keys.splitmix64((1234567 + n * golden) & (1 << 64) - 1) for n in range(3)]
    assert outputs == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_stones_of_a_smaller_board_have_the_same_keys() -> None:
    assert position_keys.stones_key(7)[1][at("C4", 7)] == position_keys.stones_key(19)[1][at("C4", 19)]
    assert position_keys.stones_key(25)[3][Point(624)] == position_keys.splitmix64(
        1 << 16 | 3 << 12 | 24 << 5 | 24
    )


def test_choices_are_in_the_key() -> None:
    waiting = played("d-pente", "A1", "B1", "C1", "D1").position
    keys = {waiting.key, waiting.choose(Choice.SWAP).key, waiting.choose(Choice.STAY).key}
    assert len(keys) == 3
    assert waiting.rules == RULESETS["d-pente"]
