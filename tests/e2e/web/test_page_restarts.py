"""A page goes on at what is left of a server, or has come back: nobody loads it again."""

import signal
from pathlib import Path

import pytest

from tests.e2e.web.playing import has_stone, open_game, signed_in, tap
from tests.support.browser.driver import browser
from tests.support.browser.faults import CONNECTION_LOST
from tests.support.browser.page import Page
from tests.support.browser.process import needs_browser
from tests.support.processes import JsonProcess, ServerProcess, serving
from tests.support.proxies.load_balancer import balancing
from tests.support.valkey import ALWAYS, running_valkey

pytestmark = [needs_browser, pytest.mark.usefixtures("untraced")]


def players_program(url: str, path: str, state: Path) -> JsonProcess:
    """Boris at a terminal, who joins the game of a page."""
    room = path.removeprefix("/r/")
    return JsonProcess("play", url, "--room", room, "--name", "boris", "--json", state=state)


async def both_play(anna: Page, boris: JsonProcess, white: str, black: str) -> None:
    """A move of each; both see both."""
    await anna.see(".status", "Your turn")
    await tap(anna, white)
    await boris.until("move", lambda line: line["point"] == white)
    await boris.type(black)
    await boris.until("move", lambda line: line["point"] == black)
    await has_stone(anna, black, "black")


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM], ids=lambda number: number.name)
async def test_a_page_plays_on_at_the_other_node_behind_one_address(
    tmp_path: Path, number: signal.Signals
) -> None:
    with running_valkey(*ALWAYS) as valkey:
        store = ("--redis", valkey.url)
        async with (
            serving(tmp_path / "a", *store) as first,
            serving(tmp_path / "b", *store) as second,
            balancing(first.port, second.port) as port,
            browser() as person,
        ):
            anna = await signed_in(person, f"ws://127.0.0.1:{port}", "anna", phone=True)
            anna.tolerate(CONNECTION_LOST)
            path = await open_game(anna, seat="0")
            async with players_program(second.url, path, tmp_path / "boris") as boris:
                await both_play(anna, boris, "K10", "A1")
                connected = len(_welcomes(anna))
                await _end(first, number)
                await anna.until("!document.querySelector('.connection')?.innerText")
                await both_play(anna, boris, "N13", "A3")
                assert len(_welcomes(anna)) > connected
                assert await anna.evaluate("location.pathname") == path


async def _end(server: ServerProcess, number: signal.Signals) -> None:
    if number == signal.SIGKILL:
        await server.kill()
    else:
        assert await server.stop() == 0


def _welcomes(page: Page) -> list[str]:
    return [frame for frame in page.traffic.received if '"t":"welcome"' in frame]


async def test_a_page_plays_on_when_a_server_was_stopped_and_started(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as server, browser() as person:
        anna = await signed_in(person, server.url, "anna", phone=True)
        anna.tolerate(CONNECTION_LOST)
        path = await open_game(anna, seat="0")
        async with players_program(server.url, path, tmp_path / "boris") as boris:
            await both_play(anna, boris, "K10", "A1")
            assert await server.stop() == 0
            await anna.see(".connection", "Connection lost")
            await server.start()
            await both_play(anna, boris, "N13", "A3")


async def test_a_page_whose_modules_did_not_all_come_is_loaded_anew_once_the_server_answers(
    tmp_path: Path,
) -> None:
    async with serving(tmp_path / "data") as server, browser() as person:
        page = await person.open(f"{server.page}/settings")
        page.tolerate("ERR_BLOCKED_BY_CLIENT")
        await page.send("Network.setBlockedURLs", urls=["*/quick_panel.js", "*/healthz"])
        await page.goto(f"{server.page}/")
        await page.see(".connection, main h1")
        assert not await page.count(".quick-panel button")
        await page.send("Network.setBlockedURLs", urls=[])
        await page.see(".quick-panel button", "New game")
