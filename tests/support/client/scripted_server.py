"""A tiny server that speaks the protocol, and does exactly what a test says."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from itertools import pairwise
from typing import Any, TypeVar

from websockets.asyncio.server import Server, ServerConnection, serve
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from pente_client.connection import Client, Timeouts
from pente_core.value import replace
from pente_protocol.codec import decode_client, encode, unpack
from pente_protocol.login.keys import (
    key_from_text,
    key_to_text,
    server_of,
    signature_from_text,
    signature_to_text,
)
from pente_protocol.login.signatures import is_signed, public_key, sign
from pente_protocol.login.signed_texts import Handshake, greeting_text, hello_text, succeeded
from pente_protocol.messages import Answer, ClientMessage, ServerMessage, Wire
from pente_protocol.messages.account import SignedSignIn
from pente_protocol.messages.archive import GameList, Games
from pente_protocol.messages.base import Error, Ok, RequestId
from pente_protocol.messages.hello import FormerKey, Greeting, Hello, Welcome
from pente_protocol.messages.lists import Browse, ListedRoom, Online, OnlineList, PlayerList, RoomList, Rooms
from pente_protocol.messages.people import Block, Blocked, PlayerFound, Profile, Rename, Unblock
from pente_protocol.messages.rooms import Act, Acted, Create, RoomCreated, Watch, Watching
from pente_protocol.messages.tv import Follow, Following
from pente_protocol.version import SUBPROTOCOL
from tests.support.client.scripted_room import ANN, START
from tests.support.waiting import patience

M = TypeVar("M")


QUICK = Timeouts(
    first_delay=0.001, longest_delay=0.01, open=60, greeting=60, answer=60, send=60, close=1, unavailable=1
)
"""For tests that expect to come back."""


SECRETS: dict[str, bytes] = {server_of(public_key(bytes([n]) * 32)): bytes([n]) * 32 for n in (1, 2, 3)}
"""The secret keys of three servers, by their ids."""
SERVER_ID, OTHER_ID, THIRD_ID = SECRETS


def former_keys(*ids: str) -> tuple[FormerKey, ...]:
    """What a server says that has had all ids but the last one, which it has now."""
    chain: tuple[FormerKey, ...] = ()
    for old, new in pairwise(ids):
        chain = succeeded(chain, SECRETS[old], key_to_text(public_key(SECRETS[new])), START)
    return chain


def signed(greeting: Greeting, nonce: str) -> Greeting:
    """A greeting that proves who the server is, if a test has left that to do and there is such a server."""
    secret = SECRETS.get(greeting.server_id)
    if secret is None or greeting.signature:
        return greeting
    key = key_to_text(public_key(secret))
    handshake = Handshake(SUBPROTOCOL, nonce, greeting.nonce, key)
    text = greeting_text(handshake, greeting.address, greeting.succeeds)
    return replace(greeting, server_key=key, signature=signature_to_text(sign(secret, text)))


def check_hello(hello: Hello, wire: Wire, greeting: Greeting | None, nonce: str) -> None:
    """Check the signature of a hello that answers a greeting."""
    if greeting is not None and isinstance(account := hello.account, SignedSignIn):
        handshake = Handshake(SUBPROTOCOL, nonce, greeting.nonce, greeting.server_key)
        signature = signature_from_text(account.signature)
        assert is_signed(key_from_text(account.key), hello_text(handshake, wire), signature)


def welcome(hello: Hello, **changes: Any) -> Welcome:
    """A welcome to a hello."""
    values: dict[str, Any] = {
        "server": "scripted",
        "player": ANN,
        "now": START,
        "durability": "memory",
    }
    return Welcome(hello.id, **{**values, **_listed(changes)})


def _listed(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a message, in which listed rooms may be summaries only."""
    if "rooms" not in fields:
        return fields
    rooms = (room if isinstance(room, ListedRoom) else ListedRoom(room) for room in fields["rooms"])
    return {**fields, "rooms": tuple(rooms)}


def greeting(**changes: Any) -> Greeting:
    """A greeting."""
    values: dict[str, Any] = {
        "server_id": SERVER_ID,
        "name": "",
        "server": "scripted",
        "features": (),
        "limits": (),
        "nonce": "n" * 22,
        "now": START,
        "durability": "memory",
    }
    return Greeting(**{**values, **changes})


def ok(request: Any, **fields: Any) -> Ok | Answer:
    """A yes to a request, as the reply of its type."""
    id_ = RequestId(request.id)
    match request:
        case Create():
            return RoomCreated(id_, **{"version": 1, **fields})
        case Act() | Watch():
            kind = Acted if isinstance(request, Act) else Watching
            return kind(id_, **{"room": request.room, "version": 1, **fields})
        case Rooms() | Browse():
            return RoomList(id_, **_listed(fields))
        case Online():
            return OnlineList(id_, **fields)
        case Blocked():
            return PlayerList(id_, **fields)
        case Rename() | Block() | Unblock():
            return PlayerFound(id_, **{"player": ANN, **fields})
        case Follow():
            return Following(id_, **fields)
        case _:
            return Ok(id_, **fields)


