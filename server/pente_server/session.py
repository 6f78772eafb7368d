"""A session: one connection of one player, from hello to the end."""

import asyncio
import logging
import secrets
from collections.abc import Sequence
from contextlib import suppress
from hashlib import sha256
from time import monotonic
from typing import TYPE_CHECKING, assert_never

from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from pente_core.clock import BadTimeControl, parse_time_control
from pente_core.instant import Millis
from pente_core.player import Kind, Player
from pente_core.room import Event, Join, PlayerCommand, Reason, Refused, Room, Say, create, snapshot, view
from pente_core.ruleset import InvalidRuleset, ruleset_from
from pente_protocol.codec import decode_client, encode, encode_event, event_frame
from pente_protocol.errors import CloseCode, ErrorCode, ProtocolError
from pente_protocol.messages import (
    Act,
    ClientMessage,
    Create,
    Error,
    Follow,
    Hello,
    Ok,
    RequestId,
    RoomId,
    Rooms,
    ServerMessage,
    Synced,
    Unwatch,
    Watch,
    Welcome,
)
from pente_protocol.text import clean
from pente_protocol.version import VERSION
from pente_server.accounts import admit
from pente_server.bucket import Bucket
from pente_server.denied import Denied
from pente_server.keeper import UnknownRoom
from pente_server.limits import CLOSE_WITHIN, HELLO_WITHIN, READ_WITHIN, WRITE_HIGH
from pente_server.outbox import Outbox
from pente_server.store import StoreUnavailable

if TYPE_CHECKING:
    from pente_server.node import Node

MOST_ROOMS_LISTED = 100
PATIENCE = 2.0
"""Seconds that a command waits for a store that is away."""
RETRY_MS = 500

_log = logging.getLogger(__name__)


