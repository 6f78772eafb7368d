"""A server that sends anything cannot make a page run what it sent, leave its address, or stop working."""

import json
from collections.abc import AsyncIterator, Iterable, Iterator
from itertools import cycle
from random import Random
from typing import Any, Final

import pytest
import pytest_asyncio

from tests.e2e.page.games import ShownGame, shown_game
from tests.support.browser.driver import browser
from tests.support.browser.faults import CONNECTION_LOST
from tests.support.browser.process import needs_browser
from tests.support.hostile.page_proxy import Spoil, Wire, page_proxy
from tests.support.hostile.spoiled_messages import odd
from tests.support.processes import ServerProcess

pytestmark = [needs_browser, pytest.mark.asyncio(loop_scope="module")]

HOSTILE: Final = (
    "<img src=x onerror=globalThis.isHurt=1>",
    "javascript:globalThis.isHurt=1",
    "</script><script>globalThis.isHurt=1</script>",
    "//elsewhere.example/x",
    "\u202emoc.live\u2066\u0000\u001b[2J",
    "Z\u0351\u0324" * 500,
    "x" * 20_000,
    "{name} ${name} %s",
    "../../settings?x=1#y",
    "",
)
"""Where a server has names, chat and other words that people wrote."""
_WRITTEN: Final = ("name", "text", "title", "reason", "invite_name")
_ON_THE_PAGE: Final = """(() => {
  const links = [...document.querySelectorAll("a[href], form[action], [src]")];
  const leadsAway = (one) => new URL(one.href ?? one.action ?? one.src).origin !== location.origin;
  const scripts = document.querySelectorAll("body script").length;
  return [globalThis.isHurt ?? 0, links.filter(leadsAway).map((one) => one.outerHTML), scripts];
})()"""


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def game(server: ServerProcess) -> AsyncIterator[ShownGame]:
    async with shown_game(server.url, "anna", "boris") as shown:
        await shown.play("K10 L10 A1")
        yield shown


@pytest.mark.parametrize("first", range(2))
async def test_what_people_wrote_is_only_text(server: ServerProcess, game: ShownGame, first: int) -> None:
    written = cycle(HOSTILE[first:] + HOSTILE[:first])

    def spoil(message: Wire) -> Iterable[str]:
        yield json.dumps(_rewritten(message, written) if message["t"] != "greeting" else message)

    await _visited(server, game, spoil)


@pytest.mark.parametrize("seed", range(2))
async def test_no_message_of_a_server_stops_a_page(server: ServerProcess, game: ShownGame, seed: int) -> None:
    chance = Random(seed)

    def spoil(message: Wire) -> Iterable[str]:
        if message["t"] != "greeting":
            for _ in range(3):
                yield json.dumps(odd(message, chance), default=repr, skipkeys=True)
        yield json.dumps(message)

    await _visited(server, game, spoil)


async def _visited(server: ServerProcess, game: ShownGame, spoil: Spoil) -> None:
    """Look at the pages of a server that says something else; then all is as it should be."""
    async with page_proxy(server.page, spoil) as proxy, browser() as person:
        for path in (f"/r/{game.room}", "/"):
            page = await person.open(proxy.url + path, phone=True)
            page.tolerate(CONNECTION_LOST)
            await page.settled()
            await game.say(0, "hello")
            await page.settled()
            assert await page.evaluate(_ON_THE_PAGE) == [0, [], 0]
            assert await page.evaluate("location.pathname") == path
            assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def _rewritten(value: Any, written: Iterator[str]) -> Any:
    """The same, with other words wherever people have written some."""
    if isinstance(value, list):
        return [_rewritten(one, written) for one in value]
    if not isinstance(value, dict):
        return value
    return {
        key: next(written) if key in _WRITTEN and isinstance(one, str) else _rewritten(one, written)
        for key, one in value.items()
    }
