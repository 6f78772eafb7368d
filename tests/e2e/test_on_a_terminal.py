"""The program as a person starts it: by its name, from a shell, on a terminal."""

import os
import shutil
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import pytest

from tests.support.drawing.program_terminal import ProgramTerminal, on_terminal
from tests.support.processes import Process, ServerProcess

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="has no pseudo-terminals")
CTRL_Q, CTRL_Z, DOWN = "\x11", "\x1a", "\x1b[B"
MUCH: Final = 4095
"""What a terminal of Linux keeps at most for who reads it: less than a page, so the program waits."""
OPENED, LEFT = b"\x1b[?1049h", b"\x1b[?1049l"


def pente() -> str:
    """How the program is started: by the name under which it is installed, else by its module."""
    installed = shutil.which("pente", path=str(Path(sys.executable).parent))
    return installed or f"{sys.executable} -m pente_client"


def environment(home: Path) -> Mapping[str, str]:
    kept = {key: value for key, value in os.environ.items() if not key.startswith("PENTE_")}
    return {
        **kept,
        "PENTE_STATE": str(home),
        "XDG_CONFIG_HOME": str(home),
        "PENTE_ASCII": "0",
        "PS1": "ready> ",
    }


@asynccontextmanager
async def a_shell(home: Path, columns: int = 80, rows: int = 24) -> AsyncIterator[ProgramTerminal]:
    shell = ("bash", "--norc", "--noprofile", "-i")
    async with on_terminal(*shell, environment=environment(home), columns=columns, rows=rows) as terminal:
        await terminal.shows("ready>")
        yield terminal


async def test_one_can_stay_in_the_lobby_without_a_screen(server: ServerProcess, tmp_path: Path) -> None:
    async with a_shell(tmp_path / "anna") as terminal:
        terminal.type(f"{pente()} lobby {server.url} --plain --name dora\r")
        await terminal.shows("Type a number")
        other = ("play", server.url, "--plain", "--new", "--name", "cyd")
        async with Process(*other, state=tmp_path / "cyd"):
            await terminal.shows("New: ", "cyd")
            terminal.type("\r")
            await terminal.shows("1  ")
            terminal.type("1\r")
            await terminal.shows("The game begins")
            terminal.type("/resign\r")
            await terminal.shows("Resign? y/n")
            terminal.type("y\r")
            await terminal.shows("cyd won")
            terminal.type("/quit\r")
            await terminal.shows("Nobody is here to play")
            terminal.type("q\r")
            await terminal.shows("\nready>")


async def test_a_game_on_a_terminal_that_is_as_before_afterwards(
    server: ServerProcess, tmp_path: Path
) -> None:
    """Start, play, resize, suspend, go on and quit."""
    async with a_shell(tmp_path / "anna") as terminal:
        before = terminal.settings
        terminal.type(f"{pente()} play {server.url} --name anna --new --seat 0 --time 5+3\r")
        await terminal.shows("waiting for players")
        other = ("play", server.url, "--plain", "--name", "boris")
        async with Process(*other, state=tmp_path / "boris") as boris:
            await terminal.shows("your turn")
            assert terminal.settings != before
            terminal.type("K10\r")
            await terminal.shows("boris to move")
            await boris.type("L10")
            await terminal.shows("your turn", "L10")

            terminal.resize(60, 24)
            await terminal.shows("your turn", "─ moves")
            terminal.resize(120, 40)
            await terminal.shows("your turn", "─ chat")

            terminal.type(CTRL_Z)
            written = await terminal.writes(LEFT)
            await terminal.shows("Stopped", "ready>")
            assert terminal.settings == before
            terminal.type("fg\r")
            await terminal.writes(OPENED, written)
            await terminal.shows("your turn", "L10")

            terminal.type(f"{DOWN}{CTRL_Q}")
            await terminal.shows("y/n")
            written = len(terminal.received)
            terminal.type("y")
            await terminal.writes(LEFT, written)
            await terminal.writes(b"ready>", written)
            assert terminal.settings == before
            terminal.type("echo status $?; exit\r")
            await terminal.writes(b"status 0", written)
            assert await terminal.ended() == 0


async def test_a_terminal_that_is_closed_ends_the_program(server: ServerProcess, tmp_path: Path) -> None:
    words = ("play", server.url, "--name", "carla", "--new")
    command = (sys.executable, "-m", "pente_client", *words)
    async with on_terminal(*command, environment=environment(tmp_path)) as terminal:
        await terminal.shows("waiting for players")
        terminal.process.terminate()
        assert await terminal.ended() == 128 + 15
        assert terminal.received.rindex(LEFT) > terminal.received.rindex(OPENED)


async def test_a_window_that_is_resized_while_a_page_is_written_shows_it_whole(tmp_path: Path) -> None:
    """The signal of a resize must not cut off what is written, even where Python was told not to buffer."""
    unbuffered = {**environment(tmp_path), "PYTHONUNBUFFERED": "1"}
    command = (sys.executable, "-m", "pente_client", "local")
    async with on_terminal(*command, environment=unbuffered, columns=120, rows=40) as terminal:
        for columns in range(200, 210):
            await terminal.shows("19  ┌───┬", "your move", "─ chat", "? help")
            with terminal.as_slow():
                terminal.resize(columns, 60)
                await terminal.has_unread(MUCH)
                before = len(terminal.received)
                terminal.resize(120, 40)
            await terminal.writes(b"? help", before)
            await terminal.begins("19  ┌───┬")
            await terminal.shows("your move", "─ chat", "? help")
