"""A peer that speaks the protocol by itself, and a node in this process for it to speak to."""

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from itertools import count
from secrets import token_hex
from typing import Any, Self, TypeVar

from msgspec import structs
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed
from websockets.typing import Subprotocol

from pente_core.identity import PlayerKind, RoomId
from pente_core.room import BotPolicy, Options
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_protocol.choices.server_limit import ServerLimit
from pente_protocol.errors import ErrorCode
from pente_protocol.forms import MSGPACK, Form
from pente_protocol.json_codec import LAST_EXACT
from pente_protocol.messages import Answer, Message, ServerMessage
from pente_protocol.messages.account import SignedSignIn, SignIn
from pente_protocol.messages.base import CommandId, Error, Ok, RequestId
from pente_protocol.messages.hello import Greeting, Hello, Welcome
from pente_protocol.messages.rooms import Act, Acted, Create, Happened, RoomCreated, Synced
from pente_server.limits.limit import RateLimit
from pente_server.limits.limits import Allowance
from pente_server.node import Node
from pente_server.store import Store
from pente_server.store.memory.store import MemoryStore
from tests.support.accounts.sign_in import QUERY, TestedDevice
from tests.support.games import checkpoints
from tests.support.waiting import PATIENCE, in_vain, patience

_Message = TypeVar("_Message")

GENEROUS = Allowance(
    messages=RateLimit(1e6, 1e6),
    chat=RateLimit(1e6, 1e6),
    questions=RateLimit(1e6, 1e6),
    openings=RateLimit(1e6, 1e6),
    joins=RateLimit(1e6, 1e6),
    invitations=RateLimit(1e6, 1e6),
    invitations_from_one=RateLimit(1e6, 1e6),
    open_invitations=1000,
    open_invitations_from_one=1000,
    rooms_per_person=1000,
    connections_per_address=1000,
)
"""For tests of something else."""


class Served:
    """A node that serves, and where."""

    def __init__(self, node: Node, port: int) -> None:
        self.node = node
        self.port = port
        self.url = f"ws://127.0.0.1:{port}"


