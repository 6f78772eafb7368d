"""Players who come through a reverse proxy, with the real command line."""

import asyncio
import shutil
import sys
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from types import MappingProxyType

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus
from websockets.typing import Subprotocol

from pente_protocol.version import SUBPROTOCOL
from tests.support.ports import HeldPort
from tests.support.reverse_proxy import proxying
from tests.support.server_program import Served, serving
from tests.support.waiting import patience

MEMORY = ("--port", "0", "--store", "memory")
MOST = 8
"""The connections that one address may have."""
DEPLOY = Path(__file__).parents[2] / "deploy"
CADDY = shutil.which("caddy") or shutil.which("caddy", path=Path(sys.executable).parent)


async def port_of(served: Served) -> int:
    return int((await served.url()).rpartition(":")[2])


async def how_many(url: str, headers: Mapping[str, str] = MappingProxyType({}), tried: int = MOST + 1) -> int:
    """How many connections at once a server lets in; each has another number in its headers."""
    subprotocols = [Subprotocol(SUBPROTOCOL)]
    async with AsyncExitStack() as open_:
        for number in range(tried):
            forged = {name: value.format(number) for name, value in headers.items()}
            connecting = connect(url, subprotocols=subprotocols, additional_headers=forged, proxy=None)
            try:
                await open_.enter_async_context(connecting)
            except InvalidStatus:  # 429
                return number
    return tried


async def test_players_are_told_apart_by_what_a_trusted_proxy_says() -> None:
    async with serving(*MEMORY, "--trusted-proxy", "127.0.0.1") as served:
        port = await port_of(served)
        async with (
            proxying(port, "X-Forwarded-For: 198.51.100.1") as one,
            proxying(port, "Forwarded: for=198.51.100.2;proto=https") as two,
            proxying(port, "X-Forwarded-For: 198.51.100.3:4711, 127.0.0.1") as three,
        ):
            assert [await how_many(url) for url in (one, two, three)] == [MOST] * 3


@pytest.mark.parametrize(
    ("variables", "headers", "warning"),
    [
        ({}, ("X-Forwarded-For: 198.51.100.1",), "start with --trusted-proxy 127.0.0.1"),
        ({}, ("X-Forwarded-For: 127.0.0.1",), "start with --trusted-proxy 127.0.0.1"),
        ({"PENTE_BEHIND_PROXY": "false"}, ("Forwarded: for=198.51.100.1",), "start with --trusted-proxy"),
        ({"PENTE_TRUSTED_PROXY": "10.0.0.0/8"}, ("X-Real-IP: 198.51.100.1",), "start with --trusted-proxy"),
        ({"PENTE_BEHIND_PROXY": "1"}, (), "sends neither Forwarded nor X-Forwarded-For"),
        ({"PENTE_TRUSTED_PROXY": "127.0.0.0/8"}, ("X-Forwarded-For: _x",), "forwards something else"),
    ],
    ids=str,
)
async def test_a_proxy_that_is_not_set_up_lifts_no_limit(
    variables: dict[str, str], headers: tuple[str, ...], warning: str
) -> None:
    async with serving(*MEMORY, **variables) as served:
        async with proxying(await port_of(served), *headers) as url:
            assert await how_many(url) == MOST
            assert await how_many(url) == MOST
        served.process.terminate()
        _, log = await served.ended()
    assert [warning in line for line in log.splitlines()] == [True]


async def test_a_client_can_not_choose_its_address() -> None:
    async with serving(*MEMORY, PENTE_BEHIND_PROXY="yes") as served:
        async with proxying(await port_of(served), "X-Forwarded-For: 198.51.100.1") as url:
            assert await how_many(url, {"X-Forwarded-For": "203.0.113.{}"}) == MOST
            assert await how_many(url, {"Forwarded": "for=203.0.113.{}"}) == MOST
        served.process.terminate()
        _, log = await served.ended()
    (warning,) = log.splitlines()
    assert "names different clients in Forwarded and X-Forwarded-For" in warning


async def test_clients_of_this_machine_have_no_limit_beside_a_proxy_elsewhere() -> None:
    async with serving(*MEMORY, "--trusted-proxy", "10.0.0.0/8") as served:
        assert await how_many(await served.url(), tried=3 * MOST) == 3 * MOST


@asynccontextmanager
async def caddy(site: int, server: int, folder: Path) -> AsyncIterator[str]:
    """Caddy as in deploy/Caddyfile, but without TLS and on this machine; its URL."""
    text = (DEPLOY / "Caddyfile").read_text()
    text = text.replace("pente.example.org", f"http://127.0.0.1:{site}").replace(":8765", f":{server}")
    (folder / "Caddyfile").write_text(f"{{\n\tadmin off\n}}\n{text}")
    assert CADDY is not None
    process = await asyncio.create_subprocess_exec(
        *(CADDY, "run", "--config", folder / "Caddyfile"),
        env={"HOME": str(folder)},
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        assert process.stderr is not None
        async with patience("Caddy"):
            while b"serving initial configuration" not in await process.stderr.readline():
                assert process.returncode is None
        yield f"ws://127.0.0.1:{site}"
    finally:
        process.terminate()
        await process.communicate()


@pytest.mark.skipif(CADDY is None, reason="no caddy here")
async def test_caddy_as_it_is_deployed(tmp_path: Path) -> None:
    async with serving(*MEMORY, "--trusted-proxy", "127.0.0.1") as served:
        port = await port_of(served)
        site = HeldPort()
        async with caddy(site.number, port, tmp_path) as url:
            assert await how_many(url, {"Forwarded": "for=203.0.113.{}"}) == MOST
            assert await how_many(url, {"X-Forwarded-For": "203.0.113.{}"}) == MOST
        served.process.terminate()
        assert await served.ended() == (0, "")


async def test_house_bots_are_not_taken_for_players_of_a_proxy_on_this_machine(tmp_path: Path) -> None:
    options = ("--port", "0", "--data", str(tmp_path / "data"), "--house", "--log-level", "info")
    async with serving(*options, "--trusted-proxy", "127.0.0.0/8") as served:
        await served.greeting()
        assert " address=127.0.0.1 " in await served.logged("kind=bot")
