"""A WebSocket connection: an asyncio protocol over the Sans-I/O protocol of websockets.

Only what websockets documents is used. It is limited in its control frames.
"""

import asyncio
import logging
import re
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final, cast
from urllib.parse import parse_qs, urlsplit

from websockets.exceptions import NegotiationError
from websockets.frames import Close, Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import SEND_EOF, State
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from pente_protocol.errors import CloseCode
from pente_protocol.forms import FORMS, MSGPACK, form_offered
from pente_protocol.frames import CLIENT_FRAME_MAX
from pente_server.limits.limits import CLOSE_WITHIN, WRITE_HIGH, WRITE_LOW
from pente_server.net.addresses.client_address import ClientAddress
from pente_server.net.addresses.connection_limits import OpenSocket
from pente_server.net.addresses.public_url import is_loopback
from pente_server.net.connection_ports import ConnectionHost, Receiver
from pente_server.net.frames.keepalive import Keepalive
from pente_server.net.frames.message_assembler import MessageAssembler
from pente_server.net.frames.short_frames import head_length, short_message

PARSED_AT_ONCE: Final = 1024
"""Bytes handed to the parser at a time. A frame has at least six, so this bounds the frames in one piece."""
LONGEST_REASON: Final = 123
"""Bytes of a reason that fit into a close frame."""
_NO_PONG: Final = CloseCode.INTERNAL, "keepalive ping timeout"
_NO_TEXT: Final = CloseCode.INVALID_TEXT, "a text message was not UTF-8"
_NONCE: Final = re.compile(r"[A-Za-z0-9_-]{22,64}")
_HEAD_END: Final = b"\r\n\r\n"
"""The end of the head of an HTTP request."""

_wire_log = logging.getLogger("pente_server.wire")
# websockets logs every connection, and an error for some invalid ones; anybody could fill the log with them.
_wire_log.setLevel(logging.CRITICAL)


