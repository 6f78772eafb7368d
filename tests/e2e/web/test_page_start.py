"""Ways to a game on the page: playing at once, a challenge, a code, a bot."""

from pathlib import Path
from typing import Final

import pytest

from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_core.rules.point import parse_point
from pente_core.rules.ruleset import RULESETS, First
from pente_protocol.messages.rooms import Watch
from pente_server.limits.limit import RateLimit
from pente_server.limits.limits import Allowance
from tests.e2e.web.playing import has_stone, hear, join, open_game, page_url, play, signed_in, touch
from tests.support.browser.driver import Browser, browser
from tests.support.browser.page import Page
from tests.support.browser.process import needs_browser
from tests.support.peer import a_game, peers, serving
from tests.support.processes import Process

pytestmark = [needs_browser, pytest.mark.usefixtures("untraced")]


async def test_who_plays_now_joins_the_game_of_another_who_waits() -> None:
    async with serving() as served, browser() as one, browser() as two:
        anna = await signed_in(one, served.url, "anna")
        await anna.click("button", "Play now")
        await anna.see(".part-waiting", "To play with a friend")
        boris = await two.open(page_url(served.url))
        await boris.click("button", "Play now")
        await boris.click("dialog button", "Play as a guest")
        for page in (anna, boris):
            await page.see(".acts button", "Resign")


async def test_a_challenged_player_sees_it_everywhere_and_may_decline_or_come() -> None:
    async with serving() as served, browser() as one, browser() as two:
        anna, boris = await signed_in(one, served.url, "anna"), await signed_in(two, served.url, "boris")
        for answer in ("Decline", "Go there"):
            await anna.goto(page_url(served.url, "/?challenge=boris"))
            assert await anna.until("document.querySelector('dialog [name=against]').value") == "boris"
            await anna.click("dialog button", "Send the challenge")
            await anna.see(".acts button", "Leave the game")
            await boris.see(".part-turns", "anna invites you.")
            await boris.see(".own-games", "anna invites you.")
            await boris.click(".own-games button", answer)
            if answer == "Decline":
                await anna.see(".status", "closed")
        await boris.click(".acts button", "Accept the invitation")
        await anna.see(".acts button", "Resign")


async def test_a_code_of_a_private_room_leads_to_its_password() -> None:
    async with serving() as served, browser() as one, browser() as two:
        anna, boris = await signed_in(one, served.url, "anna"), await signed_in(two, served.url, "boris")
        await open_game(anna, room_password="sesame")
        code = await anna.text(".join-code")
        await boris.click("button", "Join with a code")
        await boris.fill("dialog input[name=code]", "nothing!")
        await boris.click("dialog button", "Join")
        await boris.see("dialog .problem", "no code")
        await boris.fill("dialog input[name=code]", code.lower())
        await boris.click("dialog button", "Join")
        await boris.click(".invitation button", "Play")
        await boris.fill("input[type=password]", "sesame")
        await boris.press("Enter")
        await boris.click(".acts button", "Join")
        await boris.fill("dialog input[type=password]", "wrong")
        await boris.click("dialog button", "Join")
        await boris.see("dialog .problem", "not the password")
        await boris.fill("dialog input[type=password]", "sesame")
        await boris.click("dialog button", "Join")
        await anna.see(".acts button", "Resign")


async def test_a_bot_answers_on_the_board(tmp_path: Path) -> None:
    bot = ("--player", "random", "--name", "ann-bot")
    async with serving() as served, Process("bot", served.url, *bot, state=tmp_path) as program:
        await program.line_with("plays at")
        async with browser() as person:
            anna = await signed_in(person, served.url, "anna")
            await anna.goto(page_url(served.url, "/?challenge=ann-bot"))
            await anna.until("document.querySelector('dialog [name=seat]')")
            await anna.see("dialog label", "five captured pairs win")
            await anna.evaluate("void (document.querySelector('dialog [name=seat]').value = '0')")
            await anna.click("dialog button", "Send the challenge")
            await anna.see(".acts button", "Resign")
            await touch(anna, "K10")
            await anna.until("document.querySelector('[role=gridcell][aria-label*=black]')")
            await anna.see(".status", "Your turn")


async def test_a_code_that_leads_nowhere_leaves_a_way_on() -> None:
    async with serving() as served, browser() as person:
        page = await person.open(page_url(served.url, "/j/zzzzzz"))
        page.tolerate("status of 404")  # a browser's own words
        await page.see("h1", "The code zzzzzz leads to no game")
        await page.click("main a", "Other games")
        await page.see("button", "Play now")
        await page.click("button", "Join with a code")
        await page.fill("dialog input[name=code]", "ZZZZZZ")
        await page.click("dialog button", "Join")
        await page.see("h1", "The code ZZZZZZ leads to no game")


