"""One link after the other, for as long as a client lives."""

import asyncio
import logging
import time
from collections.abc import Coroutine, Iterator
from functools import partial
from random import SystemRandom
from typing import Any, Final, NoReturn, TypeVar

from pente_client.connection.address import Address
from pente_client.connection.errors import (
    CannotConnect,
    ConnectionEnded,
    ConnectionProblem,
    LinkLost,
    PermanentFailure,
    RequestRejected,
)
from pente_client.connection.link import Build, Link, Reply
from pente_client.connection.login import Login
from pente_client.connection.sanitize import clean_message
from pente_client.connection.state import ClientState, Notification, notification_in
from pente_client.connection.timeouts import Timeouts, delays
from pente_client.connection.updates import ClientStopped, Disconnected
from pente_core.identity import RoomId
from pente_protocol.errors import ErrorCode, ProtocolError
from pente_protocol.messages import (
    Answer,
    Browse,
    Error,
    Explored,
    Follow,
    GamesFound,
    LeadersFound,
    LogsFound,
    Ok,
    ProfileFound,
    RoomFilter,
    ServerMessage,
    Watch,
    Welcome,
)
from pente_protocol.version import VERSION

_Expected = TypeVar("_Expected", Ok, GamesFound, LogsFound, Explored, ProfileFound, LeadersFound)

_LOG: Final = logging.getLogger("pente.client")
_MOST_EARLY: Final = 16 * 1024 * 1024
"""Bytes before a welcome."""
_GARBAGE_TOLERATED: Final = 3
"""Links in a row that may end with something that is no message."""
_LOSSES_TOLERATED: Final = 10
"""Links that may be lost while one and the same request waits: it may be what breaks them."""
_MOST_OPEN: Final = 32
"""Requests that may be open at once; the others wait, so that a server that limits their rate does not seem
to be silent."""
_RETRY: Final = (0.05, 0.5, 10.0)
"""The shortest, usual and longest wait, in seconds, before a request is sent again to a server whose store
is away."""


