"""One WebSocket connection, from its handshake to its end. A client has one after the other."""

import asyncio
import errno
import secrets
import socket
import ssl
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidMessage, InvalidStatus, WebSocketException
from websockets.http11 import Response
from websockets.typing import Subprotocol

from pente_client.connection.link.errors import CannotConnect, LinkLost, PermanentFailure, RequestRejected
from pente_client.connection.link.timeouts import Timeouts
from pente_client.connection.link.traffic_log import log_frame, log_state
from pente_protocol.address import Address
from pente_protocol.client_codec import decode_client, encode
from pente_protocol.errors import CloseCode, ProtocolError, may_reconnect
from pente_protocol.frames import CLIENT_FRAME_MAX, SERVER_FRAME_MAX
from pente_protocol.messages import Answer, ClientMessage
from pente_protocol.messages.base import Error, Ok, RequestId
from pente_protocol.messages.hello import Welcome
from pente_protocol.newer.read import receive
from pente_protocol.newer.unknown import Received
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean
from pente_protocol.version import SUBPROTOCOL

Reply = Welcome | Ok | Answer | Error
Build = Callable[[RequestId], ClientMessage]
"""Builds a request once its number is known."""

FORWARDED_FOR: Final = "X-Forwarded-For"
"""The header in which a gateway names the address of the person."""
_BUSY_WAIT: Final = 1.0
"""Seconds before the next try after a server has said that it is busy."""
_FULL_WAIT: Final = 10.0
"""The same if it takes no more connections: it says so in place of a greeting."""
_GATEWAY: Final = (HTTPStatus.BAD_GATEWAY, HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.GATEWAY_TIMEOUT)
"""What a proxy says while its server restarts."""
_WAIT: Final = 1.0
_LONGEST_WAIT: Final = 30.0
"""Seconds before the next try: at least, and at most."""
_NO_ANSWER: Final = tell("reach.the-server-does-not-answer")
"""Said of each request that waits, so it is told once."""


