"""Every key of the lobby and its pages does something in some state of them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.input import create_pipe_input

from pente_client.connection import Client
from pente_client.lobby.choice import PageToShow, ShowExplorer, ShowGames, ShowLeaders, ShowProfile
from pente_client.lobby.people_page import PeoplePage
from tests.client.lobby.pages.test_boards_page import three, watching
from tests.client.lobby.pages.test_pages import client, showing
from tests.client.lobby.test_lobby_model import ROBOT
from tests.client.lobby.test_lobby_screen import FULL, Server, at
from tests.client.lobby.test_people_page import Connection
from tests.support.client.piped_terminal import SizedOutput
from tests.support.drawing.pressed_keys import Scene, never_acted, press
from tests.support.waiting import until

App = Application[Any]
__all__ = ["client"]  # the fixture
F2 = "\x1bOQ"
NO_HELP = ["<any> (page_keys.<locals>._)"]
"""What closes the help of a page, on those that have none."""


def lobby(keys: str) -> Scene:
    """The lobby after some keys."""

    @asynccontextmanager
    async def scene() -> AsyncIterator[App]:
        async with at(Server(*FULL, bots=(ROBOT,))) as stage:
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


def listed(server: Client, page: PageToShow, keys: str) -> Scene:
    @asynccontextmanager
    async def scene() -> AsyncIterator[App]:
        async with showing(server, page) as stage:
            press(stage.page.shell.app, keys)
            yield stage.page.shell.app

    return scene


async def test_every_key_of_the_lobby_acts() -> None:
    assert await never_acted([lobby(keys) for keys in ("", "/", "n", F2, "?")]) == []


async def test_every_key_of_the_page_of_people_acts() -> None:
    assert await never_acted([people(keys) for keys in ("", "m", F2)]) == NO_HELP


async def test_every_key_of_the_page_of_boards_acts() -> None:
    assert await never_acted([boards(keys) for keys in ("", F2)]) == NO_HELP


@pytest.mark.parametrize(
    "page", [ShowGames(), ShowExplorer(), ShowLeaders(), ShowProfile()], ids=lambda page: type(page).__name__
)
async def test_every_key_of_a_page_with_a_list_acts(client: Client, page: PageToShow) -> None:
    assert await never_acted([listed(client, page, keys) for keys in ("", "/", F2)]) == NO_HELP
