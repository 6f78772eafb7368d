"""The documents say what the table of commands says."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from pente_bots.cli.shell import add_arguments
from pente_bots.shell.reference import summary_lines
from pente_bots.shell.state.errors import ErrorKind
from pente_bots.shell.table import COMMANDS
from pente_client.cli.parser import Parser

DOCUMENT = (Path(__file__).parents[3] / "docs" / "shell.md").read_text()


def markdown_lines() -> Iterator[str]:
    """The commands as a table, then each with its details: what docs/shell.md has to say."""
    yield "| command | what it does |"
    yield "|---|---|"
    for command in COMMANDS:
        form = command.form.replace("|", "\\|")
        yield f"| `{form}` | {command.summary} |"
    for command in COMMANDS:
        if command.details:
            yield from ("", f"### {command.name}", "", f"`{command.form}` {command.summary}.", "")
            yield from (f"* {detail}" for detail in command.details)


def error_lines() -> Iterator[str]:
    """The beginnings of errors, as a list in Markdown."""
    yield from (f"* `Error: {kind}`" for kind in ErrorKind)


@pytest.mark.parametrize("lines", [markdown_lines, error_lines])
def test_the_document_has_the_commands_and_the_errors(lines: object) -> None:
    assert callable(lines)
    assert "\n".join(lines()) in DOCUMENT


def test_the_help_has_the_commands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    parser = Parser("pente shell")
    add_arguments(parser)
    shown = parser.format_help()
    assert [line for line in summary_lines() if line not in shown] == []
