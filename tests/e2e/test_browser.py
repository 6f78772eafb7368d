"""What a real browser does: which pages may use a server of this machine, and under which names it does."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from html import unescape
from pathlib import Path

import pytest

from pente_protocol.version import SUBPROTOCOL
from tests.support.server_program import serving
from tests.support.waiting import patience

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
MEMORY = ("--port", "0", "--store", "memory", "--log-level", "info")
PAGE = """<!doctype html><title>x</title><p id="said">nothing</p><script>
const said = text => document.getElementById("said").textContent = text;
const socket = new WebSocket("ws://{host}", "{subprotocol}");
socket.onopen = () => said("the server opened " + socket.protocol);
socket.onerror = () => said("the server refused");
</script>"""

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="no chromium here")


class Elsewhere:
    """A web server that is not pente: its page opens a WebSocket at ``host``. Mutable."""

    def __init__(self, port: int) -> None:
        self.origin = f"http://127.0.0.1:{port}"
        self.host = ""


@asynccontextmanager
async def elsewhere() -> AsyncIterator[Elsewhere]:
    """Such a web server for the time of the block."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        body = PAGE.replace("{host}", site.host).replace("{subprotocol}", SUBPROTOCOL).encode()
        head = (
            "HTTP/1.1 200 OK",
            "Content-Type: text/html",
            f"Content-Length: {len(body)}",
            "Connection: close",
        )
        writer.write("\r\n".join((*head, "", "")).encode() + body)
        writer.close()

    async with await asyncio.start_server(serve, "127.0.0.1", 0) as server:
        site = Elsewhere(server.sockets[0].getsockname()[1])
        yield site


async def shown(url: str, folder: Path, *options: str) -> str:
    """What a browser shows at a URL, once its scripts have nothing left to do."""
    assert CHROMIUM is not None
    process = await asyncio.create_subprocess_exec(
        *(CHROMIUM, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder}/browser"),
        *("--no-proxy-server", "--virtual-time-budget=20000", "--dump-dom", *options, url),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    try:
        async with patience("the browser"):
            out, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    return unescape(out.decode())


async def test_a_page_from_elsewhere_may_not_use_a_server_of_this_machine(tmp_path: Path) -> None:
    async with elsewhere() as site, serving(*MEMORY) as served:
        site.host = (await served.url()).removeprefix("ws://")
        assert "the server refused" in await shown(site.origin, tmp_path)
        assert f"reason=foreign-page named={site.origin}" in await served.logged("connection refused")


async def test_a_page_that_is_allowed_may(tmp_path: Path) -> None:
    async with elsewhere() as site, serving(*MEMORY, "--allow-origin", site.origin) as served:
        site.host = (await served.url()).removeprefix("ws://")
        assert f"the server opened {SUBPROTOCOL}" in await shown(site.origin, tmp_path)


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
