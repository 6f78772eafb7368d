"""People who watch a game at a browser, live and later."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.e2e.page.games import WON_BY_LINE, ShownGame, shown_game
from tests.e2e.page.world import LONG
from tests.support.browser.driver import browser
from tests.support.browser.page import Page
from tests.support.browser.process import needs_browser
from tests.support.processes import ServerProcess

pytestmark = [needs_browser, pytest.mark.asyncio(loop_scope="module")]

STONES = "document.querySelectorAll('.board .stone').length"
MOVES = "document.querySelectorAll('.moves-list [data-node]').length"


@pytest_asyncio.fixture(loop_scope="module")
async def game(server: ServerProcess, request: pytest.FixtureRequest) -> AsyncIterator[ShownGame]:
    number = abs(hash(request.node.name)) % 10**6
    async with shown_game(server.url, f"anna-{number}", f"boris-{number}") as shown:
        yield shown


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
async def test_a_game_is_watched_to_its_end(server: ServerProcess, game: ShownGame, phone: bool) -> None:
    async with browser() as person:
        page = await person.open(f"{server.page}/r/{game.room}", phone=phone, dark=phone)
        await page.see(".room", "anna")
        *most, last = WON_BY_LINE.split()
        for number, point in enumerate(most, 1):
            await game.play(point)
            await page.until(f"{MOVES} === {number}")
        await page.until(f"{STONES} === {len(most) - 2}")  # two were captured
        await game.play(last)
        await page.see(".room", "won: 5 in a row")
        assert await page.axe() == []


async def test_a_reader_is_not_pulled_away_from_an_earlier_move(
    server: ServerProcess, game: ShownGame
) -> None:
    await game.play("K10 L10 A1 M10")
    async with browser() as person:
        page = await person.open(f"{server.page}/r/{game.room}")
        await page.see(".live", "LIVE")
        await page.until(f"{STONES} === 4")
        await page.press("ArrowLeft", "ArrowLeft")
        await page.until(f"{STONES} === 2")
        await game.play("N10 A19")  # captures L10 and M10
        await page.see(".live", "2 new moves")
        assert await page.evaluate(STONES) == 2
        await page.click(".live")
        await page.until(f"{STONES} === 4")
        await page.until("!document.querySelector('.live.behind')")
        await game.play("L10")
        await page.until(f"{STONES} === 5")


async def test_an_address_leads_to_a_move(server: ServerProcess, game: ShownGame) -> None:
    await game.play("K10 L10 A1 M10 N10")
    async with browser() as person:
        page = await person.open(f"{server.page}/r/{game.room}#3")
        await page.until(f"{STONES} === 3")
        await page.press("End")
        await page.until(f"{STONES} === 3")  # N10 has captured two


async def test_chat_is_text_and_is_heard(server: ServerProcess, game: ShownGame) -> None:
    async with browser() as person:
        page = await person.open(f"{server.page}/r/{game.room}")
        await page.see(".live", "LIVE")
        await game.say(0, "<img src=x onerror=alert(1)> Hello & <b>goodbye</b>")
        await page.until(
            "document.body.textContent.includes('<img src=x onerror=alert(1)> Hello & <b>goodbye</b>')"
        )
        assert await page.evaluate("document.images.length") == 0
        await game.play("K10")
        await page.until(
            "[...document.querySelectorAll('[role=log]')].some((e) => e.textContent.includes('K10'))"
        )


async def test_a_game_is_watched_with_the_keyboard_alone(server: ServerProcess, game: ShownGame) -> None:
    await game.play("K10 L10")
    async with browser() as person:
        page = await person.open(f"{server.page}/r/{game.room}")
        await page.see(".live", "LIVE")
        reached = await _reached(page)
        for wanted in ("start", "back", "input move", "more"):
            assert any(wanted.lower() in label.lower() for label in reached), reached


async def _reached(page: Page) -> list[str]:
    """What the Tab key leads to, until it has gone round; each of it must show that it has the focus."""
    found: list[str] = []
    while not found or found[-1] != found[0] or len(found) == 1:
        await page.press("Tab")
        label = await page.focused()
        assert await page.evaluate(
            "document.activeElement === document.body || document.activeElement.matches(':focus-visible')"
        )
        found.append(label)
        assert len(found) < 200, found
    return found


_NEWEST = """
(([list, move]) => list.height > 0 && move.bottom <= list.bottom + 1 && move.top >= list.top)(
  ['.moves-scroll', '.move[aria-current]'].map((one) => document.querySelector(one).getBoundingClientRect()))
"""


@pytest.mark.parametrize("phone", [True, False], ids=["phone", "desktop"])
async def test_the_newest_move_is_in_the_list_of_a_long_game(
    server: ServerProcess, game: ShownGame, phone: bool
) -> None:
    """Also when the list is first shown after another panel, and after its place has become smaller."""
    await game.play(LONG)
    async with browser() as person:
        page = await person.open(f"{server.page}/r/{game.room}", phone=phone)
        await page.until(_NEWEST)
        await page.click("[role=tab]", "Chat")
        await game.play("F6 F14")
        if phone:
            await page.click("[role=tab]", "Moves")
        await page.until(_NEWEST)
        await page.resize(360 if phone else 1280, 600)
        await page.until(_NEWEST)
