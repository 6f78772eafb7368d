"""Watching on the page: games live to their end, finished ones, and rooms that are not for all."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import pytest

from pente_core.identity import RoomId
from pente_core.room import BotPolicy, OfferKind, Options, ViewerDelay, WatchPolicy
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import parse_point
from tests.support.browser.driver import Browser, browser
from tests.support.browser.page import Page
from tests.support.browser.process import needs_browser
from tests.support.peer import Peer, Served, a_game, peers, play, serving

pytestmark = needs_browser

MOVES = ["K10", "L10", "N8", "M10", "L12", "L9", "L8", "M9", "K9", "K11", "J12", "M8"]


class Table(NamedTuple):
    """A game between two players at a server, and somebody at a browser."""

    served: Served
    anna: Peer
    boris: Peer
    room: RoomId
    viewer: Browser

    async def moves(self, *names: str, start: int = 0) -> None:
        for number, name in enumerate(names, start):
            await play((self.anna, self.boris)[number % 2], self.room, parse_point(name, 19))

    async def watch(self, *, path: str = "", phone: bool = False) -> Page:
        page = await self.viewer.open(address(self.served, path or f"/r/{self.room}"), phone=phone)
        page.tolerate("favicon")
        return page


def address(served: Served, path: str) -> str:
    return served.url.replace("ws:", "http:") + path


@asynccontextmanager
async def table(ruleset: object = "pente", time: str = "5+3") -> AsyncIterator[Table]:
    async with serving() as served, peers(served.url, "anna", "boris") as (anna, boris), browser() as viewer:
        room = await a_game(anna, boris, ruleset, time)
        yield Table(served, anna, boris, room, viewer)


async def test_a_viewer_sees_a_game_to_its_end_and_is_never_taken_away_from_where_they_look() -> None:
    async with table() as game:
        page = await game.watch()
        await page.see(".players.below", "anna")
        await page.see(".players.above", "boris")
        await page.see(".status", "It is anna’s turn (white).")
        await game.moves(*MOVES[:6])
        await page.see(".move[aria-current]", "L9")
        await page.press("ArrowLeft", "[")
        await page.see(".move[aria-current]", "M10")
        assert await page.evaluate("location.hash") == "#4"
        await game.moves(*MOVES[6:9], start=6)
        await page.see(".live", "3 new moves")
        await page.see(".move[aria-current]", "M10")
        await page.click(".live")
        await page.see(".move[aria-current]", "K9")
        assert await page.evaluate("location.hash") == ""
        await game.boris.act(game.room, cmd.Resign())
        await page.see(".status", "anna won: boris resigned.")
        await page.see(".moves-scroll .result", "1–0")
        said = """document.querySelector('[role="log"].unseen').textContent"""
        await page.until(f"{said}.includes('anna won: boris resigned.')")
        assert "white: K10" in await page.evaluate(said)
        assert await page.axe() == []


async def test_a_link_leads_to_a_move_and_the_slider_list_and_keys_lead_on() -> None:
    async with table() as game:
        await game.moves(*MOVES)
        page = await game.watch(path=f"/r/{game.room}#3")
        await page.see(".move[aria-current]", "N8")
        await page.click(".move", "L12")
        await page.until("location.hash === '#5'")
        await page.press("Home")
        await page.until("location.hash === '#0'")
        await page.evaluate(
            "const slider = document.querySelector('.slider'); slider.value = 7;"
            "slider.dispatchEvent(new Event('input'))"
        )
        await page.see(".move[aria-current]", "L8")
        await page.press("End")
        await page.until("location.hash === ''")
        await page.see(".move[aria-current]", "M8")


async def test_chat_is_there_to_read_and_a_guest_may_answer() -> None:
    async with table() as game:
        await game.anna.act(game.room, cmd.Say("good luck"))
        page = await game.watch(phone=True)
        await page.tap(".tab-chat", "Chat")
        await page.see(".chat-lines", "good luck")
        await page.tap(".chat button", "Sign in")
        await page.tap("dialog button", "Play as a guest")
        await page.see(".identity", "guest-")
        await page.fill(".chat form input", "hello from a phone")
        await page.tap(".chat form button", "Send")
        await page.see(".chat-lines", "hello from a phone")
        assert await page.axe() == []


async def test_the_archive_shows_a_finished_game_and_a_branch_that_only_its_reader_sees() -> None:
    async with table() as game:
        await game.moves(*MOVES)
        await game.boris.act(game.room, cmd.Resign())
        page = await game.watch(path=f"/g/{game.room}#5")
        await page.see(".move[aria-current]", "L12")
        await press_point(page, "A1")
        await page.see(".status", "Only you see this: A1 after Move 5.")
        await page.until("document.querySelectorAll('.board .own').length === 1")
        await page.see('[role=gridcell][aria-label*="only you see it"]')
        await page.press("[")
        await page.see(".status", "Move 5 of 12.")
        assert await page.count(".board .own") == 0
        await page.press("?")
        await page.see("dialog dd", "One move back")
        assert await page.count("dialog dt", "Esc") == 0  # a reader has chosen nothing
        await page.press("Escape")
        await page.click(".menu summary")
        await page.see(".menu-items a", "Save as SGF")
        assert await page.axe() == []


@pytest.mark.parametrize("phone", [False, True])
async def test_who_chooses_a_point_that_takes_no_stone_reads_why(phone: bool) -> None:
    async with table() as game:
        await game.moves(*MOVES[:3])
        await game.boris.act(game.room, cmd.Resign())
        page = await game.watch(path=f"/g/{game.room}", phone=phone)
        press = page.tap if phone else page.click
        await page.see(".status", "anna won")
        await press(cell(MOVES[0]))
        await page.see(".status", "The game is over here. Go back a move or more to try stones.")
        await page.press("[")
        await page.see(".status", "Move 2 of 3.")
        await press(cell(MOVES[0]))
        await page.see(".status", f"There is a stone on {MOVES[0]}. Choose an empty point.")
        await press(cell("M13"))
        await page.see(".status", "Only you see this: M13 after Move 2.")


async def test_people_look_at_a_finished_game_together() -> None:
    async with table() as game:
        await game.moves(*MOVES)
        await game.boris.act(game.room, cmd.Resign())
        page = await game.watch()
        await page.click("header button", "Sign in")
        await page.click("dialog button", "Play as a guest")
        await page.see(".identity", "guest-")
        await page.click(".tab-notes")
        await page.press("Home")
        await page.press("]", "]", "]")
        await page.fill(".notes textarea", "Why not A1?")
        await page.click(".notes button", "Add")
        await page.see(".said-here", "Why not A1?")
        await press_point(page, "A1")
        await page.click(".notes button", "Show this to everybody")
        await page.see(".branch", "A1")
        assert (await game.anna.happened(ev.VariationAdded)).points == (0,)


async def test_a_room_with_a_password_asks_for_it() -> None:
    async with serving() as served, peers(served.url, "anna") as (anna,), browser() as viewer:
        room = await anna.create(password="open sesame")
        page = await viewer.open(address(served, f"/r/{room}"))
        page.tolerate("favicon")
        await page.see(".gate", "This game is private.")
        await page.click(".gate button", "Sign in")
        await page.click("dialog button", "Play as a guest")
        await page.see(".gate", "This room has a password")
        await page.fill(".gate input", "open barley")
        await page.press("Enter")
        await page.see(".gate .problem", "That is not the password.")
        await page.fill(".gate input", "open sesame")
        await page.press("Enter")
        await page.see(".status", "Waiting for another player.")


async def test_who_may_not_watch_any_more_is_told_so_with_a_way_on() -> None:
    async with table() as game:
        page = await game.watch()
        await page.see(".players", "boris")
        await game.anna.act(game.room, cmd.SetWatchPolicy(WatchPolicy.INVITED))
        await page.see(".gate", "Only invited people may watch this game.")
        await page.see(".gate a", "Other games")
        assert await page.count(".board") == 0
        page = await game.watch(path="/r/no-such-room")
        await page.see(".gate", "There is no such room")


def cell(name: str) -> str:
    """The selector of a point of the board."""
    return f'[role=gridcell][aria-label^="{name},"]'


async def press_point(page: Page, name: str) -> None:
    """Choose a point of the board with the keyboard."""
    cells = "[...document.querySelectorAll('[role=gridcell]')]"
    await page.evaluate(f"{cells}.find((cell) => /^{name}\\b/.test(cell.ariaLabel)).focus()")
    await page.press("Enter")


async def test_viewers_who_see_a_game_later_are_told_so_and_miss_nothing() -> None:
    async with serving() as served, peers(served.url, "anna", "boris") as (anna, boris), browser() as viewer:
        options = Options(bots=BotPolicy.ANYBODY, viewer_delay=ViewerDelay(moves=2))
        room = await anna.create("pente", "5+3", options=options)
        await boris.act(room, cmd.Join())
        page = await viewer.open(address(served, f"/r/{room}"))
        page.tolerate("favicon")
        await page.see(".headline", "viewers see it 2 moves later")
        for number, name in enumerate(MOVES[:5]):
            await play((anna, boris)[number % 2], room, parse_point(name, 19))
        await page.see(".move[aria-current]", "N8")
        assert await page.count(".move") == 3
        await anna.act(room, cmd.Resign())
        await page.see(".status", "boris won: anna resigned.")
        await page.see(".move", "L12")


async def test_whoever_is_at_the_end_is_shown_the_way_to_the_next_game() -> None:
    async with table() as game:
        page = await game.watch()
        await game.moves(*MOVES[:2])
        await game.boris.act(game.room, cmd.Resign())
        await game.boris.act(game.room, cmd.Offer(OfferKind.REMATCH))
        await page.see(".status", "boris wants a rematch.")
        await game.anna.act(game.room, cmd.Accept(OfferKind.REMATCH))
        await page.click(".banner a", "Watch it")
        await page.see(".players.below", "boris")
        assert game.room not in await page.evaluate("location.pathname")
