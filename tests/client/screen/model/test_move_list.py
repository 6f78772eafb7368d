import pytest

from pente_client.screen.model.move_list import MoveList
from pente_core.rules.game import Game
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point, parse_point
from pente_core.rules.ruleset import ruleset_from
from pente_core.rules.setup import Setup
from tests.support.client.fake_client import room_of
from tests.support.games.real_games import RealGame, load_real_games


def entries(spec: object, turns: str) -> list[str]:
    return [
        f"{entry.text} {entry.mark}".rstrip()
        for entry in MoveList.of(room_of(spec, turns=turns).game).entries
    ]


def test_captures_and_calls_are_noted() -> None:
    assert entries("pente-casual", "K10 L10 G10 M10 N10") == ["K10", "L10", "G10", "M10", "N10x2"]
    assert entries("pente-casual", "K10 A1 L10 A2 M10 A3 N10")[4:] == ["M10 ot", "A3 t", "N10 oT"]
    assert entries("pente-casual", "K10 O10 L10 A2 M10 A3 N10")[-1] == "N10 T"


def test_own_stones_that_are_lost_are_noted() -> None:
    assert entries({"base": "poof-pente"}, "K10 J10 O10 M10 L10")[4] == "L10-2"


def test_the_stones_of_a_turn_are_one_entry() -> None:
    score = MoveList.of(room_of("connect6", turns="K10 A1 C1 E1").game)
    assert [(entry.number, entry.text, entry.left) for entry in score.entries] == [
        (1, "K10", 0),
        (2, "A1 C1", 0),
        (3, "E1", 1),
    ]
    assert score.last is score.entries[2]


def test_choices_and_retirements_are_entries() -> None:
    assert entries("d-pente", "K10 K11 L12 L13 swap A1")[4:] == ["swap", "A1"]
    game = room_of({"base": "pente", "sides": 3}, turns="K10").game.retire(1, Termination.TIME)
    assert MoveList.of(game).entries[1].text == "time"


@pytest.mark.parametrize("game", load_real_games()[:4], ids=lambda game: game.id)
def test_following_a_game_is_the_same_as_reading_it_whole(game: RealGame) -> None:
    score = MoveList.of(Game.new(game.rules))
    played = Game.new(game.rules)
    for name in game.moves:
        _, played = played.play(parse_point(name, 19))
        score = score.following(played)
    assert score == MoveList.of(played)
    assert len(score.entries) == len(game.moves)
    assert score.following(played) is score


def test_a_game_that_went_another_way_is_read_anew() -> None:
    one, other = room_of(turns="K10 A1").game, room_of(turns="K10 B1").game
    assert MoveList.of(one).following(other) == MoveList.of(other)
    thirteen = Game.new(ruleset_from({"base": "pente", "size": 13}))
    assert MoveList.of(one).following(thirteen) == MoveList.of(thirteen)


def test_the_turns_of_a_game_from_a_position_are_counted_from_there() -> None:
    setup = Setup(((Point(180), Point(200)), (Point(0),)), colour=1)
    game = room_of(setup=setup, turns="B2 C3").game
    assert [(entry.number, entry.colour, entry.text) for entry in MoveList.of(game).entries] == [
        (1, 1, "B2"),
        (2, 0, "C3"),
    ]
    begun = MoveList.of(room_of(setup=setup).game)
    assert begun.following(game) == MoveList.of(game)
    assert begun.following(room_of(turns="K10").game) == MoveList.of(room_of(turns="K10").game)


def test_a_move_that_our_rules_forbid_is_listed_all_the_same() -> None:
    game = room_of(turns="K10 A1").game
    odd = Game(game.position, (*game.turns, parse_point("K11", 19)))
    assert MoveList.of(odd).entries[2].text == "K11"


def test_no_stones_no_last() -> None:
    assert MoveList.of(room_of().game).last is None