class ReconnectingLink:
    """Keeps a client connected, and asks for it. Mutable.

    After `start`, `close` must be called. What is heard goes into the knowledge; a `Disconnected` tells of
    every attempt to come back, and an `ClientStopped` of the end.
    """

    def __init__(self, knowledge: ClientState, program: str, pace: Timeouts) -> None:
        self.link: Link | None = None
        """The link that is in use, once it was welcomed."""
        self.is_following = False
        """Whether to ask for the featured game on every new link."""
        self.browsing: RoomFilter | None = None
        """What to browse for on every new link."""
        self._knowledge = knowledge
        self._program = program
        self._pace = pace
        self._turn = asyncio.Event()
        """Set while there is a link, and once there will be none any more."""
        self._problem: ConnectionProblem | None = None
        self._welcomed_at = 0.0
        """When the latest link got its welcome; 0 before it did."""
        self._places = asyncio.Semaphore(_MOST_OPEN)
        self._tasks: set[asyncio.Task[None]] = set()

    async def start(self, address: Address, account: Login, retry_first: float) -> None:
        """Return once welcomed. Raises CannotConnect, or Denied when the account is not accepted."""
        self._first: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._spawn(self._run(address, account, retry_first))
        await self._first

    async def ask(self, build: Build) -> Ok:
        """The `Ok` to a request; raises Denied and ConnectionEnded."""
        return await self.ask_for(Ok, build)

    async def ask_for(self, kind: type[_Expected], build: Build) -> _Expected:
        """Send a request, again on the next link if this one is lost, until it is answered in this way.

        Raises Denied and ConnectionEnded.
        """
        shortest, usual, longest = _RETRY
        waited = 0.0
        for _ in range(_LOSSES_TOLERATED):
            reply = await self._reply(build)
            while isinstance(reply, Error) and reply.code == ErrorCode.UNAVAILABLE:
                if waited >= self._pace.unavailable:
                    break
                wait = min(max(shortest, usual if reply.retry_ms is None else reply.retry_ms / 1000), longest)
                waited += wait
                await asyncio.sleep(wait)
                reply = await self._reply(build)
            if isinstance(reply, kind):
                return reply
            if isinstance(reply, Error):
                raise RequestRejected(reply.code, reply.text)
            if reply is not None:
                raise RequestRejected("bad-reply", "the server answered something that was not asked")
        raise RequestRejected("unanswered", "the connection broke every time that was asked; try again later")

    async def _reply(self, build: Build) -> Reply | None:
        """The reply to a request on the next link there is; None when that is lost before."""
        async with self._places:
            return await (await self._linked()).post(build)

    def stop(self, problem: ConnectionProblem) -> None:
        """Whoever asks from now on, or waits for an answer, is told this."""
        self._problem = self._problem or problem
        self._knowledge.queue.close()
        self._turn.set()

    async def close(self) -> None:
        """Say goodbye to the server and stop. May be called again."""
        self.stop(ConnectionEnded("the connection was closed"))
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _run(self, address: Address, account: Login, retry_first: float) -> None:
        try:
            await self._keep_connected(address, account, retry_first)
        except PermanentFailure as end:
            self._end(end.problem)
        except Exception:  # noqa: BLE001 -- a border: a mistake in here must not hang whoever waits
            _LOG.exception("the connection failed")
            self._end(ConnectionEnded("the connection failed by a mistake of this program; see its log"))

    async def _keep_connected(self, address: Address, account: Login, retry_first: float) -> None:
        started, garbage, waits = time.monotonic(), 0, self._waits()
        while self._problem is None:
            self._welcomed_at = 0.0
            try:
                await self._converse(address, account)
            except LinkLost as caught:
                lost, garbage = caught, 0
            except ProtocolError as error:
                lost, garbage = LinkLost("the server sent something that can't be understood"), garbage + 1
                _LOG.warning("not understood: %s", error)
            if garbage >= _GARBAGE_TOLERATED:
                raise PermanentFailure(CannotConnect(f"{lost.reason}; it may need a newer pente"))
            if lost.now:
                continue
            if not self._first.done() and time.monotonic() - started >= retry_first:
                raise PermanentFailure(CannotConnect(lost.reason))
            if self._welcomed_at and time.monotonic() - self._welcomed_at > self._pace.steady:
                waits = self._waits()
            await self._pause(lost.reason, max(next(waits), lost.wait))

    async def _converse(self, address: Address, account: Login) -> NoReturn:
        """Open a link and use it until it is lost: never returns. Raises Lost, Hopeless or ProtocolError."""
        link = await Link.open(address, self._pace)
        try:
            async with asyncio.timeout(self._pace.answer):
                early = await self._greet(link, account)
            for news in early:
                self._take(news)
            while True:
                self._receive(link, clean_message(await link.receive()))
        except TimeoutError:
            raise LinkLost("the server did not say welcome") from None
        finally:
            self.link = None
            if self._problem is None:
                self._turn.clear()
            await link.close()

    async def _greet(self, link: Link, account: Login) -> list[Notification]:
        """Say hello, and begin with the welcome: the news that came before it."""
        resume, rest = self._knowledge.watching.resume()
        try:
            known = self._knowledge.watching.passwords
            passwords = {room: known[room] for room in resume if room in known}
            _ = link.post(lambda id_: account.hello(id_, self._program, resume, passwords))
        except RequestRejected as denied:
            raise PermanentFailure(denied) from None
        early: list[Notification] = []
        while link.received < _MOST_EARLY:
            message = clean_message(await link.receive())
            match message:
                case Welcome():
                    account.welcomed(message)
                    self._begin(link, message, rest)
                    return early
                case Error():
                    raise account.refused(message)
                case _:
                    early.append(notification_in(message))
        raise LinkLost("the server did not say welcome")

    def _begin(self, link: Link, welcome: Welcome, rest: dict[RoomId, int]) -> None:
        if welcome.version != VERSION:
            raise PermanentFailure(
                CannotConnect(f"the server speaks version {welcome.version} of the protocol")
            )
        link.settle(welcome)
        self._welcomed_at = time.monotonic()
        self._knowledge.welcomed(welcome)
        self.link = link
        self._turn.set()
        if not self._first.done():
            self._first.set_result(None)
        for room, since in rest.items():
            password = self._knowledge.watching.passwords.get(room, "")
            _ = link.post(partial(Watch, room=room, since=since, password=password))
        if self.is_following:
            self._spawn(self._follow_again(link))
        if self.browsing is not None:
            self._spawn(self._browse_again(link, self.browsing))

    def _receive(self, link: Link, message: ServerMessage) -> None:
        if isinstance(message, Ok | Answer | Error):
            link.settle(message)
        else:
            self._take(notification_in(message))

    def _take(self, news: Notification) -> None:
        room = self._knowledge.take(news)
        if room is not None:
            self._spawn(self._fetch_again(room))

    async def _follow_again(self, link: Link) -> None:
        reply = await link.post(Follow)
        if isinstance(reply, Ok):
            self._knowledge.feature(reply.room)

    async def _browse_again(self, link: Link, which: RoomFilter) -> None:
        reply = await link.post(lambda id_: Browse(id_, which))
        if isinstance(reply, Ok):
            self._knowledge.listed_again(reply.rooms)

    async def _fetch_again(self, room: RoomId) -> None:
        """Ask for the snapshot of a room that no longer follows."""
        try:
            password = self._knowledge.watching.passwords.get(room, "")
            await self.ask(lambda id_: Watch(id_, room, password=password))
        except RequestRejected as denied:
            self._end(ConnectionEnded(f"the server does not show room {room} again: {denied}"))
        except ConnectionEnded:
            pass  # everybody is told

    async def _pause(self, reason: str, delay: float) -> None:
        if self._first.done():
            self._knowledge.queue.push(Disconnected(reason, delay))
        await asyncio.sleep(delay)

    def _waits(self) -> Iterator[float]:
        return delays(self._pace, SystemRandom().random)

    async def _linked(self) -> Link:
        while self.link is None or self._problem is not None:
            if self._problem is not None:
                raise ConnectionEnded(str(self._problem))
            await self._turn.wait()
        return self.link

    def _end(self, problem: ConnectionProblem) -> None:
        """The connection is over for good."""
        if self._problem is None:
            if self._first.done():
                self._knowledge.queue.push(ClientStopped(str(problem)))
            else:
                self._first.set_exception(problem)
        self.stop(problem)
        if self.link is not None:
            self.link.drop(str(problem))

    def _spawn(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work, name="pente client")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
