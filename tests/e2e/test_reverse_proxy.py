"""Players who come through a reverse proxy, with the real command line."""

import asyncio
import re
import ssl
from collections.abc import AsyncIterator, Mapping
from contextlib import AsyncExitStack
from functools import partial
from pathlib import Path
from types import MappingProxyType

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Origin, Subprotocol

from pente_protocol.errors import CloseCode
from pente_protocol.version import SUBPROTOCOL
from tests.support.proxies.real_proxies import CADDY, NGINX, OPENSSL, RealProxy, caddy, nginx
from tests.support.proxies.reverse_proxy import proxying
from tests.support.server_program import Served, serving
from tests.support.waiting import patience

MEMORY = ("--port", "0", "--store", "memory")
MOST = 8
"""The connections that one address may have."""


async def port_of(served: Served) -> int:
    return int((await served.url()).rpartition(":")[2])


async def how_many(
    url: str,
    headers: Mapping[str, str] = MappingProxyType({}),
    tried: int = MOST + 1,
    tls: ssl.SSLContext | None = None,
) -> int:
    """How many connections at once a server lets in; each has another number in its headers."""
    subprotocols = [Subprotocol(SUBPROTOCOL)]
    async with AsyncExitStack() as open_:
        for number in range(tried):
            forged = {name: value.format(number) for name, value in headers.items()}
            connecting = connect(
                url, subprotocols=subprotocols, additional_headers=forged, proxy=None, ssl=tls
            )
            connection = await open_.enter_async_context(connecting)
            try:
                await connection.recv()  # a greeting
            except ConnectionClosed:
                assert connection.close_code == CloseCode.BUSY
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
        ({}, ("CF-Connecting-IP: 198.51.100.1",), "start with --trusted-proxy 127.0.0.1"),
        ({}, ("True-Client-IP: 198.51.100.1",), "start with --trusted-proxy 127.0.0.1"),
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


async def test_the_page_knows_how_browsers_have_reached_it_through_a_proxy() -> None:
    async with serving(*MEMORY, "--trusted-proxy", "127.0.0.1") as served:
        names = (
            "X-Forwarded-For: 198.51.100.1",
            "X-Forwarded-Proto: https",
            "X-Forwarded-Host: pente.example.org",
        )
        async with proxying(await port_of(served), *names) as url:
            reader, writer = await asyncio.open_connection("127.0.0.1", int(url.rpartition(":")[2]))
            status, _, page = await fetch(reader, writer, "/", "127.0.0.1", accept="text/html")
            assert await reader.read() == b""
            writer.close()
            await writer.wait_closed()
    assert status == 200
    assert '<link rel="canonical" href="https://pente.example.org/">' in page


PROXIES = [
    pytest.param(
        caddy, id="caddy", marks=pytest.mark.skipif(not (CADDY and OPENSSL), reason="no caddy here")
    ),
    pytest.param(
        nginx, id="nginx", marks=pytest.mark.skipif(not (NGINX and OPENSSL), reason="no nginx here")
    ),
    pytest.param(
        partial(nginx, keeps_connections=True),
        id="nginx-keepalive",
        marks=pytest.mark.skipif(not (NGINX and OPENSSL), reason="no nginx here"),
    ),
]


@pytest.fixture(params=PROXIES)
async def proxy(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[RealProxy]:
    """A real proxy as it is deployed, in front of a server that trusts it and logs nothing but warnings."""
    async with serving(*MEMORY, "--trusted-proxy", "127.0.0.1") as served:
        async with request.param(await port_of(served), tmp_path) as proxy:
            yield proxy
        served.process.terminate()
        assert await served.ended() == (0, "")


async def test_players_are_told_apart_by_proxies_as_they_are_deployed(proxy: RealProxy) -> None:
    for forged in (
        {"Forwarded": "for=203.0.113.{}"},
        {"X-Forwarded-For": "203.0.113.{}"},
        {
            "X-Forwarded-Host": "elsewhere.example",
            "X-Forwarded-Proto": "http",
            "Origin": f"https://{proxy.host}",
        },
    ):
        assert await how_many(proxy.url, forged, tls=proxy.tls) == MOST


async def test_pages_and_handshakes_take_turns_through_a_proxy_that_keeps_connections(
    proxy: RealProxy,
) -> None:
    reader, writer = await asyncio.open_connection("localhost", proxy.port, ssl=proxy.tls)
    for turn in range(20):
        status, _, body = await fetch(reader, writer, "/readyz", proxy.host)
        assert (status, body) == (200, "ready\n"), turn
        async with at(proxy):
            pass
        assert (await fetch(reader, writer, "/", proxy.host, method="HEAD"))[::2] == (200, "")
    writer.close()


async def test_the_page_behind_tls(proxy: RealProxy) -> None:
    reader, writer = await asyncio.open_connection("localhost", proxy.port, ssl=proxy.tls)
    _, headers, page = await fetch(reader, writer, "/", proxy.host)
    assert f"pente play {proxy.url}\n" in page
    assert "--insecure" not in page
    assert "default-src 'none'" in headers["content-security-policy"]
    writer.close()


async def test_a_browser_loads_the_page_through_a_proxy(proxy: RealProxy) -> None:
    reader, writer = await asyncio.open_connection("localhost", proxy.port, ssl=proxy.tls)
    _, headers, page = await fetch(reader, writer, "/", proxy.host, accept="text/html")
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert f'<link rel="canonical" href="https://{proxy.host}/">' in page
    paths = re.findall(r'(?:href|src)="(/[^"]+)"', page)
    assert len(paths) > 10
    for path in paths:
        status, headers, _ = await fetch(reader, writer, path, proxy.host)
        assert status == 200, path
        assert ("immutable" in headers["cache-control"]) is path.startswith("/web/")
    writer.close()


async def test_which_pages_may_use_a_server_behind_a_proxy(proxy: RealProxy) -> None:
    async with at(proxy, origin=f"https://{proxy.host}"):
        pass
    for origin in (f"http://{proxy.host}", "https://localhost", "https://elsewhere.example", "null"):
        with pytest.raises(InvalidStatus, match="403"):
            await at(proxy, origin=origin)


def at(proxy: RealProxy, origin: str | None = None) -> connect:
    """A connection through a proxy."""
    return connect(
        proxy.url,
        ssl=proxy.tls,
        subprotocols=[Subprotocol(SUBPROTOCOL)],
        origin=None if origin is None else Origin(origin),
        proxy=None,
    )


async def fetch(
    reader: asyncio.StreamReader,
    writer: asyncio.StreamWriter,
    path: str,
    host: str,
    *,
    method: str = "GET",
    accept: str = "*/*",
) -> tuple[int, dict[str, str], str]:
    """One request on a connection that may have more: status, headers, body."""
    writer.write(f"{method} {path} HTTP/1.1\r\nHost: {host}\r\nAccept: {accept}\r\n\r\n".encode())
    async with patience(f"an answer to {method} {path}"):
        status, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().strip().split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in lines)
        length = 0 if method == "HEAD" else int(headers["content-length"])
        return int(status.split()[1]), headers, (await reader.readexactly(length)).decode("latin-1")


async def test_house_bots_are_not_taken_for_players_of_a_proxy_on_this_machine(tmp_path: Path) -> None:
    options = ("--port", "0", "--data", str(tmp_path / "data"), "--house", "--log-level", "info")
    async with serving(*options, "--trusted-proxy", "127.0.0.0/8") as served:
        await served.greeting()
        assert " address=127.0.0.1 " in await served.logged("kind=bot")
