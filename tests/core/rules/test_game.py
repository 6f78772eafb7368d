import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_core.rules.game import Game, Retirement, Turn, format_turn, parse_turn
from pente_core.rules.move import Choice, Illegal, IllegalMove
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.point import BadPoint, Point
from pente_core.rules.ruleset import RULESETS, ruleset_from
from tests.core.pictures import at, drawn
from tests.support.games.game_strategies import games
from tests.support.games.random_games import replayed


def played(spec: object, *tokens: str) -> Game:
    game = Game.new(ruleset_from(spec))
    turns = tuple(parse_turn(token, game.rules.size) for token in tokens)
    return replayed(game.rules, turns)


@given(games())
def test_a_game_is_its_turns(game: Game) -> None:
    again = replayed(game.rules, game.turns)
    assert again == game
    assert (hash(again), repr(again), again.tokens) == (hash(game), repr(game), game.tokens)
    assert tuple(parse_turn(token, game.rules.size) for token in game.tokens) == game.turns


@given(games())
def test_following_a_game_needs_no_judging(game: Game) -> None:
    judged = followed = Game.new(game.rules)
    for turn in game.turns:
        if isinstance(turn, Choice):
            judged, followed = judged.choose(turn), followed.choose(turn)
        else:
            assert not isinstance(turn, Retirement)
            move, judged = judged.play(turn)
            followed = followed.moved(move)
        assert (followed.position, followed.turns) == (judged.position, judged.turns)
    if judged.outcome is not None:
        followed = followed.ended(judged.outcome)
    assert followed == judged


def test_playing_leaves_the_game_alone() -> None:
    game = played("pente-casual", "A1")
    before = repr(game)
    game.play(at("B1", 19))
    game.ended(Outcome(Termination.AGREEMENT))
    assert repr(game) == before
    with pytest.raises(AttributeError, match="immutable"):
        game.outcome = Outcome(Termination.AGREEMENT)  # type: ignore[misc]


def test_nobody_acts_once_it_is_over() -> None:
    rules = ruleset_from({"base": "pente", "size": 7})
    game = Game(drawn(". . . . . . .\n" * 6 + "X X X X . . .", rules)).play(at("E1", 7))[1]
    assert game.is_over
    assert repr(game) == "Game({'base': 'pente', 'size': 7}, 'E1', 1-0)"
    with pytest.raises(IllegalMove) as refused:
        game.play(at("A7", 7))
    assert refused.value.reason is Illegal.GAME_OVER
    with pytest.raises(IllegalMove) as refused:
        game.choose(Choice.SWAP)
    assert refused.value.reason is Illegal.GAME_OVER


def test_a_choice_is_a_turn() -> None:
    game = played("swap2-pente", "A1", "B1", "C1", "pass", "D1", "E1", "swap", "F1")
    assert game.tokens == ("A1", "B1", "C1", "pass", "D1", "E1", "swap", "F1")
    assert game.position.made == (Choice.PASS, Choice.SWAP)
    with pytest.raises(IllegalMove, match="no-choice-due"):
        game.choose(Choice.STAY)


def test_of_two_the_other_wins_when_one_retires() -> None:
    game = played("pente", "K10").retire(1, Termination.TIME)
    assert game.outcome == Outcome(Termination.TIME, (0,))
    assert game.tokens == ("K10", "time:1")


def test_of_three_the_others_play_on() -> None:
    game = played({"base": "pente", "sides": 3}, "K10").retire(1, Termination.RESIGNATION)
    assert game.outcome is None
    assert game.position.to_act == 2
    assert game.retire(2, Termination.TIME).outcome == Outcome(Termination.TIME, (0,))


def test_of_two_teams_both_partners_have_to_retire() -> None:
    game = played({"base": "pente", "sides": 4, "teams": True}, "K10", "resignation:1")
    assert game.outcome is None
    assert game.retire(3, Termination.TIME).outcome == Outcome(Termination.TIME, (0, 2))


def test_a_game_is_dead_when_the_only_one_with_hope_retires() -> None:
    rules = ruleset_from({"base": "freestyle", "size": 3, "line": 3, "sides": 3})
    game = Game(drawn("X O #\nO X O\n# O .", rules))
    assert game.retire(1, Termination.TIME).outcome is None
    assert game.retire(0, Termination.TIME).outcome == Outcome(Termination.DEAD)


turns = st.one_of(
    st.integers(0, 360).map(Point),
    st.sampled_from(Choice),
    st.builds(Retirement, st.integers(0, 3), st.sampled_from([Termination.RESIGNATION, Termination.TIME])),
)


@given(turns)
def test_parse_and_format_are_twins(turn: Turn) -> None:
    assert parse_turn(format_turn(turn, 19), 19) == turn


@pytest.mark.parametrize("text", ["", "Swap", "line:1", "time:4", "time:", "time", ":1", "time:1:1", "I5"])
def test_other_texts_are_no_turns(text: str) -> None:
    with pytest.raises(BadPoint):
        parse_turn(text, 19)


def test_results() -> None:
    assert Outcome(Termination.LINE, (0,)).result == "1-0"
    assert Outcome(Termination.LINE, (1,)).result == "0-1"
    assert Outcome(Termination.LINE, (0, 2)).result == "1-0"
    assert Outcome(Termination.DEAD).result == "1/2-1/2"
    assert Outcome(Termination.ABORTED).result == "*"


def test_a_new_game_waits_for_its_first_move() -> None:
    game = Game.new(RULESETS["pente"])
    assert (game.turns, game.outcome, game.is_over) == ((), None, False)
    assert game.rules is RULESETS["pente"]


def test_a_player_has_played_once_all_stones_of_a_turn_are_placed() -> None:
    game = Game.new(RULESETS["connect6"])
    played = []
    for point in map(Point, (180, 100, 101, 0)):
        _, game = game.play(point)
        played.append(game.is_played)
    assert played == [False, False, True, True]
