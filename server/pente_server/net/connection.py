"""A WebSocket connection, counted from its first byte on and bounded in what is no message.

This is the one module of the server that uses what websockets does not document. Each such use is looked for
first, and does without where a release has it no more: then messages take the library's parser.
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
except ImportError:  # where it could not be compiled
    from websockets.utils import apply_mask

from pente_server.limits.limits import EXTRA_FRAMES, EXTRA_FRAMES_BURST
from pente_server.limits.token_bucket import TokenBucket
from pente_server.net.connection_limits import ConnectionLimiter

_WHOLE: Final = frozenset({Opcode.BINARY, Opcode.TEXT, Opcode.CLOSE})
"""How frames begin that are no ping, pong or further part of a message."""
_BINARY: Final = 0x82
_MASKED: Final = 0x80
_LONGER: Final = _MASKED | 126
"""The length follows in two bytes."""
_SHORT: Final = 1024
"""Bytes of the longest frame that is looked at as a whole."""
PARSED_AT_ONCE: Final = 1024
"""Bytes; the smallest frame has six."""

_log = logging.getLogger(__name__)


class Connection(ServerConnection):
    """Mutable. It counts before anybody has shaken hands, and is dropped at once where there are too many."""

    def __init__(
        self, limits: ConnectionLimiter, all_: set[ServerConnection], *arguments: Any, **options: Any
    ) -> None:
        """``all_`` is the set that it is in for as long as it lasts."""
        super().__init__(*arguments, **options)
        self._limits = limits
        self._all = all_
        self._address = ""
        self._takes_short_messages = False
        self._extras = TokenBucket(EXTRA_FRAMES, EXTRA_FRAMES_BURST, monotonic)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport = cast(asyncio.Transport, transport)  # uvloop's is none; whatever websockets calls it
        self._takes_short_messages = _tells_where_messages_end() and hasattr(self, "recv_messages")
        address = self._limits.address(self.remote_address)
        if self._limits.open_socket(address):
            self._address = address
            self._all.add(self)
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._all.discard(self)
        if self._address:
            self._limits.close_socket(self._address)
        self._let_go()

    def _let_go(self) -> None:
        """Leave nothing that refers to itself: it would stay until the collector looks for it, and where
        thousands come and go that is so much that everybody waits meanwhile.
        """
        protocol = self.protocol
        parser = getattr(protocol, "parser", None)
        if parser is not None:
            parser.close()  # it waits for what comes after the end, and refers to the protocol
        for error in (getattr(protocol, "parser_exc", None), protocol.handshake_exc):
            _forget_where(error)

    def data_received(self, data: bytes) -> None:
        """Nearly always it is one short message, which takes no parser: that cost as much as all the rules.

        All else is parsed a part at a time. There may be thousands of frames in it, which count after that.
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
        """Pings are answered, and parts put together, without regard to how many there are; not here."""
        super().process_event(event)
        is_extra = isinstance(event, Frame) and event.opcode not in _WHOLE
        if is_extra and self._extras.try_take() and not self.transport.is_closing():
            _log.warning("cut off a peer: it sends too many pings, or messages in too many parts")
            self.transport.abort()

    def send_data(self) -> None:
        """In one write: the answers to a thousand pings would be as many, each with a complaint of
        asyncio's in the log when the peer has left.
        """
        packets = self.protocol.data_to_send()
        if not packets or self.transport.is_closing():  # uvloop would raise an error
            return
        data = b"".join(packets)
        if data:
            self.transport.write(data)
        if packets[-1] == SEND_EOF:
            self._end_writing()

    def _end_writing(self) -> None:
        if self.transport.can_write_eof():
            with suppress(OSError, RuntimeError):  # uvloop's word for a peer that has gone
                self.transport.write_eof()
        else:
            self.transport.close()

    async def drain(self) -> None:
        """Wait until the peer has read most of what it was sent."""
        if hasattr(ServerConnection, "drain"):
            await super().drain()
        else:
            await (await self.ping())  # it is answered once all before it was read


@cache
def _tells_where_messages_end() -> bool:
    """Whether this release of websockets has what `_is_between_messages` needs.

    Tried once, on a message in two frames, the second of which comes in two pieces.
    """
    protocol = Protocol(Side.SERVER)
    told = []
    try:
        for piece in (b"\x02\x81\0\0\0\0a", b"\x80\x81", b"\0\0\0\0b"):
            told.append(_is_between_messages(protocol))
            protocol.receive_data(piece)
        told.append(_is_between_messages(protocol))
    except AttributeError:
        pass
    if told != [True, False, False, True]:
        _log.warning("websockets %s is new here: messages take longer to read", version("websockets"))
        return False
    return True


def _is_between_messages(protocol: Protocol) -> bool:
    return protocol.state is State.OPEN and protocol.current_size is None and not protocol.reader.buffer


def _forget_where(error: BaseException | None) -> None:
    """Drop the tracebacks of an error: their frames hold the protocol, which holds the error.

    The context counts as well as the cause: an error raised `from None` still keeps it.
    """
    while error is not None:
        error.__traceback__ = None
        error = error.__cause__ or error.__context__


def _short_message(data: bytes) -> bytes | None:
    """The message, if what a peer has sent is one masked binary frame, no less and no more (RFC 6455, 5.2).

    None for everything else, right or wrong.
    """
    if not 6 <= len(data) <= _SHORT or data[0] != _BINARY or not _MASKED <= data[1] <= _LONGER:
        return None
    start = 4 if data[1] == _LONGER else 2
    length = int.from_bytes(data[2:4]) if start == 4 else data[1] - _MASKED
    if len(data) != start + 4 + length:
        return None
    return apply_mask(data[start + 4 :], data[start : start + 4])
