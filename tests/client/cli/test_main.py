import argparse
import asyncio
import io
import os
import signal
import subprocess
import sys
from asyncio.subprocess import Process
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import BinaryIO

import pytest

import pente_client
from pente_client import cli
from pente_client.cli import main
from pente_client.cli.steps.computer_players import (
    ADVICE,
    COMPARISON,
    ENGINE_KERNEL,
    LOCAL_PLAYERS,
    PUZZLE_SEARCH,
    SHELL_WORDS,
)
from pente_client.cli.subcommands import SUBCOMMANDS, Subcommand
from pente_protocol.messages.tv import Follow
from tests.support.client.scripted_server import ScriptedServer, ok, scripted

PENTE = (sys.executable, "-m", "pente_client")


def test_alone_it_shows_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    assert "examples:" in shown
    assert "exit status:" in shown
    assert all(command.name in shown for command in SUBCOMMANDS)


@pytest.mark.parametrize("command", SUBCOMMANDS, ids=lambda command: command.name)
def test_every_module_of_the_table_exists(command: Subcommand) -> None:
    add_arguments, run = command.load()
    add_arguments(argparse.ArgumentParser())
    assert callable(run)


def test_only_these_commands_leave_the_client() -> None:
    """import-linter does not see an import by name, so the way out of the client is written down here."""
    outside = {
        each.name: each.module for each in SUBCOMMANDS if not each.module.startswith("pente_client.cli.")
    }
    assert outside == {
        "bot": "pente_bots.cli.bot",
        "bots": "pente_bots.cli.bots",
        "arena": "pente_bots.cli.arena",
        "ladder": "pente_bots.cli.ladder",
        "analyse": "pente_bots.cli.analyse",
        "engine": "pente_bots.cli.engine",
        "shell": "pente_bots.cli.shell",
        "serve": "pente_server.cli",
        "admin": "pente_server.admin.cli",
        "import": "pente_server.admin.games.cli",
    }
    assert (LOCAL_PLAYERS, ADVICE) == ("pente_bots.local.local_players", "pente_bots.local.advice")
    assert COMPARISON == "pente_bots.local.comparison"
    assert ENGINE_KERNEL == "pente_bots.engine.kernel"
    assert SHELL_WORDS == "pente_bots.shell.game_words"
    assert PUZZLE_SEARCH == "pente_bots.puzzles.search_records"


def test_nothing_else_of_the_client_imports_by_name() -> None:
    root = Path(pente_client.__file__).parent
    assert {
        path.relative_to(root).as_posix()
        for path in root.rglob("*.py")
        if "import_module" in path.read_text("utf-8") or "__import__" in path.read_text("utf-8")
    } == {"cli/subcommands.py", "cli/steps/computer_players.py"}


@pytest.mark.parametrize("command", [command.name for command in SUBCOMMANDS])
def test_every_command_has_help_with_examples(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    shown = capsys.readouterr().out
    assert "examples:" in shown
    assert "exit status:" in shown


def test_the_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("pente ")


@pytest.mark.parametrize(
    ("arguments", "where"),
    [
        (["dance"], "pente"),
        (["--dance"], "pente"),
        (["play", "--dance"], "pente play"),
        (["watch", "a", "b", "c"], "pente watch"),
        (["play", "--time", "5/3"], "pente play"),
        (["play", "--watch", "nobody"], "pente play"),
        (["leaders", "--speed", "nope"], "pente leaders"),
    ],
)
def test_a_wrong_command_line_is_said_in_a_line(
    arguments: list[str], where: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"{where}: ")
    assert "<" not in line
    assert line.endswith(f"; see {where} --help")


def test_help_fits_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    for arguments in ([], *([command.name] for command in SUBCOMMANDS)):
        assert main([*arguments, "--help"]) == 0
        assert max(map(len, capsys.readouterr().out.splitlines())) <= 80, arguments


def test_a_part_that_is_not_installed_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "pente_server.serving", None)
    monkeypatch.delattr("pente_server.serving", raising=False)  # of a test before
    assert main(["serve"]) == 1
    assert "pip install 'pente[server]'" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["--version", "--help"])
