"""What a real browser does: which pages may use a server of this machine, and under which names it does."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path

import pytest

from pente_protocol.forms import FORMS, JSON, Form
from tests.support.server_program import serving
from tests.support.waiting import patience

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
MEMORY = ("--port", "0", "--store", "memory", "--log-level", "info")
PAGE = """<!doctype html><title>x</title><script>
const report = what => fetch("/report/" + what);
const socket = new WebSocket("ws://{host}", "{subprotocol}");
socket.onopen = () => report("opened-" + socket.protocol);
socket.onerror = () => report("refused");
</script>"""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here")


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


@asynccontextmanager
async def browser(folder: Path, *arguments: str) -> AsyncIterator[asyncio.subprocess.Process]:
    """A browser without a window, which is gone at the end of the block."""
    assert CHROMIUM is not None
    process = await asyncio.create_subprocess_exec(
        *(CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/browser"),
        *("--no-proxy-server", *arguments),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with patience("the browser"):
            yield process
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def shown(url: str, folder: Path, *options: str) -> str:
    """What a browser shows at a URL."""
    async with browser(folder, "--dump-dom", *options, url) as process:
        out, _ = await process.communicate()
    return unescape(out.decode())


async def reported(site: Elsewhere, folder: Path) -> str:
    """What the page of a site reports from a browser that stays open until then."""
    async with browser(folder, "--remote-debugging-port=0", site.origin):
        return await site.report


async def test_a_page_from_elsewhere_may_not_use_a_server_of_this_machine(tmp_path: Path) -> None:
    async with elsewhere() as site, serving(*MEMORY) as served:
        site.host = (await served.url()).removeprefix("ws://")
        assert await reported(site, tmp_path) == "refused"
        assert f"reason=foreign-page named={site.origin}" in await served.logged("connection refused")


@pytest.mark.parametrize("form", FORMS, ids=lambda form: form.subprotocol)
async def test_a_page_that_is_allowed_may(tmp_path: Path, form: Form) -> None:
    async with elsewhere(form) as site, serving(*MEMORY, "--allow-origin", site.origin) as served:
        site.host = (await served.url()).removeprefix("ws://")
        assert await reported(site, tmp_path) == f"opened-{form.subprotocol}"


async def test_a_name_that_was_made_to_lead_here_shows_nothing(tmp_path: Path) -> None:
    rules = "--host-resolver-rules=MAP * 127.0.0.1"
    async with serving(*MEMORY, "--server-name", "known.example") as served:
        port = (await served.url()).rpartition(":")[2]
        page = await shown(f"http://elsewhere.example:{port}/", tmp_path, rules)
        assert "This server is not known as elsewhere.example" in page
        assert "pente play" not in page
        assert "reason=unknown-host named=elsewhere.example" in await served.logged("connection refused")
        page = await shown(f"http://known.example:{port}/", tmp_path, rules)
        assert f"pente play ws://known.example:{port} --insecure" in page
