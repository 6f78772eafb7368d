"""The host of a room at a browser: people without a seat, and who may watch."""

import pytest

from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_protocol.messages.rooms import Watch
from tests.e2e.web.playing import open_game, page_url, signed_in
from tests.support.browser.driver import browser
from tests.support.browser.process import needs_browser
from tests.support.peer import peers, serving

pytestmark = [needs_browser, pytest.mark.usefixtures("untraced")]


async def test_the_host_mutes_removes_and_bans_viewers_and_lifts_that_again() -> None:
    async with serving() as served, browser() as one, peers(served.url, "vera") as (vera,):
        anna = await signed_in(one, served.url, "anna")
        path = await open_game(anna, seat="0")
        room = RoomId(path.removeprefix("/r/"))
        await vera.ok(Watch, room=room)
        await vera.act(room, cmd.Say("rude"))

        await anna.click("[role=tab]", "Chat")
        await anna.click(".chat-lines button", "vera")
        await anna.click("dialog button", "Mute")
        await anna.until("!document.querySelector('dialog')")
        assert await vera.refusal(room, cmd.Say("ruder")) == "muted"
        await anna.click(".chat-lines button", "vera")
        await anna.click("dialog button", "Unmute")
        await anna.until("!document.querySelector('dialog')")
        await vera.act(room, cmd.Say("sorry"))

        await anna.click("[role=tab]", "Game")
        await anna.click(".watchers button", "vera")
        await anna.click("dialog button", "Remove")
        await anna.click("dialog button", "Cancel")
        await anna.click("dialog button", "Ban")
        await anna.see("dialog", "Ban vera from this room?")
        await anna.click("dialog:last-of-type button", "Ban")
        await anna.until("!document.querySelector('dialog')")
        assert await vera.code(Watch, room=room) == "banned"

        await anna.fill(".host input", "nobody-here")
        await anna.click(".host button", "Mute, remove or ban")
        await anna.see(".host .problem", "nobody-here")
        await anna.fill(".host input", "VERA")
        await anna.click(".host button", "Mute, remove or ban")
        await anna.click("dialog button", "Lift the ban")
        await anna.until("!document.querySelector('dialog')")
        await vera.ok(Watch, room=room)


async def test_the_host_says_who_may_watch_and_others_are_not_asked() -> None:
    async with serving() as served, browser() as one, browser() as two, peers(served.url, "vera") as (vera,):
        anna = await signed_in(one, served.url, "anna")
        path = await open_game(anna, seat="0")
        room = RoomId(path.removeprefix("/r/"))
        boris = await two.open(page_url(served.url, path))
        boris.tolerate("favicon")
        await boris.click("[role=tab]", "Game")
        await boris.see(".about", "Watching")
        assert await boris.count(".host") == 0
        await anna.click("[role=tab]", "Game")
        await anna.evaluate(
            "(select => { select.value = 'invited'; select.dispatchEvent(new Event('change')); })"
            "(document.querySelector('.host select'))"
        )
        await boris.see("h1, p", "Only invited people may watch")
        assert await vera.code(Watch, room=room) == "not-invited"
