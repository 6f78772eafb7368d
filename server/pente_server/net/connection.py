"""A WebSocket connection that is counted from its first byte and limited in its control frames.

This is the only module of the server that uses undocumented parts of websockets. It checks for each of them
and has a fallback: in a release without them, messages take the library's parser.
"""

import asyncio
import logging
from contextlib import suppress
from functools import cache
from importlib.metadata import version
from time import monotonic
from typing import Any, Final, cast

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import SEND_EOF, Protocol, Side, State

try:
    from websockets.speedups import apply_mask
except ImportError:  # the C extension is optional
    from websockets.utils import apply_mask

from pente_server.diagnostics.peer_log import PeerLog
from pente_server.limits.limits import EXTRA_FRAMES, EXTRA_FRAMES_BURST
from pente_server.limits.token_bucket import TokenBucket
from pente_server.net.client_address import ClientAddress
from pente_server.net.connection_limits import ConnectionLimiter

_NOT_EXTRA: Final = frozenset({Opcode.BINARY, Opcode.TEXT, Opcode.CLOSE})
"""The opcodes of all frames but pings, pongs and continuations."""
_BINARY: Final = 0x82
_MASKED: Final = 0x80
_LONGER: Final = _MASKED | 126
"""The second byte of a frame whose length follows in two more bytes."""
_SHORT: Final = 1024
"""Bytes of the longest frame that is decoded without the parser."""
PARSED_AT_ONCE: Final = 1024
"""Bytes handed to the parser at a time. A frame has at least six, so this bounds the frames in one piece."""

_log = logging.getLogger(__name__)


class Connection(ServerConnection):
    """A connection that counts against the limits even before its handshake. Mutable.

    It is aborted at once when there are too many.
    """

    def __init__(
        self,
        limits: ConnectionLimiter,
        open_: set[ServerConnection],
        peer_log: PeerLog,
        *arguments: Any,
        **options: Any,
    ) -> None:
        """``open_`` is the set of open connections; the connection adds and removes itself."""
        super().__init__(*arguments, **options)
        self._peer_log = peer_log
        self._limits = limits
        self._open = open_
        self._address: ClientAddress | None = None
        self._takes_short_messages = False
        self._extras = TokenBucket(EXTRA_FRAMES, EXTRA_FRAMES_BURST, monotonic)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        # Set here as well, in case websockets renames its attribute. uvloop's is no asyncio.Transport.
        self.transport = cast(asyncio.Transport, transport)
        self._takes_short_messages = _can_find_message_boundaries() and hasattr(self, "recv_messages")
        address = self._limits.address(self.remote_address)
        if self._limits.open_socket(address):
            self._address = address
            self._open.add(self)
        else:
            self._note("connection refused", address, "too-many")
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._open.discard(self)
        if self._address is not None:
            self._limits.close_socket(self._address)
        self._break_cycles()

    def _break_cycles(self) -> None:
        """Break reference cycles, so that the connection is freed without the garbage collector.

        The collector runs rarely (see `pente_server.cli`). With thousands of short connections, one run would
        have so much to free that all games stall.
        """
        protocol = self.protocol
        parser = getattr(protocol, "parser", None)
        if parser is not None:
            parser.close()  # a generator that still waits for data, and refers to the protocol
        for error in (getattr(protocol, "parser_exc", None), protocol.handshake_exc):
            _drop_tracebacks(error)

    def data_received(self, data: bytes) -> None:
        """Decode a single short message directly, and hand everything else to the parser in small pieces.

        Nearly all data is one short message, and the parser took as much time for it as the rules of the
        game. In other data there may be thousands of frames; between two pieces, `process_event` may abort
        the connection for them.
        """
        if self._takes_short_messages:
            message = _short_message(data)
            if message is not None and _is_between_messages(self.protocol):
                self.recv_messages.put(Frame(Opcode.BINARY, message))
                return
        for start in range(0, len(data), PARSED_AT_ONCE):
            if not self.transport.is_closing():
                super().data_received(data[start : start + PARSED_AT_ONCE])

    def process_event(self, event: Request | Response | Frame) -> None:
        """Limit pings, pongs and continuation frames, which websockets handles in any number."""
        super().process_event(event)
        is_extra = isinstance(event, Frame) and event.opcode not in _NOT_EXTRA
        if is_extra and self._extras.try_take() and not self.transport.is_closing():
            self._note("cut off", self._address, "control-frames")
            self.transport.abort()

    def _note(self, event: str, address: ClientAddress | None, reason: str) -> None:
        bucket = "" if address is None else address.bucket
        self._peer_log.note(logging.WARNING, event, str(address), bucket=bucket, reason=reason)

    def send_data(self) -> None:
        """Send everything in one write.

        A thousand pings would otherwise be answered in a thousand writes, and asyncio logs a warning for each
        one that fails when the peer has left.
        """
        packets = self.protocol.data_to_send()
        if not packets or self.transport.is_closing():  # uvloop raises an error for writes while closing
            return
        data = b"".join(packets)
        if data:
            self.transport.write(data)
        if packets[-1] == SEND_EOF:
            self._end_writing()

    def _end_writing(self) -> None:
        if self.transport.can_write_eof():
            with suppress(OSError, RuntimeError):  # uvloop raises RuntimeError when the peer has gone
                self.transport.write_eof()
        else:
            self.transport.close()

    async def drain(self) -> None:
        """Wait until the peer has read most of what it was sent."""
        if hasattr(ServerConnection, "drain"):
            await super().drain()
        else:
            await (await self.ping())  # the peer answers it after reading everything before it


@cache
def _can_find_message_boundaries() -> bool:
    """Whether this release of websockets has the attributes that `_is_between_messages` needs.

    Tested once, with a message in two frames, the second of which arrives in two pieces.
    """
    protocol = Protocol(Side.SERVER)
    answers = []
    try:
        for piece in (b"\x02\x81\0\0\0\0a", b"\x80\x81", b"\0\0\0\0b"):
            answers.append(_is_between_messages(protocol))
            protocol.receive_data(piece)
        answers.append(_is_between_messages(protocol))
    except AttributeError:
        pass
    if answers != [True, False, False, True]:
        _log.warning("websockets %s is not supported yet: reading messages is slower", version("websockets"))
        return False
    return True


def _is_between_messages(protocol: Protocol) -> bool:
    """Whether the next byte from the peer begins a message: neither a frame nor a message is incomplete."""
    return protocol.state is State.OPEN and protocol.current_size is None and not protocol.reader.buffer


def _drop_tracebacks(error: BaseException | None) -> None:
    """Drop the tracebacks of an error and its causes: their frames refer to the protocol, which holds the
    error.

    Follows the context as well as the cause, as an error raised `from None` still has a context.
    """
    while error is not None:
        error.__traceback__ = None
        error = error.__cause__ or error.__context__


def _short_message(data: bytes) -> bytes | None:
    """The payload, if the data is exactly one final, masked, short binary frame (RFC 6455, 5.2).

    None for all other data, valid or not.
    """
    if not 6 <= len(data) <= _SHORT or data[0] != _BINARY or not _MASKED <= data[1] <= _LONGER:
        return None
    start = 4 if data[1] == _LONGER else 2
    length = int.from_bytes(data[2:4]) if start == 4 else data[1] - _MASKED
    if len(data) != start + 4 + length:
        return None
    return apply_mask(data[start + 4 :], data[start : start + 4])
