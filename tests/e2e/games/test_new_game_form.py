"""The lobby on a real server: a game that is described in its form, and leaving from its pages."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input

from pente_client.cli.steps.lobby_visit import visit_lobby
from pente_client.connection import Client, RoomAdvanced
from pente_core.clock.clock import format_time_control
from pente_core.room import ViewerDelay
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.messages.lists import ListedRoom
from tests.support.client.piped_terminal import SizedOutput
from tests.support.processes import serving
from tests.support.waiting import until

DOWN, RIGHT = "\x1b[B", "\x1b[C"


@asynccontextmanager
async def in_the_lobby(client: Client) -> AsyncIterator[PipeInput]:
    """Someone in the lobby of a server; gives their keys."""
    with create_pipe_input() as keys, create_app_session(input=keys, output=SizedOutput(80, 24)):
        visit = asyncio.create_task(visit_lobby(client, "here", "", farewell=lambda _: None))
        try:
            yield keys
        finally:
            visit.cancel()
            await asyncio.gather(visit, return_exceptions=True)


async def opened(viewer: Client) -> ListedRoom:
    """The first open room that is listed."""
    found: list[ListedRoom] = []

    async def is_open() -> bool:
        found[:] = await viewer.list_rooms()
        return bool(found)

    await until(is_open)
    return found[0]


async def test_a_game_from_the_form_is_open_as_it_says(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "data") as server,
        Client(server.url, name="anna") as anna,
        Client(server.url, name="viewer") as viewer,
        in_the_lobby(anna) as keys,
    ):
        keys.send_text("ngomoku 0:30+2 second" + DOWN * 6 + "15" + DOWN * 6 + "30s" + "\r")
        room = (await opened(viewer)).room
        assert (room.ruleset.base, room.ruleset.size) == ("gomoku", 15)
        assert format_time_control(room.time) == "0.5+2"
        assert [player and player.name for player in room.seats] == [None, "anna"]
        assert room.options.viewer_delay == ViewerDelay(seconds=30)


async def test_what_the_server_refuses_can_be_mended_in_the_form(tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "data") as server,
        Client(server.url, name="anna") as anna,
        Client(server.url, name="viewer") as viewer,
        in_the_lobby(anna) as keys,
    ):
        keys.send_text("n3+2" + DOWN * 4 + "nobody-of-that-name\r")
        # The form is there again, with all that was given.
        keys.send_text(DOWN * 4 + "\x15\r")
        assert format_time_control((await opened(viewer)).room.time) == "3+2"


CTRL_C = "\x03"


class Written(SizedOutput):
    """An output that remembers what was written. Mutable."""

    text = ""

    def write(self, data: str) -> None:
        self.text += data

    def write_raw(self, data: str) -> None:
        self.text += " "


@pytest.mark.parametrize(("key", "shown"), [("o", "lobby"), ("v", "live games"), ("l", "leader")])
async def test_ctrl_c_asks_on_every_page_while_a_game_runs(key: str, shown: str, tmp_path: Path) -> None:
    farewell: list[str] = []
    async with (
        serving(tmp_path / "data") as server,
        Client(server.url, name="anna") as anna,
        Client(server.url, name="boris") as boris,
    ):
        room = await anna.create("pente", "5+3")
        await boris.watch(room)
        await boris.act(room, cmd.Join())
        async for update in anna.updates():  # else the lobby shows the game that has just begun
            if isinstance(update, RoomAdvanced) and isinstance(update.event, ev.Started):
                break
        with create_pipe_input() as keys, create_app_session(keys, output := Written(80, 24)):
            visit = asyncio.create_task(visit_lobby(anna, "here", "", farewell=farewell.append))
            await until(lambda: "boris" in output.text)
            output.text = ""
            keys.send_text(key)
            await until(lambda: shown in output.text)
            keys.send_text(CTRL_C)
            await until(lambda: "y/n" in output.text or visit.done())
            assert not visit.done()
            keys.send_text("y")
            assert await visit == 0
    assert "Your game with boris goes on." in farewell[0]
