"""Foreign engines in an arena: they play, and lose the games in which they fail."""

import shutil
from pathlib import Path

import pytest

from pente_bots.arena.match_game import GamePlan, PlayedGame, play
from pente_bots.arena.results_jsonl import game_line, summary_line
from pente_bots.arena.results_table import format_results
from pente_bots.arena.schedule import Schedule
from pente_bots.arena.standings import Standings
from pente_bots.foreign_engines.engine_command import EngineCommand, EngineProtocol, parse_engine
from pente_bots.foreign_engines.foreign_engine import introduce
from pente_bots.roster.named_player import EnginePlayerMaker, NamedPlayer
from pente_bots.roster.player_text import parse_player, parse_players
from pente_core.rules.outcome import Termination
from pente_core.rules.ruleset import ruleset_from
from tests.support.engines.programs import QUICK, bad, good, line_of, processes_with

GTP, PISKVORK = EngineProtocol.GTP, EngineProtocol.PISKVORK
GNU_GO = shutil.which("gnugo") or shutil.which("/usr/games/gnugo")
LINES = ruleset_from({"base": "freestyle", "size": 15})


def contestant(command: EngineCommand) -> NamedPlayer:
    return NamedPlayer("engine", EnginePlayerMaker(command, introduce(command)))


def match(first: NamedPlayer, second: NamedPlayer) -> PlayedGame:
    return play(GamePlan(1, 0, (0, 1), (first, second), LINES, (), "seed", 400))


def test_engines_of_both_protocols_play_whole_games() -> None:
    game = match(contestant(good(PISKVORK)), contestant(good(GTP)))
    # each fills a row of its own from its end of the board, so the first has five first
    assert (game.termination, game.winner, len(game.turns)) == (Termination.LINE, 0, 9)
    assert game.failure == ""


@pytest.mark.parametrize("how", ["crash", "illegal", "garbage", "close"])
@pytest.mark.parametrize("protocol", [GTP, PISKVORK])
def test_an_engine_that_fails_loses_the_game_for_that(protocol: EngineProtocol, how: str) -> None:
    game = match(parse_player("random"), contestant(bad(protocol, how)))
    if how == "illegal":  # only where a stone is there already
        game = match(contestant(bad(protocol, how)), contestant(bad(protocol, how)))
    assert (game.termination, game.winner) == (Termination.FORFEIT, 0)
    assert game.failure.startswith(f"{how} ")
    assert game_line(game)["failure"] == game.failure


def test_failures_are_in_the_table_and_the_summary() -> None:
    standings = Standings(["one", "engine"])
    for _ in range(2):
        standings.add(match(parse_player("random"), contestant(bad(GTP, "crash"))))
    assert "engine lost 2 games because its program failed" in list(format_results(standings))
    schedule = Schedule(contestants=parse_players(["random", "random"]), rules=LINES, games=2, seed=1)
    first, last = summary_line(schedule, standings)["players"]
    assert (first.get("failures"), last["failures"]) == (None, 2)


def test_an_engine_may_resign() -> None:
    game = match(contestant(good(GTP, "--resign", "4")), parse_player("random"))
    assert (game.termination, game.winner, game.failure) == (Termination.RESIGNATION, 1, "")


def test_a_game_leaves_no_process(tmp_path: Path) -> None:
    mark = str(tmp_path / "log")
    match(contestant(good(GTP, "--log", mark)), contestant(good(PISKVORK, "--log", mark)))
    assert processes_with(mark) == []


def test_engines_are_named_by_protocol_and_what_they_say() -> None:
    texts = [f"gtp:{line_of(good(GTP))}", f"piskvork:{line_of(good(PISKVORK))}"]
    labels = [one.label for one in parse_players([*texts, texts[0]], QUICK)]
    assert labels == ["gtp:First Empty", "piskvork:first-empty", "gtp:First Empty#2"]


@pytest.mark.skipif(GNU_GO is None, reason="needs GNU Go: it plays another game, but speaks GTP")
def test_a_program_of_others_is_told_and_understood() -> None:
    assert GNU_GO is not None
    engine = contestant(parse_engine(f"{GNU_GO} --mode gtp --level 0", GTP, QUICK))
    plan = GamePlan(1, 0, (0, 1), (engine, parse_player("priorities")), LINES, (), "seed", 12)
    game = play(plan)
    assert isinstance(engine.make, EnginePlayerMaker)
    assert engine.make.about.name == "GNU Go"
    # it may pass or refuse what would be suicide in Go, but not in its first moves
    assert len(game.turns) >= 6
