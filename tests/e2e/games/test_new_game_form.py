"""A game that is described in the form of the lobby, on a real server."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import PipeInput, create_pipe_input

from pente_client.cli.work.lobby import visit_lobby
from pente_client.connection import Client
from pente_core.clock.clock import format_time_control
from pente_core.room import ViewerDelay
from pente_protocol.messages import ListedRoom
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
        keys.send_text("ngomoku 0:30+2 second" + DOWN * 2 + "15" + DOWN * 9 + "30s" + "\r")
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
        keys.send_text("n3+2" + DOWN * 5 + "nobody-of-that-name\r")
        # The form is there again, with all that was given.
        keys.send_text(DOWN * 5 + "\x15\r")
        assert format_time_control((await opened(viewer)).room.time) == "3+2"
