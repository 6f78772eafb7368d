"""Whoever watches at a browser sees every move, whatever is killed, and need not load the page again."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from pente_core.identity import RoomId
from tests.chaos.kills.test_kills import a_long_game
from tests.chaos.peers.reconnecting_player import ReconnectingPlayer
from tests.support.browser.driver import browser
from tests.support.browser.faults import CONNECTION_LOST
from tests.support.browser.page import Page
from tests.support.browser.process import needs_browser
from tests.support.processes import serving
from tests.support.valkey import ALWAYS, Valkey, running_valkey

pytestmark = needs_browser

STONES = "document.querySelectorAll('.board .stone').length"


class LongGame:
    """A game in which there is always another move, of players who come back. Mutable."""

    def __init__(self, room: RoomId, players: tuple[ReconnectingPlayer, ReconnectingPlayer]) -> None:
        self.room = room
        self._players = players
        self._played = 0

    async def play(self, moves: int, page: Page) -> None:
        """Play so many moves, until the page shows them."""
        for _ in range(moves):
            mover, other = self._players[self._played % 2], self._players[1 - self._played % 2]
            await mover.play(self.room, self._played)
            self._played += 1
            await other.caught_up(self.room, mover.acknowledged[-1][0])
        await page.until(f"{STONES} === {self._played}")


@asynccontextmanager
async def long_game(url: str) -> AsyncIterator[LongGame]:
    """Such a game for the time of the block."""
    players = ReconnectingPlayer(url), ReconnectingPlayer(url)
    try:
        yield LongGame(await a_long_game(*players), players)
    finally:
        for player in players:
            await player.drop()


async def _watched(page: Page) -> None:
    """The page shows the game, and will be the same page as long as the test goes on."""
    await page.see(".live", "LIVE")
    await page.until("document.querySelector('.play-place > *')")  # the last of its modules
    page.tolerate(CONNECTION_LOST)
    await page.evaluate("void (globalThis.isTheSame = true)")


async def test_a_viewer_of_a_server_that_is_killed_sees_every_move(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server, long_game(server.url) as game, browser() as person:
        page = await person.open(f"{server.page}/r/{game.room}", phone=True)
        await _watched(page)
        for _ in range(2):
            await game.play(4, page)
            await server.kill()
            await page.see("[role=status], [role=alert]")  # it says so
            await server.start()
        await game.play(4, page)
        assert await page.evaluate("globalThis.isTheSame")


async def test_a_viewer_of_a_store_that_is_killed_sees_every_move(tmp_path: Path) -> None:
    async with on_a_store(tmp_path) as (valkey, game, page):
        for _ in range(2):
            await game.play(4, page)
            valkey.kill()
            await asyncio.to_thread(valkey.start)
        await game.play(4, page)
        assert await page.evaluate("globalThis.isTheSame")


async def test_a_page_that_was_opened_while_the_store_was_away_shows_the_game(tmp_path: Path) -> None:
    async with on_a_store(tmp_path) as (valkey, game, page), browser() as person:
        await game.play(3, page)
        valkey.kill()
        late = await person.open(await page.evaluate("location.href"))
        late.tolerate(f"status of 503|{CONNECTION_LOST}")
        await late.see("[role=status]", "Connecting")
        await asyncio.to_thread(valkey.start)
        await late.until(f"{STONES} === 3")


@asynccontextmanager
async def on_a_store(data: Path) -> AsyncIterator[tuple[Valkey, LongGame, Page]]:
    """A store that can be killed, a game on it, and a page that watches that."""
    with running_valkey(*ALWAYS) as valkey:
        store = ("--redis", valkey.url)
        async with (
            serving(data / "data", *store) as server,
            long_game(server.url) as game,
            browser() as person,
        ):
            page = await person.open(f"{server.page}/r/{game.room}")
            await _watched(page)
            yield valkey, game, page
