"""Who plays now, on the page: lists that change while people look at them, and boards of live games."""

from pente_core.identity import PlayerKind
from pente_core.room import Options
from pente_core.room import commands as cmd
from tests.support.browser.driver import Browser, browser
from tests.support.browser.page import Page
from tests.support.browser.process import needs_browser
from tests.support.peer import Peer, Served, a_game, peers, play, serving

pytestmark = needs_browser

OPEN, GAMES = ".row.open", ".row.now"


async def opened(
    person: Browser, served: Served, path: str, *, phone: bool = False, dark: bool = False
) -> Page:
    """A page of a server, in a new tab."""
    url = served.url.replace("ws:", "http:") + path
    page = await person.open(url, phone=phone, dark=dark)
    page.tolerate("favicon")
    return page


async def test_the_first_page_says_what_to_do_while_nothing_goes_on() -> None:
    async with serving(name="Café Central") as served, browser() as person:
        page = await opened(person, served, "/", phone=True)
        assert await page.see("h1") == "Café Central"
        await page.see(".home-head", "0 players online")
        await page.see("section", "Nobody is waiting for a game.")
        host = served.url.removeprefix("ws://")
        assert f"pente play ws://{host}" in await page.see(".home-games .state")
        await page.see(".featured", "No game is on.")
        await page.see(".home-last", "No game is finished yet.")
        assert await page.axe() == []


async def test_open_games_and_games_come_and_go_while_one_looks() -> None:
    async with serving() as served, peers(served.url, "anna", "boris") as (anna, boris), browser() as person:
        page = await opened(person, served, "/", phone=True)
        await page.see(".row.person", "anna")
        options = Options(rated=True)
        room = await anna.create("keryo-pente", "5+3", options=options)
        row = await page.see(OPEN)
        assert all(text in row for text in ("anna", "keryo-pente · 5+3", "rated", "Join")), row
        assert (
            await page.evaluate(f"document.querySelector('{OPEN} a.button').getAttribute('href')")
            == f"/r/{room}"
        )
        await boris.act(room, cmd.Join())
        await play(anna, room, 180)
        row = await page.see(GAMES, "move 2")
        assert "boris" in row
        assert await page.count(OPEN) == 0
        await page.see(".live-seats", "boris")
        await page.until("document.querySelector('.live .thumbnail .disc.s0').getAttribute('d')")
        await play(boris, room, 0)
        await boris.act(room, cmd.Resign())
        await page.see(".live-foot", "anna won by resignation")
        await page.until(f"!document.querySelector('{GAMES}')")


async def test_a_filter_lasts_and_shows_everything_again() -> None:
    async with serving() as served, peers(served.url, "anna", "boris") as (anna, boris), browser() as person:
        await anna.create("gomoku", "5+3")
        await boris.create("pente", "1+1")
        page = await opened(person, served, "/")
        await page.see(OPEN, "gomoku")
        await page.click("summary")
        await page.evaluate(
            "(([select]) => { select.value = 'pente'; select.dispatchEvent(new Event('change')); })"
            "(document.querySelectorAll('.filters select'))"
        )
        await page.until(
            f"[...document.querySelectorAll('{OPEN}')].every((row) => row.innerText.includes('boris'))"
        )
        await page.click("nav a", "Players")
        await page.see("h1", "Players online")
        await page.click("nav a", "Play")
        await page.see(OPEN, "boris")
        assert await page.count(OPEN) == 1
        await page.evaluate(
            "(([, speed]) => { speed.value = 'slow'; speed.dispatchEvent(new Event('change')); })"
            "(document.querySelectorAll('.filters select'))"
        )
        await page.see(".state", "Nothing matches.")
        await page.click(".state button", "Show everything")
        await page.see(OPEN, "gomoku")


async def test_a_row_keeps_its_place_and_the_focus_while_the_list_changes() -> None:
    async with serving() as served, peers(served.url, "anna", "boris") as (anna, boris), browser() as person:
        first = await anna.create("pente", "5+3")
        page = await opened(person, served, "/")
        await page.see(OPEN, "anna")
        await page.evaluate(f"document.querySelector('{OPEN} a.button').focus()")
        await boris.create("gomoku", "5+3")
        await page.see(".home-games .count", "2")
        assert await page.focused() == "a Join the game of anna"
        assert await page.count(OPEN) == 1, "what is new comes when the focus has left the list"
        await page.evaluate("document.activeElement.blur()")
        await page.see(OPEN, "boris")
        rows = await page.evaluate(
            f"[...document.querySelectorAll('{OPEN} a.button')].map((link) => link.pathname)"
        )
        assert rows[1] == f"/r/{first}"


