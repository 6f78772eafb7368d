"""Foreign engines in an arena: they play, and lose the games in which they fail."""

from pathlib import Path

import pytest

from pente_bots.arena.match_game import GamePlan, PlayedGame, play
from pente_bots.arena.match_player import MatchPlayer, parse_match_player, parse_match_players
from pente_bots.arena.results_jsonl import game_line
from pente_bots.engines.engine_command import EngineCommand, EngineProtocol
from pente_bots.engines.foreign_engine import introduce
from pente_core.rules.outcome import Termination
from pente_core.rules.ruleset import ruleset_from
from tests.support.engines.programs import QUICK, bad, good, line_of, processes_with

GTP, PISKVORK = EngineProtocol.GTP, EngineProtocol.PISKVORK
LINES = ruleset_from({"base": "freestyle", "size": 15})


def contestant(command: EngineCommand) -> MatchPlayer:
    return MatchPlayer("engine", command.protocol.value, engine=(command, introduce(command)))


def match(first: MatchPlayer, second: MatchPlayer) -> PlayedGame:
    return play(GamePlan(1, 0, (0, 1), (first, second), LINES, (), "seed", 400))


def test_engines_of_both_protocols_play_whole_games() -> None:
    game = match(contestant(good(PISKVORK)), contestant(good(GTP)))
    # each fills a row of its own from its end of the board, so the first has five first
    assert (game.termination, game.winner, len(game.turns)) == (Termination.LINE, 0, 9)
    assert game.failure == ""


@pytest.mark.parametrize("how", ["crash", "illegal", "garbage", "close"])
@pytest.mark.parametrize("protocol", [GTP, PISKVORK])
def test_an_engine_that_fails_loses_the_game_for_that(protocol: EngineProtocol, how: str) -> None:
    game = match(parse_match_player("random"), contestant(bad(protocol, how)))
    if how == "illegal":  # only where a stone is there already
        game = match(contestant(bad(protocol, how)), contestant(bad(protocol, how)))
    assert (game.termination, game.winner) == (Termination.FORFEIT, 0)
    assert game.failure.startswith(f"{how} ")
    assert game_line(game)["failure"] == game.failure


def test_an_engine_may_resign() -> None:
    game = match(contestant(good(GTP, "--resign", "4")), parse_match_player("random"))
    assert (game.termination, game.winner, game.failure) == (Termination.RESIGNATION, 1, "")


def test_a_game_leaves_no_process(tmp_path: Path) -> None:
    mark = str(tmp_path / "log")
    match(contestant(good(GTP, "--log", mark)), contestant(good(PISKVORK, "--log", mark)))
    assert processes_with(mark) == []


def test_engines_are_named_by_protocol_and_what_they_say() -> None:
    texts = [f"gtp:{line_of(good(GTP))}", f"piskvork:{line_of(good(PISKVORK))}"]
    labels = [one.label for one in parse_match_players([*texts, texts[0]], QUICK)]
    assert labels == ["gtp:First Empty", "piskvork:first-empty", "gtp:First Empty#2"]