def no(request: Any, code: str, text: str = "no", **fields: Any) -> Error:
    """A no to a request."""
    return Error(RequestId(request.id), code, text, **fields)


def _by_the_way(message: ClientMessage) -> ServerMessage | None:
    """The answer to what a client asks by itself; None: it was asked to do it."""
    if isinstance(message, Online):
        return OnlineList(message.id)
    if isinstance(message, Games) and message.which.player:
        return GameList(message.id)
    return no(message, "unknown-player") if isinstance(message, Profile) and message.against else None


GREETING = greeting()


class Peer:
    """One connection of a client, seen from the server. Mutable."""

    def __init__(self, connection: ServerConnection) -> None:
        self.connection = connection
        self.greeting: Greeting | None = None
        """What was said first."""
        request = connection.request
        self.nonce = "" if request is None else request.path.partition("nonce=")[2]
        """What the client has drawn for the connection."""
        self.heard: list[ClientMessage] = []
        """Everything that was taken from the client, all of it once that is gone."""

    async def get(self, wanted: str = "a message of the client") -> ClientMessage:
        """The next message of the client."""
        async with patience(wanted, lambda: self.heard):
            frame = await self.connection.recv()
        assert isinstance(frame, bytes)
        message = decode_client(frame)
        if isinstance(message, Hello):
            check_hello(message, unpack(frame), self.greeting, self.nonce)
        self.heard.append(message)
        return message

    async def expect(self, type_: type[M]) -> M:
        """The next message, which must be of a type.

        A client that waits for a player asks which bots are online, by the way, which of them its player has
        played, and how it stands against the other one; it hears of none, and not.
        """
        message = await self.get(f"a {type_.__name__} of the client")
        wanted = type_ if type_ in (Online, Games) else ()
        while (answer := _by_the_way(message)) and not isinstance(message, wanted):
            await self.send(answer)
            message = await self.get(f"a {type_.__name__} of the client")
        assert isinstance(message, type_), f"{message} instead of {type_.__name__}"
        return message

    async def greet(self, **changes: Any) -> Hello:
        """Take the hello and welcome the client."""
        hello = await self.expect(Hello)
        await self.send(welcome(hello, **changes))
        return hello

    async def send(self, *messages: ServerMessage | bytes | str) -> None:
        for message in messages:
            await self.connection.send(message if isinstance(message, bytes | str) else encode(message))

    async def close(self, code: int, reason: str = "") -> None:
        await self.connection.close(code, reason)

    def kill(self) -> None:
        """Break the connection without a word."""
        self.connection.transport.abort()

    async def gone(self) -> None:
        """Wait until the client has left; what it has said until then was heard, too."""
        async with patience("the client to leave", lambda: self.heard):
            with suppress(ConnectionClosed):
                async for frame in self.connection:
                    assert isinstance(frame, bytes)
                    self.heard.append(decode_client(frame))
            await self.connection.wait_closed()


class ScriptedServer:
    """A server that only accepts; a test plays its part. Mutable."""

    def __init__(self, subprotocol: str | None, greeting: Greeting | None) -> None:
        self.port = 0
        self.greeting = greeting
        """What every client is told first; None: nothing."""
        self._subprotocols = [Subprotocol(subprotocol)] if subprotocol else None
        self._peers: asyncio.Queue[Peer] = asyncio.Queue()
        self._server: Server | None = None

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}"

    async def start(self) -> None:
        """Listen, on the same port as before if there was one."""
        self._server = await serve(
            self._accept,
            "127.0.0.1",
            self.port,
            subprotocols=self._subprotocols,
            compression=None,
            ping_interval=None,
        )
        self.port = next(iter(self._server.sockets)).getsockname()[1]

    async def stop(self, code: int = 1012) -> None:
        """Close every connection and listen no more."""
        if self._server is not None:
            self._server.close(code=code)
            await self._server.wait_closed()
            self._server = None

    async def accept(self) -> Peer:
        """The next client that connects."""
        async with patience("a client to connect"):
            return await self._peers.get()

    async def greet(self, **changes: Any) -> Peer:
        """The next client that connects, welcomed."""
        peer = await self.accept()
        await peer.greet(**changes)
        return peer

    async def _accept(self, connection: ServerConnection) -> None:
        peer = Peer(connection)
        if self.greeting is not None:
            peer.greeting = signed(self.greeting, peer.nonce)
            await peer.send(peer.greeting)
        self._peers.put_nowait(peer)
        await connection.wait_closed()


@asynccontextmanager
async def scripted(
    subprotocol: str | None = SUBPROTOCOL, greeting: Greeting | None = GREETING
) -> AsyncIterator[ScriptedServer]:
    """A server on a free port of the loopback."""
    server = ScriptedServer(subprotocol, greeting)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


@asynccontextmanager
async def connected(server: ScriptedServer, **options: Any) -> AsyncIterator[tuple[Client, Peer]]:
    """A client that was welcomed, and the server's end of it."""
    client = Client(server.url, **{"name": "ann", "pace": QUICK, **options})
    entering = asyncio.ensure_future(client.__aenter__())
    peer = await server.greet()
    await entering
    try:
        yield client, peer
    finally:
        await client.close()
