"""`pente shell` driven by a program: the real command line, with pipes."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from tests.support.shell.piped_shell import piped_shell


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
    endless = ("--size", "25", "--line", "12", "--no-captures")
    async with piped_shell(tmp_path, "--seed", "1", *endless) as shell:
        shell.type("playcpugame 5")
        assert await shell.line() == "White played N13.\n"
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


@pytest.mark.parametrize("protocol", [(), ("--gtp",)], ids=["shell", "gtp"])
def test_without_an_input_there_is_nothing_to_do(protocol: tuple[str, ...]) -> None:
    program = [sys.executable, "-m", "pente_client", "shell", *protocol]
    shown = subprocess.run(program, check=True, capture_output=True, preexec_fn=lambda: os.close(0))
    assert (shown.stdout, shown.stderr) == (b"", b"")


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
