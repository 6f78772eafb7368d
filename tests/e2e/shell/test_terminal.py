"""`pente shell` at a terminal: what a person sees and presses."""

from pathlib import Path

import pytest

from tests.support.shell.shell_terminal import shell_terminal

SMALL = ("--size", "7", "--seed", "1")


async def test_a_person_plays_and_completes_words_with_tab(tmp_path: Path) -> None:
    async with shell_terminal(tmp_path, *SMALL) as shell:
        await shell.until("white>")
        assert "Type help for the commands" in shell.text
        shell.type("showb\t")
        await shell.until("white> showboard")
        shell.type("\rplay D4\r")
        await shell.until("black>")
        assert "White played D4." in shell.text
        assert "(○)" in shell.text  # the board is drawn after each change
        shell.type("movehistory w\t")
        await shell.until("movehistory white")
        shell.type("\r")
        await shell.until("1. white D4\n\nblack>")
        shell.type("quit\r")
        assert await shell.ended() == 0


async def test_lines_are_remembered_from_one_session_to_the_next(tmp_path: Path) -> None:
    async with shell_terminal(tmp_path, *SMALL) as shell:
        await shell.until("white>")
        shell.type("play D4\r")
        await shell.until("black>")
        shell.type("\x04")
        assert await shell.ended() == 0
    async with shell_terminal(tmp_path, *SMALL) as shell:
        await shell.until("white>")
        shell.type("\x1b[A")
        await shell.until("white> play D4")
    assert (tmp_path / "shell-history").stat().st_mode & 0o077 == 0


async def test_ctrl_c_gives_up_the_running_command_and_not_the_shell(tmp_path: Path) -> None:
    endless = ("--size", "25", "--line", "12", "--no-captures")
    async with shell_terminal(tmp_path, "--seed", "1", *endless) as shell:
        await shell.until("white>")
        shell.type("playcpugame 5\r")
        await shell.shows("White played ")
        shell.type("\x03")
        await shell.until("Given up; the game is as it was before.\n\nwhite>")
        shell.type("movehistory\r")
        await shell.until("Nobody has moved yet.\n\nwhite>")
        shell.type("no command\x03")
        await shell.until("white>")
        shell.type("ptm\r")
        await shell.until("It is white's turn.\n\nwhite>")


@pytest.mark.parametrize("key", ["\r", "\x03"], ids=["enter", "ctrl-c"])
async def test_an_analysis_goes_on_until_it_is_stopped(key: str, tmp_path: Path) -> None:
    async with shell_terminal(tmp_path, "--seed", "1", "--ruleset", "pente", "--size", "9") as shell:
        await shell.until("white>")
        shell.type("setup put white E5 B2\r")
        await shell.until("white>")
        shell.type("analyse\r")
        await shell.shows("depth 3:")
        shell.type(key)
        await shell.shows("Stopped.")
        await shell.until("white>")


async def test_a_line_typed_meanwhile_stops_an_analysis_and_is_carried_out(tmp_path: Path) -> None:
    async with shell_terminal(tmp_path, "--seed", "1", "--size", "9") as shell:
        await shell.until("white>")
        shell.type("setup put white E5 B2\r")
        await shell.until("white>")
        shell.type("analyse\r")
        await shell.shows("depth 2:")
        shell.type("ptm\r")
        await shell.until("It is white's turn.\n\nwhite>")