def test_what_is_quick_imports_nothing_heavy(option: str) -> None:
    program = (
        "import sys; from pente_client.cli import main; main([sys.argv[1]])\n"
        "heavy = {'websockets', 'prompt_toolkit', 'asyncio', 'redis'} & set(sys.modules)\n"
        "sys.exit(str(heavy) if heavy else 0)"
    )
    done = subprocess.run(
        [sys.executable, "-c", program, option], capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stderr) == (0, "")


@pytest.fixture
def nobody_reads() -> Iterator[BinaryIO]:
    """The end of a pipe whose other end is closed."""
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "wb") as out:
        yield out


def test_a_reader_who_goes_away_is_no_error(nobody_reads: BinaryIO) -> None:
    done = subprocess.run([*PENTE, "--version"], stdout=nobody_reads, stderr=subprocess.PIPE, check=False)
    assert (done.returncode, done.stderr) == (1, b"")


async def test_nor_is_one_who_goes_away_during_a_game(tmp_path: Path, nobody_reads: BinaryIO) -> None:
    async with scripted() as server, watching(server, tmp_path, nobody_reads) as process:
        peer = await server.greet()
        _, errors = await process.communicate()
        assert (process.returncode, errors) == (1, b"")
        await peer.gone()


async def test_ctrl_c_ends_it_with_130_and_without_a_word(tmp_path: Path) -> None:
    async with scripted() as server, watching(server, tmp_path, subprocess.PIPE) as process:
        peer = await server.greet()
        assert process.stdout is not None
        assert await process.stdout.readline() == b"Connected as ann.\n"
        await peer.send(ok(await peer.expect(Follow)))
        assert await process.stdout.readline() == b"No game is on. The next one will be shown here.\n"
        process.send_signal(signal.SIGINT)
        _, errors = await process.communicate()
        assert (process.returncode, errors) == (130, b"")
        await peer.gone()
        assert peer.connection.close_code == 1000


@asynccontextmanager
async def watching(server: ScriptedServer, state: Path, out: BinaryIO | int) -> AsyncIterator[Process]:
    """`pente watch` as a process of its own, which is killed if it is still there at the end."""
    process = await asyncio.create_subprocess_exec(
        *PENTE, "watch", server.url, "--plain",
        stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.PIPE,
        env={**os.environ, "PENTE_STATE": str(state)},
    )  # fmt: skip
    try:
        yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.communicate()


class Typed(io.StringIO):
    """A terminal at which something was typed."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("typed", "local"),
    [
        ("t", ["tutorial"]),
        ("c", ["local", "--against", "2"]),
        ("p", ["local"]),
        ("g", ["local", "--continue"]),
        ("", None),
        ("quit", None),
        ("play\nP", ["local"]),
        ("play\nwhat", None),
    ],
)
def test_without_a_server_a_game_here_is_offered(
    typed: str,
    local: list[str] | None,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """`pente` alone opens the lobby; where no server answers, it offers games that need none."""
    began: list[list[str]] = []

    def run(arguments: list[str]) -> int:
        began.append(arguments)
        return 3 if arguments == ["lobby"] else 0

    monkeypatch.setattr(sys, "stdin", Typed(f"{typed}\n"))
    monkeypatch.setattr(sys, "stdout", Typed())
    parser = argparse.ArgumentParser()
    monkeypatch.setattr(cli, "_main", run)
    assert cli._without_command(parser) == (3 if local is None else 0)
    assert began == [["lobby"], *([] if local is None else [local])]
    asked = capsys.readouterr().err
    assert max(map(len, cli.WITHOUT_SERVER.splitlines())) <= 41
    assert ("Type t, c, p or g, or just Enter to leave:" in asked) is typed.startswith("play")
