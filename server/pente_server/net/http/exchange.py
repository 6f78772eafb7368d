"""What becomes of a connection that is no WebSocket: an answer, and its end. Nothing more is read from it."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import cast

from pente_server.limits.limits import ANSWER_WITHIN, LINGER
from pente_server.net.http.refusals import HttpRefusal


class PageExchange(asyncio.Protocol):
    """A request that another protocol answers, and closes the connection. Mutable.

    What the peer sends after its request is dropped, so that the other protocol sees a single one.
    """

    def __init__(self, answering: asyncio.Protocol, request: bytes, on_lost: Callable[[], None]) -> None:
        self._answering = answering
        self._request = request
        self._on_lost = on_lost
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        abort = cast(asyncio.Transport, transport).abort
        self._timer = asyncio.get_running_loop().call_later(ANSWER_WITHIN, abort)
        self._answering.connection_made(transport)
        self._answering.data_received(self._request)

    def data_received(self, data: bytes) -> None:
        pass

    def eof_received(self) -> bool:
        """Keep the connection for the answer, although the peer has nothing more to say."""
        return True

    def pause_writing(self) -> None:
        self._answering.pause_writing()

    def resume_writing(self) -> None:
        self._answering.resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._answering.connection_lost(exc)
        self._on_lost()


class RefusedRequest(asyncio.Protocol):
    """A request that is answered with a refusal while the peer may still be sending it. Mutable.

    If the connection were closed at once, the system would reset it when more arrives, and the answer could
    get lost.
    """

    def __init__(self, refusal: HttpRefusal, on_lost: Callable[[], None], *, with_body: bool) -> None:
        self._answer = refusal.answer(with_body=with_body)
        self._on_lost = on_lost
        self._timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        transport = cast(asyncio.Transport, transport)
        self._timer = asyncio.get_running_loop().call_later(LINGER, transport.abort)
        transport.write(self._answer)
        with suppress(OSError, RuntimeError):  # uvloop raises RuntimeError when the peer has gone
            transport.write_eof()

    def data_received(self, data: bytes) -> None:
        pass

    def connection_lost(self, exc: Exception | None) -> None:  # noqa: ARG002 -- why does not matter
        if self._timer is not None:
            self._timer.cancel()
        self._on_lost()
