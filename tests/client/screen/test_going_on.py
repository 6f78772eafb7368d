"""A viewer is never carried away from a room that they are busy with."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pente_client.connection import FeaturedGameChanged, RequestRejected
from pente_client.screen.attention import QUIET, Attention
from pente_client.screen.game_controller import OTHER_ROOM, GameController
from pente_client.screen.next_game import NEXT_GAME_DELAY
from pente_client.terminal.board_size import SMALL
from pente_client.terminal.pages.palette import PaletteState
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, RoomId
from pente_core.room import commands as cmd
from tests.client.screen.test_game_controller import OTHER, ControllerFixture, at_table
from tests.client.screen.test_ways_to_act import with_settings
from tests.support.client.fake_client import BOB, EVE, ROOM, START, FakeClient, room_of
from tests.support.client.piped_terminal import HeadlessScreen, on_stage


@asynccontextmanager
async def watching_tv(me: Identity = EVE) -> AsyncIterator[ControllerFixture]:
    """A viewer of TV whose game is just over."""
    host = FakeClient(room_of(turns="K10 L10"), me=me)
    host.hidden[OTHER] = room_of("gomoku")
    async with at_table(host.room(), me, follows=True, host=host) as table:
        host.happen(cmd.Resign(), BOB)
        host.now = Instant(START + NEXT_GAME_DELAY)
        await table.until(lambda: table.controller.model.is_after_the_game)
        yield table


async def is_held(table: ControllerFixture) -> None:
    """Wait until the next game waits for the viewer."""
    await table.until(lambda: table.slept and table.controller.model.next_room == OTHER)
    for _ in range(5):
        await table.controller._page.sleep(0)
    assert table.controller.model.room_id == ROOM


async def has_gone_on(table: ControllerFixture) -> None:
    await table.until(lambda: table.controller.model.room_id == OTHER)


async def test_who_types_is_not_carried_away_before_the_line_is_empty() -> None:
    async with watching_tv() as table:
        table.controller.typed("'well pl")
        table.host.tell(FeaturedGameChanged(OTHER))
        await is_held(table)
        table.controller.typed("")
        await has_gone_on(table)


async def test_who_looks_at_a_past_move_is_not_carried_away() -> None:
    async with watching_tv() as table:
        table.controller.looking.step(-1)
        table.host.tell(FeaturedGameChanged(OTHER))
        await is_held(table)
        table.controller.looking.look_at(None)
        await has_gone_on(table)


async def test_who_scrolls_is_not_carried_away() -> None:
    async with watching_tv() as table:
        table.controller.scroll(chat=3)
        table.host.tell(FeaturedGameChanged(OTHER))
        await is_held(table)
        table.controller.scroll(chat=0)
        await has_gone_on(table)


def show_help(controller: GameController) -> None:
    controller.show_help()


def show_rules(controller: GameController) -> None:
    controller.enter("/rules")


def show_palette(controller: GameController) -> None:
    controller.show_palette(PaletteState())


def close_everything(controller: GameController) -> None:
    controller.close_cover()
    controller.show_palette(None)


@pytest.mark.parametrize("cover", [show_help, show_rules, show_palette])
async def test_who_reads_what_lies_over_the_game_is_not_carried_away(
    cover: Callable[[GameController], None],
) -> None:
    async with watching_tv() as table:
        cover(table.controller)
        table.host.tell(FeaturedGameChanged(OTHER))
        await is_held(table)
        close_everything(table.controller)
        await has_gone_on(table)


async def test_what_lies_over_a_players_game_stays_over_the_next_one() -> None:
    async with at_table(room_of()) as table:
        table.host.hidden[OTHER] = room_of("gomoku")
        table.controller.show_help()
        table.controller.scroll_help(3)
        await table.controller.show_game(OTHER)
        assert table.controller.model.room_id == OTHER
        assert table.controller.model.shows_help
        assert table.controller.model.help_back == 3


async def test_a_key_holds_the_room_for_a_while() -> None:
    async with watching_tv() as table:
        table.controller.pressed()
        table.host.tell(FeaturedGameChanged(OTHER))
        await has_gone_on(table)
        assert table.slept[0] == 0
        assert 0 < table.slept[1] <= QUIET


async def test_a_key_while_the_room_is_held_begins_the_wait_anew() -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)
        if len(slept) < 3:
            attention.pressed()

    attention = Attention(lambda: False, sleep)
    attention.pressed()
    await attention.is_free()
    assert len(slept) == 3


async def test_one_key_goes_on_and_another_stays() -> None:
    async with watching_tv() as table:
        table.controller.typed("'")
        table.host.tell(FeaturedGameChanged(OTHER))
        await is_held(table)
        table.controller.escape()
        table.controller.typed("")
        await is_held(table)
        assert table.controller.model.moves_on_at is None
        assert table.controller.enter("")
        await has_gone_on(table)


async def test_who_stays_is_told_of_the_latest_game_only() -> None:
    third = RoomId("room-0003")
    async with watching_tv() as table:
        table.host.hidden[third] = room_of("gomoku")
        table.controller.typed("'")
        table.host.tell(FeaturedGameChanged(OTHER))
        await is_held(table)
        table.controller.escape()
        table.controller.typed("")
        table.host.tell(FeaturedGameChanged(third))
        await table.until(lambda: table.controller.model.next_room == third)
        table.controller.enter("")
        await table.until(lambda: table.controller.model.room_id == third)


async def test_a_line_that_was_begun_in_another_room_is_not_sent_unasked() -> None:
    async with watching_tv() as table:
        table.controller.typed("'well played")
        table.host.featured = OTHER
        table.controller.enter("/tv next")
        table.controller.typed("'well played")
        await has_gone_on(table)
        assert not table.controller.enter("'well played")
        assert table.notice == OTHER_ROOM
        assert not table.host.room(OTHER).chat
        assert table.controller.enter("'well played")
        await table.until(lambda: table.host.room(OTHER).chat)


async def test_a_rejected_line_does_not_come_back_in_another_room() -> None:
    async with watching_tv() as table:
        table.host.answers.clear()
        table.host.denials.append(RequestRejected("rate-limited", "not so fast"))
        table.controller.enter("'well played")
        table.host.tell(FeaturedGameChanged(OTHER))
        await has_gone_on(table)
        table.host.answers.set()
        await table.until(lambda: table.notice == "Not so fast.")
        assert table.given_back == []


async def shows(stage: HeadlessScreen, room: RoomId) -> None:
    def is_shown(_: str) -> bool:
        return stage.screen.controller.model.room_id == room

    holds: Callable[[str], bool] = is_shown
    await stage.until(holds)


async def test_keys_on_the_screen_hold_a_room_and_enter_goes_on() -> None:
    host = FakeClient(room_of(turns="K10 L10"), me=EVE)
    host.hidden[OTHER] = room_of("gomoku")
    async with on_stage(host, follow=True) as stage:
        host.happen(cmd.Resign(), BOB)
        host.now = Instant(START + NEXT_GAME_DELAY)
        stage.type("'gg")
        await stage.until("> 'gg")
        host.tell(FeaturedGameChanged(OTHER))
        await stage.until("The next game is on. Enter goes there, Esc stays.")
        stage.type("\r")
        await stage.until("eve: gg")
        assert host.room().chat
        stage.type("\r")
        await shows(stage, OTHER)


F2, ESC, DOWN = "\x1bOQ", "\x1b", "\x1b[B"


@pytest.mark.parametrize(("opening", "seen"), [("?", "Search all that can"), (F2, "settings")])
async def test_a_key_in_what_lies_over_tv_is_never_typed(opening: str, seen: str) -> None:
    host = FakeClient(room_of(turns="K10 L10"), me=EVE)
    host.hidden[OTHER] = room_of("gomoku")
    async with on_stage(host, follow=True) as stage:
        stage.type(opening)
        await stage.until(seen)
        host.happen(cmd.Resign(), BOB)
        host.now = Instant(START + NEXT_GAME_DELAY)
        host.tell(FeaturedGameChanged(OTHER))
        await stage.until(lambda _: stage.screen.controller.model.next_room == OTHER)
        stage.type(DOWN + ESC)
        await stage.until("The next game is on. Enter goes there, Esc stays.")
        assert stage.prompt == ">"
        assert stage.screen.controller.model.room_id == ROOM
        stage.type("\r")
        await shows(stage, OTHER)


async def test_the_size_of_boards_that_a_person_has_set_is_that_of_every_room(tmp_path: Path) -> None:
    environ = with_settings(tmp_path, 'board = "small"\n')
    host = FakeClient(room_of(turns="K10"))
    host.hidden[OTHER] = room_of(turns="K10")
    async with on_stage(host, columns=120, rows=40, environ=environ) as stage:
        assert stage.screen.controller.model.largest is SMALL
        await stage.screen.controller.show_game(OTHER)
        assert stage.screen.controller.model.largest is SMALL


async def test_a_line_that_was_sent_holds_no_room() -> None:
    async with on_stage(FakeClient(room_of(turns="K10 L10"), me=EVE)) as stage:
        stage.type("'gg\r")
        await stage.until("eve: gg")
        assert not stage.screen.controller._is_busy()
