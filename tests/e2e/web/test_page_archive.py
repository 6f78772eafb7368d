"""What was played, on the page: finished games, openings, players and leaders."""

from pente_core.identity import RoomId
from pente_core.room import Options
from pente_core.room import commands as cmd
from tests.e2e.web.test_page_lobby import opened
from tests.support.browser.driver import browser
from tests.support.browser.page import Page
from tests.support.browser.process import needs_browser
from tests.support.peer import Peer, peers, play, serving

pytestmark = needs_browser

ROW = ".row.finished"


async def a_result(
    winner: Peer, loser: Peer, *points: int, ruleset: str = "pente", rated: bool = False
) -> RoomId:
    """A finished game, in which the players have placed stones in turn before one resigned."""
    room = await winner.create(ruleset, "5+3", options=Options(rated=rated))
    await loser.act(room, cmd.Join())
    for number, point in enumerate(points):
        await play((winner, loser)[number % 2], room, point)
    await loser.act(room, cmd.Resign())
    return room


async def links(page: Page, selector: str) -> list[str]:
    """The addresses of links that are there."""
    found: list[str] = await page.evaluate(
        f"[...document.querySelectorAll('{selector}')].map((link) => link.getAttribute('href'))"
    )
    return found


async def test_finished_games_are_found_by_filters_that_the_address_keeps() -> None:
    async with serving() as served, peers(served.url, "anna", "boris") as (anna, boris), browser() as person:
        won = await a_result(anna, boris, 180)
        lost = await a_result(boris, anna, 180, ruleset="gomoku")
        page = await opened(person, served, "/games", phone=True)
        await page.see(ROW, "boris won by resignation")
        assert await links(page, f"{ROW} a") == [f"/g/{lost}", f"/g/{won}"]
        await page.tap("summary", "Search")
        assert await page.evaluate("document.querySelector('option[value=won]').disabled")
        await page.fill("input[type=search]", "anna")
        await page.press("Enter")
        await page.until("location.search === '?player=anna'")
        await page.evaluate(
            "((select) => { select.value = 'won'; select.dispatchEvent(new Event('change')); })"
            "(document.querySelectorAll('.filters select')[1])"
        )
        await page.until("location.search === '?player=anna&result=won'")
        await page.until(f"document.querySelectorAll('{ROW}').length === 1")
        assert await links(page, f"{ROW} a") == [f"/g/{won}"]
        assert await page.axe() == []
        await page.reload()
        await page.until(f"document.querySelectorAll('{ROW}').length === 1")
        assert await page.evaluate("document.querySelector('input[type=search]').value") == "anna"
        await page.evaluate("history.back()")
        await page.until(f"document.querySelectorAll('{ROW}').length === 2")
        await page.goto(page_url(served.url, "/games?until=2020-01-01"))
        await page.see("section", "No finished games match.")


async def test_more_games_follow_when_they_are_asked_for() -> None:
    async with serving() as served, peers(served.url, "anna", "boris") as (anna, boris), browser() as person:
        for _ in range(27):
            await a_result(anna, boris, 180)
        page = await opened(person, served, "/games")
        await page.until(f"document.querySelectorAll('{ROW}').length === 25")
        await page.click("button.more", "More games")
        await page.until(f"document.querySelectorAll('{ROW}').length === 27")
        assert len(set(await links(page, f"{ROW} a"))) == 27
        assert await page.count("button.more") == 0
        assert await page.evaluate(
            "document.activeElement === document.querySelectorAll('.row.finished a')[25]"
        )


async def test_openings_are_explored_on_the_board_and_in_the_table() -> None:
    async with serving() as served, peers(served.url, "anna", "boris") as (anna, boris), browser() as person:
        for reply in (181, 181, 182):
            await a_result(anna, boris, 180, reply)
        page = await opened(person, served, "/explore")
        await page.see(".explored-score", "3 games: white won 100 %")
        assert "3" in await page.see(".turns tr", "K10")
        await page.click(".turns a", "K10")
        await page.until("location.search === '?ruleset=pente&moves=K10'")
        await page.see(".turns a", "L10")
        await page.see(".row.finished", "anna")
        assert await page.axe() == []
        await page.click("[aria-label^='L10']")
        await page.until("location.search === '?ruleset=pente&moves=K10,L10'")
        await page.see(".explored-score", "2 games")
        await page.see(".loaded", "No game went on from here.")
        await page.evaluate("history.back()")
        await page.see(".explored-score", "3 games")
        await page.click(".explored-keys a", "Start")
        await page.until("location.search === '?ruleset=pente'")
        await page.evaluate(
            "((select) => { select.value = 'gomoku'; select.dispatchEvent(new Event('change')); })"
            "(document.querySelector('header select'))"
        )
        await page.see(".explored-score", "gomoku · no games")


async def test_a_profile_has_ratings_results_and_games_and_compares_two_players() -> None:
    names = ("anna", "boris", "clara")
    async with serving() as served, peers(served.url, *names) as (anna, boris, clara), browser() as person:
        for winner, loser in ((anna, boris), (boris, anna), (anna, boris), (clara, anna)):
            await a_result(winner, loser, 180, 181, rated=True)
        page = await opened(person, served, "/u/Anna", phone=True, dark=True)
        await page.see(".row.pool", "2 won, 2 lost")
        await page.until("document.querySelectorAll('.rating-graph circle').length === 4")
        assert "4 ratings" in await page.evaluate(
            "document.querySelector('.rating-graph').getAttribute('aria-label')"
        )
        await page.until(f"document.querySelectorAll('{ROW}').length === 4")
        assert await page.axe() == []
        await page.fill(".against-form input", "boris")
        await page.tap("button", "Compare")
        await page.see(".head-to-head", "2 – 1")
        assert await page.evaluate("location.search") == "?against=boris"
        await page.goto(page_url(served.url, "/u/nobody-here"))
        await page.see(".problem", "could not be loaded")


async def test_leaders_stand_by_speed_and_lead_to_their_profiles() -> None:
    async with serving() as served, peers(served.url, "anna", "boris") as (anna, boris), browser() as person:
        await a_result(anna, boris, 180, 181, rated=True)
        page = await opened(person, served, "/leaders", phone=True)
        card = await page.see(".leader-boards .card", "pente · blitz")
        assert card.index("anna") < card.index("boris")
        assert await page.axe() == []
        await page.tap(".leader a", "boris")
        await page.see("h1", "boris")
        await page.goto(page_url(served.url, "/leaders?ruleset=connect6"))
        await page.see(".card", "No ratings in connect6 yet.")


async def test_a_list_that_can_not_be_loaded_says_why_and_tries_again() -> None:
    async with serving() as served, peers(served.url, "anna", "boris") as (anna, boris), browser() as person:
        await a_result(anna, boris, 180)
        page = await opened(person, served, "/games?position=nonsense")
        await page.see(".problem[role=alert]", "could not be loaded")
        await page.see(".problem button", "Try again")
        await page.click("button", "Any position")
        await page.see(ROW, "anna")


def page_url(url: str, path: str) -> str:
    """The address of a page at a server."""
    return url.replace("ws:", "http:") + path


async def test_a_game_or_a_player_that_there_is_not_is_said_once_and_leads_elsewhere() -> None:
    async with serving() as served, browser() as person:
        page = await opened(person, served, "/g/nosuchgame")
        await page.see(".gate", "There is no such finished game")
        assert await page.count(".gate a[href='/g/nosuchgame']") == 0
        await page.goto(page_url(served.url, "/u/nobody"))
        await page.see(".profile", "There is no player nobody.")
        assert await page.count(".problem") == 1
