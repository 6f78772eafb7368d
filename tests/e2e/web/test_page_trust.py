"""Accounts on the page where something is odd: a server that proves nothing, a browser that keeps nothing."""

import asyncio
import json

import pytest

from pente_client.cli import main
from pente_protocol.login.fingerprints import fingerprint_of
from pente_server.access.loaded_identity import LoadedIdentity
from tests.e2e.web.playing import open_game, page_url, signed_in
from tests.support.browser.driver import browser
from tests.support.browser.process import needs_browser
from tests.support.peer import serving
from tests.support.valkey import ALWAYS, redis_store, running_valkey
from tests.support.waiting import until

pytestmark = [needs_browser, pytest.mark.usefixtures("untraced", "patient_stores")]

LOADED_TO_SIGN = (
    "performance.getEntriesByType('resource').filter(({name}) => /vendor|signatures[.]js/.test(name)).length"
)
COUNTED_FRAMES = """
globalThis.sent = 0;
WebSocket.prototype.send = new Proxy(WebSocket.prototype.send, {
  apply(send, socket, frames) { globalThis.sent += 1; return Reflect.apply(send, socket, frames); }
});
"""
KEPT_FRAMES = """
globalThis.sent = [];
WebSocket.prototype.send = new Proxy(WebSocket.prototype.send, {
  apply(send, socket, frames) { globalThis.sent.push(...frames); return Reflect.apply(send, socket, frames); }
});
"""
KEPT = "Object.keys(localStorage).filter((key) => key.startsWith('pente.key.')).join()"
NO_STORAGE = "Object.defineProperty(globalThis, 'localStorage', { get() { throw new Error('private'); } })"


async def test_a_server_that_does_not_prove_itself_gets_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    sign = LoadedIdentity.sign
    async with serving() as served, browser() as person:
        page = await signed_in(person, served.url, "anna")
        with monkeypatch.context() as patched:
            patched.setattr(LoadedIdentity, "sign", lambda own, text: sign(own, text + b" "))
            await page.goto("about:blank")
            await page.send("Page.addScriptToEvaluateOnNewDocument", source=COUNTED_FRAMES)
            await page.goto(page_url(served.url))
            await page.see("h1", "This may be another server")
            assert await page.count(".home") == 0
            await page.click("button", "Try again")
            await page.see("h1", "This may be another server")
            assert await page.evaluate("globalThis.sent") == 0
            await page.click("button", "Forget my account here")
            await page.click("dialog button", "Cancel")
            assert "pente.key." in str(await page.evaluate("Object.keys(localStorage)"))
        await page.click("button", "Try again")
        await page.see(".identity", "anna")
        assert await page.evaluate("globalThis.sent") > 0


async def test_an_account_goes_with_a_server_that_replaces_its_key_and_that_is_said_once() -> None:
    with running_valkey(*ALWAYS) as valkey:
        async with redis_store(valkey.url) as store, serving(store) as served, browser() as person:
            page = await signed_in(person, served.url, "anna")
            before, known = served.node.identity.server_id, await page.evaluate(KEPT)
            rotate = ["admin", "identity", "rotate", "--redis", valkey.url]
            assert await asyncio.to_thread(main, rotate) == 0
            await until(lambda: served.node.identity.server_id != before)
            assert await page.count(".identity", "anna") == 1
            await page.reload()
            await page.see(".note", "This server has a new key")
            await page.see(".identity", "anna")
            assert await page.evaluate(KEPT) == known.replace(before, served.node.identity.server_id)
            await page.reload()
            await page.see(".identity", "anna")
            assert await page.count(".note", "new key") == 0


