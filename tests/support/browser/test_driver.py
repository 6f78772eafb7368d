"""What the driver of the browser finds wrong with pages, and that it leaves nothing behind."""

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

import pytest
from aiohttp import web

from tests.support.browser.driver import browser
from tests.support.browser.process import needs_browser
from tests.support.waiting import patience, until

pytestmark = needs_browser

ROOT = Path(__file__).parents[3]
CALM = "<!doctype html><html lang=en><title>Calm</title><main><h1>Hello</h1>"
SCRIPT = "<script type=module src=/x.js></script>"
STRICT = {"Content-Security-Policy": "default-src 'self'; require-trusted-types-for 'script'"}


@asynccontextmanager
async def site(body: str, **scripts: str) -> AsyncIterator[str]:
    """The address of a web server with a page and scripts for the time of the block."""

    async def answer(request: web.BaseRequest) -> web.Response:
        if request.path == "/":
            return web.Response(text=CALM + body, content_type="text/html", headers=STRICT)
        if (script := scripts.get(request.path.removeprefix("/").removesuffix(".js"))) is None:
            return web.Response(status=204 if "favicon" in request.path else 404)
        return web.Response(text=script, content_type="text/javascript", headers=STRICT)

    runner = web.ServerRunner(web.Server(answer))
    await runner.setup()
    start = web.TCPSite(runner, "127.0.0.1", 0)
    await start.start()
    try:
        yield start.name
    finally:
        await runner.cleanup()


async def test_a_page_is_read_clicked_typed_into_and_pressed() -> None:
    script = """
      const [field, button, shown] = ["input", "button", "output"].map((tag) => document.querySelector(tag));
      button.addEventListener("click", () => { shown.textContent = `Hello, ${field.value}`; });
      document.addEventListener("keydown", ({key, shiftKey}) => { document.title = `${shiftKey} ${key}`; });
    """
    body = "<label>Name<input></label><button>Greet</button><output></output>" + SCRIPT
    async with site(body, x=script) as url, browser() as person:
        page = await person.open(url)
        await page.fill("input", "Anna")
        await page.click("button", "Greet")
        assert await page.see("output", "Anna") == "Hello, Anna"
        await page.press("Shift+Tab")
        assert await page.until("document.title") == "true Tab"
        assert await page.focused() == "input "
        assert ("button", "Greet") in await page.accessibility()
        assert [request.kind for request in page.traffic.requests if request.host][:2] == [
            "Document",
            "Script",
        ]


async def test_a_phone_is_small_touched_and_dark_if_one_likes() -> None:
    script = """
      document.querySelector("button").addEventListener("touchend", () => { document.title = "touched"; });
    """
    body = '<meta name=viewport content="width=device-width"><button>Touch</button>' + SCRIPT
    async with site(body, x=script) as url, browser() as person:
        page = await person.open(url, phone=True, dark=True, reduced_motion=True)
        await page.tap("button")
        await page.until("document.title === 'touched'")
        assert await page.evaluate("[innerWidth, innerHeight]") == [360, 740]
        for wanted in (
            "(prefers-color-scheme: dark)",
            "(prefers-reduced-motion: reduce)",
            "(pointer: coarse)",
        ):
            assert await page.evaluate(f"matchMedia('{wanted}').matches")


@pytest.mark.parametrize(
    ("script", "fault"),
    [
        ("console.error('bad', {a: 1})", "console: bad Object"),
        ("throw new Error('thrown')", "console: Error: thrown"),
        ("Promise.reject(new Error('dropped'))", "console: Error: dropped"),
        ("fetch('/missing.js')", "console: Failed to load"),
        ("document.body.innerHTML = '<b>x'", "content security policy: require-trusted-types-for"),
        ("eval('1')", "content security policy: "),
        ("document.body.setAttribute('style', 'color: red')", "content security policy: style-src-attr"),
        (
            "new Image().src = 'http://other.example/x.png'",
            "request to another host: http://other.example/x.png",
        ),
    ],
)
async def test_a_page_that_does_wrong_fails_the_test(script: str, fault: str) -> None:
    async with site(SCRIPT, x=script) as url:
        with pytest.raises(AssertionError, match=fault):
            await _seen(url, fault)


async def _seen(url: str, fault: str) -> None:
    """Look at a page until it has a fault."""
    async with browser() as person:
        page = await person.open(url)
        await until(lambda: any(fault in found for found in page.all_faults()))


async def test_what_keeps_people_from_using_a_page_is_found() -> None:
    async with site("<img src=/favicon.ico><button>Go</button>") as url, browser() as person:
        page = await person.open(url)
        (violation,) = await page.axe()
        assert violation.startswith("image-alt | ")


async def test_what_a_test_tolerates_is_no_fault() -> None:
    async with (
        site(SCRIPT, x="console.error('bad')") as url,
        browser() as person,
    ):
        page = await person.open(url)
        page.tolerate("bad")
        await until(lambda: bool(page.faults.console_errors))


async def test_two_people_share_no_storage_and_two_pages_of_one_do() -> None:
    async with site("") as url, browser() as anna, browser() as boris:
        first, second, other = await anna.open(url), await anna.open(url), await boris.open(url)
        await first.evaluate("localStorage.setItem('name', 'anna')")
        assert await second.evaluate("localStorage.getItem('name')") == "anna"
        assert await other.evaluate("localStorage.getItem('name')") is None


async def test_a_wait_in_vain_says_what_the_page_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    async with site("") as url, browser() as person:
        page = await person.open(url)
        monkeypatch.setattr("tests.support.waiting.PATIENCE", 0.05)
        with pytest.raises(AssertionError, match=r"missing.*\nat http.*\nTypeError.*\nHello"):
            await page.until("document.querySelector('missing').x")


STARTS = """
from tests.support.browser.process import running_browser
print(running_browser().url, flush=True)
input()
"""


@pytest.fixture
def short_folder() -> Iterator[str]:
    """For the files of a browser, which has sockets among them: their paths may not be long."""
    with TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        yield folder


async def test_no_browser_outlives_the_process_that_started_it(
    short_folder: str,
) -> None:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", STARTS),
        cwd=ROOT,
        env={**os.environ, "TMPDIR": short_folder},
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    async with patience("the browser"):
        port = urlsplit((await process.stdout.readline()).decode()).port
    assert await _listens(port)
    process.kill()
    await process.communicate()
    await until(lambda: _is_silent(port))


async def _is_silent(port: int | None) -> bool:
    return not await _listens(port)


async def _listens(port: int | None) -> bool:
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except ConnectionRefusedError:
        return False
    writer.close()
    return True
