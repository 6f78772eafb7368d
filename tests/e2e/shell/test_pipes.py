"""`pente shell` driven by a program: the real command line, with pipes."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from tests.support.waiting import patience

_START = """
import signal
from pente_client import __main__ as program
signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background has it ignored
program._end_at_ctrl_c()
program.start()
"""


class PipedShell:
    """A shell at the other end of two pipes. Mutable."""

    def __init__(self, program: asyncio.subprocess.Process) -> None:
        self.program = program

    def type(self, line: bytes | str) -> None:
        assert self.program.stdin is not None
        self.program.stdin.write(line.encode() + b"\n" if isinstance(line, str) else line + b"\n")

    async def line(self) -> str:
        assert self.program.stdout is not None
        async with patience("a line"):
            return (await self.program.stdout.readline()).decode()

    async def ask(self, line: bytes | str) -> list[str]:
        """Type a line, and read its answer up to the empty line."""
        self.type(line)
        answer = []
        while (said := await self.line()) not in ("\n", ""):
            answer.append(said.rstrip("\n"))
        return answer

    async def end(self) -> tuple[int, str, str]:
        """Close the input: the exit status, and the rest of what it writes."""
        async with patience("the end of the shell"):
            out, errors = await self.program.communicate(b"")  # which also closes it
        assert self.program.returncode is not None
        return self.program.returncode, out.decode(), errors.decode()


@asynccontextmanager
async def piped_shell(state: Path, *arguments: str) -> AsyncIterator[PipedShell]:
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PENTE_")}
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _START, "shell", *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**environment, "PENTE_STATE": str(state)},
    )
    try:
        yield PipedShell(program)
    finally:
        with suppress(ProcessLookupError):
            program.kill()
        await program.wait()


async def test_each_answer_comes_before_the_next_question(tmp_path: Path) -> None:
    async with piped_shell(tmp_path, "--seed", "1") as shell:
        assert await shell.ask("play K10") == ["White played K10."]
        assert await shell.ask("play K10") == [
            "Error: illegal move: there is a stone already; choose an empty point"
        ]
        assert len(await shell.ask("showboard")) == 22
        assert await shell.ask("# a comment\nptm") == ["It is black's turn."]
        assert await shell.end() == (0, "", "")
    assert not (tmp_path / "shell-history").exists()  # a script leaves none


async def test_equal_scripts_get_equal_answers(tmp_path: Path) -> None:
    script = (
        "boardsize 7\nplaycpugame random priorities\nstartgame me random\nplay D4\nhint\nevaluate\nanalyse 2"
    )
    said = []
    for seed in ("7", "7", "8"):
        async with piped_shell(tmp_path, "--seed", seed) as shell:
            shell.type(script)
            said.append(await shell.end())
    assert said[0] == said[1] != said[2]
    assert said[0][0] == 0


async def test_whatever_bytes_come_the_shell_goes_on(tmp_path: Path) -> None:
    async with piped_shell(tmp_path) as shell:
        assert await shell.ask(b"play " + b"x" * 1_000_000) == [
            "Error: incorrect input: a line has at most 8192 bytes"
        ]
        assert (await shell.ask(b"\xff\xfe\x00\x1b[2J\x07"))[0].startswith("Error: command does not exist: ")
        assert "\x1b" not in (await shell.ask(b"play \x1b[2J"))[0]
        assert await shell.ask(b"play\x00K10\r") == ["White played K10."]
        assert (await shell.end())[0] == 0


async def test_very_many_commands(tmp_path: Path) -> None:
    async with piped_shell(tmp_path, "--size", "7") as shell:
        shell.type("\n".join(["play D4", "undo", "changeptm b", "changeptm w"] * 2500))
        status, said, errors = await shell.end()
    assert (status, errors) == (0, "")
    assert said.count("\n\n") == 10_000
    assert "Error" not in said


async def test_an_interrupt_gives_up_the_running_command_and_not_the_shell(tmp_path: Path) -> None:
    async with piped_shell(tmp_path, "--seed", "1") as shell:
        shell.type("playcpugame 5")
        assert await shell.line() == "White played K10.\n"
        shell.program.send_signal(signal.SIGINT)
        while (said := await shell.line()) != "Given up; the game is as it was before.\n":
            assert " played " in said or " has " in said
        assert await shell.line() == "\n"
        assert await shell.ask("movehistory") == ["Nobody has moved yet."]
        assert (await shell.end())[0] == 0


async def test_an_interrupt_while_nothing_runs_ends_a_script(tmp_path: Path) -> None:
    async with piped_shell(tmp_path) as shell:
        await shell.ask("ptm")
        shell.program.send_signal(signal.SIGINT)
        status, _, errors = await shell.end()
    assert status == 130
    assert "Traceback" not in errors


async def test_an_analysis_without_end_stops_at_the_next_line(tmp_path: Path) -> None:
    async with piped_shell(tmp_path, "--seed", "1") as shell:
        await shell.ask("setup put white K10 A1")
        shell.type("analyse forever")
        while not (await shell.line()).startswith("depth 3:"):
            pass
        shell.type("ptm")
        while await shell.line() != "Stopped.\n":
            pass
        while await shell.line() != "\n":
            pass
        assert await shell.line() == "It is white's turn.\n"


async def test_usage_errors_end_before_a_line_is_read(tmp_path: Path) -> None:
    for arguments, said in (
        (("--player", "nobody"), "there is no player"),
        (("--ruleset", "chess"), "there is no ruleset"),
        (("--gtp", "--player", "alphabeta", "--sides", "3"), "unacceptable ruleset"),
    ):
        async with piped_shell(tmp_path, *arguments) as shell:
            status, out, errors = await shell.end()
        assert (status, out) == (2, "")
        assert said in errors
        assert errors.count("\n") == 1


async def test_a_controller_talks_gtp(tmp_path: Path) -> None:
    async with piped_shell(tmp_path, "--gtp", "--seed", "1", "--player", "1") as shell:
        assert await shell.ask("1 name") == ["=1 pente level-1"]
        assert await shell.ask("boardsize 9") == ["="]
        assert await shell.ask(b"x" * 1_000_000) == ["? line too long"]
        assert await shell.ask("2 play b E5") == ["=2"]
        (reply,) = await shell.ask("3 genmove w")
        assert reply.startswith("=3 ")
        assert await shell.ask("quit") == ["="]
        assert (await shell.end())[0] == 0
