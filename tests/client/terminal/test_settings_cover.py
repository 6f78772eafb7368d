"""The settings over a page: they change what is shown at once, and are kept."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pente_client.settings.setting_field import setting_fields
from pente_client.settings.settings_store import SettingsStore
from tests.support.client.fake_client import FakeClient, room_of
from tests.support.client.piped_terminal import HeadlessScreen, on_stage

F2, UP, DOWN, RIGHT, LEFT, ESC = "\x1bOQ", "\x1b[A", "\x1b[B", "\x1b[C", "\x1b[D", "\x1b"
PLACES = {field.name: place for place, field in enumerate(setting_fields())}


@asynccontextmanager
async def opened(config: Path, turns: str = "K10 L10", **environ: str) -> AsyncIterator[HeadlessScreen]:
    """A game with the settings over it."""
    settings = {"PENTE_CONFIG": str(config), **environ}
    async with on_stage(FakeClient(room_of(turns=turns)), environ=settings) as stage:
        stage.type(F2)
        await stage.until("── settings ──" if "PENTE_ASCII" not in environ else "-- settings --")
        yield stage


def kept(config: Path, name: str) -> str:
    settings = SettingsStore(config, {}).load().settings
    return setting_fields()[PLACES[name]].word_in(settings)


async def test_every_setting_is_shown_with_its_word(tmp_path: Path) -> None:
    async with opened(tmp_path) as stage:
        for field in setting_fields():
            assert any(field.title in row and "│" in row for row in stage.rows)
        stage.type(ESC)
        await stage.until(lambda text: "── settings ──" not in text)


async def test_a_theme_is_shown_at_once_and_kept(tmp_path: Path) -> None:
    async with opened(tmp_path, PENTE_COLOURS="256") as stage:
        assert "● ada" in stage.rows[1]
        for _ in range(3):
            stage.type(RIGHT)
        await stage.until(lambda text: "high-contrast" in text)
        await stage.until(lambda text: "○ ada" in text)
    assert kept(tmp_path, "theme") == "high-contrast"


async def test_a_switch_is_switched_by_enter_or_space(tmp_path: Path) -> None:
    async with opened(tmp_path) as stage:
        stage.type(DOWN * PLACES["mouse"] + "\r")
        await stage.until(lambda _: kept(tmp_path, "mouse") == "no")
        assert not stage.screen.app.renderer.mouse_support()
        stage.type(" ")
        await stage.until(lambda _: kept(tmp_path, "mouse") == "yes")


async def test_keys_reach_nothing_below_and_nothing_is_typed(tmp_path: Path) -> None:
    async with opened(tmp_path) as stage:
        stage.type("k9[" + F2)
        await stage.until(lambda text: "── settings ──" not in text)
        assert stage.prompt == ">"


async def test_a_click_chooses_and_the_next_one_changes(tmp_path: Path) -> None:
    async with opened(tmp_path) as stage:
        y = next(n for n, row in enumerate(stage.rows) if "Ring a bell" in row)
        x = stage.rows[y].index("Ring a bell")
        click = f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m"
        stage.type(click)
        await stage.until("Ring the bell")  # what the chosen one means
        stage.type(click)
        await stage.until(lambda _: kept(tmp_path, "bell") == "no")


async def test_each_row_says_what_it_does_without_being_chosen(tmp_path: Path) -> None:
    async with opened(tmp_path) as stage:
        for title in ("Warn me of threats", "Plan a stone in others' turns", "Place an only first stone"):
            assert title in stage.text


async def test_what_the_environment_says_is_named(tmp_path: Path) -> None:
    async with opened(tmp_path, PENTE_THEME="light") as stage:
        await stage.until("PENTE_THEME overrules")


async def test_a_file_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    async with opened(tmp_path / "file") as stage:
        stage.type(RIGHT)
        await stage.until("File exists")


@pytest.mark.parametrize("ascii_", ["0", "1"])
async def test_the_box_fits_the_smallest_window(tmp_path: Path, ascii_: str) -> None:
    settings = {"PENTE_CONFIG": str(tmp_path), "PENTE_ASCII": ascii_}
    async with on_stage(FakeClient(room_of()), 41, 23, environ=settings) as stage:
        stage.type(F2)
        await stage.until("Esc closes")
        assert stage.text.isascii() or ascii_ == "0"
