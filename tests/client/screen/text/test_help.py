import ast
from pathlib import Path

import pytest

import pente_client.screen.text
from pente_client.input.commands import COMMANDS, HELP
from pente_client.screen.text import help as help_
from pente_client.screen.text.help import COLUMNS, ROWS, help_lines
from pente_client.terminal.glyphs import ASCII, UNICODE, Glyphs
from pente_client.terminal.styled_text import line_width, plain


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_the_help_fits_the_smallest_screen_of_the_usual_board(glyphs: Glyphs) -> None:
    assert COLUMNS <= 41
    assert ROWS <= 23
    for is_over in (False, True):
        lines = help_lines(glyphs, is_over=is_over)
        assert len(lines) == ROWS
        assert {line_width(line) for line in lines} == {COLUMNS}


def test_on_a_lower_screen_the_last_lines_give_way() -> None:
    low = help_lines(ASCII, 20)
    assert len(low) == 20
    assert "any key closes" in plain(low[0])
    assert low[1:-1] == help_lines(ASCII)[1:19]


def test_the_help_has_every_command_uncut() -> None:
    lines = [plain(line) for is_over in (False, True) for line in help_lines(ASCII, is_over=is_over)]
    assert "".join(lines).isascii()
    assert all(any(f" {text}" in line[1:-1] for line in lines) for _, text in (*help_._ROWS, *help_._AFTER))
    for text in ("\n".join(lines), "\n".join(HELP)):
        assert [word for word in COMMANDS if word not in ("/say", "/help") and word not in text] == []


def test_what_is_shown_is_computed_without_knowing_a_terminal() -> None:
    for path in Path(pente_client.screen.text.__path__[0]).glob("*.py"):
        names = [
            name
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            for name in (
                [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else [alias.name for alias in node.names]
                if isinstance(node, ast.Import)
                else []
            )
        ]
        assert not any(name.startswith("prompt_toolkit") for name in names), path