async def test_a_link_for_another_server_asks_for_nothing_here_and_an_old_one_leads_through_a_new_key() -> (
    None
):
    with running_valkey(*ALWAYS) as valkey:
        async with (
            redis_store(valkey.url) as store,
            serving(store) as served,
            browser() as one,
            browser() as two,
        ):
            anna = await signed_in(one, served.url, "anna")
            await open_game(anna)
            link = await anna.text(".share .link")
            fingerprint = fingerprint_of(served.node.identity.server_id)
            assert link == page_url(served.url, f"/j/{await anna.text('.join-code')}#{fingerprint}")

            page = await two.open("about:blank")
            await page.send("Page.addScriptToEvaluateOnNewDocument", source=KEPT_FRAMES)
            await page.goto(link.replace(fingerprint, "b5xcq2tzp4gkmn7a"))
            page.tolerate("favicon")
            await page.see("h1", "This link is for another server")
            await page.see("[role=alert]", fingerprint)
            assert "find_code" not in str(await page.evaluate("globalThis.sent.join()"))

            # whose key was replaced since
            rotate = ["admin", "identity", "rotate", "--redis", valkey.url]
            assert await asyncio.to_thread(main, rotate) == 0
            await until(lambda: fingerprint_of(served.node.identity.server_id) != fingerprint)
            await page.goto("about:blank")
            await page.goto(link.upper().replace("HTTP", "http"))
            await page.see("h1", "anna invites you")
            await page.fill("input[name=name]", "ben")
            await page.click("button", "Play")
            await page.see(".acts button", "Resign")


async def test_a_link_that_is_pasted_on_the_page_of_another_server_leads_nowhere_there() -> None:
    async with serving() as served, browser() as person:
        page = await signed_in(person, served.url, "anna")
        await page.click("button", "Join with a code")
        await page.fill("dialog input[name=code]", "https://b.example/j/K7M2QX#b5xcq2tzp4gkmn7a")
        await page.click("dialog button", "Join")
        await page.see("h1", "This link is for another server")
        await page.click("a", "Other games")
        await page.see(".home")


async def test_only_who_signs_in_with_an_account_loads_what_signs() -> None:
    async with serving() as served, browser() as person:
        page = await person.open(page_url(served.url))
        page.tolerate("favicon")
        await page.see(".home")
        assert await page.evaluate(LOADED_TO_SIGN) == 0
        await page.click("header button", "Sign in")
        await page.click("dialog button", "Play as a guest")
        await page.see(".identity", "guest-")
        assert await page.evaluate(LOADED_TO_SIGN) == 6


async def test_without_storage_an_account_lasts_for_the_tab_and_that_is_said() -> None:
    async with serving() as served, browser() as person:
        page = await person.open("about:blank")
        await page.send("Page.addScriptToEvaluateOnNewDocument", source=NO_STORAGE)
        await page.goto(page_url(served.url))
        page.tolerate("favicon")
        await page.click("header button", "Sign in")
        await page.click("dialog button", "Play as a guest")
        await page.see(".identity", "guest-")
        await page.click(".identity a")
        await page.see(".note", "This browser keeps nothing")
        await page.evaluate("document.querySelector('[name=theme]').value = 'dark'")
        await page.evaluate(
            "void document.querySelector('[name=theme]').dispatchEvent(new Event('change', {bubbles: true}))"
        )
        await page.until("document.documentElement.dataset.theme === 'dark'")
        await page.reload()
        await page.see("header button", "Sign in")


async def test_all_data_of_a_person_is_saved_in_a_file() -> None:
    async with serving() as served, browser() as person:
        page = await signed_in(person, served.url, "anna")
        await page.click(".identity a")
        await page.evaluate(
            "void (URL.createObjectURL = (blob) => (blob.text().then((text) => (globalThis.saved = text)),"
            " ''), HTMLAnchorElement.prototype.click = function () { globalThis.file = this.download; })"
        )
        await page.click("button", "Save my data")
        data = json.loads(await page.until("globalThis.saved"))
        assert await page.evaluate("globalThis.file") == "pente-anna.json"
        assert "anna" in json.dumps(data)
        assert "secret" not in json.dumps(data)
