"""A handshake that is refused by a close code: what clients see, and which handshakes get no such answer."""

import asyncio
from typing import Any

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from pente_protocol.errors import CloseCode
from pente_protocol.version import SUBPROTOCOL
from pente_server.limits.limit import RateLimit
from pente_server.limits.limits import Allowance
from pente_server.net.addresses.connection_limits import ConnectionLimiter
from pente_server.net.http import closed_handshake
from pente_server.net.http.refusals import (
    full,
    too_many_connections,
    too_many_new_connections,
    unknown_subprotocol,
)
from tests.server.net.http.doors import Door, opened, said
from tests.support.waiting import patience, until

KEY = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=="
VERSION = "Sec-WebSocket-Version: 13"
UPGRADE = ("Connection: keep-alive, Upgrade", "Upgrade: websocket")


def handshake(*lines: str) -> bytes:
    return "\r\n".join(("GET / HTTP/1.1", "Host: localhost", *lines, "", "")).encode()


async def closed(door: Door, *subprotocols: str, **options: Any) -> tuple[str | None, int, str]:
    """The subprotocol that a client is given, and the close code and the reason that it is then told."""
    offered = [Subprotocol(name) for name in subprotocols] or None
    async with (
        patience("a connection that is closed"),
        connect(f"ws://127.0.0.1:{door.port}", subprotocols=offered, proxy=None, **options) as client,
    ):
        with pytest.raises(ConnectionClosed) as caught:
            await client.recv()
        assert caught.value.rcvd is not None
        return client.subprotocol, caught.value.rcvd.code, caught.value.rcvd.reason


class TestSubprotocols:
    @pytest.mark.parametrize(
        "names", [("mqtt",), ("pente.v0+msgpack", "pente.v2+msgpack"), ("!#$%&'*+-.^_`|~", "b")]
    )
    async def test_the_first_of_unknown_ones_is_echoed_and_closed(self, names: tuple[str, ...]) -> None:
        async with opened() as door:
            subprotocol, code, reason = await closed(door, *names)
            assert (subprotocol, code) == (names[0], CloseCode.BAD_SUBPROTOCOL)
            assert "does not speak any subprotocol that you offer" in reason
            assert SUBPROTOCOL in reason
            await until(lambda: door.ports.limits.open_sockets == 0)

    async def test_none_at_all_is_told_which_there_are(self) -> None:
        async with opened() as door:
            subprotocol, code, reason = await closed(door)
        assert (subprotocol, code) == (None, CloseCode.BAD_SUBPROTOCOL)
        assert reason == "This server needs a subprotocol. Offer pente.v1+msgpack or pente.v1+json."

    async def test_a_known_one_among_others_is_let_in(self) -> None:
        async with opened() as door:
            reader, writer = await asyncio.open_connection("127.0.0.1", door.port)
            writer.write(handshake(*UPGRADE, KEY, VERSION, f"Sec-WebSocket-Protocol: mqtt,{SUBPROTOCOL}"))
            assert (await reader.readline()).startswith(b"welcome")
            writer.close()

    @pytest.mark.parametrize("name", ["", "a b", "a,,b", "(", "x" * 101])
    async def test_what_is_no_name_is_not_echoed(self, name: str) -> None:
        async with opened() as door:
            answer = await said(
                door.port, handshake(*UPGRADE, KEY, VERSION, f"Sec-WebSocket-Protocol: {name}")
            )
        head, _, close = answer.partition(b"\r\n\r\n")
        assert b"Sec-WebSocket-Protocol" not in head
        assert close[2:4] == CloseCode.BAD_SUBPROTOCOL.to_bytes(2, "big")


class TestInvalidHandshakes:
    @pytest.mark.parametrize(
        "lines",
        [
            (*UPGRADE, VERSION),
            (*UPGRADE, KEY),
            (*UPGRADE, "Sec-WebSocket-Key: x", VERSION),
            (*UPGRADE, "Sec-WebSocket-Key: \xff", VERSION),
            (*UPGRADE, KEY, KEY, VERSION),
            (*UPGRADE, KEY, "Sec-WebSocket-Version: 8"),
            (UPGRADE[1], KEY, VERSION),
        ],
    )
    async def test_they_are_refused_by_http(self, lines: tuple[str, ...]) -> None:
        async with opened() as door:
            answer = await said(door.port, handshake(*lines))
        assert answer.startswith(b"HTTP/1.1 400 ")
        assert b"This server needs a subprotocol." in answer


async def test_too_many_is_told_by_a_close_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ConnectionLimiter, "is_exempt", lambda *_: False)
    async with opened(Allowance(new_connections=RateLimit(1e-6, 1))) as door:
        assert (await closed(door))[1] == CloseCode.BAD_SUBPROTOCOL
        subprotocol, code, reason = await closed(door, "mqtt", SUBPROTOCOL)
    assert (subprotocol, code) == (SUBPROTOCOL, CloseCode.BUSY)
    assert reason == "Too many new connections come from your network. Try again in a moment."


def test_every_reason_fits() -> None:
    refusals = (
        full(10_000_000),
        too_many_connections(1_000_000),
        too_many_new_connections(),
        unknown_subprotocol(is_one_offered=True),
        unknown_subprotocol(is_one_offered=False),
    )
    for refusal in refusals:
        assert refusal.close_code is not None
        assert len(refusal.text.encode()) <= closed_handshake.LONGEST_REASON