@asynccontextmanager
async def serving(
    store: Store | None = None, allowance: Allowance = GENEROUS, **options: Any
) -> AsyncIterator[Served]:
    """A node for the time of the block, in memory if there is no store; with the options of `Node`."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        node = Node(store or MemoryStore(), allowance, **options)
        async with node.serving(listener):
            yield Served(node, listener.getsockname()[1])

        await node.store.close()


class Peer:
    """A connection, with all that came over it. Mutable; an async context manager.

    Checkpoints in requests may be versions only, and missed events count as if they had come one by one.
    """

    def __init__(self, url: str, form: Form = MSGPACK) -> None:
        self._url = url
        self._form = form
        self._ids = count(1)
        self._answers: dict[int, asyncio.Future[Welcome | Ok | Answer | Error]] = {}
        self._news = asyncio.Event()
        self._next = 0
        self.said: list[ServerMessage] = []
        """Everything, in order."""
        self.welcome: Welcome
        self.device = TestedDevice()

    async def __aenter__(self) -> Self:
        self.connection: ClientConnection = await connect(
            f"{self._url.rstrip('/')}/{QUERY}",
            subprotocols=[Subprotocol(self._form.subprotocol)],
            compression=None,
            proxy=None,
            max_size=262_144,
            open_timeout=PATIENCE,
            ping_interval=None,
            close_timeout=1,
        )
        self._reader = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.connection.close()
        await self._reader

    async def _read(self) -> None:
        with suppress(ConnectionClosed):
            while True:
                frame = await self.connection.recv()
                message = self._form.decode_server(frame)
                assert is_exact(frame), frame
                checkpoints.heard(message)
                self.said += checkpoints.one_by_one(message)
                if isinstance(message, Welcome | Ok | Answer | Error) and message.id in self._answers:
                    self._answers.pop(message.id).set_result(message)
                self._news.set()
        for answer in self._answers.values():
            if not answer.done():
                answer.set_exception(ConnectionResetError("the connection ended before the answer"))
                answer.exception()  # nobody may be waiting
        self._news.set()

    # Saying

    async def send(self, frame: bytes | str) -> None:
        await self.connection.send(frame)

    async def post(self, message: type, **fields: Any) -> "asyncio.Future[Welcome | Ok | Answer | Error]":
        """Send a request; the future gets its answer."""
        id_ = RequestId(next(self._ids))
        answer: asyncio.Future[Welcome | Ok | Answer | Error] = asyncio.get_running_loop().create_future()
        self._answers[id_] = answer
        request = message(id=id_, **checkpoints.with_checkpoints(fields))
        await self.send(frame_of(request, self._form))
        return answer

    async def _answer(self, message: type, **fields: Any) -> Welcome | Ok | Answer | Error:
        async with patience(f"an answer to {message.__name__}({fields})", self._heard_last):
            return await (await self.post(message, **fields))

    async def ask(self, message: type, **fields: Any) -> Ok | Answer | Error:
        """Send a request and wait for its answer."""
        answer = await self._answer(message, **fields)
        assert isinstance(answer, Ok | Answer | Error)
        return answer

    async def ok(self, message: type, **fields: Any) -> Any:
        """Send a request that is carried out; its reply, which is an `Ok` or an answer of its own type."""
        answer = await self.ask(message, **fields)
        assert isinstance(answer, Ok | Answer), answer
        return answer

    async def code(self, message: type, **fields: Any) -> str:
        """Send a request that is not carried out; why."""
        answer = await self.ask(message, **fields)
        assert isinstance(answer, Error), answer
        assert answer.text
        return answer.code

    async def told(self, kind: type[_Message], message: type, **fields: Any) -> _Message:
        """Ask a question that is answered in its own way."""
        answer = await self._answer(message, **fields)
        assert isinstance(answer, kind), answer
        return answer

    async def hello(self, name: str = "", **fields: Any) -> Welcome:
        """Say hello, and be welcome, as soon as the store is there; see `introduced` for the fields."""
        async with patience("a welcome", self._heard_last):
            answer = await self._answer(Hello, **await self.introduced(name, **fields))
            while isinstance(answer, Error) and answer.code == ErrorCode.UNAVAILABLE:
                await self._come_again(answer)
                answer = await self._answer(Hello, **await self.introduced(name, **fields))
        assert isinstance(answer, Welcome), answer
        self.device.player = answer.player.id
        self.welcome = answer
        return answer

    async def _come_again(self, refused: Error) -> None:
        """Connect anew after as long as the server says, as clients do: a busy machine can stand still."""
        await self.__aexit__()
        await asyncio.sleep((refused.retry_ms or 0) / 1000)
        self.said.clear()
        self._next = 0
        await self.__aenter__()

    async def introduced(
        self,
        name: str = "",
        *,
        kind: PlayerKind = PlayerKind.PERSON,
        credential: str = "",
        account: SignIn | None = None,
        device: TestedDevice | None = None,
        **fields: Any,
    ) -> dict[str, Any]:
        """The fields of a hello: with a new account, the one of a ``credential``, or any ``account`` of the
        device, which signs it here.
        """
        self.device = device or (TestedDevice(credential) if credential else self.device)
        request = account or (self.device.known() if credential else self.device.new(name, kind))
        said: dict[str, Any] = {"id": 1, "client": "test", "account": request, **fields}
        hello, greeting = Hello(**checkpoints.with_checkpoints(said)), await self.greeted()
        if isinstance(request, SignedSignIn):
            hello = self.device.sign(hello, greeting, self._form.subprotocol)
        return {key: value for key, value in structs.asdict(hello).items() if key != "id"}

    def limit(self, name: str) -> ServerLimit:
        """A limit of this connection and its account."""
        assert isinstance(self.said[0], Greeting)
        return {each.name: each for each in (*self.said[0].limits, *self.welcome.limits)}[name]

    async def greeted(self) -> Greeting:
        """The greeting."""
        async with patience("the greeting", self._heard_last):
            while not self.said and not self._reader.done():
                self._news.clear()
                await self._news.wait()
        assert isinstance(self.said[0], Greeting)
        return self.said[0]

    @property
    def credential(self) -> str:
        """What signs in to the same account again."""
        return self.device.credential

    async def create(self, ruleset: object = "pente", time: str = "-", **fields: Any) -> RoomId:
        opened = await self.ok(Create, **creating(ruleset=ruleset, time=time, **fields))
        assert isinstance(opened, RoomCreated)
        return opened.room

    async def act(self, room: RoomId, command: cmd.PlayerCommand, **fields: Any) -> Acted:
        acted = await self.ok(Act, **self.acting(room, command, **fields))
        assert isinstance(acted, Acted)
        return acted

    async def refusal(self, room: RoomId, command: cmd.PlayerCommand, **fields: Any) -> str:
        return await self.code(Act, **self.acting(room, command, **fields))

    def acting(self, room: RoomId, command: cmd.PlayerCommand, **fields: Any) -> dict[str, Any]:
        """The fields of an act that is based on everything seen so far."""
        return {
            "room": room,
            "base": self.version(room),
            "command_id": a_command(),
            "command": command,
            **fields,
        }

    # Hearing

    def version(self, room: RoomId) -> int:
        """The newest version of a room that was heard of; 0 if none was."""
        happened = (version for version, _ in self.events(room))
        synced = (m.snapshot.version for m in self.said if isinstance(m, Synced) and m.room == room)
        return max((*happened, *synced), default=0)

    async def heard_version(self, room: RoomId, version: int) -> None:
        """Wait until a version of a room was heard of, if it was not yet."""
        async with patience(f"version {version} of {room}", self._heard_last):
            while self.version(room) < version:
                self._news.clear()
                await self._news.wait()

    def events(self, room: RoomId) -> list[tuple[int, ev.Event]]:
        """All that has happened in a room, with the versions."""
        return [(m.version, m.event) for m in self.said if isinstance(m, Happened) and m.room == room]

    async def heard(
        self,
        type_: type[_Message],
        matches: Callable[[_Message], bool] = lambda _: True,
        *,
        seconds: float | None = None,
    ) -> _Message:
        """The next message of a type that matches, after the one that this returned last.

        ``seconds`` is for what takes its time.
        """
        async with patience(f"{type_.__name__} that fits", self._heard_last, seconds):
            while True:
                while self._next < len(self.said):
                    message = self.said[self._next]
                    self._next += 1
                    if isinstance(message, type_) and matches(message):
                        return message
                if self._reader.done():
                    last = in_vain(f"{type_.__name__} that fits", self._heard_last(), 0)
                    raise AssertionError(f"the connection ended: {last}")
                self._news.clear()
                await self._news.wait()

    def _heard_last(self) -> list[ServerMessage]:
        return self.said

    async def happened(self, event: type[_Message]) -> _Message:
        """The next event of a type."""
        message = await self.heard(Happened, lambda m: isinstance(m.event, event))
        assert isinstance(message.event, event)
        return message.event

    async def closed(self) -> tuple[int, str]:
        """Wait for the end of the connection: the close code and reason."""
        async with patience("the end of the connection", self._heard_last):
            await self._reader
        close = self.connection.protocol.close_rcvd
        return (close.code, close.reason) if close else (1006, "")


@asynccontextmanager
async def peers(url: str, *names: str, **fields: Any) -> AsyncIterator[list[Peer]]:
    """Welcome peers, one for each name: each says hello at once, as a server waits for it only so long."""
    async with AsyncExitStack() as stack:
        welcome = []
        for name in names:
            welcome.append(await stack.enter_async_context(Peer(url)))
            await welcome[-1].hello(name, **fields)
        yield welcome


@asynccontextmanager
async def peer_stack(url: str, number: int) -> AsyncIterator[list[Peer]]:
    """Peers that have said nothing yet."""
    if number == 0:
        yield []
        return
    async with Peer(url) as first, peer_stack(url, number - 1) as others:
        yield [first, *others]


def frame_of(message: Message, form: Form) -> bytes | str:
    """A message as a WebSocket library takes it."""
    content = form.encode(message)
    return content.decode() if form.is_text else content


def is_exact(frame: bytes | str) -> bool:
    """Whether JavaScript can read all integers of a frame, if it is one of text."""
    integers: list[int] = []

    def note(literal: str) -> int:
        integers.append(int(literal))
        return integers[-1]

    if isinstance(frame, str):
        json.loads(frame, parse_int=note)
    return all(abs(number) <= LAST_EXACT for number in integers)


def a_command() -> CommandId:
    return CommandId(token_hex(8))


def creating(**fields: Any) -> dict[str, Any]:
    """The fields of a request to open a room."""
    return {"command_id": a_command(), "ruleset": "pente", "time": "5+3", "seat": 0, **fields}


async def a_game(first: Peer, second: Peer, ruleset: object = "freestyle", time: str = "-") -> RoomId:
    """A game that has begun between two peers, in which the first is to move; both watch it."""
    room = await first.create(ruleset, time, options=Options(bots=BotPolicy.ANYBODY))
    await second.act(room, cmd.Join())
    return room


async def play(peer: Peer, room: RoomId, *points: int) -> None:
    for point in points:
        await peer.act(room, cmd.Play(Point(point)))