async def test_a_wrong_code_that_is_opened_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    exempt = "pente_server.net.addresses.connection_limits.ConnectionLimiter.is_exempt"
    monkeypatch.setattr(exempt, lambda *_: False)
    few = Allowance(wrong_codes_per_address=RateLimit(0.001, 2))
    async with serving(allowance=few) as served, browser() as one, browser() as two:
        _, link = await friend_game(one, served.url)
        page = await two.open(page_url(served.url, "/j/222222"))
        page.tolerate("status of 404")  # a browser's own words
        await page.see("h1", "no game")
        await page.goto(link)
        await page.see("h1", "invites you")


async def test_who_chooses_a_bot_plays_it_at_once(tmp_path: Path) -> None:
    bot = ("--player", "random", "--name", "random-bot")
    async with serving() as served, Process("bot", served.url, *bot, state=tmp_path) as program:
        await program.line_with("plays at")
        async with browser() as person:
            page = await person.open(page_url(served.url))
            await page.click("button", "Play a bot")
            await page.see("dialog li button", "plays anywhere, to try things out")
            for name, value in (("ruleset", "keryo-pente"), ("time", "3+2"), ("seat", "1")):
                chosen = f"document.querySelector('dialog [name={name}]')"
                await page.evaluate(f"void ({chosen}.value = '{value}')")
            await page.click("dialog li button", "random-bot")
            await page.click("dialog button", "Play as a guest")
            await page.see(".status", "Your turn")  # the bot has placed the first stone
            assert await page.count("dialog") == 0
            await page.see("main", "keryo-pente")
            await page.see("main", "3+2")


async def test_a_bot_that_declines_says_why(tmp_path: Path) -> None:
    bot = ("--player", "random", "--name", "ann-bot", "--accept-rulesets", "pente,gomoku")
    async with serving() as served, Process("bot", served.url, *bot, state=tmp_path) as program:
        await program.line_with("plays at")
        async with browser() as person:
            page = await signed_in(person, served.url, "anna")
            await page.click("button", "Play a bot")
            await page.see("dialog li button", "ann-bot")
            await page.evaluate("void (document.querySelector('dialog [name=ruleset]').value = 'connect6')")
            await page.click("dialog li button", "ann-bot")
            await page.see(".status", "ann-bot: I don't play connect6. I play pente and gomoku.")


async def test_the_title_and_a_bar_say_on_every_page_that_it_is_ones_turn() -> None:
    async with serving() as served, browser() as one, browser() as two:
        anna, boris = await signed_in(one, served.url, "anna"), await signed_in(two, served.url, "boris")
        await join(boris, served.url, await open_game(anna, seat="0"))
        await play([anna, boris], "K10")
        await anna.click("nav a", "Players")
        await hear(anna)
        await touch(boris, "L11")
        await anna.see(".part-turns", "Your turn against boris")
        assert (await anna.until("document.title")).startswith("(1) Your turn · ")
        assert await anna.evaluate("document.querySelector('link[rel=icon]').href.endsWith('icon-turn.svg')")
        assert await anna.until("globalThis.sounded") == 1
        await anna.click(".part-turns a", "Your turn against boris")
        await has_stone(anna, "L11", "black")
        await anna.until("!document.querySelector('.part-turns').childElementCount")
        await touch(anna, "N13")
        await anna.until("document.querySelector('link[rel=icon]').href.endsWith('icon.svg')")


# What the browser has shown: a browser that has just begun soon forgets the notifications that it has.
_NOTE_SHOWN: Final = """void (() => {
  globalThis.shown = [];
  const show = ServiceWorkerRegistration.prototype.showNotification;
  ServiceWorkerRegistration.prototype.showNotification = async function (title, options) {
    await show.call(this, title, options);
    globalThis.shown.push(title);
  };
})()"""


async def test_a_notification_says_that_it_is_ones_turn_while_the_page_is_not_seen() -> None:
    async with serving() as served, browser(is_whole=True) as one, browser() as two:
        await one.allow("notifications")
        anna, boris = await signed_in(one, served.url, "anna"), await signed_in(two, served.url, "boris")
        await anna.click(".identity a")
        await anna.click("button", "Notify me")
        await anna.see("button", "Stop notifying me")
        await anna.click("nav a", "Play")
        await join(boris, served.url, await open_game(anna, seat="0"))
        await play([anna, boris], "K10")
        await anna.until("navigator.serviceWorker.getRegistration().then((worker) => worker?.active)")
        await anna.evaluate("void Object.defineProperty(document, 'hidden', {value: true})")
        await anna.evaluate(_NOTE_SHOWN)
        await touch(boris, "L11")
        assert await anna.until("globalThis.shown[0]") == "Your turn against boris"


