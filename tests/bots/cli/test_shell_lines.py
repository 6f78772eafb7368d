"""Interrupts of the shell, wherever they come."""

import os
from pathlib import Path

import pytest

from pente_bots.cli import shell_lines
from pente_bots.cli.prompt import PromptSource
from pente_bots.cli.stdin_source import StdinSource
from pente_bots.shell.session import GIVEN_UP, ShellSession
from pente_bots.shell.state.context import ShellOptions
from pente_core.rules.ruleset import ruleset_from


def interrupted(monkeypatch: pytest.MonkeyPatch, at: str, *lines: str) -> tuple[ShellSession, str]:
    """A session that is interrupted once, while a line with ``at`` is written; and what it wrote then."""
    said: list[str] = []
    interrupts = [KeyboardInterrupt]

    def write(text: str) -> None:
        said.append(text)
        if at in text and interrupts:
            raise interrupts.pop()

    session = ShellSession(ruleset_from({"base": "pente", "size": 7}), ShellOptions(seed="1"))
    for line in lines[:-1]:
        list(session.answer(line))
    with monkeypatch.context() as patch:
        patch.setattr(shell_lines, "_write", write)
        shell_lines._answer(session, lines[-1])
    return session, "".join(said)


def test_a_command_that_is_interrupted_while_it_writes_changes_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, said = interrupted(monkeypatch, "Black played", "playcpugame random")
    assert said.endswith(f"{GIVEN_UP}\n\n")
    assert session.game.now.turns == ()
    assert list(session.answer("play D4")) == ["White played D4."]


def test_an_analysis_that_is_interrupted_while_it_writes_still_shows_its_tree(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lines = ("play D4", "play E5", "play A1", "analyse 4")
    _, said = interrupted(monkeypatch, "depth 2", *lines)
    shown = said.splitlines()
    assert shown[2] == "Stopped."
    assert len(shown) > 6
    assert GIVEN_UP not in said
    assert said.endswith("\n\n")


def test_a_terminal_that_is_gone_is_the_end_of_input(tmp_path: Path) -> None:
    descriptor = os.open(tmp_path, os.O_RDONLY)  # a directory, from which nothing can be read
    try:
        source = StdinSource(descriptor)
        assert source.line() is None
        assert source.is_interrupted()
    finally:
        os.close(descriptor)


def test_lines_are_remembered_where_that_can_be(tmp_path: Path) -> None:
    for directory in (tmp_path / "new", tmp_path / "file" / "below"):
        (tmp_path / "file").touch()
        source = PromptSource(lambda _: [], lambda: "> ", directory, StdinSource(0))
        source._session.history.append_string("play K10")
        assert source._session.history.get_strings() == ["play K10"]
    assert "play K10" in (tmp_path / "new" / "shell-history").read_text()


def test_long_lines_are_broken_between_words() -> None:
    assert shell_lines._folded("  one two three", 9) == "  one two\n    three\n"
    assert shell_lines._folded("one two", 9) == "one two\n"


def test_an_interrupt_after_the_last_line_leaves_the_command_given_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session, said = interrupted(monkeypatch, "White played", "play D4")
    assert said == f"White played D4.\n{GIVEN_UP}\n\n"
    assert session.game.now.turns == ()
