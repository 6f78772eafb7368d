"""How soon a browser has painted a move that its server has sent."""

import asyncio
from collections.abc import Iterator
from statistics import median
from typing import Final

from tests.bench.figure import Figure
from tests.bench.page.paced_game import PacedGame
from tests.bench.registry import benchmark
from tests.bench.run import Run
from tests.bench.wire.many_games import connect_guest
from tests.bench.wire.servers import serving_durable
from tests.support.browser.driver import browser
from tests.support.browser.process import WHOLE_CHROMIUM, end_browser

MOVES: Final = 60
"""Of a game, and of a round."""
_WATCH: Final = """
globalThis.painted = [];
const channel = new MessageChannel();
channel.port1.onmessage = () => painted.push(performance.timeOrigin + performance.now());
new MutationObserver((changes) => {
  const added = changes.flatMap(({addedNodes}) => [...addedNodes]);
  if (!added.some((node) => node.matches?.(".stone"))) return;
  requestAnimationFrame(() => channel.port2.postMessage(0));
}).observe(document.querySelector(".board"), {subtree: true, childList: true});
"""
"""Notes when each frame with a new stone was painted: the task that follows its drawing."""


@benchmark
def page_paint(run: Run) -> Iterator[Figure]:
    """From the moment in which a terminal has a move to that in which a browser has painted it."""
    if WHOLE_CHROMIUM is None:
        run.progress("there is no Chromium here")
        return
    rounds = asyncio.run(_rounds(run))
    end_browser()
    waits = sorted(wait for taken in rounds for wait in taken)
    note = "a screen of 60 frames a second adds up to 17 ms"
    yield Figure("p50", median(median(taken) for taken in rounds), "ms", note=note)
    yield Figure("p99", waits[int(0.99 * len(waits))], "ms", note=f"of {len(waits)} moves")


async def _rounds(run: Run) -> list[list[float]]:
    """Milliseconds of each move in each round."""
    async with serving_durable() as durable:
        server = durable.server
        players = (await connect_guest(server), await connect_guest(server))
        rounds = []
        for number in range(run.repeats):
            game = await PacedGame.open(players, [], MOVES)
            rounds.append(await _watched(game, f"http://127.0.0.1:{server.port}/r/{game.room}"))
            await game.close()
            run.progress(f"round {number + 1} of {run.repeats}")
        return rounds


async def _watched(game: PacedGame, url: str) -> list[float]:
    waits = []
    async with browser(is_whole=True) as person:
        page = await person.open(url)
        await page.see(".live", "LIVE")
        await page.evaluate(_WATCH)
        for number in range(1, MOVES + 1):
            await game.play()
            painted = await page.until(f"painted.length >= {number} && painted.at(-1)")
            waits.append(painted - 1000 * game.heard_at)
    return waits