async def test_the_players_are_listed_with_what_they_do() -> None:
    async with (
        serving() as served,
        peers(served.url, "anna", "boris", "clara") as (anna, boris, _),
        browser() as person,
    ):
        async with Peer(served.url) as bot:
            await bot.hello("random-bot", kind=PlayerKind.BOT)
            page = await opened(person, served, "/people", phone=True, dark=True)
            await page.see(".lead", "4 players online")
            room = await a_game(anna, boris, time="5+3")
            await page.see(".row.person", "plays boris")
            links = await page.evaluate(
                "[...document.querySelectorAll('.row.person')][0].querySelectorAll('a').length"
            )
            assert links == 3, "profile, game, challenge"
            assert (
                await page.evaluate("document.querySelector('.does a').getAttribute('href')") == f"/r/{room}"
            )
            await page.tap("summary", "Find players")
            await page.fill("input[type=search]", "CLA")
            await page.until("document.querySelectorAll('.row.person').length === 1")
            await page.fill("input[type=search]", "nobody-like-that")
            await page.see(".state", "Nothing matches.")
            assert await page.axe() == []
        await page.fill("input[type=search]", "")
        await page.see(".lead", "3 players online")


async def test_a_bot_that_plays_no_games_is_not_offered_as_an_opponent() -> None:
    async with (
        serving() as served,
        browser() as person,
        Peer(served.url) as bot,
        Peer(served.url) as reviewer,
    ):
        await bot.hello("random-bot", kind=PlayerKind.BOT)
        await reviewer.hello("review-bot", kind=PlayerKind.BOT)
        page = await opened(person, served, "/")
        await page.see(".row.bot", "plays anywhere, to try things out")
        assert await page.count(".row.bot") == 1
        await page.click("button", "Play a bot")
        await page.see("dialog .bots", "random-bot")
        assert "review-bot" not in await page.see("dialog")
        page = await opened(person, served, "/people")
        await page.until("document.querySelectorAll('.row.person').length === 2")
        assert await page.see(".row.person", "review-bot")
        assert await page.count(".row.person a.button") == 1
        page = await opened(person, served, "/u/review-bot")
        assert await page.see(".profile-head", "review-bot")
        assert await page.count(".profile-head a.button") == 0


async def test_tv_goes_through_the_games_of_a_channel_and_leads_to_the_room() -> None:
    names = ("anna", "boris", "clara", "dora")
    async with (
        serving() as served,
        peers(served.url, *names) as (anna, boris, clara, dora),
        browser() as person,
    ):
        page = await opened(person, served, "/tv", phone=True)
        await page.see(".live-nothing", "No game is on in the channel")
        first = await a_game(anna, boris, time="5+3")
        await play(anna, first, 180)
        await page.see(".live-seats", "anna")
        await page.tap("button", "Next game")
        await page.see("[role=status]", "This is the only game")
        second = await a_game(clara, dora, time="5+3")
        await play(clara, second, 180)
        await page.until(
            "document.querySelector('.tv-keys button:nth-child(2)').click() ?? "
            "document.querySelector('.live-seats').innerText.includes('clara')"
        )
        await page.evaluate("location.hash = 'gomoku'")
        await page.see(".live-nothing", "gomoku")
        await page.evaluate("history.back()")
        await page.see(".live-seats", "anna")
        assert await page.axe() == []
        await page.tap(".tv-keys a", "Go to the game")
        await page.until(f"['/r/{first}', '/r/{second}'].includes(location.pathname)")


async def test_several_boards_show_a_game_each_and_the_address_says_which() -> None:
    names = ("anna", "boris", "clara", "dora")
    async with (
        serving() as served,
        peers(served.url, *names) as (anna, boris, clara, dora),
        browser() as person,
    ):
        first = await a_game(anna, boris, time="5+3")
        second = await a_game(clara, dora, time="5+3")
        page = await opened(person, served, f"/grid?boards=3&rooms=,{first}")
        await page.see(".boards > section:nth-child(1)", "clara")
        await page.see(".boards > section:nth-child(2)", "anna")
        await page.see(".boards > section:nth-child(3)", "No other game is on.")
        await play(clara, second, 180)
        await page.see(".boards > section:nth-child(1)", "move 2")
        await page.evaluate(
            "((select) => { select.value = '1'; select.dispatchEvent(new Event('change')); })"
            "(document.querySelector('header select'))"
        )
        await page.until(
            "document.querySelectorAll('.boards > section').length === 1 && location.search === '?boards=1'"
        )
        assert await page.axe() == []
        await page.click(".live-game")
        await page.until("location.pathname.startsWith('/r/')")
