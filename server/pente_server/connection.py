"""A WebSocket connection, counted from its first byte on and bounded in what is no message."""

import asyncio
import logging
from time import monotonic
from typing import Any, Final

from websockets.asyncio.server import ServerConnection
from websockets.frames import Frame, Opcode
from websockets.protocol import SEND_EOF, Event

from pente_server.bucket import Bucket
from pente_server.door import Door
from pente_server.limits import EXTRA_FRAMES, EXTRA_FRAMES_BURST

_WHOLE: Final = frozenset({Opcode.BINARY, Opcode.TEXT, Opcode.CLOSE})
"""How frames begin that are no ping, pong or further part of a message."""

_log = logging.getLogger(__name__)


class Connection(ServerConnection):
    """Mutable. It counts before anybody has shaken hands, and is dropped at once where there are too many."""

    def __init__(self, door: Door, all_: set[ServerConnection], *arguments: Any, **options: Any) -> None:
        """``all_`` is the set that it is in for as long as it lasts."""
        super().__init__(*arguments, **options)
        self._door = door
        self._all = all_
        self._address = ""
        self._extras = Bucket(EXTRA_FRAMES, EXTRA_FRAMES_BURST, monotonic)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        address = self._door.address(self.remote_address)
        if self._door.let_in(address):
            self._address = address
            self._all.add(self)
        else:
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._all.discard(self)
        if self._address:
            self._door.let_out(self._address)
        for error in (self.protocol.parser_exc, self.protocol.handshake_exc):
            _forget_where(error)

    def process_event(self, event: Event) -> None:
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
        writes = self.protocol.writes
        if self.transport.is_closing():  # uvloop would raise an error
            writes.clear()
        if len(writes) > 1:
            end = writes[-1:] if writes[-1] == SEND_EOF else []
            writes[:] = [b"".join(writes), *end]
        super().send_data()


def _forget_where(error: BaseException | None) -> None:
    """Drop the tracebacks of an error: their frames hold the connection, which holds the error.

    Else all that a connection has stays until the collector finds it, and thousands that come and go at once
    leave so much that everybody waits for it.
    """
    while error is not None:
        error.__traceback__ = None
        error = error.__cause__
