"""The documents say what the table of commands says."""

from pathlib import Path

import pytest

from pente_bots.cli.shell import add_arguments
from pente_bots.shell.reference import error_lines, markdown_lines, summary_lines
from pente_client.cli.parser import Parser

DOCUMENT = (Path(__file__).parents[3] / "docs" / "shell.md").read_text()


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
