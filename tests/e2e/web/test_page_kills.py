"""A person at a phone plays against a terminal while the server and its store are killed."""

import asyncio
import time
from pathlib import Path

import pytest

from tests.e2e.web.playing import has_stone, open_game, signed_in, tap
from tests.support.browser.driver import browser
from tests.support.browser.process import needs_browser
from tests.support.processes import JsonProcess, serving
from tests.support.valkey import ALWAYS, running_valkey

pytestmark = [needs_browser, pytest.mark.usefixtures("untraced")]

MOVES = ("K10", "A1", "N13", "A3", "D4", "C1", "Q16", "C5", "G7", "E2")
"""Those of white and black by turns: nobody captures or wins."""

GIVEN = 2 * 10 * 60_000 + len(MOVES) * 5_000
"""Milliseconds that both together have, with what each move adds."""


async def test_no_move_is_lost_while_server_and_store_are_killed_and_the_page_comes_back_by_itself(
    tmp_path: Path,
) -> None:
    with running_valkey(*ALWAYS) as valkey:
        async with serving(tmp_path / "data", "--redis", valkey.url) as server, browser() as person:
            anna = await signed_in(person, server.url, "anna", phone=True)
            anna.tolerate("WebSocket|ERR_")
            path = await open_game(anna, seat="0", time="10+5")
            room = path.removeprefix("/r/")
            play = ("play", server.url, "--room", room, "--name", "boris", "--json")
            async with JsonProcess(*play, state=tmp_path / "boris") as boris:
                heard: list[str] = []
                began, down = time.monotonic(), 0.0

                async def heard_of(point: str) -> None:
                    line = await boris.until("move", lambda line: line["point"] not in heard)
                    heard.append(line["point"])
                    assert line["point"] == point

                for number, point in enumerate(MOVES):
                    if number % 2:
                        await boris.type(point)
                    else:
                        await anna.see(".status", "Your turn")
                        await tap(anna, point)
                    # Killed before or after the move is stored, as it may be.
                    if number % 4 == 1:
                        await server.kill()
                        killed = time.monotonic()
                        await anna.see(".connection", "Connection lost")
                        down += time.monotonic() - killed
                        await server.start()
                    elif number % 4 == 2:
                        valkey.kill()
                        await asyncio.to_thread(valkey.start)
                    await heard_of(point)
                    await has_stone(anna, point, ("white", "black")[number % 2])
                stones = "document.querySelectorAll('[role=gridcell]:not([aria-label$=empty])').length"
                assert await anna.evaluate(stones) == len(MOVES)
                await boris.type("/resign")
                clocks = (await boris.until("finished"))["clocks_ms"]
                await anna.see(".status", "You won")
                # Nobody pays for the time in which there was no server.
                assert (GIVEN - sum(clocks)) / 1000 <= time.monotonic() - began - down
