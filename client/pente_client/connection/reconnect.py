"""Links to the server, one after the other, for as long as a client lives."""

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Iterator
from functools import partial
from random import SystemRandom
from typing import Any, Final, NoReturn, TypeVar

from pente_client.connection.address import Address
from pente_client.connection.errors import (
    UPDATE_NEEDED,
    CannotConnect,
    ConnectionEnded,
    ConnectionProblem,
    LinkLost,
    PermanentFailure,
    RequestRejected,
)
from pente_client.connection.link import Build, Link, Reply
from pente_client.connection.login import Login
from pente_client.connection.replica.sanitize import clean_message
from pente_client.connection.replicas import ResyncNeeded
from pente_client.connection.state import ClientState, Notification, Resumption, notification_in
from pente_client.connection.timeouts import Timeouts, delays
from pente_core.identity import RoomId
from pente_protocol.errors import CloseCode, ErrorCode, ProtocolError
from pente_protocol.messages import (
    Answer,
    Browse,
    Dismissed,
    Error,
    Follow,
    Following,
    Greeting,
    Ok,
    RoomFilter,
    RoomList,
    Watch,
    Watching,
    Welcome,
)
from pente_protocol.messages.checkpoint import Checkpoint
from pente_protocol.newer.unknown import Received, UnknownMessage, UnreadableReply
from pente_protocol.version import SUBPROTOCOL, VERSION

Expected = TypeVar("Expected", bound=Ok | Answer)

_LOG: Final = logging.getLogger("pente.client")
_MOST_EARLY: Final = 16 * 1024 * 1024
"""Bytes before a welcome."""
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

_NOT_UNDERSTOOD: Final = "the server sent something that can't be understood"
_NO_GREETING: Final = (
    "the server does not greet this program: it may be too old for it, or no pente server;"
    " ask its host to install a newer pente"
)
_OTHER_VERSIONS: Final = (
    "the server speaks other versions of the protocol than this program; install the pente that matches it"
)
_UNREADABLE: Final = "The server answers in a way that only a newer pente understands. Update pente."
_NO_WELCOME: Final = "the server did not say welcome"


