"""Links to the server, one after the other, for as long as a client lives."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import suppress
from random import SystemRandom
from typing import Any, Final, NoReturn, TypeVar

from pente_client.connection.handshake import NO_WELCOME, UNREADABLE, hear_greeting, sign_in
from pente_client.connection.link.errors import (
    UNANSWERED,
    UPDATE_NEEDED,
    CannotConnect,
    ConnectionEnded,
    ConnectionProblem,
    LinkLost,
    PermanentFailure,
    RequestRejected,
)
from pente_client.connection.link.link import Build, Link, Reply
from pente_client.connection.link.timeouts import Timeouts, delays
from pente_client.connection.login import Login
from pente_client.connection.replica.sanitize import clean_message
from pente_client.connection.resuming import Resumer
from pente_client.connection.state.client_state import ClientState
from pente_client.connection.state.notifications import Notification, notification_in
from pente_client.connection.state.resumption import Resumption
from pente_protocol.address import Address
from pente_protocol.errors import ErrorCode, ProtocolError
from pente_protocol.messages import Answer
from pente_protocol.messages.base import Error, Ok
from pente_protocol.messages.hello import Welcome
from pente_protocol.newer.unknown import Received, UnreadableReply
from pente_protocol.sentences import tell
from pente_protocol.version import SUBPROTOCOL

Expected = TypeVar("Expected", bound=Ok | Answer)

_LOG: Final = logging.getLogger("pente.client")
_GARBAGE_TOLERATED: Final = 3
"""Links in a row that may end because the server sent something that is no message."""
_LOSSES_TOLERATED: Final = 10
"""Links that may be lost while one and the same request waits: the request may be what breaks them."""
_MOST_OPEN: Final = 32
"""Requests that may be open at once; the others wait, so that a server that limits their rate does not seem
to be silent."""
_RETRY: Final = (0.05, 0.5, 10.0)
"""The shortest, usual and longest wait, in seconds, before a request is repeated to a server whose store is
unavailable."""

_NOT_UNDERSTOOD: Final = tell("reach.not-understood")


class ReconnectingLink:
    """Keeps a client connected, and sends its requests. Mutable.

    After `start`, `close` must be called. The state learns of every message, of every link that is welcomed
    or lost, and of the end.
    """

    def __init__(self, state: ClientState, program: str, timeouts: Timeouts, on_behalf_of: str = "") -> None:
        """``on_behalf_of``: see `Link.open`."""
        self._state = state
        self._program = program
        self._timeouts = timeouts
        self._on_behalf_of = on_behalf_of
        self._link: Link | None = None
        """The link in use, once it was welcomed."""
        self._changed = asyncio.Event()
        """Set while there is a link, and once there will be none any more."""
        self._problem: ConnectionProblem | None = None
        self._welcomed_at = 0.0
        """When the latest link was welcomed; 0 before it was."""
        self._places = asyncio.Semaphore(_MOST_OPEN)
        self._tasks: set[asyncio.Task[None]] = set()
        self._resumer = Resumer(state, timeouts, self.ask_for, self._spawn, self._end)
        self._waits_for = ""
        """Why the first attempt was not the last one, as it was told."""

    @property
    def is_up(self) -> bool:
        """Whether there is a link that was welcomed."""
        return self._link is not None

    @property
    def latency(self) -> float | None:
        """Seconds that a message takes to the server and back; None while that is unknown."""
        return self._link.latency if self._link else None

    async def start(
        self, address: Address, login: Login, retry_first: float, on_waiting: Callable[[str], None]
    ) -> None:
        """Return once welcomed. Raises CannotConnect, or RequestRejected when the login is not accepted.

        ``on_waiting`` gets the reason each time that the first attempt is to be repeated for another one.
        """
        self._first: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._on_waiting = on_waiting
        self._spawn(self._run(address, login, retry_first))
        await self._first

    async def ask(self, build: Build) -> Ok:
        """The `Ok` to a request; raises RequestRejected and ConnectionEnded."""
        return await self.ask_for(Ok, build)

    async def ask_for(self, kind: type[Expected], build: Build) -> Expected:
        """Send a request, again on the next link if this one is lost, until such an answer comes.

        Raises RequestRejected and ConnectionEnded.
        """
        for _ in range(_LOSSES_TOLERATED):
            reply = await self._patient_reply(build)
            if isinstance(reply, kind):
                return reply
            if isinstance(reply, Error):
                retry = None if reply.retry_ms is None else max(reply.retry_ms, 0) / 1000
                raise RequestRejected(reply.code, reply.text, retry)
            if reply is not None:
                raise RequestRejected("bad-reply", tell("reach.the-server-sent-the-answer"))
        raise RequestRejected(UNANSWERED, tell("reach.the-connection-broke-each-time"))

    async def _patient_reply(self, build: Build) -> Reply | None:
        """The reply to a request, repeated while the server's store is unavailable; None: link lost."""
        shortest, usual, longest = _RETRY
        waited = 0.0
        reply = await self._reply(build)
        while isinstance(reply, Error) and reply.code == ErrorCode.UNAVAILABLE:
            if waited >= self._timeouts.unavailable:
                break
            wait = min(max(shortest, usual if reply.retry_ms is None else reply.retry_ms / 1000), longest)
            waited += wait
            await asyncio.sleep(wait)
            reply = await self._reply(build)
        return reply

    async def _reply(self, build: Build) -> Reply | None:
        """The reply to a request on the next link there is; None when that link is lost before."""
        async with self._places:
            return await (await self._next_link()).post(build)

    async def close(self) -> None:
        """Say goodbye to the server and stop. May be called again."""
        self._stop(ConnectionEnded(tell("reach.the-connection-was-closed")))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self, address: Address, login: Login, retry_first: float) -> None:
        try:
            await self._keep_connected(address, login, retry_first)
        except PermanentFailure as failure:
            self._end(failure.problem)
        except Exception:  # noqa: BLE001 -- a border: a bug in here must not leave a caller waiting for ever
            _LOG.exception("the connection failed")
            self._end(ConnectionEnded(tell("reach.the-connection-failed-because-of")))

    async def _keep_connected(self, address: Address, login: Login, retry_first: float) -> None:
        started, garbage, waits = time.monotonic(), 0, self._waits()
        while self._problem is None:
            self._welcomed_at = 0.0
            try:
                await self._converse(address, login)
            except LinkLost as caught:
                lost, garbage = caught, 0
            except ProtocolError as error:
                lost, garbage = LinkLost(_NOT_UNDERSTOOD), garbage + 1
                _LOG.warning("not understood: %s", error)
            if garbage >= _GARBAGE_TOLERATED:
                raise PermanentFailure(CannotConnect(tell("reach.it-may-need-a-newer", reason=lost.reason)))
            if lost.now:
                continue
            patience = max(retry_first, self._timeouts.passing if lost.is_passing else 0.0)
            if not self._first.done() and time.monotonic() - started + lost.wait >= patience:
                raise PermanentFailure(CannotConnect(lost.reason))
            if self._welcomed_at and time.monotonic() - self._welcomed_at > self._timeouts.steady:
                waits = self._waits()
            await self._pause(lost.reason, max(next(waits), lost.wait))

    async def _converse(self, address: Address, login: Login) -> NoReturn:
        """Open a link and use it until it is lost: never returns.

        Raises LinkLost, PermanentFailure or ProtocolError.
        """
        link = await Link.open(address, self._timeouts, self._on_behalf_of)
        try:
            login.meet(await hear_greeting(link, self._timeouts), SUBPROTOCOL, link.nonce)
            resumption = self._state.resumption()
            async with asyncio.timeout(self._timeouts.answer):
                welcome, early = await sign_in(link, login, self._program, resumption)
            self._begin(link, welcome, resumption)
            for message in early:
                self._apply(message)
            while True:
                self._receive(link, clean_message(await link.receive()))
        except TimeoutError:
            raise LinkLost(NO_WELCOME) from None
        finally:
            self._link = None
            if self._problem is None:
                self._changed.clear()
            await link.close()

    def _begin(self, link: Link, welcome: Welcome, resumption: Resumption) -> None:
        link.settle(welcome)
        self._welcomed_at = time.monotonic()
        self._state.connected(welcome)
        self._link = link
        self._changed.set()
        if not self._first.done():
            self._first.set_result(None)
        self._resumer.resume(link, resumption)

    def _receive(self, link: Link, message: Received) -> None:
        if isinstance(message, Ok | Answer | Error):
            link.settle(message)
        elif isinstance(message, UnreadableReply):
            link.settle(Error(message.id, UPDATE_NEEDED, UNREADABLE))
        else:
            self._apply(notification_in(message))

    def _apply(self, message: Notification) -> None:
        needed = self._state.received(message)
        if needed is not None:
            self._spawn(self._resumer.resync(needed))

    async def _pause(self, reason: str, delay: float) -> None:
        if self._first.done():
            self._state.disconnected(reason, delay)
        elif reason != self._waits_for:
            self._waits_for = reason
            self._on_waiting(reason)
        await asyncio.sleep(delay)

    def _waits(self) -> Iterator[float]:
        return delays(self._timeouts, SystemRandom().random)

    async def _next_link(self) -> Link:
        while self._link is None or self._problem is not None:
            if self._problem is not None:
                raise ConnectionEnded(str(self._problem))
            await self._changed.wait()
        return self._link

    def _end(self, problem: ConnectionProblem) -> None:
        """Give up for good."""
        if self._problem is None:
            if self._first.done():
                self._state.stopped(str(problem))
            else:
                self._first.set_exception(problem)
        self._stop(problem)
        if self._link is not None:
            self._link.drop(str(problem))

    def _stop(self, problem: ConnectionProblem) -> None:
        """Make this problem the answer to all requests that wait, and to all later ones."""
        self._problem = self._problem or problem
        self._state.closed()
        self._changed.set()

    def do_beside(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something that nobody waits for; `close` ends it. It may raise ConnectionEnded."""
        self._spawn(self._quietly(work))

    async def _quietly(self, work: Coroutine[Any, Any, None]) -> None:
        with suppress(ConnectionEnded):  # the state has told the user
            await work

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="pente client")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
