"""What a browser fetches, and how long it takes, until it shows the board of a game."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from statistics import median
from typing import Final

from tests.bench.figure import Figure, at_most
from tests.bench.page.paced_game import PacedGame
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.bench.wire.many_games import connect_guest
from tests.bench.wire.servers import serving_memory
from tests.support.browser.driver import Browser, browser
from tests.support.browser.process import WHOLE_CHROMIUM, end_browser

MOVES: Final = 20
MOST_KIB: Final = 150
"""What the page may weigh on its way, with all that a game needs."""
_WATCH: Final = """
const look = () => {
  if (document.querySelector(".board .stone")) globalThis.boardAt = performance.now();
  else requestAnimationFrame(look);
};
requestAnimationFrame(look);
"""


@dataclass(frozen=True, slots=True)
class Visit:
    """A page that was opened."""

    milliseconds: float
    """From the start of the navigation until the frame after the one with the stones."""
    requests: int
    """That went to the server, with that for the WebSocket."""
    kib: float
    """Heads and bodies as they were sent, and the messages."""


@benchmark
def page_first_board(run: Run) -> Iterator[Figure]:
    """A game is opened in a browser, by someone who was never here and by someone who was."""
    if WHOLE_CHROMIUM is None:
        run.progress("there is no Chromium here")
        return
    visits = asyncio.run(_visits(run))
    end_browser()
    for name, taken in visits.items():
        yield Figure(f"{name}, until the board", median(visit.milliseconds for visit in taken), "ms")
        yield Figure(f"{name}, sent", median(visit.kib for visit in taken), "KiB", aim=at_most(MOST_KIB))
        yield Figure(f"{name}, requests", median(visit.requests for visit in taken), "requests")


async def _visits(run: Run) -> dict[str, list[Visit]]:
    visits: dict[str, list[Visit]] = {"first visit": [], "next visit": []}
    async with shown_game() as url:
        for _ in range(run.repeats):
            async with browser(is_whole=True) as person:
                for taken in visits.values():
                    taken.append(await _visit(person, url))
    return visits


@asynccontextmanager
async def shown_game() -> AsyncIterator[str]:
    """The address of a game with some stones on its board, for the time of the block."""
    async with serving_memory() as server:
        players = (await connect_guest(server), await connect_guest(server))
        game = await PacedGame.open(players, [], MOVES)
        for _ in range(MOVES):
            await game.play()
        yield f"http://127.0.0.1:{server.port}/r/{game.room}"


async def _visit(person: Browser, url: str) -> Visit:
    page = await person.open("about:blank")
    await page.send("Page.addScriptToEvaluateOnNewDocument", source=_WATCH)
    await page.goto(url)
    milliseconds = await page.until("globalThis.boardAt")
    await page.settled()
    sent = [one for one in page.traffic.requests if one.host and (one.bytes or one.kind == "WebSocket")]
    bytes_ = sum(one.bytes for one in sent) + sum(map(len, page.traffic.received))
    return Visit(milliseconds, len(sent), bytes_ / 1024)
