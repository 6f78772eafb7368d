"""Playing on the page: people at two browsers, from the open seat to the rematch."""

import pytest

from pente_core.room import commands as cmd
from pente_core.rules.point import Point
from tests.e2e.web.playing import has_stone, join, open_game, page_url, play, signed_in, touch
from tests.support.browser.driver import browser
from tests.support.browser.page import Page
from tests.support.browser.process import needs_browser
from tests.support.peer import peers, serving

pytestmark = [needs_browser, pytest.mark.usefixtures("untraced")]


async def test_two_people_play_to_the_end_and_play_again() -> None:
    async with serving() as served, browser() as one, browser() as two:
        anna, boris = await signed_in(one, served.url, "anna"), await signed_in(two, served.url, "boris")
        path = await open_game(anna, seat="0")
        await join(boris, served.url, path)
        await play([anna, boris], "K10", "A1", "K13", "A2", "K11", "A3", "K14", "A4")
        await touch(anna, "K12")
        await anna.see(".status", "You won")
        await boris.see(".status", "You lost")
        await anna.see(".part-score", "You lead boris 1 : 0.")
        await boris.see(".part-score", "anna leads you 1 : 0.")
        await anna.click(".acts button", "Rematch")
        await boris.click(".question button", "Play again")
        for page in (anna, boris):
            await page.until(f"location.pathname !== {path!r}")
        await play([boris, anna], "K10", "L11")


async def test_on_a_phone_a_second_tap_confirms_a_move() -> None:
    async with serving() as served, browser() as one, browser() as two:
        anna = await signed_in(one, served.url, "anna", phone=True)
        boris = await signed_in(two, served.url, "boris")
        await join(boris, served.url, await open_game(anna, seat="0"))
        await anna.see(".status", "Your turn")
        await anna.tap('[role=gridcell][aria-label^="A1,"]')
        await anna.see(".part-notice", "The first stone goes on the centre.")
        await anna.tap('[role=gridcell][aria-label^="K10,"]')
        await anna.see(".acts button", "Play K10")
        assert not await boris.count('[role=gridcell][aria-label^="K10, white"]')
        await anna.tap(".acts button", "Play K10")
        await has_stone(boris, "K10", "white")


async def test_offers_are_questions_and_a_resignation_is_asked_about() -> None:
    async with serving() as served, browser() as one, browser() as two:
        anna, boris = await signed_in(one, served.url, "anna"), await signed_in(two, served.url, "boris")
        await join(boris, served.url, await open_game(anna, seat="0"))
        await play([anna, boris], "K10", "A1")
        await anna.click(".acts button", "Draw")
        await boris.see(".question", "anna offers a draw.")
        await boris.click(".question button", "Decline")
        await anna.see(".part-notice", "declined")
        await boris.click(".acts button", "Takeback")
        await anna.click(".question button", "Allow it")
        await boris.see(".status", "Your turn")
        await boris.until("""document.querySelector('[role=gridcell][aria-label="A1, empty"]')""")
        await anna.click(".acts button", "Resign")
        await anna.click("dialog button", "Cancel")
        await anna.click(".acts button", "Resign")
        await anna.click("dialog button", "Resign")
        await boris.see(".status", "You won")


async def test_a_premove_is_played_at_once_and_another_tap_withdraws_it() -> None:
    async with serving() as served, browser() as one, browser() as two:
        anna, boris = await signed_in(one, served.url, "anna"), await signed_in(two, served.url, "boris")
        await join(boris, served.url, await open_game(anna, seat="0"))
        await touch(boris, "A1", "A1", "A2")
        await boris.see(".part-chosen", "A2")
        await touch(anna, "K10")
        await has_stone(anna, "A2", "black")
        await anna.see(".status", "Your turn")


async def test_a_swap_opening_is_chosen_below_the_board() -> None:
    async with serving() as served, browser() as one, browser() as two:
        anna, boris = await signed_in(one, served.url, "anna"), await signed_in(two, served.url, "boris")
        await join(boris, served.url, await open_game(anna, seat="0", ruleset="swap2-pente"))
        for point, colour in (("K10", "white"), ("L11", "black"), ("M12", "white")):
            await touch(anna, point)
            await has_stone(boris, point, colour)
        await boris.see(".question", "You place two more stones")
        await boris.click(".question button", "Swap")
        await anna.see(".status", "Your turn")