class ReconnectingLink:
    """Keeps a client connected, and sends its requests. Mutable.

    After `start`, `close` must be called. The state learns of every message, of every link that is welcomed
    or lost, and of the end.
    """

    def __init__(self, state: ClientState, program: str, timeouts: Timeouts) -> None:
        self._state = state
        self._program = program
        self._timeouts = timeouts
        self._link: Link | None = None
        """The link in use, once it was welcomed."""
        self._changed = asyncio.Event()
        """Set while there is a link, and once there will be none any more."""
        self._problem: ConnectionProblem | None = None
        self._welcomed_at = 0.0
        """When the latest link was welcomed; 0 before it was."""
        self._places = asyncio.Semaphore(_MOST_OPEN)
        self._tasks: set[asyncio.Task[None]] = set()
        self._resynced: dict[RoomId, float] = {}
        """When the snapshot of a room that no longer followed was last requested."""
        self._waits_for = ""
        """Why the first attempt was not the last one, as it was told."""

    @property
    def is_up(self) -> bool:
        """Whether there is a link that was welcomed."""
        return self._link is not None

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
                raise RequestRejected("bad-reply", "the server sent the answer to another question")
        raise RequestRejected(
            "unanswered", "the connection broke each time this request was sent; try again later"
        )

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
        self._stop(ConnectionEnded("the connection was closed"))
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
            self._end(ConnectionEnded("the connection failed because of a bug in this program; see its log"))

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
                raise PermanentFailure(CannotConnect(f"{lost.reason}; it may need a newer pente"))
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
        link = await Link.open(address, self._timeouts)
        try:
            login.meet(await self._hear_greeting(link), SUBPROTOCOL)
            async with asyncio.timeout(self._timeouts.answer):
                early = await self._sign_in(link, login)
            for message in early:
                self._apply(message)
            while True:
                self._receive(link, clean_message(await link.receive()))
        except TimeoutError:
            raise LinkLost(_NO_WELCOME) from None
        finally:
            self._link = None
            if self._problem is None:
                self._changed.clear()
            await link.close()

    async def _hear_greeting(self, link: Link) -> Greeting:
        """The first message of the server.

        Raises LinkLost without one, and PermanentFailure if it speaks no version that we speak.
        """
        try:
            async with asyncio.timeout(self._timeouts.greeting):
                message = await self._first_message(link)
        except TimeoutError:
            raise LinkLost(_NO_GREETING) from None
        except LinkLost as lost:  # an old server waits for a hello
            raise LinkLost(_NO_GREETING) if lost.code == CloseCode.NO_HELLO else lost from None
        if not isinstance(message, Greeting):
            raise ProtocolError("the first message is no greeting")
        if VERSION not in message.versions:
            raise PermanentFailure(CannotConnect(_OTHER_VERSIONS))
        return message

    async def _first_message(self, link: Link) -> Received:
        """The first message that this program knows. Raises what `Link.receive` raises."""
        while isinstance(message := clean_message(await link.receive()), UnknownMessage):
            if link.received > _MOST_EARLY:
                raise LinkLost(_NO_GREETING)
        return message

    async def _sign_in(self, link: Link, login: Login) -> list[Notification]:
        """Say hello, and resume with the welcome: the messages that came before it."""
        resumption = self._state.resumption()
        try:
            _ = link.post(lambda id_: login.hello(id_, self._program, resumption))
        except RequestRejected as rejected:
            raise PermanentFailure(rejected) from None
        early: list[Notification] = []
        while link.received < _MOST_EARLY:
            message = clean_message(await link.receive())
            if isinstance(message, Welcome):
                login.welcomed(message)
                self._begin(link, message, resumption)
                return early
            if isinstance(message, Error):
                raise login.refused(message)
            if isinstance(message, UnreadableReply):
                raise PermanentFailure(CannotConnect(_UNREADABLE))
            early.append(notification_in(message))
        raise LinkLost(_NO_WELCOME)

    def _begin(self, link: Link, welcome: Welcome, resumption: Resumption) -> None:
        if welcome.version != VERSION:
            raise PermanentFailure(
                CannotConnect(f"the server speaks version {welcome.version} of the protocol")
            )
        link.settle(welcome)
        self._welcomed_at = time.monotonic()
        self._state.connected(welcome)
        self._link = link
        self._changed.set()
        if not self._first.done():
            self._first.set_result(None)
        self._resume(link, resumption)

    def _resume(self, link: Link, resumption: Resumption) -> None:
        """Ask for everything that did not fit into the hello."""
        for room, after in resumption.more_rooms.items():
            self._spawn(self._watch_again(link, room, after))
        if resumption.is_following:
            self._spawn(self._follow_again(link))
        if resumption.browsing is not None:
            self._spawn(self._browse_again(link, resumption.browsing))

    def _receive(self, link: Link, message: Received) -> None:
        if isinstance(message, Ok | Answer | Error):
            link.settle(message)
        elif isinstance(message, UnreadableReply):
            link.settle(Error(message.id, UPDATE_NEEDED, _UNREADABLE))
        else:
            self._apply(notification_in(message))

    def _apply(self, message: Notification) -> None:
        needed = self._state.received(message)
        if needed is not None:
            self._spawn(self._resync(needed))

    async def _watch_again(self, link: Link, room: RoomId, after: Checkpoint | None) -> None:
        reply = await link.post(
            partial(Watch, room=room, after=after, password=self._state.password_of(room))
        )
        if isinstance(reply, Error) and reply.code != ErrorCode.UNAVAILABLE:
            self._state.received(Dismissed(room, reply.code, reply.text))

    async def _follow_again(self, link: Link) -> None:
        reply = await link.post(Follow)
        if isinstance(reply, Following):
            self._state.featured(reply.room)

    async def _browse_again(self, link: Link, which: RoomFilter) -> None:
        reply = await link.post(lambda id_: Browse(id_, which))
        if isinstance(reply, RoomList):
            self._state.listed(reply.rooms)

    async def _resync(self, needed: ResyncNeeded) -> None:
        """Request the snapshot of a room that no longer follows."""
        try:
            await self._watch_anew(needed.room)
        except RequestRejected as rejected:
            if rejected.code == ErrorCode.UNAVAILABLE:
                self._end(ConnectionEnded(f"the server does not show room {needed.room} again: {rejected}"))
            else:
                self._state.received(Dismissed(needed.room, rejected.code, str(rejected)))
        except ConnectionEnded:
            pass  # the state has told the user

    async def _watch_anew(self, room: RoomId) -> None:
        """Request a snapshot, but not too often. Raises RequestRejected and ConnectionEnded."""
        password = self._state.password_of(room)
        now, last = time.monotonic(), self._resynced.get(room, float("-inf"))
        self._resynced[room] = max(now, last + self._timeouts.resync)
        await asyncio.sleep(self._resynced[room] - now)
        while True:
            try:
                await self.ask_for(Watching, lambda id_: Watch(id_, room, password=password))
                return
            except RequestRejected as rejected:
                if rejected.code != ErrorCode.RATE_LIMITED:
                    raise
                await asyncio.sleep(rejected.retry or self._timeouts.resync)

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

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="pente client")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
