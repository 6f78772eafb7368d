"""Every key of the lobby, of its people and of its boards does something in some state of them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.input import create_pipe_input

from pente_client.connection import InvitationReceived
from pente_client.lobby.people_page import PeoplePage
from pente_protocol.messages.lists import RoomSummary
from tests.client.lobby.pages.test_boards_page import three, watching
from tests.client.lobby.test_lobby_model import BOB, ME, ROBOT, a_room
from tests.client.lobby.test_lobby_screen import FULL, Server, at
from tests.client.lobby.test_people_page import Connection
from tests.support.client.piped_terminal import SizedOutput
from tests.support.drawing.pressed_keys import Scene, never_acted, press
from tests.support.waiting import until

App = Application[Any]
F2, HOME, CTRL_P = "\x1bOQ", "\x1b[H", "\x10"
SHADOWED = ["f2 (bind.<locals>.<lambda>)"]
"""On every page F2 opens the settings before the key of the action of that name could."""


def lobby(keys: str, *rooms: RoomSummary, is_invited: bool = False) -> Scene:
    """The lobby after some keys."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[App]:
        server = Server(*(rooms or FULL), bots=(ROBOT,))
        async with at(server) as stage:
            if is_invited:
                server.tell(InvitationReceived(a_room("invited", BOB, None, invited=(ME,))))
                await stage.until("invites you")
            press(stage.screen.app, keys)
            yield stage.screen.app

    return scene


def people(keys: str) -> Scene:
    @asynccontextmanager
    async def scene() -> AsyncIterator[App]:
        with create_pipe_input() as pipe, create_app_session(pipe, SizedOutput(80, 24)):
            page = PeoplePage(Connection(), {})
            await page.open()
            running = asyncio.create_task(page.run())
            await until(lambda: page.shell.app.is_running)
            press(page.shell.app, keys)
            try:
                yield page.shell.app
            finally:
                running.cancel()
                await asyncio.gather(running, return_exceptions=True)

    return scene


def boards(keys: str) -> Scene:
    @asynccontextmanager
    async def scene() -> AsyncIterator[App]:
        async with watching(three()) as (stage, _):
            press(stage.page.shell.app, keys)
            yield stage.page.shell.app

    return scene


async def test_every_key_of_the_lobby_acts() -> None:
    mine, invited = lobby("", a_room("mine", ME, BOB)), lobby(HOME, is_invited=True)
    leaving = lobby("q", a_room("mine", ME, BOB))
    states = ("", "j", "jj", "/", "n", F2, "?", CTRL_P)
    assert await never_acted([*map(lobby, states), mine, invited, leaving]) == SHADOWED


async def test_every_key_of_the_page_of_people_acts() -> None:
    assert await never_acted([people(keys) for keys in ("", "m", F2, "?", CTRL_P)]) == SHADOWED


async def test_every_key_of_the_page_of_boards_acts() -> None:
    assert await never_acted([boards(keys) for keys in ("", F2, "?", CTRL_P)]) == SHADOWED
