"""What a page shows of a server that is not for everybody."""

from collections.abc import Sequence
from pathlib import Path

from tests.e2e.page.games import shown_game
from tests.support.browser.driver import browser
from tests.support.browser.page import Page
from tests.support.browser.process import needs_browser
from tests.support.processes import serving

pytestmark = needs_browser

NAMES = ("zebulon", "xanthippe")


async def test_a_server_with_a_password_shows_nothing_before_it(tmp_path: Path) -> None:
    password = tmp_path / "password"
    password.write_text("open sesame", encoding="utf-8")
    async with (
        serving(tmp_path / "data", "--password-file", str(password)) as server,
        shown_game(server.url, *NAMES, password="open sesame") as game,
        browser() as person,
    ):
        await game.play("K10 L10")
        for path in ("/", f"/r/{game.room}", f"/g/{game.room}", f"/u/{NAMES[0]}"):
            page = await person.open(server.page + path, phone=True)
            page.tolerate("status of (401|403|404)")  # a browser's own words about a page that is not there
            await page.see("main")
            await _knows_nothing(page, (*NAMES, "K10"))


async def _knows_nothing(page: Page, secrets: Sequence[str]) -> None:
    """It was greeted and no more, has asked for nothing but its own files, and has none of the secrets."""
    for frame in page.traffic.received:
        assert '"t":"greeting"' in frame or '"t":"error"' in frame, frame
    for request in page.traffic.requests:
        own = "/web/" in request.url or request.url.endswith("/offline")  # the service worker keeps that page
        assert own or request.kind not in ("Fetch", "XHR"), request
    text = await page.evaluate("document.documentElement.outerHTML")
    assert not [secret for secret in secrets if secret in text]