class _NoRedirects(connect):
    """A connection to exactly the server that was named: a token must not follow a redirect."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


@dataclass(slots=True)
class _PendingRequest:
    reply: asyncio.Future[Reply | None]
    timer: asyncio.TimerHandle


class Link:
    """A connection on which requests are numbered and answered. Mutable.

    After `open`, `close` must be called. When the link is lost, every request without an answer gets None.
    """

    def __init__(self, connection: ClientConnection, pace: Timeouts, nonce: str) -> None:
        self.nonce = nonce
        """What was drawn for this connection, and sent to open it."""
        self.received = 0
        """Bytes of all messages so far."""
        self._connection = connection
        self._pace = pace
        self._loop = asyncio.get_running_loop()
        self._outgoing: asyncio.Queue[bytes] = asyncio.Queue()
        self._asked: dict[int, _PendingRequest] = {}
        self._last = RequestId(0)
        self._why = ""
        self._writer = asyncio.create_task(self._write(), name="pente link writer")
        self._closing: asyncio.Task[None] | None = None
        self._pong: Awaitable[float] | None = None
        """The answer to the first ping."""

    @classmethod
    async def open(cls, address: Address, pace: Timeouts, on_behalf_of: str = "") -> "Link":
        """Connect and shake hands; a gateway says ``on_behalf_of`` which address.

        Raises LinkLost with a sentence, or PermanentFailure.
        """
        log_state("connecting to %s", address)
        nonce = secrets.token_urlsafe(16)
        try:
            connection = await _NoRedirects(
                f"{address.scheme}://{address.authority}{address.path}?nonce={nonce}",
                subprotocols=[Subprotocol(SUBPROTOCOL)],
                compression=None,
                max_size=SERVER_FRAME_MAX,
                proxy=None,
                open_timeout=pace.open,
                ping_interval=15,
                ping_timeout=15,
                close_timeout=pace.close,
                user_agent_header=None,
                additional_headers={FORWARDED_FOR: on_behalf_of} if on_behalf_of else None,
            )
        except InvalidStatus as error:
            log_state("refused with HTTP status %s", error.response.status_code)
            raise _http_refusal(address, error.response) from None
        except (OSError, EOFError, ValueError, WebSocketException) as error:
            log_state("not connected: %s", type(error).__name__)
            raise LinkLost(_sentence(address, error)) from None
        log_state("connected")
        link = cls(connection, pace, nonce)
        if connection.subprotocol != SUBPROTOCOL:
            await link.close()
            text = tell("reach.what-answers-at-does-not", address=address, subprotocol=SUBPROTOCOL)
            raise PermanentFailure(CannotConnect(text))
        with suppress(ConnectionClosed):  # which `receive` will tell
            link._pong = await connection.ping()  # else the latency is unknown until the first interval ends
        return link

    @property
    def latency(self) -> float | None:
        """Seconds until a ping was answered, the last time; None before the first."""
        return self._connection.latency or None

    async def first_latency(self, within: float) -> float | None:
        """The latency once the first ping was answered; None if it is not within so many seconds."""
        if self._pong is not None:
            _ = await asyncio.wait((asyncio.ensure_future(self._pong),), timeout=within)
        return self.latency

    def post(self, build: Build) -> asyncio.Future[Reply | None]:
        """Send a request; the future gets its reply, or None when the link is lost before.

        A request that is not answered in time makes the link drop. How many are open at once is up to the
        caller. Raises RequestRejected for one that no server would accept.
        """
        frame = _frame(build(RequestId(self._last + 1)))
        self._last = RequestId(self._last + 1)
        future: asyncio.Future[Reply | None] = self._loop.create_future()
        timer = self._loop.call_later(self._pace.answer, self.drop, _NO_ANSWER)
        self._asked[self._last] = _PendingRequest(future, timer)
        self._outgoing.put_nowait(frame)
        return future

    def settle(self, reply: Reply) -> None:
        """Deliver a reply to its request; without effect when no such request is open."""
        asked = self._asked.pop(reply.id, None)
        if asked is not None:
            asked.timer.cancel()
            if not asked.reply.done():
                asked.reply.set_result(reply)

    async def receive(self) -> Received:
        """The next message, not cleaned. Raises LinkLost, PermanentFailure or ProtocolError."""
        try:
            frame = await self._connection.recv()
        except ConnectionClosed as closed:
            raise self._ending(closed) from None
        if isinstance(frame, str):
            raise ProtocolError("a text frame")
        self.received += len(frame)
        log_frame("received", frame)
        return receive(frame)

    def drop(self, why: str) -> None:
        """Cut the connection; `receive` will raise LinkLost with this reason."""
        self._why = self._why or why
        self._abort()

    def give_up(self) -> None:
        """Leave every open request without an answer, before the loss of the link is reported."""
        asked, self._asked = self._asked, {}
        for one in asked.values():
            one.timer.cancel()
            if not one.reply.done():
                one.reply.set_result(None)

    async def close(self) -> None:
        """Say goodbye, or cut the connection when that takes too long or is cancelled."""
        self.give_up()
        self._writer.cancel()
        try:
            async with asyncio.timeout(self._pace.close + 1):
                await self._connection.close()
        except TimeoutError:
            pass
        finally:
            self._abort()

    def _abort(self) -> None:
        transport = getattr(self._connection, "transport", None)  # websockets does not document it
        if transport is not None:
            transport.abort()
        else:
            self._closing = self._loop.create_task(self._connection.close())

    async def _write(self) -> None:
        try:
            while True:
                frame = await self._outgoing.get()
                async with asyncio.timeout(self._pace.send):
                    await self._connection.send(frame)
                log_frame("sent", frame)
        except ConnectionClosed:
            pass  # `receive` raises for it
        except TimeoutError:
            self.drop(tell("reach.the-server-does-not-read"))

    def _ending(self, closed: ConnectionClosed) -> LinkLost | PermanentFailure:
        frame = closed.rcvd
        log_state("ended: %s", self._why or (frame and frame.code) or "broken off")
        if frame is None:
            return LinkLost(self._why or tell("reach.the-connection-broke"))
        reason = clean(frame.reason) or _closing(frame.code)
        if not may_reconnect(frame.code):
            return PermanentFailure(CannotConnect(tell("reach.closed-for-good", reason=reason)))
        if frame.code != CloseCode.BUSY:
            return LinkLost(reason, code=frame.code)
        return LinkLost(reason, code=frame.code, wait=_BUSY_WAIT if self.received else _FULL_WAIT)


def _frame(message: ClientMessage) -> bytes:
    """The frame of a request. A mistake in it is found here: a server would end the connection for it."""
    try:
        frame = encode(message)
        decode_client(frame)
    except (ProtocolError, TypeError, ValueError, OverflowError, RecursionError):
        raise RequestRejected("bad-request", tell("reach.that-cant-be-asked-of")) from None
    if len(frame) > CLIENT_FRAME_MAX:
        raise RequestRejected("bad-request", tell("reach.that-is-too-long-to"))
    return frame


def _closing(code: int) -> str:
    try:
        known = CloseCode(code)
    except ValueError:
        return tell("reach.the-server-closed-the-connection", code=code)
    match known:
        case CloseCode.RESTART | CloseCode.GOING_AWAY:
            return tell("reach.the-server-restarts")
        case CloseCode.BUSY:
            return tell("reach.the-server-has-too-many")
        case _:
            return tell(
                "reach.the-server-closed-the-connection-why", reason=known.name.lower().replace("_", " ")
            )


def _sentence(address: Address, error: Exception) -> str:
    """Why no connection came about, and what to do."""
    match error:
        case ConnectionRefusedError():
            return tell("reach.nothing-answers-at-is-the", address=address)
        case TimeoutError():
            return tell("reach.does-not-answer-check-the", address=address)
        case ssl.SSLCertVerificationError():
            return tell(
                "reach.the-certificate-of-cant-be",
                host=address.host,
                verify_message=clean(error.verify_message),
            )
        case ssl.SSLError():
            return tell("reach.does-not-speak-tls-a", address=address)
        case ConnectionResetError() if address.is_secure:  # a pente server does so, or a proxy that stops
            return tell("reach.closes-the-connection-at-once", address=address)
        case socket.gaierror():
            return tell("reach.there-is-no-host-check", host=address.host)
        case InvalidMessage() | EOFError():
            return tell("reach.what-answers-at-is-no", address=address)
        case OSError() if error.errno in {errno.ENETUNREACH, errno.EHOSTUNREACH}:
            return tell("reach.there-is-no-way-to", host=address.host)
        case OSError():
            return tell("reach.nothing-answers-at-is-the", address=address)
        case _:
            return tell("reach.cant-connect-to", address=address, error=clean(str(error)))


def _http_refusal(address: Address, response: Response) -> LinkLost:
    """Why there is no link, as a sentence, and when to try again."""
    wait = _retry_after(response)
    if response.status_code in _GATEWAY:
        return LinkLost(tell("reach.the-server-is-not-there"), wait=wait, is_passing=True)
    if response.status_code == HTTPStatus.TOO_MANY_REQUESTS:
        what = tell("reach.a-proxy-at-takes-no", address=address)
        return LinkLost(what, wait=wait)
    return LinkLost(
        tell("reach.answers-with-http-status-not", address=address, status_code=response.status_code)
    )


def _retry_after(response: Response) -> float:
    """The seconds in a Retry-After, bounded; a date counts as none."""
    text = "".join(response.headers.get_all("Retry-After")[-1:])
    seconds = float(text) if text.isascii() and text.isdigit() and len(text) < 10 else _WAIT
    return min(max(seconds, _WAIT), _LONGEST_WAIT)
