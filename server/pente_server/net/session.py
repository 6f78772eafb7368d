"""A session: one connection of one player, from its hello to its end."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from websockets.frames import Close

from pente_core.clock.instant import Millis
from pente_core.identity import Identity, PlayerKind, RoomId
from pente_core.room import Refused
from pente_protocol.codec import decode_client, encode
from pente_protocol.errors import CloseCode, ErrorCode, ProtocolError
from pente_protocol.messages import (
    ClientMessage,
    Dismissed,
    Error,
    Hello,
    RequestId,
    ServerMessage,
    Watch,
    Welcome,
)
from pente_protocol.version import VERSION
from pente_server.access.access_control import AccessControl
from pente_server.access.accounts import authenticate
from pente_server.access.house_accounts import HouseTokens
from pente_server.diagnostics.peer_log import PeerLog
from pente_server.heartbeat.heartbeat import Heartbeat
from pente_server.limits.errors import RequestDenied
from pente_server.limits.limits import HELLO_WITHIN, QUEUED_MESSAGES, READ_WITHIN, Allowance
from pente_server.limits.origin import Origin
from pente_server.limits.token_bucket import TokenBucket
from pente_server.live.block_lists import BlockLists
from pente_server.live.hub import Hub
from pente_server.live.lobby import Lobby
from pente_server.live.lobby_feed import LobbyFeed
from pente_server.net.addresses.client_address import ClientAddress
from pente_server.net.addresses.connection_limits import ConnectionLimiter
from pente_server.net.connection import Connection
from pente_server.net.outbox import Outbox
from pente_server.requests.costs import QUESTION, cost_of_sending, is_question
from pente_server.requests.dispatch import dispatch
from pente_server.requests.lobby import MOST_LISTED
from pente_server.requests.ports import RequestPorts
from pente_server.requests.rooms import watch
from pente_server.rooms.room_log import UnknownRoom
from pente_server.store import DamagedKey, StoreUnavailable
from pente_server.store.account_store import AccountStore

PATIENCE = 2.0
"""Seconds that a request waits for a store that is not reachable."""
RETRY_MS = 500

_log = logging.getLogger(__name__)


class ConnectionLost(Exception):
    """Raised when the connection has ended."""


class SessionClosed(Exception):
    """Raised to close the connection, with a close code and a reason for people."""

    def __init__(self, code: CloseCode, reason: str) -> None:
        super().__init__(reason)
        self.code = code


@dataclass(frozen=True, slots=True, kw_only=True)
class SessionPorts:
    """The parts of the server that a session uses itself; its requests use ``requests``."""

    server: str
    """The name and version of the program, for the welcome."""
    heartbeat: Heartbeat
    durability: Callable[[], str]
    accounts: AccountStore
    block_lists: BlockLists
    access_control: AccessControl
    house_tokens: HouseTokens
    connection_limits: ConnectionLimiter
    allowance: Allowance
    hub: Hub
    lobby: Lobby
    lobby_feed: LobbyFeed
    peer_log: PeerLog
    requests: RequestPorts


class Session:
    """The server's side of one connection. Mutable. Requests are carried out one after the other."""

    def __init__(self, ports: SessionPorts, connection: Connection, address: ClientAddress) -> None:
        self.ports = ports.requests
        self._server = ports
        self._connection = connection
        self._address = address
        self._player: Identity | None = None
        self._outbox = Outbox(connection, self._cut)
        self._is_cut = False
        self._end: tuple[CloseCode, str] | None = None
        self._inbox: asyncio.Queue[bytes | str | None] = asyncio.Queue()
        """Messages; None at the end of the connection."""
        self._close_sent: Close | None = None
        self._can_write = asyncio.Event()
        self._is_aside = False
        self._messages = self._bucket(PlayerKind.PERSON)
        allowance = ports.allowance
        self._units = TokenBucket(allowance.questions, allowance.questions_burst, monotonic)
        """Units for questions, for bots as many as for people: a bot plays many games, and so may send more
        messages, but questions are expensive.
        """
        self._sent = 0
        """Bytes that were queued so far."""

    @property
    def player(self) -> Identity:
        """The player of the connection. Must not be used before the hello was accepted."""
        assert self._player is not None
        return self._player

    @property
    def origin(self) -> Origin:
        """The player and the address, for limits."""
        is_exempt = self._server.connection_limits.is_exempt(self._address)
        return Origin(self.player.id, self._address.bucket, is_exempt)

    @property
    def round_trip(self) -> Millis:
        """The round-trip time of the server's last ping. Clients can't report one, as it gains them time."""
        return Millis(round(self._connection.latency * 1000))

    @property
    def is_aside(self) -> bool:
        """Whether it only watches, even in rooms where its player has a seat."""
        return self._is_aside

    def renamed(self, player: Identity) -> None:
        self._player = player

    def send(self, frame: bytes) -> None:
        """Queue a frame; never waits and never fails. A peer that does not read is disconnected."""
        if not self._is_cut:
            self._sent += len(frame)
            self._outbox.put(frame)

    def send_message(self, message: ServerMessage) -> None:
        """Queue a message; never waits and never fails."""
        self.send(encode(message))

    def end(self, code: CloseCode, reason: str) -> None:
        """Close the connection after what is queued, and carry out no more requests; never waits."""
        if self._end is None:
            self._end = code, reason
            self._close(code, reason)

    def charge(self, cost: float) -> None:
        """Charge the cost of a question, on credit: the next question waits."""
        _ = self._units.take(cost)

    def _bucket(self, kind: PlayerKind) -> TokenBucket:
        return TokenBucket(*self._server.allowance.messages_for(kind), monotonic)

    def _cut(self) -> None:
        self._is_cut = True
        self._note(logging.WARNING, "cut off", reason="does-not-read")
        self._connection.abort()

    def receive(self, message: bytes | str) -> None:
        """Queue a message; a peer that sends more than may wait is not read."""
        self._inbox.put_nowait(message)
        if self._inbox.qsize() >= QUEUED_MESSAGES:
            self._connection.pause_reading()

    def resume(self) -> None:
        """Go on after the peer has read most of what it was sent."""
        self._can_write.set()

    def lost(self, sent: Close | None) -> None:
        """Take notice of the end of the connection."""
        self._close_sent = sent
        self._inbox.put_nowait(None)
        self._can_write.set()

    async def _drain(self) -> None:
        """Wait until the peer has read most of what it was sent; disconnect it if that takes too long."""
        try:
            async with asyncio.timeout(READ_WITHIN):
                self._can_write.clear()
                await self._can_write.wait()
        except TimeoutError:
            self._cut()

    async def run(self) -> None:
        """Serve the connection until it ends. Only cancellation escapes."""
        # Code and reason instead of the exception: its traceback refers to this frame, and a local variable
        # for it would be a reference cycle.
        end: tuple[CloseCode, str] | None = None
        try:
            await self._hello()
            await self._serve()
        except ConnectionLost:
            self._note_breach(self._close_sent)
        except SessionClosed as closed:
            self._note(logging.INFO, "session closed", reason=str(closed))
            end = closed.code, str(closed)
        except ProtocolError as error:
            self._note(logging.INFO, "invalid message", reason=str(error))
            end = CloseCode.BAD_MESSAGE, "the message was invalid"
        except Exception:  # noqa: BLE001 -- a bug in one session must not affect other connections
            _log.exception("a session failed")
            end = CloseCode.INTERNAL, "internal error; the log of the server has details"
        finally:
            self._leave()
        if end is not None:
            self._close(*end)
        self._outbox.end()

    def _close(self, code: int, reason: str) -> None:
        """Close the connection after what is queued."""
        self._outbox.flush()
        self._connection.close(code, reason)

    def _note(self, level: int, event: str, **fields: object) -> None:
        """Log an event of this connection, with its address and its player."""
        player = self._player
        known = {} if player is None else {"name": player.name, "id": player.id}
        self._server.peer_log.note(
            level, event, str(self._address), bucket=self._address.bucket, **known, **fields
        )

    def _note_breach(self, sent: Close | None) -> None:
        """Log a connection that the server has closed, as the peer broke the protocol or sent no pongs."""
        if sent is not None:
            self._note(logging.INFO, "connection closed", code=sent.code, reason=sent.reason)

    def _leave(self) -> None:
        if self._player is not None:
            self._server.lobby_feed.leave(self)
            self._server.hub.leave(self)

    # Hello

    async def _hello(self) -> None:
        try:
            async with asyncio.timeout(HELLO_WITHIN):
                frame = await self._receive()
        except TimeoutError:
            raise SessionClosed(CloseCode.NO_HELLO, "no hello came in time") from None
        hello = decode_client(frame)
        if not isinstance(hello, Hello):
            raise ProtocolError("the first message is not a hello")
        if VERSION not in hello.versions:
            text = (
                f"This server needs version {VERSION} of the protocol. Install a matching version of pente."
            )
            self._error(hello.id, ErrorCode.BAD_VERSION, text)
            raise SessionClosed(CloseCode.BAD_VERSION, text)
        try:
            await self._greet(hello)
        except StoreUnavailable as error:
            self.send_message(_unavailable(hello.id, error))
            raise SessionClosed(CloseCode.BUSY, "the server can't use its store; try again") from None
        except DamagedKey as damage:
            text = self._damaged(hello.id, damage)
            raise SessionClosed(CloseCode.REFUSED_HELLO, text) from None

    async def _greet(self, hello: Hello) -> None:
        await self._server.heartbeat.check(PATIENCE)
        try:
            self._player, token = await self._admit(hello)
        except RequestDenied as denied:
            self._note(logging.INFO, "sign-in refused", name=hello.name, reason=denied.code)
            self.send_message(Error(hello.id, denied.code, str(denied), denied.retry_ms))
            code = CloseCode.REFUSED_HELLO if denied.retry_ms is None else CloseCode.BUSY
            raise SessionClosed(code, str(denied)) from None
        self._messages = self._bucket(self.player.kind)
        if self._server.allowance.makes_up_for_lag:
            self._connection.ping()  # the first keepalive ping is too late to measure the first moves
        await self._server.block_lists.load(self.player.id)
        self._is_aside = hello.aside
        self._server.hub.enter(self)
        for room_id, since in hello.resume.items():
            _ = await self._turn_of(Watch(hello.id, room_id, since))
            await self._resume(room_id, since, hello.passwords.get(room_id, ""))
        self.send_message(self._welcome(hello, token))
        self._note(logging.INFO, "signed in", kind=self.player.kind, client=hello.client)

    async def _admit(self, hello: Hello) -> tuple[Identity, str]:
        if (house_bot := self._server.house_tokens.bot_with(hello.token)) is not None:
            return house_bot, ""  # whatever the password and the allow list: the host runs it
        access, limits = self._server.access_control, self._server.connection_limits
        await access.check_password(hello.password, self._address.bucket, hello.token)
        player, token = await authenticate(
            self._server.accounts,
            hello,
            lambda: limits.wait_for_account(self._address),
            access.check_player,
        )
        access.let_in(player.id)
        return player, token

    async def _resume(self, room_id: RoomId, since: int, password: str) -> None:
        try:
            await watch(self, room_id, since, password)
        except Refused as refused:
            self.send_message(Dismissed(room_id, refused.reason, str(refused)))
        except RequestDenied as denied:
            self.send_message(Dismissed(room_id, denied.code, str(denied)))
        except UnknownRoom as unknown:
            self.send_message(Dismissed(room_id, unknown.code, unknown.parting))

    def _welcome(self, hello: Hello, token: str) -> Welcome:
        server, player = self._server, self.player
        blocked = server.block_lists.of(player.id)
        return Welcome(
            id=hello.id,
            version=VERSION,
            server=server.server,
            player=player,
            now=server.heartbeat.now(),
            durability=server.durability(),
            limits=server.allowance.told_to(player.kind),
            token=token,
            rooms=tuple(server.lobby.rooms_of(player.id, MOST_LISTED, blocked)),
            blocked=tuple(sorted(blocked)),
        )

    # Requests

    async def _serve(self) -> None:
        while True:
            message = decode_client(await self._receive())
            is_charged = await self._turn_of(message)
            if self._end is not None:
                raise SessionClosed(*self._end)
            before = self._sent
            await self._answer(message)
            if is_charged:  # also for a few bytes of other rooms that happened to be sent meanwhile
                self.charge(cost_of_sending(self._sent - before))

    async def _turn_of(self, message: ClientMessage) -> bool:
        """Wait until the peer's request may be carried out; returns whether it is a question."""
        is_charged = is_question(self, message)
        if is_charged and (wait := self._units.take(QUESTION)):
            await asyncio.sleep(wait)
        await self._pace()
        return is_charged

    async def _pace(self) -> None:
        """Wait until the peer may send its next message.

        A flood is not rejected but not read: TCP then stops the sender, and rejections would be more traffic.
        """
        if wait := self._messages.take():
            await asyncio.sleep(wait)
        if not self._connection.is_writable:
            await self._drain()

    async def _receive(self) -> bytes:
        message = await self._inbox.get()
        if message is None:
            raise ConnectionLost
        if self._inbox.qsize() < QUEUED_MESSAGES // 2:
            self._connection.resume_reading()
        if isinstance(message, str):
            raise ProtocolError("a text frame")
        return message

    async def _answer(self, message: ClientMessage) -> None:
        try:
            if not self._server.heartbeat.is_serving:
                await self._server.heartbeat.check(PATIENCE)
            await dispatch(self, message)
        except Refused as refused:
            self._error(message.id, refused.reason, str(refused))
        except UnknownRoom as unknown:
            self._error(message.id, unknown.code, unknown.text)
        except DamagedKey as damage:
            self._damaged(message.id, damage)
        except StoreUnavailable as error:
            self.send_message(_unavailable(message.id, error))
        except RequestDenied as denied:
            self.send_message(Error(message.id, denied.code, str(denied), denied.retry_ms))

    def _damaged(self, request: RequestId, damage: DamagedKey) -> str:
        """Reply that something damaged is needed, and log that; returns the text of the reply."""
        self._note(logging.ERROR, "damaged data", damage=str(damage), remedy="pente admin check")
        text = "Some data that this needs is damaged. The host of the server can repair it."
        self._error(request, ErrorCode.DAMAGED, text)
        return text

    def _error(self, request: RequestId, code: str, text: str) -> None:
        self.send_message(Error(request, code, text))


def _unavailable(request: RequestId, error: StoreUnavailable) -> Error:
    text = f"The server can't use its store at the moment: {error.text}. Try again."
    return Error(request, ErrorCode.UNAVAILABLE, text, Millis(RETRY_MS))