class Connection(asyncio.Protocol):
    """One connection, from its handshake, which the front door has read, to its end. Mutable."""

    __slots__ = (
        *("_frames", "_host", "_keepalive", "_session", "_timer", "_transport", "_unread", "_websocket"),
        *("_is_closing", "_is_paused", "_takes_short_messages"),
        *("address", "form", "is_open", "is_writable", "nonce", "own_address", "socket"),
    )

    def __init__(
        self,
        host: "ConnectionHost[Connection]",
        address: ClientAddress,
        socket: OpenSocket,
        own_address: str = "",
    ) -> None:
        """``address`` is that of the client, which may have come through proxies; ``own_address`` that of the
        server, with the name that it was asked for.
        """
        self._host = host
        self.address, self.own_address = address, own_address
        self.nonce = ""
        """What the client has drawn for the connection; empty if it has not."""
        self.socket = socket
        self._websocket = ServerProtocol(
            select_subprotocol=_chosen, max_size=CLIENT_FRAME_MAX, logger=_wire_log
        )
        self._transport: asyncio.Transport
        self._timer: asyncio.TimerHandle | None = None
        """Aborts the connection unless it opens, or closes, in time."""
        self._keepalive: Keepalive | None = None
        self._session: Receiver | None = None
        self._frames = MessageAssembler()
        self._takes_short_messages = False
        """Whether every chunk since the handshake was exactly one frame, so that the next begins with one."""
        self._is_paused = False
        self._unread = b""
        """What came with other data after which reading was paused."""
        self._is_closing = False
        """Whether it is about to end, and takes no more messages."""
        self.form = MSGPACK
        """The form of all messages; final after the handshake."""
        self.is_open = False
        """Whether messages can be sent."""
        self.is_writable = True
        """Whether the peer has read most of what it was sent."""

    # What sessions and the server ask

    @property
    def latency(self) -> float:
        """Seconds that the last answered ping took; 0 before the first."""
        return 0.0 if self._keepalive is None else self._keepalive.round_trip

    @property
    def is_from_here(self) -> bool:
        """Whether it came over the loopback of this machine."""
        return is_loopback(self._transport.get_extra_info("sockname"))

    def ping(self) -> None:
        """Measure the round-trip time now."""
        if self._keepalive is not None:
            self._keepalive.ping()

    def write(self, frames: bytes) -> int:
        """Write whole frames of messages; returns the bytes that the system has not taken yet.

        They are discarded if the connection is not open.
        """
        if not self.is_open or self._transport.is_closing():  # where uvloop raises an error
            return 0
        self._transport.write(frames)
        return self._transport.get_write_buffer_size()

    def pause_reading(self) -> None:
        """Stop reading, so that TCP stops the peer; what was parsed already still arrives."""
        if not (self._is_paused or self._is_closing or self._transport.is_closing()):
            self._is_paused = True
            self._transport.pause_reading()

    def resume_reading(self) -> None:
        """Go on reading after a pause."""
        if self._is_paused:
            self._is_paused = False
            if not self._transport.is_closing():
                self._transport.resume_reading()
                self._read(b"")

    def close(self, code: int, reason: str) -> None:
        """Begin the closing handshake, and take no more messages. Never waits.

        The connection is aborted if its peer does not complete the handshake in time, and at once before the
        opening handshake.
        """
        if self._session is None:
            self.abort()
        elif self._websocket.state is State.OPEN:
            self._websocket.send_close(code, reason.encode()[:LONGEST_REASON].decode(errors="ignore"))
            self._flush()
            self.resume_reading()

    def abort(self) -> None:
        """End the connection at once."""
        self._transport.abort()

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)  # uvloop's is no asyncio.Transport
        self._transport.set_write_buffer_limits(WRITE_HIGH, WRITE_LOW)
        self._host.connections.add(self)
        self._set_timer(CLOSE_WITHIN)

    def connection_lost(self, _: Exception | None) -> None:
        self.is_open = False
        self._set_timer(None)
        if self._keepalive is not None:
            self._keepalive.stop()
        self.socket.close()
        self._host.connections.discard(self)
        self._websocket.receive_eof()
        sent = self._close_sent()
        self._break_cycles()
        self._host.ended()
        session, self._session = self._session, None
        if session is not None:
            session.lost(sent)

    def data_received(self, data: bytes) -> None:
        """Take a single short message directly, and hand everything else to the parser in small pieces.

        The first data has the whole head of the handshake. In other data there may be thousands of frames;
        between two pieces, the connection may be aborted for them, or paused.
        """
        if self._session is None:
            self._shake_hands(data)
            return
        if self._takes_short_messages:
            message = short_message(data) if self.is_open and not self._is_paused else None
            if message is not None:
                self._session.receive(message)
                return
            self._takes_short_messages = head_length(data) > 0
        self._read(data)

    def eof_received(self) -> None:
        self._websocket.receive_eof()
        self._flush()
        self._end_soon()  # asyncio closes the transport only when the peer has read everything

    def pause_writing(self) -> None:
        self.is_writable = False

    def resume_writing(self) -> None:
        self.is_writable = True
        if self._session is not None:
            self._session.resume()

    # Reading

    def _shake_hands(self, data: bytes) -> None:
        """Answer a handshake. What follows its head is read if it was accepted, and dropped if it was not.

        The protocol of websockets must not see frames before its answer: it would fail the connection, and
        then still accept it, or refuse it a second time.
        """
        if self._is_closing:
            return
        end = data.find(_HEAD_END) + len(_HEAD_END)
        self._websocket.receive_data(data[:end])
        for request in self._websocket.events_received():
            self._answer(cast(Request, request))
        self._flush()
        self._takes_short_messages = end == len(data)
        if self._session is not None:
            self._read(data[end:])

    def _read(self, data: bytes) -> None:
        data, self._unread = self._unread + data, b""
        for start in range(0, len(data), PARSED_AT_ONCE):
            if self._is_paused:
                self._unread = data[start:]
                return
            if not self._transport.is_closing():
                self._parse(data[start : start + PARSED_AT_ONCE])

    def _parse(self, data: bytes) -> None:
        self._websocket.receive_data(data)
        for frame in self._websocket.events_received():
            self._take(cast(Frame, frame))
        self._flush()

    def _answer(self, request: Request) -> None:
        """Accept a handshake, or say what is wrong with it."""
        self._websocket.send_response(self._websocket.accept(request))
        self._flush()
        if self.is_open:
            self._set_timer(None)
            self.nonce = _nonce_in(request.path)
            self.form = form_offered((self._websocket.subprotocol or "",)) or MSGPACK
            self._keepalive = Keepalive(self._send_ping, partial(self._fail, *_NO_PONG))
            self._session = self._host.begin_session(self)

    def _take(self, frame: Frame) -> None:
        if self._frames.is_too_much(frame) and not self._transport.is_closing():
            self._note("cut off", "control-frames")
            self.abort()
        elif frame.opcode is Opcode.PONG and self._keepalive is not None:
            self._keepalive.answered(bytes(frame.data))
        try:
            message = self._frames.message(frame)
        except UnicodeDecodeError:
            self._fail(*_NO_TEXT)
            return
        if message is not None and self._session is not None and not self._is_closing:
            self._session.receive(message)

    # Writing

    def _send_ping(self, payload: bytes) -> None:
        if self.is_open:
            self._websocket.send_ping(payload)
            self._flush()

    def _fail(self, code: CloseCode, reason: str) -> None:
        """Close the connection of a peer that breaks the rules of WebSockets, or does not answer pings."""
        self._websocket.fail(code, reason)
        self._flush()

    def _flush(self) -> None:
        """Send what the protocol has to send, in one write, and note whether it is open.

        A thousand pings would otherwise be answered in a thousand writes, and asyncio logs a warning for each
        one that fails when the peer has left.
        """
        packets = self._websocket.data_to_send()
        self.is_open = self._websocket.state is State.OPEN
        if packets and not self._transport.is_closing():
            if data := b"".join(packets):
                self._transport.write(data)
            if SEND_EOF in packets:
                self._end_writing()
        if self._websocket.close_expected():
            self._end_soon()

    def _end_writing(self) -> None:
        if self._transport.can_write_eof():
            with suppress(OSError, RuntimeError):  # uvloop raises RuntimeError when the peer has gone
                self._transport.write_eof()
        else:
            self._transport.close()

    # The end

    def _end_soon(self) -> None:
        """Take no more messages, and abort the connection unless it has ended in time."""
        if not self._is_closing:
            self._is_closing = True
            self._set_timer(CLOSE_WITHIN)

    def _set_timer(self, seconds: float | None) -> None:
        """Abort the connection in so many seconds, or never, whatever was set before."""
        if self._timer is not None:
            self._timer.cancel()
        loop = asyncio.get_running_loop()
        self._timer = None if seconds is None else loop.call_later(seconds, self.abort)

    def _close_sent(self) -> Close | None:
        closed = self._websocket.close_exc
        return None if closed.rcvd_then_sent else closed.sent

    def _break_cycles(self) -> None:
        """Break reference cycles, so that the connection is freed without the garbage collector.

        The collector runs rarely (see `pente_server.serving`). With thousands of short connections, one run
        would have so much to free that all games stall. The protocol of websockets refers to its parser, a
        generator that refers to it, and to errors whose tracebacks do; it must not be used afterwards. The
        request of a handshake that was refused refers to its error too.
        """
        if (refused := self._websocket.handshake_exc) is not None:
            refused.__traceback__ = None
        vars(self._websocket).clear()

    def _note(self, event: str, reason: str) -> None:
        note = self._host.peer_log.note
        note(logging.WARNING, event, str(self.address), bucket=self.address.bucket, reason=reason)


def _nonce_in(target: str) -> str:
    """The nonce in the query of a handshake; empty if it has none, or more than one."""
    nonces = parse_qs(urlsplit(target).query).get("nonce", [])
    return nonces[0] if len(nonces) == 1 and _NONCE.fullmatch(nonces[0]) else ""


def _chosen(_: ServerProtocol, offered: Sequence[Subprotocol]) -> Subprotocol:
    """The subprotocol of a connection. Raises NegotiationError if none is known."""
    form = form_offered(offered)
    if form is None:
        known = ", ".join(form.subprotocol for form in FORMS)
        raise NegotiationError(f"offer a subprotocol of {known}")
    return Subprotocol(form.subprotocol)
