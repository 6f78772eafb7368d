"""A connection reads what websockets reads, however it is cut into pieces, and ends in time."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from websockets.frames import Close, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import SEND_EOF
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from pente_protocol.errors import CloseCode
from pente_protocol.frames import CLIENT_FRAME_MAX
from pente_protocol.version import SUBPROTOCOL
from pente_server.diagnostics.peer_log import PeerLog
from pente_server.limits.limits import EXTRA_FRAMES_BURST, Allowance
from pente_server.net import connection as connections
from pente_server.net.addresses.connection_limits import ConnectionLimiter
from pente_server.net.connection import PARSED_AT_ONCE, Connection
from pente_server.net.frames.short_frames import head_length, short_message
from tests.support.waiting import until

KEYS = (b"\0\0\0\0", b"\xff\x00\x80\x7f")
REQUEST = (
    "GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    f"Sec-WebSocket-Protocol: {SUBPROTOCOL}\r\n\r\n"
).encode()
END = b"END"


class Wire(asyncio.Transport):
    """A transport that keeps what is written. Mutable."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.written = bytearray()
        self.is_over = False
        self.reads = True

    def write(self, data: Any) -> None:
        self.written += data

    def write_eof(self) -> None:
        self.written += END

    def can_write_eof(self) -> bool:
        return True

    def get_write_buffer_size(self) -> int:
        return 0

    def abort(self) -> None:
        self.is_over = True

    def close(self) -> None:
        self.is_over = True

    def is_closing(self) -> bool:
        return self.is_over

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        pass

    def pause_reading(self) -> None:
        self.reads = False

    def resume_reading(self) -> None:
        self.reads = True


class Listening:
    """A session that keeps what comes. Mutable."""

    def __init__(self) -> None:
        self.messages: list[bytes | str] = []
        self.endings: list[Close | None] = []
        self.notice: Callable[[], None] = lambda: None

    def receive(self, message: bytes | str) -> None:
        self.messages.append(message)
        self.notice()

    def resume(self) -> None:
        pass

    def lost(self, sent: Close | None) -> None:
        self.endings.append(sent)


@dataclass
class Host:
    """A server of one connection."""

    session: Listening = field(default_factory=Listening)
    connections: set[Connection] = field(default_factory=set)
    peer_log: PeerLog = field(default_factory=PeerLog)

    def begin_session(self, connection: Connection) -> Listening:
        return self.session

    def ended(self) -> None:
        pass


def connection(host: Host) -> Connection:
    """A connection from this machine."""
    limits = ConnectionLimiter(Allowance())
    address = limits.address(("127.0.0.1", 1))
    socket = limits.open_socket(address)
    assert socket is not None
    return Connection(host, address, socket)


class Conversation:
    """An open connection over no network. Mutable."""

    def __init__(self, *, request: bytes = REQUEST, at_once: bytes = b"") -> None:
        """``at_once``: what comes in one piece with the request."""
        self.host, self.wire = Host(), Wire()
        self.connection = connection(self.host)
        self.connection.connection_made(self.wire)
        self.connection.data_received(request + at_once)
        self.response, _, rest = bytes(self.wire.written).partition(b"\r\n\r\n")
        self.wire.written[:] = rest

    @property
    def messages(self) -> list[bytes | str]:
        return self.host.session.messages

    def receive(self, *pieces: bytes) -> None:
        for piece in pieces:
            if not self.wire.is_over:
                self.connection.data_received(piece)

    def end(self) -> None:
        if not self.wire.is_over:
            self.connection.eof_received()
        self.connection.connection_lost(None)


@dataclass(frozen=True)
class Outcome:
    """What became of a connection."""

    messages: Sequence[bytes | str]
    written: bytes
    sent: Close | None
    """The close frame that the server sent first."""


async def _outcome(at_once: bytes, *pieces: bytes) -> Outcome:
    ours = Conversation(at_once=at_once)
    assert ours.response.startswith(b"HTTP/1.1 101 ")
    ours.receive(*pieces)
    ours.end()
    (sent,) = ours.host.session.endings
    return Outcome(ours.messages, bytes(ours.wire.written), sent)