async def test_correspondence_is_planned_and_found_in_the_inbox() -> None:
    async with serving() as served, browser() as one, peers(served.url, "boris") as (boris,):
        anna = await signed_in(one, served.url, "anna")
        room = RoomId((await open_game(anna, seat="0", time="3d/move")).removeprefix("/r/"))
        await boris.ok(Watch, room=room)
        await boris.act(room, cmd.Join())
        await touch(anna, "K10")
        await anna.click(".acts button", "Plan answers")
        await touch(anna, "L11", "N10")
        await anna.click(".acts button", "Save this line")
        await anna.see(".plans", "L11 N10")
        await anna.click("nav a", "Players")
        await boris.act(room, cmd.Play(parse_point("L11", 19)))
        await anna.goto(page_url(served.url, "/inbox"))
        await anna.click(".own-games a", "Against boris")
        await has_stone(anna, "N10", "white")


async def test_messages_are_read_and_answered_in_the_inbox() -> None:
    async with serving() as served, browser() as one, browser() as two:
        anna, boris = await signed_in(one, served.url, "anna"), await signed_in(two, served.url, "boris")
        await boris.goto(page_url(served.url, "/inbox"))
        await boris.click("button", "Write a message")
        await boris.fill("dialog input[name=to]", "anna")
        await boris.fill("dialog input[name=text]", "Again tonight?")
        await boris.click("dialog button", "Send")
        await anna.click(".part-turns a", "1 new message")
        await anna.see(".messages", "Again tonight?")
        await anna.click(".messages button", "Reply")
        await anna.fill("dialog input[name=text]", "With pleasure.")
        await anna.click("dialog button", "Send")
        await boris.see(".messages", "With pleasure.")


async def test_a_game_begins_as_a_finished_one_stood() -> None:
    async with serving() as served, browser() as one, peers(served.url, "boris", "clara") as (boris, clara):
        room = await a_game(boris, clara, "keryo-pente")
        for player, point in ((boris, "K10"), (clara, "L11"), (boris, "N13")):
            await player.act(room, cmd.Play(parse_point(point, 19)))
        await clara.act(room, cmd.Resign())
        anna = await signed_in(one, served.url, "anna")
        await anna.click("button", "New game")
        await anna.until("document.querySelector('dialog [name=from]')")
        for origin, problem in (("K10", "as in ID#24"), (f"{room}#9", "no such moment")):
            await anna.evaluate(f"void (document.querySelector('dialog [name=from]').value = '{origin}')")
            await anna.click("dialog button", "Open the game")
            await anna.see("dialog .problem", problem)
        await anna.evaluate(f"void (document.querySelector('dialog [name=from]').value = '{room}#2')")
        await anna.click("dialog button", "Open the game")
        await anna.see(".headline", "keryo-pente")
        for point, colour in (("K10", "white"), ("L11", "black"), ("N13", "empty")):
            await has_stone(anna, point, colour)


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
            address: str = await page.evaluate("location.href")
            assert address.partition("#")[0] == link.partition("#")[0]
            assert await page.count(".part-turns a") == 0  # no way back to where one is
        again = await two.open(link)  # the link leads back to the seat
        await again.see(".acts button", "Resign")


async def test_a_link_whose_seats_are_taken_says_so_and_a_name_is_enough_to_watch() -> None:
    async with serving() as served, browser() as one, browser() as two, browser() as three:
        _, link = await friend_game(one, served.url)
        boris = await two.open(link, phone=True)
        await boris.fill("main input[name=name]", "boris")
        await boris.tap("main button")
        await boris.see(".acts button", "Resign")
        clara = await three.open(link, phone=True)
        await clara.see(".gate", "has begun")
        assert await clara.count(".gate button") == 1
        await clara.tap(".gate button", "Sign in")
        await clara.tap("dialog button", "Play as a guest")
        await clara.see(".players", "boris")


async def test_the_dialog_has_three_fields_and_then_there_is_a_code_to_scan() -> None:
    async with serving() as served, browser() as one, browser() as two:
        boris = await signed_in(two, served.url, "boris")
        await boris.click("button", "Play a friend")
        await boris.see("dialog button.main")
        assert await boris.count("dialog label") == 3
        offered = "[...document.querySelectorAll('dialog [name=seat] option')].map((one) => one.text)"
        assert await boris.evaluate(offered) == ["By chance", "White: you begin", "Black"]
        assert all(rules.first is First.WHITE for rules in RULESETS.values())  # all that are offered there
        anna, link = await friend_game(one, served.url)
        assert link.partition("#")[0].endswith("/j/" + await anna.text(".join-code"))
        await anna.until("document.querySelector('.share img').naturalWidth > 0")
        await anna.see(".share", "Only this machine reaches that.")
        assert await anna.evaluate("document.querySelector('.game').scrollHeight <= innerHeight")
        await anna.resize(360, 740)  # on a phone all of it comes before the board
        await anna.until(
            "document.querySelector('.share .qr').getBoundingClientRect().bottom < innerHeight - 60"
        )
        await boris.goto(link)
        await boris.click(".invitation button", "Play")  # an account is there, so nothing is asked
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
