"""What a real browser does: which pages may use a server of this machine, and under which names it does."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from pente_protocol.forms import FORMS, JSON, Form
from tests.support.browser.driver import browser
from tests.support.browser.process import needs_browser
from tests.support.server_program import serving
from tests.support.waiting import patience

MEMORY = ("--port", "0", "--store", "memory", "--log-level", "info")
PAGE = """<!doctype html><title>x</title><link rel=icon href=data:><script>
const report = what => fetch("/report/" + what);
const socket = new WebSocket("ws://{host}", "{subprotocol}");
socket.onopen = () => report("opened-" + socket.protocol);
socket.onerror = () => report("refused");
</script>"""

pytestmark = needs_browser


class Elsewhere:
    """A web server that is not pente: its page opens a WebSocket at ``host``. Mutable."""

    def __init__(self, form: Form) -> None:
        self.form = form
        self.origin = ""
        self.host = ""
        self.report: asyncio.Future[str] = asyncio.get_running_loop().create_future()
        """What its page reports of the WebSocket: how it was opened, or that it was refused."""

    def answer(self, path: str) -> bytes:
        if path.startswith("/report/") and not self.report.done():
            self.report.set_result(path.removeprefix("/report/"))
        return PAGE.replace("{host}", self.host).replace("{subprotocol}", self.form.subprotocol).encode()

    async def reported(self) -> str:
        """What a browser reports that opens the page."""
        async with browser() as person, patience("the report of the page"):
            page = await person.open(self.origin)
            page.tolerate(self.host)
            return await self.report


@asynccontextmanager
async def elsewhere(form: Form = JSON) -> AsyncIterator[Elsewhere]:
    """Such a web server for the time of the block."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        request = await reader.readuntil(b"\r\n\r\n")
        body = site.answer(request.split()[1].decode())
        head = (
            "HTTP/1.1 200 OK",
            "Content-Type: text/html",
            f"Content-Length: {len(body)}",
            "Connection: close",
        )
        writer.write("\r\n".join((*head, "", "")).encode() + body)
        writer.close()

    site = Elsewhere(form)
    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        site.origin = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
        yield site


async def test_a_page_from_elsewhere_may_not_use_a_server_of_this_machine() -> None:
    async with elsewhere() as site, serving(*MEMORY) as served:
        site.host = (await served.url()).removeprefix("ws://")
        assert await site.reported() == "refused"
        assert f"reason=foreign-page named={site.origin}" in await served.logged("connection refused")


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.subprotocol)
async def test_a_page_that_is_allowed_may(form: Form) -> None:
    async with elsewhere(form) as site, serving(*MEMORY, "--allow-origin", site.origin) as served:
        site.host = (await served.url()).removeprefix("ws://")
        assert await site.reported() == f"opened-{form.subprotocol}"


async def test_a_name_that_was_made_to_lead_here_shows_nothing() -> None:
    async with serving(*MEMORY, "--server-name", "known.example") as served, browser() as person:
        port = (await served.url()).rpartition(":")[2]
        page = await person.open(f"http://elsewhere.example:{port}/")
        page.tolerate("elsewhere.example")  # 421
        assert "This server is not known as elsewhere.example" in await page.text("body")
        assert "pente play" not in await page.text("body")
        assert "reason=unknown-host named=elsewhere.example" in await served.logged("connection refused")
        page = await person.open(f"http://known.example:{port}/")
        page.tolerate("Cross-Origin-Opener-Policy")  # means nothing without TLS
        await page.see("main", f"pente play ws://known.example:{port} --insecure")


async def test_a_password_that_others_could_read_is_asked_for_with_a_warning(
    tmp_path: Path,
) -> None:
    password = tmp_path / "password"
    password.write_text("sesame\n")
    options = ("--server-name", "known.example", "--password-file", str(password))
    async with serving(*MEMORY, *options) as served, browser() as person:
        port = (await served.url()).rpartition(":")[2]
        page = await person.open(f"http://known.example:{port}/")
        page.tolerate("Cross-Origin-Opener-Policy")  # means nothing without TLS
        await page.see(".gate input[type=password]")
        assert "Nothing is encrypted" in await page.text(".gate")
        page = await person.open(f"http://127.0.0.1:{port}/")
        await page.see(".gate input[type=password]")
        assert "Nothing is encrypted" not in await page.text(".gate")


async def test_who_signs_in_without_tls_reads_once_what_keys_do_not_help_against() -> None:
    async with serving(*MEMORY, "--server-name", "known.example") as served, browser() as person:
        port = (await served.url()).rpartition(":")[2]
        for host, is_exposed in (("known.example", True), ("127.0.0.1", False)):
            page = await person.open(f"http://{host}:{port}/")
            page.tolerate("Cross-Origin-Opener-Policy")  # means nothing without TLS
            page.tolerate("favicon")
            await page.click("header button", "Sign in")
            await page.see("dialog", "Play as a guest")
            assert await page.count("dialog .note", "Only TLS (https) helps") == int(is_exposed)
