"""Keys, clicks and the palette: ways to act on the game page."""

from pathlib import Path

import pytest

from pente_client.screen import held_letter
from pente_client.terminal.glyphs import UNICODE
from pente_client.terminal.pages.palette import PaletteEntry, palette_rows
from pente_client.terminal.styled_text import line_width
from pente_core.room import OfferKind
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.move import Choice
from tests.support.client.fake_client import ADA, BOB, FakeClient, room_of
from tests.support.client.piped_terminal import HeadlessScreen, on_stage

CTRL_P, ESC, DOWN, UP = "\x10", "\x1b", "\x1b[B", "\x1b[A"


def offered(kind: OfferKind = OfferKind.DRAW) -> FakeClient:
    host = FakeClient(room_of(turns="K10 L10"))
    host.happen(cmd.Offer(kind), BOB)
    return host


def click_on(stage: HeadlessScreen, text: str) -> str:
    """A click into the middle of a text in the last row."""
    x = stage.rows[-1].index(text) + len(text) // 2
    y = len(stage.rows) - 1
    return f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m"


async def test_a_letter_answers_an_offer_when_no_other_key_follows() -> None:
    host = offered()
    async with on_stage(host) as stage:
        await stage.until("bob offers a draw. Accept? y/n")
        stage.type("y")
        await stage.until("The game is drawn")
    assert host.room().status is ev.Status.FINISHED


async def test_a_letter_that_begins_a_word_or_a_point_answers_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(held_letter, "HOLD", 0.0)  # not even then: the next key has come already
    host = offered()
    async with on_stage(host) as stage:
        stage.type("n12\r")
        await stage.until("bob to move")
        assert host.room().game.tokens[-1] == "N12"


async def test_a_letter_that_is_left_of_a_word_answers_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    host = offered()
    async with on_stage(host) as stage:
        stage.type("yo\x7f")
        await stage.until(lambda _: stage.prompt == "> y")
        monkeypatch.setattr(held_letter, "HOLD", 0.0)
        stage.type("\x7fy")
        await stage.until("The game is drawn")


async def test_enter_does_at_once_what_a_letter_stands_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(held_letter, "HOLD", 1000.0)
    host = FakeClient(room_of())
    host.happen(cmd.Resign(), BOB)
    async with on_stage(host) as stage:
        stage.type("r\r")
        await stage.until("Waiting for an answer to the rematch")
        assert stage.prompt == ">"


async def test_what_stands_on_the_bar_can_be_clicked() -> None:
    host = FakeClient(room_of(turns="K10 L10"))
    async with on_stage(host) as stage:
        assert stage.rows[-1].endswith(" [draw] [takeback] [resign] [rules] [flip] [quit] ? help")
        stage.type(click_on(stage, "[resign]"))
        await stage.until("Resign? y/n")
        stage.type("n" + click_on(stage, "[draw]"))
        await stage.until(lambda text: "[draw]" not in text)
        assert [(offer.kind, offer.seat) for offer in host.room().offers] == [(OfferKind.DRAW, 0)]
        stage.type(click_on(stage, "? help"))
        await stage.until("any key closes")


async def test_the_bar_shows_what_can_be_done_and_gives_way_to_what_is_typed() -> None:
    async with on_stage(offered()) as stage:
        assert "[accept] [decline]" in stage.rows[-1]
        stage.type("'" + "words " * 12)
        await stage.until("words words words")
        assert "[" not in stage.rows[-1]
        assert stage.rows[-1].count("words") == 12
    async with on_stage(FakeClient(room_of()), 41, 23) as stage:
        assert stage.rows[-1].endswith("[draw] ? help")


async def test_a_choice_of_the_opening_is_on_the_bar_of_who_chooses() -> None:
    room = room_of("swap2-pente", turns="K10 L11 M12")
    async with on_stage(FakeClient(room, me=ADA)) as stage:
        assert "[swap]" not in stage.rows[-1]
    host = FakeClient(room, me=BOB)
    async with on_stage(host) as stage:
        assert "[swap] [stay] [pass] [draw]" in stage.rows[-1]
        stage.type(click_on(stage, "[stay]"))
        await stage.until(lambda _: Choice.STAY in host.room().game.turns)


def test_the_chosen_entry_of_the_palette_is_one_bar() -> None:
    entries: list[PaletteEntry[None]] = [PaletteEntry("help", "Show the keys, and what can be typed.", "F1")]
    for columns in (80, 30):
        drawn = [row.line[1:-1] for row in palette_rows(entries, 0, columns, 9, UNICODE) if row.row == 0]
        assert {style for line in drawn for style, _ in line} == {"class:palette.chosen"}
        assert {line_width(line) for line in drawn} == {columns - 2}


async def test_the_palette_finds_and_does() -> None:
    host = FakeClient(room_of(turns="K10 L10"))
    async with on_stage(host) as stage:
        stage.type(CTRL_P)
        await stage.until("Offer to stop the clocks.")
        stage.type("stop")
        await stage.until(lambda text: "1, Enter chooses" in text and stage.prompt.startswith("search: stop"))
        stage.type("\r")
        await stage.until(lambda text: "Enter chooses" not in text)
        assert [offer.kind for offer in host.room().offers] == [OfferKind.PAUSE]
        assert stage.prompt == ">"


async def test_the_palette_is_gone_through_with_arrows_and_closed_with_escape() -> None:
    async with on_stage(FakeClient(room_of(turns="K10 L10"))) as stage:
        stage.type(CTRL_P)
        await stage.until("▸help")
        stage.type(DOWN + DOWN)
        await stage.until("▸draw")
        stage.type(UP)
        await stage.until("▸actions")
        stage.type(ESC)
        await stage.until(lambda text: "Enter chooses" not in text)
        assert stage.prompt == ">"


async def test_a_command_that_needs_more_is_begun() -> None:
    async with on_stage(FakeClient(room_of())) as stage:
        stage.type(CTRL_P + "silence\r")
        await stage.until(lambda _: stage.prompt == "> /mute")


async def test_the_palette_says_so_when_nothing_is_found() -> None:
    async with on_stage(FakeClient(room_of()), 41, 23) as stage:
        stage.type(CTRL_P + "zzz")
        await stage.until("Nothing has these words.")
        stage.type("\r")
        await stage.until(lambda text: "Nothing has" not in text)


async def test_own_keys_act_and_mistakes_in_them_are_said(
    tmp_path: Path,
) -> None:
    (tmp_path / "settings.toml").write_text('[keys]\nresign = ["f5"]\nfly = ["f6"]\n')
    environ = {"PENTE_ASCII": "0", "PENTE_CONFIG": str(tmp_path)}
    async with on_stage(FakeClient(room_of()), 120, 40, environ=environ) as stage:
        await stage.until("There is no action 'fly'")
        stage.type("\x1b[15~")
        await stage.until("Resign? y/n")


async def test_the_prompt_stays_in_front_of_a_line_that_is_longer_than_the_window() -> None:
    host = FakeClient(room_of())
    async with on_stage(host, 41, 23) as stage:
        stage.type("'" + "well " * 20 + "played")
        await stage.until("played")
        assert stage.rows[-1].startswith("> ")
        stage.type("\r")
        await stage.until(lambda _: stage.prompt == ">")
    assert host.room().chat[-1].text.endswith("well played")
