"""Several live games at once."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input

from pente_client.connection import RequestRejected
from pente_client.lobby.choice import ReturnToLobby, WatchRoom
from pente_client.lobby.pages.boards_page import MOST_BOARDS, NOTHING, BoardsPage
from pente_client.lobby.pages.boards_text import boards_in
from pente_core.identity import RoomId
from pente_core.room import Room
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import parse_point
from pente_protocol.messages.lists import ListedRoom, RoomFilter
from tests.support.client.fake_client import ADA, BOB, CYD, DAN, EVE, FakeClient, _listed, room_of
from tests.support.client.mouse import click, wheel
from tests.support.client.page_stage import PageStage
from tests.support.client.piped_terminal import SizedOutput

ENTER, ESC, DOWN, RIGHT, LEFT = "\r", "\x1b", "\x1b[B", "\x1b[C", "\x1b[D"


class Games(FakeClient):
    """Eve watches the games of a server. Mutable."""

    def __init__(self, *rooms: Room) -> None:
        super().__init__(me=EVE)
        self.hidden = {RoomId(f"room-{number:04}"): room for number, room in enumerate(rooms)}
        self.locked: set[RoomId] = set()

    async def list_rooms(self, which: RoomFilter = RoomFilter()) -> tuple[ListedRoom, ...]:  # noqa: B008
        assert which.status is ev.Status.PLAYING
        known = {**self.hidden, **{id_: replica.room for id_, replica in self.rooms.items()}}
        return tuple(_listed(id_, room) for id_, room in known.items() if room.status is ev.Status.PLAYING)

    async def watch(self, room: RoomId):  # type: ignore[no-untyped-def]
        if room in self.locked:
            raise RequestRejected("password", "it has a password")
        return await super().watch(room)


class Alarm:
    """A clock that stands still until the test lets it go on. Mutable."""

    def __init__(self) -> None:
        self.rang = asyncio.Event()

    async def sleep(self, seconds: float) -> None:
        assert seconds
        await self.rang.wait()
        self.rang.clear()


@asynccontextmanager
async def watching(
    games: Games, columns: int = 120, rows: int = 40
) -> AsyncIterator[tuple[PageStage[BoardsPage], Alarm]]:
    alarm = Alarm()
    with create_pipe_input() as keys, create_app_session(keys, output := SizedOutput(columns, rows)):
        page = BoardsPage(games, EVE.id, {"PENTE_ASCII": "0"}, alarm.sleep)
        stage = PageStage(page, keys, output)
        try:
            await stage.until("live games")
            yield stage, alarm
        finally:
            if not (stage.choice.done() or page.shell.app.is_done):
                page.shell.app.exit(result=ReturnToLobby())
            await asyncio.wait([stage.choice])


def three() -> Games:
    return Games(room_of(turns="K10"), room_of(turns="K10 A1", players=(CYD, DAN)), room_of("gomoku"))


@pytest.mark.parametrize(("columns", "rows"), [(80, 24), (120, 40), (60, 24), (41, 24)])
async def test_as_many_boards_as_fit(columns: int, rows: int) -> None:
    games = three()
    across, down = boards_in(columns, rows - 2, 19)
    async with watching(games, columns, rows) as (stage, _):
        await stage.until("ada")
        visible = min(3, across * down)
        drawn = stage.text.split("\n")
        assert drawn[3].startswith("19 ┌")
        assert drawn[21].startswith(" 1 └")
        letters = "   " + " │ ".join(["A B C D E F G H J K L M N O P Q R S T"] * visible)
        assert drawn[22].rstrip() == letters
        assert all(len(row) <= columns for row in drawn)
        assert (f"{visible} of 3 games" if visible < 3 else "3 games") in stage.text
    assert not games.rooms  # nothing is watched any more


async def test_boards_of_several_sizes_have_no_row_numbers_in_common() -> None:
    games = Games(room_of(turns="K10"), room_of({"base": "pente", "size": 13}))
    async with watching(games) as (stage, _):
        await stage.until("2 games")
        assert not stage.text.split("\n")[3].startswith("19")
        assert "A B C D E F G H J K L M N\n" in f"{stage.text}\n".replace(" \n", "\n")


async def test_moves_are_shown_as_they_come_and_enter_watches_one() -> None:
    games = three()
    async with watching(games) as (stage, _):
        await stage.until("▸ ○ ada 0/5")
        games.happen(cmd.Play(parse_point("A2", 19)), BOB, RoomId("room-0000"))
        await stage.until(lambda text: bool(re.search(r"^ +5:0\d, to move", text.split("\n")[2])))
        stage.type(RIGHT + DOWN + RIGHT + LEFT)
        await stage.until("▸ ○ cyd")
        stage.type(ENTER)
        assert await stage.choice == WatchRoom(RoomId("room-0001"))
        assert list(games.rooms) == [RoomId("room-0001")]


async def test_boards_take_clicks_and_the_wheel() -> None:
    async with watching(three()) as (stage, _):
        await stage.until("▸ ○ ada 0/5")
        stage.type(wheel(5, 5, down=True))
        await stage.until("▸ ○ cyd")
        stage.type(click(5, 5))
        await stage.until("▸ ○ ada")
        stage.type("?")
        await stage.until("Watch the selected game.")
        stage.type(ESC + click(50, 5) + click(50, 5))
        assert await stage.choice == WatchRoom(RoomId("room-0001"))


async def test_games_that_are_over_make_place_for_others() -> None:
    games = three()
    async with watching(games) as (stage, alarm):
        await stage.until("▸ ○ ada")
        games.happen(cmd.Resign(), BOB, RoomId("room-0000"))
        await stage.until("ada won: bob resigned")
        games.hidden[RoomId("room-0009")] = room_of(players=(BOB, ADA))
        alarm.rang.set()
        await stage.until("○ bob 0/5")
        assert "resigned" not in stage.text
        stage.type(ESC)
        assert await stage.choice == ReturnToLobby()


async def test_ones_own_games_locked_ones_and_too_many_are_left_out() -> None:
    games = Games(room_of(players=(EVE, BOB)), *(room_of() for _ in range(12)))
    games.locked.add(RoomId("room-0001"))
    async with watching(games) as (stage, _):
        await stage.until(f"of {MOST_BOARDS} games")
        assert "eve" not in stage.text
        assert RoomId("room-0001") not in stage.page.shown


async def test_without_games_it_says_so() -> None:
    async with watching(Games()) as (stage, alarm):
        await stage.until(NOTHING)
        assert "Esc" in stage.text.split(NOTHING)[0].rstrip().split("\n")[-1]  # the keys stay above it
        stage.page.choose()
        stage.page.move(1, 0)
        assert not stage.choice.done()
        stage.page._client.hidden[RoomId("room-0000")] = room_of()  # type: ignore[attr-defined]
        alarm.rang.set()
        await stage.until(lambda text: text.split("\n")[0].endswith("1 game"))


@pytest.mark.parametrize(("gone", "watched"), [(["0000"], "0002"), (["0001", "0002"], "0000")])
async def test_enter_watches_the_board_that_is_marked_while_games_go(gone: list[str], watched: str) -> None:
    games = three()
    async with watching(games) as (stage, _):
        await stage.until("3 games")
        stage.type(RIGHT)
        await stage.until("▸ ○ cyd")
        for number in gone:
            await games.unwatch(RoomId(f"room-{number}"))
        stage.page.choose()
        assert await stage.choice == WatchRoom(RoomId(f"room-{watched}"))


async def test_boards_show_clocks_and_say_whose_turn_it_is() -> None:
    games = Games(
        room_of(turns="K10 A1 C3", time="5+3"), room_of(turns="K10", time="5+3", players=(CYD, DAN))
    )
    async with watching(games) as (stage, _):
        await stage.until("2 games")
        heads, clocks = stage.text.split("\n")[1:3]
        assert heads.count("│") == clocks.count("│") == 1
        assert re.search(r"5:0\d +5:0\d, to move *│ +5:0\d +5:0\d, to move", clocks)
        assert "*" not in heads + clocks