async def test_an_offered_rematch_can_be_withdrawn() -> None:
    async with serving() as served, browser() as one, browser() as two:
        anna, boris = await signed_in(one, served.url, "anna"), await signed_in(two, served.url, "boris")
        await join(boris, served.url, await open_game(anna, seat="0"))
        await play([anna, boris], "K10", "L11", "N13")
        await boris.click(".acts button", "Resign")
        await boris.click("dialog button", "Resign")
        await anna.click(".acts button", "Rematch")
        await boris.see(".question", "anna wants a rematch.")
        await anna.click(".acts button", "Withdraw the offer")
        await boris.see(".part-notice", "The offer was withdrawn.")
        await boris.see(".acts button", "Rematch")
        assert not await boris.count(".question")
        await anna.see(".acts button", "Rematch")


async def test_players_are_spoken_to_and_named() -> None:
    async with serving() as served, browser() as one, browser() as two:
        anna, boris = await signed_in(one, served.url, "anna"), await signed_in(two, served.url, "boris")
        await join(boris, served.url, await open_game(anna, seat="0"))
        await anna.until("document.title.includes('anna – boris')")
        await anna.until("document.querySelector('h1').textContent === 'anna – boris'")
        await play([anna, boris], "K10", "L11")
        await boris.click(".acts button", "Draw")
        await boris.see(".status", "You offer a draw.")
        await anna.click(".acts button", "Resign")
        await anna.click("dialog button", "Resign")
        await anna.see(".status", "You lost: you resigned.")


async def test_who_comes_later_or_loads_the_page_again_sees_how_long_each_move_took() -> None:
    async with serving() as served, browser() as one, browser() as two, browser() as three:
        anna, boris = await signed_in(one, served.url, "anna"), await signed_in(two, served.url, "boris")
        path = await open_game(anna, seat="0")
        await join(boris, served.url, path)
        early = await three.open(page_url(served.url, path))
        await early.see(".status", "anna’s turn")
        await early.settled()
        await play([anna, boris], "K10", "A1")
        eve = await three.open(page_url(served.url, path))
        await _has_times_of(eve, anna, 2)
        await _has_times_of(early, anna, 2)
        await play([anna, boris], "N13", "C3")
        await _has_times_of(eve, anna, 4)
        await eve.reload()
        await _has_times_of(eve, anna, 4)
        await boris.click(".acts button", "Resign")
        await boris.click("dialog button", "Resign")
        await eve.see(".status", "anna won")
        await eve.reload()
        await _has_times_of(eve, anna, 4)


async def _has_times_of(page: Page, other: Page, moves: int) -> None:
    """Both show the same times of so many moves."""
    spent = "[...document.querySelectorAll('.moves-list .spent')].map((one) => one.textContent).join(' ')"
    shown = (await other.evaluate(spent)).split()
    assert len(shown) == moves
    await page.until(f"{spent} === {' '.join(shown)!r}")


async def test_who_looks_elsewhere_reads_how_long_the_opponent_has() -> None:
    async with serving() as served, peers(served.url, "boris") as (boris,), browser() as person:
        page = await signed_in(person, served.url, "anna")
        room = await boris.create("freestyle", "2d/move", seat=1)
        await join(page, served.url, f"/r/{room}")
        await page.see(".status", "Your turn")
        await touch(page, "K10")
        await has_stone(page, "K10", "white")
        await page.click("nav a", "Players")
        await page.see(".part-turns", "Back to your game against boris")
        await page.see(".part-turns", "boris has 1 d 23 h.")
        assert await page.axe() == []
        await page.goto(page_url(served.url, "/people"))  # loaded again: the game is only listed
        await page.see(".part-turns", "boris has 1 d 23 h.")
        await page.goto(page_url(served.url, f"/r/{room}"))
        await page.click("nav a", "Players")
        await page.see(".part-turns", "boris has 1 d 23 h.")
        await boris.act(room, cmd.Play(Point(0)))
        await page.see(".part-turns", "Your turn against boris")
