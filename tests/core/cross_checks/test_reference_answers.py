"""The reference answers: recorded random games of every variant, and single cases with a reason."""

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from pente_core.rules.compiled_rules import forbidden_second_points
from pente_core.rules.game import Game
from pente_core.rules.geometry import geometry
from pente_core.rules.move import Choice, IllegalMove
from pente_core.rules.point import Point, format_point, parse_point
from pente_core.rules.ruleset import ruleset_from
from pente_core.value import replace

ANSWERS: Final = Path(__file__).parents[3] / "../shared/conformance"
pytestmark = [
    pytest.mark.skipif(not ANSWERS.exists(), reason="the reference answers are not here"),
    pytest.mark.usefixtures("untraced"),
]

NOT_COMPARED: Final = {
    "connect6.not_before_11": "stones set up do not count as plies in the reference, and it looks for a six "
    "only from the eleventh ply; in a game nobody can have six stones before",
}
INTENDED: Final = {
    # A six of which five stay after any capture can't be broken: the mover has won.
    "boat.overline_breakable_anywhere": {"over": True, "winner": 1},
}
ENDS_WITH_A_SIX: Final = 1269
"""The recorded game in which the reference plays on after such a six; its maker wins with the next move."""


def cases() -> list[dict[str, Any]]:
    if not ANSWERS.exists():
        return []
    everything: list[dict[str, Any]] = json.loads((ANSWERS / "cases.json").read_text())["cases"]
    return [case for case in everything if case["name"] not in NOT_COMPARED]


def recorded_games() -> Iterator[dict[str, Any]]:
    with gzip.open(ANSWERS / "variant_games.jsonl.gz", "rt") as lines:
        for line in lines:
            yield json.loads(line)


def act(game: Game, token: str) -> Game:
    """The game after a token: a choice, a point by name, or a point by its number with row 1 on top."""
    if token in list(Choice):
        return game.choose(Choice(token))
    size = game.rules.size
    if token.isdecimal():
        row, column = divmod(int(token), size)
        return game.play(Point((size - 1 - row) * size + column))[1]
    return game.play(parse_point(token, size))[1]


def set_up(game: Game, token: str) -> Game:
    """The game with a stone of colour 1 or 2 put on a point (``+1:A10``), or taken off it (``+0:A10``)."""
    wanted, point = int(token[1]), parse_point(token[3:], game.rules.size)
    board = game.position.board
    was = board.colour_at(point)
    if was is not None:
        board = board.toggled(was, (point,))
    if wanted:
        board = board.toggled(wanted - 1, (point,))
    return replace(game, position=replace(game.position, board=board))


def names(game: Game, colour: int) -> list[str]:
    board = game.position.board
    return sorted(format_point(point, board.size) for point in board.geometry.points(board.stones[colour]))


def winner(game: Game) -> int:
    """1 or 2; 0 for a draw and for a game that goes on."""
    return game.outcome.winners[0] + 1 if game.outcome and game.outcome.winners else 0


@pytest.mark.parametrize("case", cases(), ids=lambda case: case["name"])
def test_a_case_is_answered_as_the_reference_does(case: dict[str, Any]) -> None:
    game, refused = Game.new(ruleset_from(case["ruleset"])), []
    for token in case["tokens"]:
        if token[0] == "+":
            game = set_up(game, token)
            continue
        try:
            game = act(game, token)
        except IllegalMove:
            refused.append(token)
    answer = case["answer"] | INTENDED.get(case["name"], {})
    expected = [token for token, _ in answer["illegal"]]
    assert refused == (expected or [] if answer["last"]["legal"] else [answer["last"]["t"]])
    assert list(game.position.taken) == answer["captures"]
    assert (game.is_over, winner(game)) == (answer["over"], answer["winner"])
    assert [names(game, 0), names(game, 1)] == [sorted(answer["stones"][colour]) for colour in "12"]
    if not game.is_over:
        assert game.position.to_act + 1 == answer["next_player"]


def test_every_case_with_an_intention_is_compared_with_it() -> None:
    assert {case["name"] for case in cases() if "intended" in case} == set(INTENDED)


def test_every_recorded_game_goes_the_same_way() -> None:
    games = list(recorded_games())
    assert len(games) == 1560
    del games[ENDS_WITH_A_SIX]
    for game in games:
        follow(game)


def test_a_six_that_keeps_five_ends_its_recorded_game() -> None:
    recorded = list(recorded_games())[ENDS_WITH_A_SIX]
    game = Game.new(ruleset_from(recorded["ruleset"]))
    accepted = [token for token, legal, *_ in recorded["steps"] if legal]
    for token in accepted[:-1]:
        assert not game.is_over
        game = act(game, token)
    assert winner(game) == recorded["winner"]
    assert game.outcome is not None
    assert [len(line) for line in game.outcome.lines] == [6]


def follow(recorded: dict[str, Any]) -> None:
    game = Game.new(ruleset_from(recorded["ruleset"]))
    for token, legal, *answer in recorded["steps"]:
        if not legal:
            with pytest.raises(IllegalMove):
                act(game, token)
            continue
        game = act(game, token)
        to_act = 0 if game.is_over else game.position.to_act + 1
        assert [*game.position.taken, to_act] == answer, (recorded["ruleset"], game.tokens)
    assert winner(game) == recorded["winner"]
    assert [names(game, 0), names(game, 1)] == [sorted(recorded["white"]), sorted(recorded["black"])]


def test_the_third_stone_is_kept_from_the_same_points() -> None:
    forbidden = json.loads((ANSWERS / "cases.json").read_text())["third_stone_forbidden"]
    ours = {"pente": "pente", "keryo": "keryo-pente", "poof": "poof-pente", "boat": "boat-pente"}
    ours |= {"opente": "o-pente", "gpente": "g-pente", "gomoku": "gomoku"}
    for theirs, name in ours.items():
        rules = ruleset_from(name)
        closed = geometry(19).points(forbidden_second_points(rules))
        assert sorted(format_point(point, 19) for point in closed) == sorted(forbidden[theirs])
