"""What interrupts games on the page: pauses, opponents who stay away, vacations, lost connections."""

from pathlib import Path

import pytest

from pente_core.identity import RoomId
from pente_core.room import absence as rules
from pente_core.room import commands as cmd
from pente_core.rules.point import parse_point
from pente_protocol.messages.rooms import Watch
from pente_server.live.presence import absence_monitor
from tests.e2e.web.playing import has_stone, hear, join, open_game, page_url, play, signed_in, touch
from tests.support import processes
from tests.support.browser.driver import browser
from tests.support.browser.faults import CONNECTION_LOST
from tests.support.browser.process import needs_browser
from tests.support.frozen_clock import FrozenClock
from tests.support.peer import peers, serving
from tests.support.processes import JsonProcess

pytestmark = [needs_browser, pytest.mark.usefixtures("untraced")]


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits for anybody."""
    monkeypatch.setattr(absence_monitor, "AWAY_AFTER", 0.0)
    monkeypatch.setattr(rules, "_LONGEST", 0)
    monkeypatch.setattr(rules, "_SHORTEST", 0)


async def test_a_pause_is_agreed_on_and_both_go_on() -> None:
    async with serving() as served, browser() as one, browser() as two:
        anna, boris = await signed_in(one, served.url, "anna"), await signed_in(two, served.url, "boris")
        await join(boris, served.url, await open_game(anna, seat="0"))
        await play([anna, boris], "K10", "A1")
        await anna.click(".others summary")
        await anna.click(".others button", "Pause")
        await boris.click(".question button", "Pause")
        for page in (anna, boris):
            await page.see(".status", "paused")
        await anna.click('[role=gridcell][aria-label^="K13,"]')
        await anna.see(".part-notice", "The game is paused.")
        await boris.click(".acts button", "Go on")
        await anna.click(".question button", "Go on")
        await anna.see(".status", "Your turn")


async def test_time_is_given_to_the_opponent() -> None:
    async with serving() as served, browser() as one, browser() as two:
        anna, boris = await signed_in(one, served.url, "anna"), await signed_in(two, served.url, "boris")
        await join(boris, served.url, await open_game(anna, seat="0", time="10+5"))
        await anna.click(".others summary")
        await anna.click(".others button", "Give 15 seconds")
        for page, where in ((anna, ".above"), (boris, ".below")):
            await page.see(f"{where} .clock", "10:15")


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    ("answer", "ending"), [("Claim the win", "You won"), ("End without a result", "The game was aborted")]
)
async def test_who_waits_in_vain_ends_the_game(answer: str, ending: str) -> None:
    async with serving() as served, browser() as one:
        anna = await signed_in(one, served.url, "anna")
        room = RoomId((await open_game(anna, seat="0")).removeprefix("/r/"))
        async with peers(served.url, "boris") as (boris,):
            await boris.ok(Watch, room=room)
            await boris.act(room, cmd.Join())
            await touch(anna, "K10")
            await has_stone(anna, "K10", "white")
            await boris.act(room, cmd.Play(parse_point("A1", 19)))
            await anna.see(".status", "Your turn")
        await anna.see(".question", "did not come back in time")
        await anna.click(".question button", answer)
        await anna.see(".status", ending)


async def test_a_vacation_is_taken_and_ended_in_the_inbox() -> None:
    async with serving() as served, browser() as one:
        anna = await signed_in(one, served.url, "anna")
        await anna.goto(page_url(served.url, "/inbox"))
        await anna.fill("input[name=days]", "3")
        await anna.click("button", "Take a vacation")
        await anna.see(".settings", "You are on vacation until")
        await anna.reload()
        await anna.click("button", "End the vacation")
        await anna.see("button", "Take a vacation")


async def test_a_player_is_told_once_that_their_time_runs_out(monkeypatch: pytest.MonkeyPatch) -> None:
    FrozenClock.install(monkeypatch)  # at the server nobody's time runs out, however long a browser takes
    async with serving() as served, browser() as one, browser() as two:
        anna, boris = await signed_in(one, served.url, "anna"), await signed_in(two, served.url, "boris")
        await join(boris, served.url, await open_game(anna, seat="0", time="other", other_time="8/move"))
        await hear(anna)
        await play([anna, boris], "K10", "A1")
        await anna.see(".below .clock.short")
        await anna.until(
            "document.querySelector('[role=alert].unseen').textContent.includes('less than 10 seconds')"
        )
        await play([anna, boris], "K13")
        said = "document.querySelector('[role=alert].unseen').textContent.split('less than').length - 1"
        assert await anna.evaluate(said) == 1
        assert await boris.until(said) == 1


async def test_what_is_asked_for_without_a_connection_says_so_and_is_done_later(tmp_path: Path) -> None:
    async with processes.serving(tmp_path / "data") as server, browser() as person:
        page = await signed_in(person, server.url, "anna")
        page.tolerate("WebSocket|ERR_")
        await page.goto(page_url(server.url, "/inbox"))
        await page.see("button", "Take a vacation")
        await server.kill()
        await page.see(".connection", "Connection lost")
        await page.click("button", "Take a vacation")
        await page.see(".problem", "The connection is lost.")
        await page.click(".identity a")
        await page.see("h1", "The connection is lost.")
        await server.start()
        await page.see(".devices li")
        await server.kill()
        await page.see(".connection", "Connection lost")
        await page.click("nav a", "Play")
        await page.click(".identity a")
        await page.see(".account .problem", "The connection is lost.")
        await server.start()
        await page.see(".devices li")
        await page.until("!document.querySelector('.account .problem').textContent")


async def test_a_tab_goes_on_as_a_viewer_while_another_one_plays_and_takes_the_seat_back(
    tmp_path: Path,
) -> None:
    async with processes.serving(tmp_path / "data") as server, browser() as one, browser() as two:
        anna, boris = await signed_in(one, server.url, "anna"), await signed_in(two, server.url, "boris")
        path = await open_game(anna, seat="0")
        await join(boris, server.url, path)
        await play([anna, boris], "K10", "A1")
        second = await one.open(page_url(server.url, path))
        for page in (anna, boris, second):
            page.tolerate(CONNECTION_LOST)
        await play([second, boris], "N13", "A3")
        await anna.see(".part-elsewhere", "Here you watch it")
        await has_stone(anna, "A3", "black")
        await anna.see(".status", "It is anna’s turn")
        await touch(anna, "D4")  # which places no stone: as a viewer one only tries it
        await second.see(".status", "Your turn")
        await server.kill()
        await server.start()
        await play([second, boris], "Q16", "A5")  # both have come back, and the second one still plays
        await has_stone(anna, "A5", "black")
        await anna.click(".part-elsewhere button", "Play here")
        await anna.see(".status", "Your turn")
        await second.see(".part-elsewhere", "Here you watch it")
        await play([anna, boris], "D4", "A7")
        await has_stone(second, "A7", "black")


async def test_a_tab_that_shows_ones_game_among_others_takes_no_seat() -> None:
    async with serving() as served, browser() as one, browser() as two:
        anna, boris = await signed_in(one, served.url, "anna"), await signed_in(two, served.url, "boris")
        await join(boris, served.url, await open_game(anna, seat="0"))
        await play([anna, boris], "K10", "A1")
        second = await one.open(page_url(served.url, "/grid"))
        await second.see(".live-game", "boris")
        await play([anna, boris], "N13", "A3")
        assert not await anna.count(".part-elsewhere")


async def test_a_tab_goes_on_as_a_viewer_while_a_terminal_plays(tmp_path: Path) -> None:
    async with processes.serving(tmp_path / "data") as server, browser() as one, browser() as two:
        anna, boris = await signed_in(one, server.url, "anna"), await signed_in(two, server.url, "boris")
        await anna.click(".identity a")
        await anna.click("button", "Add a terminal")
        code = await anna.text("dialog .code")
        await anna.press("Escape")
        laptop = tmp_path / "laptop"
        async with JsonProcess("account", "link", code, server.url, "--json", state=laptop) as link:
            await link.ended()
        await anna.click("nav a", "Play")
        path = await open_game(anna, seat="0")
        await join(boris, server.url, path)
        await play([anna, boris], "K10", "A1")
        game = ("play", server.url, "--room", path.removeprefix("/r/"), "--json")
        async with JsonProcess(*game, state=laptop) as terminal:
            await anna.see(".part-elsewhere", "Here you watch it")
            await terminal.type("N13")
            await has_stone(anna, "N13", "white")
            await anna.see(".status", "It is boris’s turn")
