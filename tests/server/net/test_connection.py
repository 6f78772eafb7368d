"""A connection reads what websockets reads, however it is cut into pieces."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, cast

from hypothesis import example, given
from hypothesis import strategies as st
from websockets.asyncio.server import Server, ServerConnection
from websockets.exceptions import ConnectionClosed
from websockets.frames import Opcode
from websockets.server import ServerProtocol

from pente_server.diagnostics.peer_log import PeerLog
from pente_server.limits.limits import EXTRA_FRAMES_BURST, Allowance
from pente_server.net.connection import Connection
from pente_server.net.connection_limits import ConnectionLimiter

KEYS = (b"\0\0\0\0", b"\xff\x00\x80\x7f")
REQUEST = (
    b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
LONGEST = 5000


class Wire(asyncio.Transport):
    """A transport that keeps what is written. Mutable."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.written = bytearray()
        self.is_over = False

    def write(self, data: Any) -> None:
        self.written += data

    def write_eof(self) -> None:
        self.written += b"END"

    def can_write_eof(self) -> bool:
        return True

    def abort(self) -> None:
        self.is_over = True

    def close(self) -> None:
        self.is_over = True

    def is_closing(self) -> bool:
        return self.is_over

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class Idle:
    """A server that leaves its connections alone."""

    def __init__(self) -> None:
        self.handler_tasks: set[asyncio.Task[None]] = set()

    async def handler(self, connection: ServerConnection) -> None:
        pass


@dataclass(frozen=True)
class Outcome:
    """What became of a connection."""

    messages: Sequence[bytes | str]
    written: bytes
    is_over: bool
    code: int | None
    """With which it was closed."""


async def _outcome(pieces: Sequence[bytes], *, is_ours: bool) -> Outcome:
    protocol, server = ServerProtocol(max_size=LONGEST), cast(Server, Idle())
    connection = (
        Connection(ConnectionLimiter(Allowance()), set(), PeerLog(), protocol, server)
        if is_ours
        else ServerConnection(protocol, server)
    )
    wire = Wire()
    connection.connection_made(wire)
    connection.data_received(REQUEST)
    assert connection.request is not None
    protocol.send_response(protocol.accept(connection.request))
    connection.send_data()
    wire.written.clear()
    for piece in pieces:
        if not wire.is_over:
            connection.data_received(piece)
    if not wire.is_over:
        connection.eof_received()
    connection.connection_lost(None)
    messages: list[bytes | str] = []
    try:
        while True:
            messages.append(await connection.recv())
    except (ConnectionClosed, UnicodeDecodeError):
        return Outcome(messages, bytes(wire.written), wire.is_over, protocol.close_code)


def _frame(opcode: int, payload: bytes, *, key: bytes = KEYS[1], last: bool = True, width: int = 0) -> bytes:
    """A frame of a client, with a length of at least ``width`` bytes beyond the first."""
    width = max(width, 0 if len(payload) < 126 else 2)
    length = bytes([0x80 | {0: len(payload), 2: 126, 8: 127}[width]])
    length += len(payload).to_bytes(width) if width else b""
    return bytes([last << 7 | opcode]) + length + key + bytes(b ^ key[n % 4] for n, b in enumerate(payload))


SIZES = st.sampled_from([0, 1, 5, 100, 125, 126, 127, 128, 900, 1023, 1024, 1025, 3000, LONGEST, LONGEST + 1])
FRAMES = st.builds(
    _frame,
    st.sampled_from([Opcode.BINARY] * 6 + list(Opcode)),
    SIZES.map(lambda size: bytes(n % 251 for n in range(size))),
    key=st.sampled_from(KEYS),
    last=st.sampled_from([True] * 6 + [False]),
    width=st.sampled_from([0, 0, 0, 2, 8]),
)
DAMAGE = st.sampled_from(
    [b""] * 8 + [b"\x82", b"\x82\x03abc", b"\x82\x7e\x00\x03abc", b"\x82\xff" + b"\0" * 131]
)


@st.composite
def _pieces(draw: st.DrawFn) -> list[bytes]:
    """What comes in: frames, mostly whole and each in a piece of its own."""
    pieces = [b""]
    for frame in draw(st.lists(FRAMES, max_size=6)):
        cut = draw(st.sampled_from([0, 0, 0, 1, 2, 4, 6, len(frame) - 1]))
        parts = [frame[:cut], frame[cut:]] if cut else [frame]
        if draw(st.sampled_from([False, False, False, True])):
            parts[0] = pieces.pop() + parts[0]
        pieces += parts
    return [piece for piece in (*pieces, draw(DAMAGE)) if piece]


HELLO = _frame(Opcode.BINARY, b"hello")


@given(_pieces())
@example([HELLO, HELLO])
@example([_frame(Opcode.BINARY, b"hel", last=False), HELLO])
@example([HELLO[:3], HELLO[3:]])
@example([HELLO[:1], HELLO])
@example([_frame(Opcode.CLOSE, b""), HELLO])
@example([_frame(Opcode.BINARY, bytes(127), width=8)])
@example([b"\x82\xff" + bytes(4 + 127)])
def test_what_comes_is_read_as_websockets_reads_it(pieces: list[bytes]) -> None:
    ours = asyncio.run(_outcome(pieces, is_ours=True))
    assert ours == asyncio.run(_outcome(pieces, is_ours=False))


async def test_pings_that_come_at_once_count_before_all_of_them_are_answered() -> None:
    pings, pong = _frame(Opcode.PING, b"?") * 5000, 3
    outcome = await _outcome([pings], is_ours=True)

    assert outcome.is_over
    assert len(outcome.written) < pong * 2 * EXTRA_FRAMES_BURST
