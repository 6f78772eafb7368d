"""How pages look: a theme, so many colours, and characters, as a person or the terminal wants them."""

from pathlib import Path

import pytest
from prompt_toolkit.output import ColorDepth

from pente_client.terminal.glyphs import ASCII, SOLID, UNICODE, Glyphs
from pente_client.terminal.look import look_for

FEW, SOME, MANY = ColorDepth.DEPTH_1_BIT, ColorDepth.DEPTH_8_BIT, ColorDepth.DEPTH_24_BIT


@pytest.mark.parametrize(
    ("environ", "encoding", "glyphs"),
    [
        ({}, "utf-8", SOLID),
        ({}, "UTF8", SOLID),
        ({}, "latin-1", ASCII),
        ({}, "", ASCII),
        ({"LANG": "ja_JP.UTF-8"}, "utf-8", ASCII),
        ({"LANG": "ja_JP.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "utf-8", SOLID),
        ({"LANG": "en_GB.UTF-8", "LC_ALL": "C"}, "utf-8", ASCII),
        ({"LANG": "POSIX"}, "utf-8", ASCII),
        ({"LANG": "C.UTF-8"}, "utf-8", SOLID),
        ({"LC_ALL": "C", "PENTE_ASCII": "0"}, "utf-8", SOLID),
        ({"PENTE_ASCII": "1"}, "utf-8", ASCII),
        ({"PENTE_ASCII": "0", "LANG": "ko_KR.UTF-8"}, "utf-8", SOLID),
        ({"PENTE_ASCII": ""}, "utf-8", SOLID),
        ({"NO_COLOR": "1"}, "utf-8", UNICODE),
        ({"PENTE_COLOURS": "16"}, "utf-8", UNICODE),
        ({"PENTE_THEME": "high-contrast"}, "utf-8", UNICODE),
    ],
)
def test_ascii_where_stones_may_be_missing_or_two_columns_wide(
    environ: dict[str, str], encoding: str, glyphs: Glyphs
) -> None:
    assert look_for(environ, encoding, SOME).glyphs is glyphs


@pytest.mark.parametrize(
    ("environ", "usual", "depth"),
    [
        ({}, SOME, SOME),
        ({"COLORTERM": "truecolor"}, SOME, MANY),
        ({"COLORTERM": "truecolor"}, FEW, FEW),
        ({"COLORTERM": "truecolor", "NO_COLOR": "1"}, SOME, FEW),
        ({"NO_COLOR": ""}, SOME, SOME),
        ({"NO_COLOR": "1", "PENTE_COLOURS": "256"}, SOME, SOME),
        ({"PENTE_COLOURS": "none"}, MANY, FEW),
        ({"PENTE_COLOURS": "true"}, FEW, MANY),
    ],
)
def test_what_a_person_says_of_colours_goes_before_what_the_terminal_says(
    environ: dict[str, str], usual: ColorDepth, depth: ColorDepth
) -> None:
    assert look_for(environ, "utf-8", usual).depth is depth


def test_what_is_wrong_is_reported_and_everything_else_holds(tmp_path: Path) -> None:
    (tmp_path / "settings.toml").write_text('theme = "sepia"\nmouse = false\n')
    look = look_for({"PENTE_CONFIG": str(tmp_path)}, "utf-8", SOME)
    assert look.theme.title == "Dark"
    assert not look.settings.mouse
    assert len(look.problems) == 1
    assert "'sepia'" in look.problems[0]
