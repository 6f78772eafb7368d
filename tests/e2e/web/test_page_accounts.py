"""Accounts on the page: a guest at once, a name, the account of a terminal, and the way out."""

from pathlib import Path

import pytest

from pente_protocol.login.fingerprints import fingerprint_of
from pente_server.access.access_control import AccessControl
from tests.e2e.accounts.test_account import Shell
from tests.support.browser.driver import Browser, browser
from tests.support.browser.page import Page
from tests.support.browser.process import needs_browser
from tests.support.peer import Served, serving

pytestmark = needs_browser


@pytest.fixture
def shell(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Shell:
    for name in ("PENTE_URL", "PENTE_NAME", "PENTE_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    return Shell(tmp_path / "laptop", monkeypatch, capsys)


async def opened(person: Browser, served: Served, *, phone: bool = False) -> Page:
    """The first page of a server, in a new tab."""
    page = await person.open(served.url.replace("ws:", "http:") + "/", phone=phone)
    page.tolerate("favicon")
    return page


async def test_a_guest_plays_at_once_takes_a_name_and_is_known_after_a_reload() -> None:
    async with serving() as served, browser() as person:
        page = await opened(person, served, phone=True)
        await page.tap("header button", "Sign in")
        await page.tap("dialog button", "Play as a guest")
        await page.see(".identity", "guest-")
        await page.tap(".identity a")
        await page.fill("input[name=name]", "guest-1")
        await page.tap("button", "Choose this name")
        await page.see(".problem", "guests")
        await page.fill("input[name=name]", "anna")
        await page.tap("button", "Choose this name")
        await page.see(".account", "You play as anna.")
        await page.evaluate("history.replaceState(null, '', '/')")
        await page.reload()
        await page.see(".identity", "anna")
        other = await opened(person, served)
        await other.see(".identity", "anna")
        await other.click(".identity a")
        await other.click("button", "Sign out")
        await other.see("dialog", "the only device of anna")
        await other.click("dialog button", "Sign out")
        await other.see(".account", "You watch without an account")
        await page.see("header", "Sign in")


async def test_a_name_that_is_taken_is_said_where_it_was_typed() -> None:
    async with serving() as served, browser() as anna, browser() as boris:
        for person in (anna, boris):
            page = await opened(person, served)
            await page.click("header button", "Sign in")
            await page.fill("dialog input[name=name]", "anna")
            await page.click("dialog button", "Play with this name")
            await page.see(".identity" if person is anna else "dialog .problem", "anna")


async def test_a_terminal_and_a_browser_add_each_other_by_a_code(shell: Shell, tmp_path: Path) -> None:
    async with serving() as served, browser() as person:
        anna = await shell.json("account", "create", "anna", served.url)
        code = (await shell.lines("account", "link", served.url))[1].split()[3]
        page = await opened(person, served)
        await page.click("header button", "Sign in")
        await page.fill("dialog input[name=code]", "wrong-code")
        await page.click("dialog button", "Use my account")
        await page.see("dialog .problem")
        await page.fill("dialog input[name=code]", code.lower())
        await page.click("dialog button", "Use my account")
        await page.see(".identity", "anna")

        await page.click(".identity a")
        words = await page.until("document.body.innerText.match(/This device, ([a-z-]+), may play/)?.[1]")
        assert await shell.run("account", "allow", words, served.url) == 0, shell.complaint
        await page.reload()
        assert await page.until("document.querySelectorAll('.devices li').length") == 2
        await page.click("button", "Add a terminal")
        _, *command = (await page.text("dialog code")).split()
        assert command[2:3] == [await page.text("dialog .code")]
        assert f"#{fingerprint_of(served.node.identity.server_id)}" in command[-1]
        await page.press("Escape")
        shell.at(tmp_path / "phone")
        assert (await shell.json(*command))["id"] == anna["id"]


async def test_a_device_that_was_removed_elsewhere_says_so_and_goes_on_as_a_viewer(shell: Shell) -> None:
    async with serving() as served, browser() as person:
        await shell.json("account", "create", "anna", served.url)
        code = (await shell.lines("account", "link", served.url))[1].split()[3]
        page = await opened(person, served)
        await page.click("header button", "Sign in")
        await page.fill("dialog input[name=code]", code)
        await page.click("dialog button", "Use my account")
        await page.see(".identity", "anna")
        device = await page.evaluate(
            "import(document.querySelector('script[src]').src.replace('app/start.js', 'client/index.js'))"
            ".then(({Account}) => new Account(JSON.parse(Object.values(localStorage)[0])).deviceId())"
        )
        assert await shell.run("account", "revoke", device, served.url) == 0, shell.complaint
        await page.see("h1", "This browser has no account here any more")
        await page.click("button", "Go on without an account")
        await page.see("header button", "Sign in")
        await page.see(".home")


async def test_a_server_with_a_password_shows_nothing_before_it_has_it() -> None:
    async with serving(access_control=AccessControl("secret")) as served, browser() as person:
        page = await opened(person, served)
        await page.see("h1", "Sign in to watch and play")
        await page.click("button", "Play as a guest")
        await page.see(".problem", "password")
        await page.fill("input[name=password]", "wrong")
        await page.click("button", "Play as a guest")
        await page.see(".problem", "not the password")
        await page.fill("input[name=password]", "secret")
        await page.click("button", "Play as a guest")
        await page.see(".identity", "guest-")
        await page.see(".home")
        await page.reload()
        await page.see(".identity", "guest-")
        second = await opened(person, served)
        await second.see("h1", "This server has a password")
        await second.fill("input[name=password]", "wrong")
        await second.click("button", "Continue")
        await second.see(".problem", "not the password")
        await second.fill("input[name=password]", "secret")
        await second.click("button", "Continue")
        await second.see(".identity", "guest-")


async def test_an_account_is_deleted_only_by_its_name() -> None:
    async with serving() as served, browser() as person:
        page = await opened(person, served)
        await page.click("header button", "Sign in")
        await page.fill("dialog input[name=name]", "anna")
        await page.click("dialog button", "Play with this name")
        await page.click(".identity a")
        await page.click("button", "Delete my account")
        await page.fill("dialog input[name=name]", "boris")
        await page.click("dialog button", "Delete for good")
        await page.see("dialog .problem", "Type anna")
        await page.fill("dialog input[name=name]", "anna")
        await page.click("dialog button", "Delete for good")
        await page.see("header button", "Sign in")
        assert await page.evaluate("localStorage.length") == 0
