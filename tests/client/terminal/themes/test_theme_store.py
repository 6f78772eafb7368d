"""Themes that ship, and a person's own."""

from importlib.resources import files
from pathlib import Path

import pytest

from pente_client.terminal.themes.theme import COLOURS, Theme
from pente_client.terminal.themes.theme_store import SHIPPED, ThemeStore
from pente_client.terminal.themes.theme_text import read_theme


def shipped(name: str) -> Theme:
    read = ThemeStore(Path("/nowhere")).load(name, {})
    assert not read.problems
    return read.theme


def test_every_theme_that_ships_is_a_file_of_the_package() -> None:
    folder = files("pente_client.terminal.themes")
    assert {path.name for path in folder.iterdir() if path.name.endswith(".toml")} == {
        f"{name}.toml" for name in SHIPPED
    }
    assert len({shipped(name).title for name in SHIPPED}) == len(SHIPPED)


def test_the_usual_theme_names_every_colour_as_an_example() -> None:
    text = (files("pente_client.terminal.themes") / "dark.toml").read_text(encoding="utf-8")
    assert all(f"\n{name} = " in text for name in COLOURS)
    assert read_theme(text, "dark").theme == Theme()


@pytest.mark.parametrize(
    ("variable", "title"), [("", "Dark"), ("15;0", "Dark"), ("0;15", "Light"), ("0;7", "Light")]
)
def test_auto_fits_the_background_that_the_terminal_tells(variable: str, title: str) -> None:
    assert ThemeStore(Path("/nowhere")).load("auto", {"COLORFGBG": variable}).theme.title == title


def test_an_own_theme_needs_only_what_differs(tmp_path: Path) -> None:
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "sea.toml").write_text('board = "#00875f"\nshapes = true\n')
    store = ThemeStore(tmp_path)
    assert store.names() == (*SHIPPED, "sea")
    theme = store.load("sea", {}).theme
    assert (theme.title, theme.board, theme.shapes, theme.line) == ("sea", "#00875f", True, Theme().line)


def test_an_own_theme_goes_before_one_that_ships(tmp_path: Path) -> None:
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "dark.toml").write_text('title = "Mine"\n')
    assert ThemeStore(tmp_path).load("dark", {}).theme.title == "Mine"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("bord = 1", "there is no colour 'bord'"),
        ('board = "brown"', 'board must be a colour like "#af875f"'),
        ("board = 5", "board must be a colour"),
        ('shapes = "yes"', "shapes must be true or false"),
        ("title = 5", "title must be a text"),
        ("board = ", "it is no valid TOML"),
    ],
)
def test_a_mistake_is_one_sentence_and_the_rest_holds(text: str, said: str) -> None:
    read = read_theme(text, "mine")
    assert len(read.problems) == 1
    assert said in read.problems[0]
    assert read.theme == Theme(title="mine")


@pytest.mark.parametrize("name", ["sepia", "../../etc/passwd", "a/b"])
def test_a_theme_that_is_missing_is_named_and_the_usual_one_taken(name: str, tmp_path: Path) -> None:
    read = ThemeStore(tmp_path).load(name, {})
    assert read.theme == Theme()
    assert repr(name) in read.problems[0]


def test_a_file_that_is_no_text_is_reported(tmp_path: Path) -> None:
    (tmp_path / "themes").mkdir()
    (tmp_path / "themes" / "sea.toml").write_bytes(b"\xff")
    assert "can't be read" in ThemeStore(tmp_path).load("sea", {}).problems[0]
