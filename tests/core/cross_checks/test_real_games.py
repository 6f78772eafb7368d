"""Games of real players: every move is legal, and the last one decides."""

from pathlib import Path

import pytest

from pente_core.rules.game import Game
from pente_core.rules.outcome import Termination
from pente_core.rules.point import parse_point
from tests.support.games.real_games import RealGame, load_real_games

ALL_GAMES = Path(__file__).parents[3] / "../shared/conformance/real_games.txt"
RESIGNED = {"50000000020210", "50000000010695", "50000000014330"}


def replayed(real: RealGame) -> Game:
    """The game with all its moves; the last move alone may end it."""
    game = Game.new(real.rules)
    for name in real.moves:
        assert not game.is_over
        _, game = game.play(parse_point(name, game.rules.size))
    return game


def test_the_project_keeps_ten_varied_games() -> None:
    games = load_real_games()
    assert len({game.id for game in games}) == 10
    assert {game.result for game in games} == {"1-0", "0-1"}
    assert {game.ruleset for game in games} == {"pente", "pente-casual"}
    assert {game.winner for game in games} == {0, 1}


@pytest.mark.parametrize("real", load_real_games(), ids=lambda real: real.id)
def test_a_kept_game_ends_as_it_did(real: RealGame) -> None:
    outcome = replayed(real).outcome
    if real.id in RESIGNED:
        assert outcome is None
    else:
        assert outcome is not None
        assert outcome.result == real.result
        assert outcome.winners == (real.winner,)


@pytest.mark.skipif(not ALL_GAMES.exists(), reason="the reference answers are not here")
def test_all_reference_games_end_as_they_did() -> None:
    ends = []
    for real in load_real_games(ALL_GAMES):
        outcome = replayed(real).outcome
        ends.append(outcome and outcome.termination)
        assert outcome is None or outcome.result == real.result
    assert {end: ends.count(end) for end in ends} == {
        Termination.LINE: 161,
        Termination.CAPTURES: 18,
        None: 21,
    }
