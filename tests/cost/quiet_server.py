"""A node with its whole way of a frame, from the front door to the store, in one thread and without a socket.

Time passes only where it is let pass, and the loop runs only until nothing is left to do now. So what happens
between two moments is the same in every run: it can be counted, and measured without what else goes on.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Coroutine, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from random import Random
from typing import Any, Final, TypeVar, cast

import msgspec

from pente_core.identity import PlayerKind
from pente_protocol.messages import Wire
from pente_server.node import Node
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.chaos.simulation.runtime.host import HERE, Host, virtual
from tests.chaos.simulation.runtime.virtual_loop import VirtualLoop
from tests.support.hostile.raw_peer import RawPeer, masked
from tests.support.peer import GENEROUS

_T = TypeVar("_T")
_Client = TypeVar("_Client", bound=asyncio.Protocol)
_PEER: Final = ("127.0.0.1", 50_000)
_SERVER: Final = ("127.0.0.1", 8765)
_TIME_AND_CHANCE: Final = ("time", "monotonic", "secrets", "SystemRandom")


class QuietLoop(VirtualLoop):
    """Mutable. It can stop as soon as nothing is left to do at this moment, and has no other threads."""

    def __init__(self) -> None:
        super().__init__(Random(0))
        self.accept: Callable[[], asyncio.Protocol]
        """Makes the protocol of a new connection, once a server listens."""
        self._is_settling = False
        self._failed: list[BaseException] = []
        self.set_exception_handler(lambda _, context: self._failed.append(context["exception"]))

    def settle(self) -> None:
        """Run until there is nothing to do before some time has passed."""
        self._is_settling = True
        try:
            self.run_forever()
        finally:
            self._is_settling = False
        if self._failed:
            raise self._failed.pop()

    def _run_once(self) -> None:
        if self._is_settling and not self._ready:  # type: ignore[attr-defined]
            self.stop()
        else:
            super()._run_once()  # type: ignore[misc]

    async def create_server(self, accept: Callable[[], asyncio.Protocol], **_: Any) -> Any:  # type: ignore[override]
        """Listen: nobody comes but by `accept`."""
        self.accept = accept
        return _NoServer()

    def run_in_executor(self, _: Any, work: Callable[..., _T], *arguments: Any) -> "asyncio.Future[_T]":  # type: ignore[override]
        """Do at once what would be done in another thread."""
        done: asyncio.Future[_T] = self.create_future()
        done.set_result(work(*arguments))
        return done


class _NoServer:
    def close(self) -> None:
        """There is nothing to close."""


class _Listener:
    """What a node asks of its listening socket."""

    def setsockopt(self, *_: object) -> None:
        """There is no buffer."""

    def listen(self, _: int) -> None:
        """Everybody comes by `QuietLoop.accept`."""


class Pipe(asyncio.Transport):
    """One end of a connection: what is written arrives at once at the protocol of the other. Mutable."""

    def __init__(self, own: asyncio.Protocol) -> None:
        super().__init__({"peername": _PEER, "sockname": _SERVER})
        self.own = own
        self.other: Pipe
        self._is_over = False

    def write(self, data: Any) -> None:
        if not self._is_over:
            self.other.own.data_received(bytes(data))

    def close(self) -> None:
        self.abort()

    def abort(self) -> None:
        for end in (self, self.other):
            if not end._is_over:
                end._is_over = True
                asyncio.get_running_loop().call_soon(end.own.connection_lost, None)

    def is_closing(self) -> bool:
        return self._is_over

    def is_reading(self) -> bool:
        return not self._is_over

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.own = cast(asyncio.Protocol, protocol)

    def get_protocol(self) -> asyncio.BaseProtocol:
        return self.own

    def get_write_buffer_size(self) -> int:
        return 0

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        """Nothing is ever buffered."""

    def pause_reading(self) -> None:
        raise AssertionError("what comes from one client is never too much")

    def resume_reading(self) -> None:
        """It was never paused."""

    def can_write_eof(self) -> bool:
        return False


class PageRequest(asyncio.Protocol):
    """A browser's connection for one page. Mutable."""

    def __init__(self) -> None:
        self.answer = b""
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def get(self, path: str) -> None:
        self._transport.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:8765\r\nAccept: */*\r\n\r\n".encode())

    def data_received(self, data: bytes) -> None:
        self.answer += data


class QuietServer:
    """A node on a store in memory, which serves. Mutable; made by `quiet_server`."""

    def __init__(self) -> None:
        self.loop = QuietLoop()
        self.database = MemoryDatabase()
        self.node: Node
        self._ids = count(1_000_000)
        """The numbers of requests: above all that a peer counts itself."""

    def run(self, work: Coroutine[Any, Any, _T]) -> _T:
        """Do something that waits; as much time passes as it waits for."""
        return self.loop.run_until_complete(work)

    def let_pass(self, seconds: float) -> None:
        """Let time pass, with all that is due in it."""
        self.run(asyncio.sleep(seconds))
        self.loop.settle()

    def connect(self) -> RawPeer:
        """A client that has shaken hands; nothing is asked yet."""
        peer = self.run(self._new(RawPeer))
        self.run(peer.shake_hands())
        return peer

    async def _new(self, client: Callable[[], _Client]) -> _Client:
        here, there = Pipe(client()), Pipe(self.loop.accept())
        here.other, there.other = there, here
        for end in (there, here):
            end.own.connection_made(end)
        return cast(_Client, here.own)

    def player(self, name: str) -> RawPeer:
        """A person with an account, who has said hello."""
        peer = self.connect()
        self.run(_introduce(peer, name))
        return peer

    def ask(self, peer: RawPeer, request: Wire) -> Wire:
        """The reply to a request. Raises Broken when it is an error."""
        return self.run(peer.request(request))

    def send(self, peer: RawPeer, request: Wire) -> None:
        """Send a request, and let all happen that follows from it at once; the peer hears the reply."""
        frame = masked(msgspec.msgpack.encode({**request, "id": next(self._ids)}))
        self.loop.call_soon(peer.send, frame)
        self.loop.settle()

    def get(self, path: str) -> None:
        """Ask for a page as a browser does."""
        page = self.run(self._new(PageRequest))
        self.loop.call_soon(page.get, path)
        self.loop.settle()
        assert page.answer.startswith(b"HTTP/1.1 200 "), page.answer


async def _introduce(peer: RawPeer, name: str) -> Wire:
    return await peer.ask(await peer.introduced(peer.device.new(name, PlayerKind.PERSON)))


@contextmanager
def quiet_server() -> Iterator[QuietServer]:
    """A server for the time of the block, in which product code has no other time and no other chance."""
    server = QuietServer()
    HERE.set(Host("here", Random(0)))
    with ExitStack() as stack:
        stack.callback(server.loop.close)
        stack.enter_context(virtual(_TIME_AND_CHANCE))
        server.run(_begin(server, stack))
        server.loop.settle()
        yield server


async def _begin(server: QuietServer, stack: ExitStack) -> None:
    server.node = Node(MemoryStore(server.database), GENEROUS)
    serving = server.node.serving(cast(socket.socket, _Listener()))
    await serving.__aenter__()
    stack.callback(lambda: server.run(_end(serving.__aexit__(None, None, None))))


async def _end(ending: Awaitable[Any]) -> None:
    await ending
    rest = asyncio.all_tasks() - {asyncio.current_task()}
    for task in rest:
        task.cancel()
    await asyncio.gather(*rest, return_exceptions=True)
