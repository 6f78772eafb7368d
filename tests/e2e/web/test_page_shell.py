"""What surrounds the page in a real browser: its policy, pages of others that frame it, and no connection."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from aiohttp import ClientSession, web

from tests.support import processes
from tests.support.browser.driver import browser
from tests.support.browser.faults import CONNECTION_LOST
from tests.support.browser.process import needs_browser
from tests.support.peer import Peer, serving
from tests.support.proxies.reverse_proxy import proxying
from tests.support.waiting import until

pytestmark = needs_browser


@asynccontextmanager
async def club(address: str) -> AsyncIterator[str]:
    """The address of a page of others that frames an address, for the time of the block."""
    head = "<!doctype html><html lang=en><title>Club</title><link rel=icon href=data:>"

    async def answer(_: web.BaseRequest) -> web.Response:
        return web.Response(text=f"{head}<iframe src='{address}'></iframe>", content_type="text/html")

    runner = web.ServerRunner(web.Server(answer))
    await runner.setup()
    start = web.TCPSite(runner, "127.0.0.1", 0)
    await start.start()
    try:
        yield start.name.replace("127.0.0.1", "club.example")
    finally:
        await runner.cleanup()


@pytest.mark.parametrize("path", ["/", "/r/{}", "/embed/{}", "/offline"])
async def test_a_page_keeps_to_its_policy_and_asks_nobody_else(path: str) -> None:
    async with serving() as served, Peer(served.url) as peer, browser() as person:
        await peer.hello()
        room = await peer.create()
        page = await person.open(f"http://127.0.0.1:{served.port}{path.format(room)}")
        await page.see("main *")


async def test_a_page_that_is_not_there_says_so() -> None:
    async with serving() as served, browser() as person:
        page = await person.open(f"http://127.0.0.1:{served.port}/nothing")
        page.tolerate("404")
        await page.see("main", "There is no such page here.")


async def test_pages_of_others_may_frame_a_game_to_watch_it() -> None:
    async with serving() as served, Peer(served.url) as peer, browser() as person:
        await peer.hello()
        room = await peer.create()
        async with club(f"http://127.0.0.1:{served.port}/embed/{room}") as address:
            page = await person.open(address)
            page.hosts.add(f"127.0.0.1:{served.port}")
            await until(lambda: served.node.hub.count_viewers(room) == 1)


async def test_pages_of_others_frame_nothing_else() -> None:
    async with serving() as served, Peer(served.url) as peer, browser() as person:
        await peer.hello()
        room = await peer.create()
        async with club(f"http://127.0.0.1:{served.port}/r/{room}") as address:
            page = await person.open(address)
            page.hosts.add(f"127.0.0.1:{served.port}")
            page.tolerate("frame-ancestors")
            await until(lambda: any("frame-ancestors" in text for text in page.faults.console_errors))
            assert served.node.hub.count_viewers(room) == 0


async def test_links_of_a_framed_game_open_a_tab_of_their_own() -> None:
    async with serving() as served, Peer(served.url) as peer, browser() as person:
        await peer.hello()
        room = await peer.create()
        page = await person.open(f"http://127.0.0.1:{served.port}/embed/{room}")
        await page.see("main h1")
        await page.click("footer a")
        assert await page.until("document.querySelector('footer a').target") == "_blank"
        assert await page.evaluate("document.querySelector('footer a').rel") == "noopener"
        assert await page.evaluate("location.pathname") == f"/embed/{room}"


async def test_a_page_that_is_reloaded_while_the_server_is_away_comes_back_by_itself(tmp_path: Path) -> None:
    async with processes.serving(tmp_path / "data") as server, browser() as person:
        page = await person.open(f"{server.page}/games")
        page.tolerate(CONNECTION_LOST)
        await page.until("navigator.serviceWorker.controller")
        await server.kill()
        await page.reload()
        await page.see("h1", "The server does not answer")
        await page.reload()  # as impatient people do
        await page.see("h1", "The server does not answer")
        await server.start()
        await page.see("nav a")
        assert await page.evaluate("location.pathname") == "/games"


async def test_a_page_says_that_one_is_offline_only_where_the_browser_is(tmp_path: Path) -> None:
    async with processes.serving(tmp_path / "data") as server, browser() as person:
        page = await person.open(f"{server.page}/games")
        page.tolerate(f"{CONNECTION_LOST}|ERR_INTERNET_DISCONNECTED")
        await page.until("navigator.serviceWorker.controller")
        await server.kill()
        await page.reload()
        await page.see("h1", "The server does not answer")
        await page.offline()
        await page.see("h1", "You are offline")
        await page.offline(is_on=False)
        await page.see("h1", "The server does not answer")


async def test_behind_a_proxy_that_reaches_no_server_a_page_comes_back_by_itself_too(tmp_path: Path) -> None:
    async with (
        processes.serving(tmp_path / "data") as server,
        proxying(server.port) as proxy,
        browser() as person,
    ):
        page = await person.open(f"{proxy.replace('ws:', 'http:')}/games")
        page.tolerate(f"{CONNECTION_LOST}|status of 502")
        await page.until("navigator.serviceWorker.controller")
        await server.kill()
        await page.reload()
        await page.see("h1", "The server does not answer")
        await server.start()
        await page.see("nav a")


async def test_a_server_without_the_page_has_the_text_and_the_api(tmp_path: Path) -> None:
    async with (
        processes.serving(tmp_path / "data", "--no-web") as server,
        ClientSession(server.url.replace("ws://", "http://")) as visitor,
    ):
        async with visitor.get("/", headers={"Accept": "text/html"}) as answer:
            assert answer.content_type == "text/plain"
            assert "pente play" in await answer.text()
        async with visitor.get("/api/rooms") as answer:
            assert answer.status == 200