class Goodbye(Exception):
    """The server ends the connection, with a close code and a reason for people."""

    def __init__(self, code: CloseCode, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class Session:
    """Mutable: what the server knows of a connection. Requests are carried out one after the other."""

    def __init__(self, node: "Node", connection: ServerConnection, address: str) -> None:
        self._node = node
        self._connection = connection
        self._address = address
        self._player: Player | None = None
        self._outbox = Outbox(connection, self._cut)
        self._is_cut = False
        self._messages = self._bucket(Kind.PERSON)

    @property
    def player(self) -> Player:
        """Who this is; only after hello."""
        assert self._player is not None
        return self._player

    def send(self, frame: bytes) -> None:
        """Queue a frame. A peer that does not read is cut off."""
        if not self._is_cut:
            self._outbox.put(frame)

    def _send(self, message: ServerMessage) -> None:
        self.send(encode(message))

    def _bucket(self, kind: Kind) -> Bucket:
        return Bucket(*self._node.allowance.messages_for(kind), monotonic)

    def _cut(self) -> None:
        self._is_cut = True
        _log.warning("cut off %s: it does not read", self._player.name if self._player else "a peer")
        self._connection.transport.abort()

    async def _until_read(self) -> None:
        """Wait until the peer has read most of what it was sent, before it gets more that it asks for."""
        if self._connection.transport.get_write_buffer_size() <= WRITE_HIGH:
            return
        try:
            async with asyncio.timeout(READ_WITHIN):
                await self._connection.drain()
        except TimeoutError:
            self._cut()
        except OSError:
            pass  # the connection is gone, as the next `recv` says

    async def run(self) -> None:
        """Serve the connection until it ends. Only cancellation escapes."""
        end: Goodbye | None = None
        try:
            await self._hello()
            await self._serve()
        except ConnectionClosed:
            pass
        except Goodbye as goodbye:
            end = goodbye
        except ProtocolError as error:
            _log.info("a peer sent no message: %s", error)
            end = Goodbye(CloseCode.BAD_MESSAGE, "that was no message of this protocol")
        except Exception:  # noqa: BLE001 -- the border of a connection: our bug must not reach anybody else
            _log.exception("a session failed")
            end = Goodbye(CloseCode.INTERNAL, "the server made a mistake")
        finally:
            self._leave()
        if end is not None:
            await self._close(end.code, str(end))

    async def _close(self, code: int, reason: str) -> None:
        """Say goodbye; cut the connection when the peer does not answer in time."""
        self._outbox.flush()
        try:
            await asyncio.wait_for(self._connection.close(code, reason), CLOSE_WITHIN)
        except TimeoutError:
            self._connection.transport.abort()

    def _leave(self) -> None:
        if self._player is not None:
            for room in self._node.hub.leave(self):
                self._node.keeper.release(room)

    # Hello

    async def _hello(self) -> None:
        try:
            frame = await asyncio.wait_for(self._receive(), HELLO_WITHIN)
        except TimeoutError:
            raise Goodbye(CloseCode.NO_HELLO, "no hello came in time") from None
        hello = decode_client(frame)
        if not isinstance(hello, Hello):
            raise ProtocolError("a hello must come first")
        if VERSION not in hello.versions:
            self._error(hello.id, ErrorCode.BAD_VERSION, f"this server speaks version {VERSION}")
            raise Goodbye(CloseCode.BAD_VERSION, f"this server speaks version {VERSION}")
        try:
            await self._greet(hello)
        except StoreUnavailable:
            self._send(_away(hello.id))
            raise Goodbye(CloseCode.BUSY, "the store is away; try again") from None

    async def _greet(self, hello: Hello) -> None:
        await self._node.pulse.check(PATIENCE)
        try:
            self._player, token = await admit(
                self._node.store, hello, lambda: self._node.door.wait_for_account(self._address)
            )
        except Denied as no:
            self._send(Error(hello.id, no.code, str(no), no.retry_ms))
            code = CloseCode.REFUSED_HELLO if no.retry_ms is None else CloseCode.BUSY
            raise Goodbye(code, str(no)) from None
        self._messages = self._bucket(self.player.kind)
        if self._node.allowance.makes_up_for_lag:
            _ = await self._connection.ping()  # the keepalive's first one comes too late for the first moves
        self._node.hub.enter(self)
        for room_id, since in hello.resume.items():
            await self._pace()
            await self._resume(room_id, since)
        self._send(self._welcome(hello, token))

    async def _resume(self, room_id: RoomId, since: int) -> None:
        with suppress(UnknownRoom):
            await self._watch(room_id, since)

    def _welcome(self, hello: Hello, token: str) -> Welcome:
        node, player = self._node, self.player
        return Welcome(
            id=hello.id,
            version=VERSION,
            server=node.name,
            player=player,
            now=node.pulse.now(),
            durability=node.store.durability,
            limits=node.allowance.told_to(player.kind),
            token=token,
            rooms=tuple(node.lobby.rooms_of(player.id)[-MOST_ROOMS_LISTED:]),
        )

    # Requests

    async def _serve(self) -> None:
        while True:
            message = decode_client(await self._receive())
            await self._pace()
            await self._answer(message)

    async def _pace(self) -> None:
        """Wait until the peer may go on. Not reading slows a flood down: its own connection fills up."""
        if wait := self._messages.take():
            await asyncio.sleep(wait)
        await self._until_read()

    async def _receive(self) -> bytes:
        frame = await self._connection.recv()
        if isinstance(frame, str):
            raise ProtocolError("a text frame")
        return frame

    async def _answer(self, message: ClientMessage) -> None:
        try:
            await self._node.pulse.check(PATIENCE)
            await self._carry_out(message)
        except Refused as refused:
            self._error(message.id, refused.reason, str(refused))
        except UnknownRoom:
            self._error(message.id, ErrorCode.UNKNOWN_ROOM, "there is no such room")
        except StoreUnavailable:
            self._send(_away(message.id))
        except Denied as denied:
            self._send(Error(message.id, denied.code, str(denied), denied.retry_ms))

    async def _carry_out(self, message: ClientMessage) -> None:
        match message:
            case Act():
                await self._act(message)
            case Create():
                await self._create(message)
            case Watch(room=room, since=since):
                version = await self._watch(room, since)
                self._send(Ok(message.id, room, version))
            case Unwatch(room=room):
                self._unwatch(room)
                self._send(Ok(message.id, room))
            case Rooms():
                rooms = self._node.lobby.newest(MOST_ROOMS_LISTED)
                self._send(Ok(message.id, rooms=tuple(rooms)))
            case Follow():
                self._node.hub.follow(self)
                self._send(Ok(message.id, self._node.lobby.featured))
            case Hello():
                raise ProtocolError("a second hello")
            case _ as unreachable:
                assert_never(unreachable)

    async def _act(self, act: Act) -> None:
        command = act.command
        command_id = f"{self.player.id}:{act.command_id}"
        try:
            self._check(act.room, command)
        except Denied:  # but the answer to what is sent again must not depend on what came since
            if not await self._node.keeper.was_done(act.room, command_id):
                raise
        if isinstance(command, Say):
            command = Say(clean(command.text), command.to)
        version = await self._node.keeper.act(
            act.room,
            command,
            by=self.player,
            command_id=command_id,
            base=act.base,
            round_trip=self._round_trip(),
        )
        if isinstance(command, Join) and not self._node.hub.is_listening(self, act.room):
            await self._watch(act.room, act.base)
        self._send(Ok(act.id, act.room, version))

    def _check(self, room_id: RoomId, command: PlayerCommand) -> None:
        """Raises Denied when the player does too much of it."""
        match command:
            case Say():
                if wait := self._node.chat.of(self.player.id).try_take():
                    raise Denied(ErrorCode.RATE_LIMITED, "you talk too fast", Millis(round(wait * 1000)))
            case Join():
                self._check_rooms(room_id)
            case _:
                pass

    def _round_trip(self) -> Millis:
        """How long the last ping and its answer took; nothing that the peer says of itself counts."""
        is_wanted = self._node.allowance.makes_up_for_lag
        return Millis(round(self._connection.latency * 1000) if is_wanted else 0)

    async def _create(self, request: Create) -> None:
        command_id = f"{self.player.id}:{request.command_id}"
        # The id follows from the request, so that one that is sent again finds the room it has opened.
        room_id = RoomId(sha256(command_id.encode()).hexdigest()[:12])
        if not await self._node.keeper.was_done(room_id, command_id):
            await self._node.keeper.create(room_id, await self._first_events(request), command_id)
        version = await self._watch(room_id, 0)
        self._send(Ok(request.id, room_id, version))

    async def _first_events(self, request: Create) -> Sequence[Event]:
        """What a request opens a room with. Raises Denied and Refused."""
        try:
            ruleset = ruleset_from(request.ruleset)
            time = parse_time_control(request.time)
        except InvalidRuleset as error:
            raise Denied(ErrorCode.BAD_RULESET, str(error)) from None
        except BadTimeControl as error:
            raise Denied(ErrorCode.BAD_TIME_CONTROL, str(error)) from None
        self._check_rooms()
        if len(request.invite) > ruleset.sides:
            raise Refused(Reason.ROOM_FULL)
        invited = [await self._invited(name) for name in request.invite]
        seat = secrets.randbelow(ruleset.sides) if request.seat is None else request.seat
        now = self._node.pulse.now()
        return create(ruleset, time, by=self.player, now=now, seat=seat, invited=invited)

    async def _invited(self, name: str) -> Player:
        account = await self._node.store.find(name)
        if account is None:
            raise Denied(ErrorCode.UNKNOWN_PLAYER, f"there is no player {clean(name, 20)}")
        return Player(account.id, account.name, account.kind)

    def _check_rooms(self, room_id: RoomId | None = None) -> None:
        """Raises Denied when the player has too many seats for one more, in ``room_id`` or a new room."""
        lobby, most = self._node.lobby, self._node.allowance.rooms_for(self.player.kind)
        room = None if room_id is None else lobby.get(room_id)
        is_seated = room is not None and any(seat and seat.id == self.player.id for seat in room.seats)
        if not is_seated and lobby.seats_of(self.player.id) >= most:
            raise Denied(ErrorCode.TOO_MANY, f"you have {most} rooms open; finish or leave one first")

    async def _watch(self, room_id: RoomId, since: int) -> int:
        """Attach to a room's events, after all that happened since a version; the room's version."""

        def show(room: Room, missed: Sequence[Event] | None) -> None:
            viewer = self._node.hub.attach(self, room_id, room)
            if missed is None:
                self._send(Synced(room_id, snapshot(room, viewer)))
                return
            for version, event in enumerate(missed, room.version - len(missed) + 1):
                self.send(event_frame(room_id, version, encode_event(view(event, viewer))))

        return await self._node.keeper.show(room_id, since, show)

    def _unwatch(self, room_id: RoomId) -> None:
        if self._node.hub.is_listening(self, room_id) and not self._node.hub.detach(self, room_id):
            self._node.keeper.release(room_id)

    def _error(self, request: RequestId, code: str, text: str) -> None:
        self._send(Error(request, code, text))


def _away(request: RequestId) -> Error:
    text = "the server can't reach its store; try again"
    return Error(request, ErrorCode.UNAVAILABLE, text, Millis(RETRY_MS))
