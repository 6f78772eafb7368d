"""Levels where the engine is not compiled: only those that think for seconds, and everybody is told why."""

import io
import json
import sys
from pathlib import Path

import pytest

from pente_bots.engine import kernel
from pente_bots.players.levels import LEVELS, MOST_UNCOMPILED, highest_level
from pente_client.cli import main
from pente_client.words.bots.levels import UNCOMPILED
from tests.e2e.bots.test_house_bots import until_all_are_at
from tests.support.ports import HeldPort
from tests.support.processes import Process, serving

WHY = "the engine is not compiled here"
PLAYED = {*LEVELS} - {"level-11", "level-12"}
UNCOMPILED_BOTS = {"easy-bot", "medium-bot", "strong-bot", "master-bot"}
IN_A_ROSTER = "".join(f'[[bots]]\nname = "{name}-bot"\nplayer = "level-11"\n' for name in ("own", "other"))


@pytest.fixture
def uncompiled(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A folder of one's own, on a machine without a compiler."""
    monkeypatch.setattr(kernel, "IS_COMPILED", False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PENTE_STATE", str(tmp_path / "state"))
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"")))
    (tmp_path / "bots.toml").write_text(IN_A_ROSTER)
    return tmp_path


@pytest.mark.parametrize(
    "command",
    [
        "local --plain --against 12",
        "local --plain --between level-11 random",
        "local --plain --against level:level=12",
        "bot --player 12 ws://127.0.0.1:9",
        "bots bots.toml ws://127.0.0.1:9",
        "ladder bots.toml ws://127.0.0.1:9",
        "arena 11 random --games 2",
        "engine --protocol gtp --player 12",
        "shell --gtp --player level-12",
    ],
)
def test_who_asks_for_a_level_that_needs_it_is_told_why_and_offered_10(
    uncompiled: Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    try:
        status = main(command.split())
    except SystemExit as ended:
        status = ended.code if isinstance(ended.code, int) else 1
    said = capsys.readouterr().err
    assert status != 0
    assert WHY in said
    assert f"choose level {MOST_UNCOMPILED}" in said


@pytest.mark.parametrize("form", ["--plain", "--json"])
def test_a_game_with_the_computer_says_once_what_this_machine_lacks(
    uncompiled: Path, capsys: pytest.CaptureFixture[str], form: str
) -> None:
    assert main(["local", "--between", "1", "2", form]) == 0
    assert capsys.readouterr().err.splitlines().count(UNCOMPILED) == 1


def test_people_at_one_keyboard_need_no_engine(uncompiled: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["local", "--plain"])
    assert UNCOMPILED not in capsys.readouterr().err


def test_the_list_of_players_marks_what_can_not_be_played(
    uncompiled: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["bot", "--list"]) == 0
    marked = [line.split()[0] for line in capsys.readouterr().out.splitlines() if "not here" in line]
    assert marked == [level for level in LEVELS if level not in PLAYED]


def test_a_machine_with_a_compiled_engine_has_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "IS_COMPILED", True)
    assert highest_level() == len(LEVELS)


async def test_the_house_says_it_in_a_line_and_its_strongest_bot_plays_level_10(tmp_path: Path) -> None:
    held = HeldPort()
    arguments = ("serve", "--port", str(held.number), "--store", "memory", "--house")
    server = Process(*arguments, state=tmp_path, PENTE_UNCOMPILED="yes")
    server.command = (sys.executable, "-m", "pente_client")
    async with server:
        line = await server.line_with("levels 1 to 10")
        assert "not compiled" in line
        assert "master-bot" in line
        url = f"ws://127.0.0.1:{held.number}"
        await until_all_are_at(url, UNCOMPILED_BOTS)
        lobby = Process("lobby", url, "--json", state=tmp_path / "ann", PENTE_UNCOMPILED="yes")
        lobby.command = server.command
        async with lobby:
            assert await lobby.line("what it lacks") == UNCOMPILED
            bots = json.loads(await lobby.line_with('"bots"'))["names"]
        assert {*bots} >= UNCOMPILED_BOTS
        assert "expert-bot" not in bots
        ask = ("play", url, "--level", "expert", "--plain")
        async with Process(*ask, state=tmp_path / "ann") as play:
            assert "master-bot is the strongest, with level 10" in await play.line_with("expert-bot")


async def test_a_house_with_a_compiled_engine_says_nothing(tmp_path: Path) -> None:
    if not kernel.IS_COMPILED:
        pytest.skip("the engine is not compiled")
    async with serving(tmp_path / "data", "--house") as server:
        await server.process.line_with("Ctrl-C stops the server")
        assert not [line for line in server.process.said if "not compiled" in line]
