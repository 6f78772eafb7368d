"""The command line of bots."""

import argparse
import asyncio
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pente_bots import run
from pente_bots.cli import bot, bot_service
from pente_bots.play.behaviour import Behaviour
from pente_bots.play.policy import Policy
from pente_bots.play.program import service
from pente_bots.play.program.challenger import OpponentUnwilling
from pente_bots.play.program.service import BotService
from pente_bots.players.catalogue import PLAYERS
from pente_bots.players.random_player import RandomPlayer
from pente_client.cli import main
from pente_client.connection import CannotConnect, ConnectionEnded, RequestRejected
from pente_core.clock.clock import Fischer
from pente_core.clock.instant import Millis
from pente_core.notation import format_position
from pente_core.rating import Speed
from pente_core.rules.game import Game
from pente_core.rules.ruleset import RULESETS
from tests.support.engines.programs import GTP, PROGRAMS
from tests.support.own_bots import FAILING, own_bot


def parsed(*words: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    bot.add_arguments(parser)
    return parser.parse_args(words)


def test_all_players_and_options_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert bot.run(parsed("--list")) == 0
    listed = capsys.readouterr().out
    for entry in PLAYERS.values():
        assert f"{entry.name} " in listed
        assert f"{entry.summary} ({entry.plays})" in listed
        for option in entry.options:
            assert f"  {option.name}={option.default}: {option.help}" in listed


@pytest.mark.parametrize(
    ("player", "label"),
    [("patterns-2", "patterns-2"), ("level-3", "level-3"), ("", "corner")],
)
def test_a_reviewer_is_named_after_its_player_and_not_after_its_file(
    tmp_path: Path, player: str, label: str
) -> None:
    typed = player or own_bot(tmp_path)
    made = bot_service.service_of(parsed("ws://localhost", "--player", typed, "--reviews", "10"))
    made.thinker.close()
    assert made.reviewers[0].label == f"{label}:nodes=10"


def test_a_position_is_explained_without_a_server(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "game.pgn"
    file.write_text('[Game "Pente"]\n\n1. K10 L11 2. K7 L8 1-0\n')
    assert bot.run(parsed("--player", "patterns", "--level", "1", "--explain", str(file), "--at", "3")) == 0
    said = capsys.readouterr().out.splitlines()
    assert any(line.startswith("value for black") for line in said)
    assert any(line.startswith("main line: ") for line in said)


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        (["--explain", "here"], 2, "Choose a --player"),
        (["--player", "random", "--at", "3"], 2, "--at needs a file"),
        (["--player", "random", "--explain", "no such file.pgn"], 1, "no such file.pgn: No such file"),
    ],
)
def test_what_cannot_be_explained_is_said(
    words: list[str], status: int, says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bot.run(parsed(*words)) == status
    assert says in capsys.readouterr().err


def test_the_address_comes_from_the_line_then_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PENTE_URL", raising=False)
    assert parsed("--player", "random").url == "ws://127.0.0.1:8765"
    monkeypatch.setenv("PENTE_URL", "wss://play.example.org")
    assert parsed("--player", "random").url == "wss://play.example.org"
    assert parsed("ws://localhost:1", "--player", "random").url == "ws://localhost:1"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ([], "Choose a --player: random, priorities"),
        (["--player", "nobody"], "there is no player 'nobody'; choose from random"),
        (["--player", "random", "--option", "depth=2"], "no option 'depth'; it has none"),
        (
            ["--player", "random", "--challenge", "bob", "--ruleset", '{"sides": 3}'],
            "choose a ruleset with two sides",
        ),
        (["--player", "random", "--showcase", "bob", "--challenge", "bob"], "can't be combined"),
        (["--engine", "/no/such/program", "--protocol", "gtp"], "there is no program '/no/such/program'"),
        (["--engine", "cat"], "Say what the engine speaks: --protocol gtp or piskvork"),
        (["--engine", "cat", "--protocol", "gtp", "--player", "random"], "can't be combined; use one of"),
        (["--engine", "false", "--protocol", "gtp"], "false ended with status 1"),
        (
            ["--engine", f"{sys.executable} {PROGRAMS[GTP]}", "--protocol", "gtp", "--challenge", "bob"],
            "No game by the --ruleset: I can't play pente: GTP has no captures",
        ),
    ],
)
def test_wrong_use_is_said_in_a_sentence(
    words: list[str], says: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert bot.run(parsed(*words)) == 2
    said = capsys.readouterr().err
    assert said.startswith("pente bot: ")
    assert says in said


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--option", "depth"], "'depth' is not an option; write name=value"),
        (["--seed", "x"], "'x' is not a whole number"),
        (["--no-claims", "--claim-after", "3"], "not allowed with argument --no-claims"),
        (["--pace", "-1"], "'-1' is not a number of seconds"),
        (["--games", "0"], "'0' is not a whole number, 1 or more"),
        (["--max-games", "many"], "'many' is not a whole number"),
        (["--name", "the server"], "a name must have 2 to 20 letters"),
        (["--accept-from", "ann,b b"], "a name must have 2 to 20 letters"),
        (["--accept-rulesets", "pente,chess"], "'chess' is not pente, pente-casual"),
        (["--accept-speeds", "blitz,light"], "'light' is not bullet, blitz"),
        (["--ruleset", "chess"], "there is no ruleset 'chess'"),
        (["--ruleset", "{"], "not valid JSON"),
        (["--time", "soon"], "'soon' is not a time control"),
        (["--fastest", "soon"], "'soon' is not a time control"),
        (["--greet", ""], "'' is not a line of 1 to 200 characters"),
        (["--thank", "well\nplayed"], "is not a line of 1 to 200 characters"),
    ],
)
def test_values_are_checked(words: list[str], says: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        parsed("--player", "random", *words)
    assert ended.value.code == 2
    assert says in capsys.readouterr().err


def test_what_is_accepted_and_said_is_as_asked() -> None:
    args = parsed(
        *("--player", "random", "--accept-from", "Ann,bob", "--accept-rulesets", "pente,gomoku"),
        *("--accept-speeds", "blitz", "--fastest", "3+2", "--slowest", "10", "--rated", "--max-games", "7"),
        *("--max-each", "2", "--greet", "hello", "--thank", "bye", "--no-draws", "--pace", "1.5"),
        *("--draws-after", "30", "--resign-after", "3", "--claim-after", "9", "--answer-why"),
    )
    player = bot_service.player_of(args)
    assert bot_service._behaviour(args, player) == Behaviour(
        Policy(
            supports=player.supports,
            why_not=player.objection,
            rulesets=("pente", "gomoku"),
            speeds=(Speed.BLITZ,),
            fastest=Fischer(Millis(180_000), Millis(2000)),
            slowest=Fischer(Millis(600_000)),
            names=("Ann", "bob"),
            rated=True,
            most_games=7,
            most_each=2,
        ),
        pace=1.5,
        greeting="hello",
        thanks="bye",
        draws=False,
        draws_after=30,
        resigns_after=3,
        claims_after=9.0,
        explains=True,
    )


def test_a_bot_is_patient_if_told_and_plays_at_once_if_told() -> None:
    args = parsed("--player", "random", "--no-claims", "--pace", "0")
    behaviour = bot_service._behaviour(args, bot_service.player_of(args))
    assert (behaviour.claims_after, behaviour.pace) == (None, 0.0)


def test_options_of_players_have_flags() -> None:
    args = parsed(
        "--player", "patterns", "--level", "3", "--option", "padding=1", "--resign", "ws://localhost:1"
    )
    assert bot_service._given(args) == {"level": "3", "resign": "on", "padding": "1"}
    assert args.url == "ws://localhost:1"
    assert bot_service._given(parsed("--player", "priorities", "--no-captures")) == {"captures": "off"}


def test_a_bot_of_ones_own_that_processes_can_not_find(capsys: pytest.CaptureFixture[str]) -> None:
    class Inner(RandomPlayer):
        """Plays anywhere."""

    with pytest.raises(SystemExit) as ended:
        run(Inner, ["ws://localhost:1"])
    assert ended.value.code == 2
    assert "Inner is not at the top level of its file" in capsys.readouterr().err


def test_a_template_is_written_once(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "mine.py"
    assert bot.run(parsed("--new", str(file))) == 0
    assert f"python {file} URL" in capsys.readouterr().out
    file.write_text("mine")
    assert bot.run(parsed("--new", str(file))) == 1
    assert file.read_text() == "mine"
    assert "already exists; choose another name" in capsys.readouterr().err
    assert bot.run(parsed("--new", str(tmp_path / "no" / "mine.py"))) == 1
    assert "mine.py can't be written: No such file" in capsys.readouterr().err


def test_a_challenge_is_proposed_as_asked() -> None:
    args = parsed(
        *("--player", "random", "--challenge", "bob", "--games", "3", "--concurrency", "2"),
        *("--ruleset", '{"base": "pente", "size": 13}', "--time", "5+3"),
    )
    challenge = bot_service._challenge(args, bot_service.player_of(args))
    assert challenge is not None
    assert (challenge.opponent, challenge.games, challenge.at_once) == ("bob", 3, 2)
    assert (challenge.ruleset.size, challenge.time) == (13, "5+3")
    assert bot_service._behaviour(args, bot_service.player_of(args)).policy.most_games == 0


def test_a_server_that_is_not_there(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    identities = ("--identities", str(tmp_path / "identities.json"))
    assert bot.run(parsed("ws://127.0.0.1:1", "--player", "random", *identities)) == 3
    assert capsys.readouterr().err.startswith("pente bot: ")


@pytest.mark.parametrize(
    ("error", "status"),
    [
        (CannotConnect("nobody there"), 3),
        (RequestRejected("name-taken", "the name is taken"), 4),
        (OpponentUnwilling("bob does not play"), 4),
        (ConnectionEnded("gone"), 1),
        (KeyboardInterrupt(), 130),
    ],
)
def test_exit_statuses(error: BaseException, status: int, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_service: BotService) -> Callable[[], None]:
        raise error

    monkeypatch.setattr(service, "_until_signal", fail)
    assert bot.run(parsed("--player", "random")) == status


@pytest.mark.parametrize(("number", "status"), [(signal.SIGTERM, 0), (signal.SIGINT, 130)])
def test_a_signal_ends_it_cleanly(
    number: signal.Signals, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    left: list[str] = []

    async def play(_service: BotService) -> None:
        try:
            os.kill(os.getpid(), number)
            await asyncio.Event().wait()
        finally:
            left.append("cleanly")

    monkeypatch.setattr(service, "play", play)
    assert bot.run(parsed("--player", "random")) == status
    assert left == ["cleanly"]


def test_a_file_explains_a_position_and_says_how_it_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    position = format_position(Game.new(RULESETS["freestyle"]).position)
    words = ("bot", "--explain", position, "--player")
    assert main([*words, own_bot(tmp_path)]) == 0
    assert "value for" in capsys.readouterr().out
    failing = own_bot(tmp_path, FAILING, "failing.py")
    assert main([*words, failing]) == 1
    said = f"pente bot: {failing} failed with ValueError: no idea (line 9 of failing.py)"
    assert capsys.readouterr().err.strip() == said
    assert main([*words, own_bot(tmp_path), "--level", "3"]) == 2
    assert "has no option 'level'; it has none" in capsys.readouterr().err