def _reference(pieces: Sequence[bytes]) -> Outcome:
    """What becomes of it if everything is handed to websockets as it comes."""
    protocol = ServerProtocol(subprotocols=[Subprotocol(SUBPROTOCOL)], max_size=CLIENT_FRAME_MAX)
    protocol.receive_data(REQUEST)
    (request,) = protocol.events_received()
    assert isinstance(request, Request)
    protocol.send_response(protocol.accept(request))
    protocol.data_to_send()
    messages: list[bytes | str] = []
    parts: list[Frame] = []
    written: list[bytes] = []
    for piece in chain.from_iterable(map(_cut, pieces)):
        protocol.receive_data(piece)
        try:
            messages += _messages(protocol.events_received(), parts)
        except UnicodeDecodeError:
            protocol.fail(CloseCode.INVALID_TEXT, "a text message was not UTF-8")
        written += protocol.data_to_send()
    protocol.receive_eof()
    written += protocol.data_to_send()
    closed = protocol.close_exc
    sent = None if closed.rcvd_then_sent else closed.sent
    return Outcome(messages, b"".join(END if w == SEND_EOF else w for w in written), sent)


def _cut(piece: bytes) -> Iterator[bytes]:
    """What is handed to the parser at a time."""
    return (piece[at : at + PARSED_AT_ONCE] for at in range(0, len(piece), PARSED_AT_ONCE))


def _messages(events: Sequence[object], parts: list[Frame]) -> Iterator[bytes | str]:
    """The messages that frames complete; ``parts`` are those of an incomplete one."""
    for frame in events:
        if isinstance(frame, Frame) and frame.opcode in (Opcode.BINARY, Opcode.TEXT, Opcode.CONT):
            parts.append(frame)
            if frame.fin:
                data = b"".join(part.data for part in parts)
                is_text = parts[0].opcode is Opcode.TEXT
                parts.clear()
                yield data.decode() if is_text else data


def _frame(opcode: int, payload: bytes, *, key: bytes = KEYS[1], last: bool = True, width: int = 0) -> bytes:
    """A frame of a client, with a length of at least ``width`` bytes beyond the first."""
    width = max(width, 0 if len(payload) < 126 else 2)
    length = bytes([0x80 | {0: len(payload), 2: 126, 8: 127}[width]])
    length += len(payload).to_bytes(width) if width else b""
    return bytes([last << 7 | opcode]) + length + key + bytes(b ^ key[n % 4] for n, b in enumerate(payload))


