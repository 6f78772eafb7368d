"""Thousands that come and go leave nothing to the garbage collector: everybody would have to wait for it."""

import asyncio
import gc
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

import pytest
from aiohttp.web_protocol import RequestHandler
from websockets.server import ServerProtocol

from pente_server.net.connection import Connection
from pente_server.net.http.exchange import PageExchange, RefusedRequest
from pente_server.net.http.front_door import FrontDoor
from pente_server.net.http.request_head import HeadReader, RequestHead
from pente_server.net.sessions import session
from pente_server.net.sessions.session import Session
from tests.chaos.peers.hostile_peers import CLOSE, FINAL, PING, half_open, packet
from tests.chaos.peers.light_connection import LightConnection
from tests.support.hostile.raw_peer import HANDSHAKE, masked
from tests.support.peer import Served, serving
from tests.support.waiting import until


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    async with serving() as served:
        yield served


@pytest.fixture
def uncollected() -> Iterator[None]:
    """Nothing is looked for that only its own parts still refer to."""
    gc.collect()
    gc.disable()
    yield
    gc.enable()


async def _leaves_at_once(port: int) -> None:
    (await LightConnection.connect(port)).close()


async def _leaves_in_an_orderly_way(port: int) -> None:
    await _sends(port, packet(FINAL | CLOSE, b"\x03\xe8"))


async def _says_nothing(port: int) -> None:
    await (await LightConnection.connect(port)).ended


async def _gets_stuck(port: int) -> None:
    _, writer = await half_open(port, 2)
    writer.write_eof()
    writer.close()


async def _is_no_browser(port: int) -> None:
    await _asks(port, b"\x16\x03\x01\r\n\r\n")


async def _asks_for_a_page(port: int) -> None:
    await _asks(port, b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")


async def _asks_for_what_is_not_there(port: int) -> None:
    await _asks(port, b"GET /favicon.ico HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")


async def _shakes_hands_in_an_odd_way(port: int) -> None:
    await _asks(port, HANDSHAKE.replace(b"Version: 13", b"Version: 8"))


async def _is_refused(port: int) -> None:
    await _asks(port, b"GET / HTTP/1.1\r\nHost: elsewhere.example\r\n\r\n")


async def _sends_too_much(port: int) -> None:
    await _asks(port, b"GET / HTTP/1.1\r\nX: " + b"x" * 100_000)


async def _asks(port: int, request: bytes) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(request)
    await reader.read()
    writer.close()


async def _begins_with_garbage(port: int) -> None:
    peer = await LightConnection.connect(port)
    peer.send(masked(b"\xc1"))
    await peer.ended


async def _sends_garbage(port: int) -> None:
    await _sends(port, masked(b"\xc1") * 100)  # the first ones are answered


async def _breaks_off(port: int) -> None:
    await _sends(port, packet(FINAL | 3))


async def _pings_for_ever(port: int) -> None:
    await _sends(port, packet(FINAL | PING, b"?") * 2000)


async def _sends(port: int, data: bytes) -> None:
    peer = await LightConnection.connect(port)
    await peer.greet()
    peer.send(data)
    await peer.ended


GREETING = (_leaves_in_an_orderly_way, _sends_garbage, _breaks_off, _pings_for_ever)
"""These say who they are, for which a busy machine may take its time."""


@pytest.mark.usefixtures("uncollected")
@pytest.mark.parametrize(
    "comes",
    [
        _leaves_at_once,
        _leaves_in_an_orderly_way,
        _says_nothing,
        _gets_stuck,
        _is_no_browser,
        _asks_for_a_page,
        _asks_for_what_is_not_there,
        _shakes_hands_in_an_odd_way,
        _is_refused,
        _sends_too_much,
        _begins_with_garbage,
        _sends_garbage,
        _breaks_off,
        _pings_for_ever,
    ],
)
async def test_however_it_ends_a_connection_is_gone_at_once(
    served: Served, comes: Callable[[int], Awaitable[None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    if comes not in GREETING:
        monkeypatch.setattr(session, "HELLO_WITHIN", 0.05)
    for _ in range(3):
        await comes(served.port)
    await until(lambda: not served.node.connection_limits.open_sockets)
    await until(lambda: not _left())


PARTS = (
    *(FrontDoor, HeadReader, RequestHead, PageExchange, RefusedRequest, RequestHandler),
    *(Connection, ServerProtocol, Session),
)


def _left() -> list[object]:
    """What was a connection."""
    return [thing for thing in gc.get_objects() if type(thing) in PARTS]
