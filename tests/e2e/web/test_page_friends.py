"""A game with a friend: from the button to the link, and from the link to a seat."""

import pytest

from tests.e2e.web.playing import page_url, signed_in
from tests.support.browser.driver import Browser, browser
from tests.support.browser.page import Page
from tests.support.browser.process import needs_browser
from tests.support.peer import serving

pytestmark = [needs_browser, pytest.mark.usefixtures("untraced")]


async def friend_game(person: Browser, url: str, **values: str) -> tuple[Page, str]:
    """Have anna open a game for a friend: her page, and the link that it shows."""
    anna = await signed_in(person, url, "anna")
    await anna.click("button", "Play a friend")
    for name, value in values.items():
        field = f"document.querySelector('dialog [name={name}]')"
        await anna.until(field)
        await anna.evaluate(f"void ({field}.value = '{value}')")
    await anna.click("dialog form button.main")
    return anna, await anna.text(".share a.link")


async def test_a_stranger_finds_no_game_that_is_for_a_friend() -> None:
    async with serving() as served, browser() as one, browser() as two:
        await friend_game(one, served.url)
        stranger = await two.open(page_url(served.url))
        await stranger.click("button", "Play now")
        await stranger.click("dialog button", "Play as a guest")
        await stranger.see(".acts button", "Leave the game")


async def test_a_friend_gets_from_a_link_to_a_seat_with_a_name_and_one_tap() -> None:
    async with serving() as served, browser() as one, browser() as two:
        anna, link = await friend_game(one, served.url, ruleset="keryo-pente", time="5+3", seat="1")
        boris = await two.open(link, phone=True)
        await boris.see("h1", "anna invites you")
        terms = await boris.text("main .invitation")
        assert "keryo-pente" in terms
        assert "5+3" in terms
        assert await boris.count("main button") == 1
        await boris.fill("main input[name=name]", "boris")
        await boris.tap("main button")
        await boris.see(".acts button", "Resign")
        await anna.see(".acts button", "Resign")
        for page in (boris, anna):
            assert await page.evaluate("location.href") == link
        again = await two.open(link)  # the link leads back to the seat
        await again.see(".acts button", "Resign")


async def test_the_dialog_has_three_fields_and_then_there_is_a_code_to_scan() -> None:
    async with serving() as served, browser() as one, browser() as two:
        boris = await signed_in(two, served.url, "boris")
        await boris.click("button", "Play a friend")
        await boris.see("dialog button.main")
        assert await boris.count("dialog label") == 3
        anna, link = await friend_game(one, served.url)
        assert link.endswith("/j/" + await anna.text(".join-code"))
        await anna.until("document.querySelector('.share img').naturalWidth > 0")
        await boris.goto(link)
        await boris.click("main button", "Play")  # an account is there, so nothing is asked
        await anna.see(".acts button", "Resign")


async def test_a_name_that_is_taken_is_said_at_the_invitation() -> None:
    async with serving() as served, browser() as one, browser() as two:
        anna, link = await friend_game(one, served.url)
        guest = await two.open(link, phone=True)
        await guest.fill("main input[name=name]", "anna")
        await guest.tap("main button")
        await guest.see("main .problem")
        await guest.fill("main input[name=name]", "")
        await guest.tap("main button")  # as a guest
        await anna.see(".acts button", "Resign")