LONGEST = CLIENT_FRAME_MAX
SIZES = st.sampled_from([0, 1, 5, 100, 125, 126, 127, 128, 900, 1023, 1024, 1025, 3000, LONGEST, LONGEST + 1])
FRAMES = st.builds(
    _frame,
    st.sampled_from([Opcode.BINARY] * 4 + [Opcode.TEXT] * 3 + list(Opcode)),
    st.builds(lambda size, span: bytes(n % span for n in range(size)), SIZES, st.sampled_from([128, 251])),
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
TEXT = _frame(Opcode.TEXT, "hellø".encode())
PING = _frame(Opcode.PING, b"?")


@given(_pieces())
@example([HELLO, HELLO])
@example([_frame(Opcode.BINARY, b"hel", last=False), HELLO])
@example([HELLO[:3], HELLO[3:]])
@example([HELLO[:1], HELLO])
@example([HELLO + HELLO[:2], HELLO[2:], HELLO])
@example([_frame(Opcode.TEXT, b"hel", last=False), PING, _frame(Opcode.CONT, b"lo"), HELLO])
@example([TEXT, HELLO, TEXT])
@example([TEXT, _frame(Opcode.TEXT, b"\xed\xa0\x80"), PING, TEXT])
@example([_frame(Opcode.TEXT, b"\xff") + TEXT + PING, TEXT])
@example([_frame(Opcode.TEXT, b"\xc3", last=False), _frame(Opcode.CONT, b"\xb8"), TEXT])
@example([_frame(Opcode.TEXT, b"\xc3", last=False), _frame(Opcode.CONT, b""), TEXT])
@example([_frame(Opcode.CLOSE, b""), HELLO])
@example([HELLO + _frame(Opcode.CLOSE, b"")])
@example([_frame(Opcode.BINARY, bytes(127), width=8)])
@example([b"\x82\xff" + bytes(4 + 127)])
def test_what_comes_is_read_as_websockets_reads_it(pieces: list[bytes]) -> None:
    """Also when the first of it comes with the handshake."""
    assert asyncio.run(_outcome(b"", *pieces)) == _reference(pieces)
    assert asyncio.run(_outcome(*(pieces or [b""]))) == _reference(pieces)


@pytest.mark.parametrize("frame", [HELLO, PING, _frame(Opcode.CLOSE, b""), b"GET / HTTP/1.1\r\n\r\n", b"\0"])
async def test_nothing_is_read_after_a_handshake_that_was_refused(frame: bytes) -> None:
    ours = Conversation(request=REQUEST.replace(b"13", b"8"), at_once=frame)
    ours.receive(frame)
    assert ours.response.startswith(b"HTTP/1.1 400 ")
    assert ours.wire.written.endswith(END)
    assert ours.wire.written.count(END) == 1
    assert not ours.messages


@pytest.mark.parametrize("offered", ["mqtt", "pente.v2+json, mqtt", ""])
async def test_a_handshake_without_a_known_form_is_refused(offered: str) -> None:
    ours = Conversation(request=REQUEST.replace(SUBPROTOCOL.encode(), offered.encode()))
    assert ours.response.startswith(b"HTTP/1.1 400 ")
    assert not ours.connection.is_open


async def test_a_frame_that_begins_with_the_handshake_is_not_cut_in_two() -> None:
    """The head of the request ends just after the first kilobyte, and what comes next looks like a frame."""
    looks_whole = b"\x82\x89" + bytes(13)
    padding = b"x" * (1025 - len(REQUEST) - len(b"X: \r\n"))
    request = REQUEST.replace(b"\r\n\r\n", b"\r\nX: " + padding + b"\r\n\r\n")
    assert len(request) == 1025
    ours = Conversation(request=request, at_once=b"\x82\x8b")
    ours.receive(looks_whole)
    assert ours.messages == [b"\x82\x89\0\0\x82\x89\0\0\x82\x89\0"]


def test_a_whole_frame_is_told_from_others() -> None:
    for payload, head in ((b"", 6), (b"x", 6), (bytes(125), 6), (bytes(126), 8), (bytes(65535), 8)):
        frame = _frame(Opcode.BINARY, payload)
        assert head_length(frame) == head
        assert short_message(frame) == (payload if len(frame) <= 1024 else None)
        text = _frame(Opcode.TEXT, payload)
        assert short_message(text) == (payload.decode() if len(text) <= 1024 else None)
        for other in (frame[:-1], frame + b"x", b"\x02" + frame[1:], b"", frame[:2]):
            assert head_length(other) == 0
            assert short_message(other) is None
    for payload in (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xc0\x80", b"\xf5\x80\x80\x80"):
        assert short_message(_frame(Opcode.TEXT, payload)) is None


async def test_pings_that_come_at_once_count_before_all_of_them_are_answered() -> None:
    ours = Conversation()
    ours.receive(PING * 5000)
    ours.end()
    pong = 3
    assert ours.wire.is_over
    assert len(ours.wire.written) < pong * 2 * EXTRA_FRAMES_BURST


class TestPausing:
    async def test_what_came_with_other_data_waits_in_order(self) -> None:
        ours = Conversation()
        frames = [_frame(Opcode.BINARY, b"%d" % number) for number in range(1000)]
        ours.host.session.notice = ours.connection.pause_reading
        ours.receive(b"".join(frames))
        assert not ours.wire.reads
        assert len(ours.messages) < 200
        while len(ours.messages) < 1000:
            ours.connection.resume_reading()
        assert ours.messages == [b"%d" % number for number in range(1000)]

    async def test_a_closing_connection_is_read_to_its_end(self) -> None:
        ours = Conversation()
        ours.host.session.notice = ours.connection.pause_reading
        ours.receive(HELLO * 1000 + _frame(Opcode.CLOSE, b"\x03\xe8"))
        heard = len(ours.messages)
        ours.connection.close(4000, "")
        assert ours.wire.reads
        assert ours.wire.written.endswith(END)
        assert len(ours.messages) == heard


class TestClosing:
    async def test_a_long_reason_is_shortened(self) -> None:
        ours = Conversation()
        ours.connection.close(4000, "é" * 100)
        assert bytes(ours.wire.written[2:]) == Close(4000, "é" * 61).serialize()

    async def test_a_peer_that_does_not_answer_is_cut(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(connections, "CLOSE_WITHIN", 0.0)
        ours = Conversation()
        ours.connection.close(4000, "")
        assert not ours.wire.is_over
        await until(lambda: ours.wire.is_over)

    async def test_a_peer_that_does_not_shake_hands_is_cut(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(connections, "CLOSE_WITHIN", 0.0)
        wire, ours = Wire(), connection(Host())
        ours.connection_made(wire)
        assert not wire.is_over
        await until(lambda: wire.is_over)
