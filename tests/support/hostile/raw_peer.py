"""A WebSocket client of few instructions: frames go out as they are, and come in unread."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from itertools import count
from typing import Any, Final, Self, TypeVar

import msgspec

from pente_core.identity import PlayerKind
from pente_core.value import replace
from pente_protocol.forms import MSGPACK, Form
from pente_protocol.messages import ClientMessage, Wire
from pente_protocol.messages.account import SignedSignIn
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.hello import Greeting, Hello
from tests.support.accounts.sign_in import QUERY, TestedDevice
from tests.support.waiting import PATIENCE, in_vain

ANSWER_WITHIN: Final = PATIENCE

_TEXT, _BINARY, _CLOSE, _PING, _PONG = 1, 2, 8, 9, 10
_T = TypeVar("_T")


def handshake(form: Form) -> bytes:
    """A request for a WebSocket with messages in a form."""
    return (
        f"GET /{QUERY} HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
        f"Sec-WebSocket-Protocol: {form.subprotocol}\r\n\r\n"
    ).encode()


HANDSHAKE: Final = handshake(MSGPACK)


class Broken(Exception):
    """The server did not do as it should; the measurement is void."""


class RawPeer(asyncio.Protocol):
    """Mutable: one connection. ``hear`` is called with every frame that answers no question."""

    def __init__(self, *, is_greeted: bool = True, form: Form = MSGPACK) -> None:
        """``is_greeted``: whether the server greets, as all do that speak the protocol."""
        self._form = form
        self._opcode = _TEXT if form.is_text else _BINARY
        self._format = msgspec.json if form.is_text else msgspec.msgpack
        self.hear: Callable[[bytes], None] | None = None
        self.frames = 0
        """How many data frames have come after the greeting."""
        self.bytes = 0
        """Their length, with the headers."""
        self.device = TestedDevice()
        self._numbers = count(1)
        self._replies: dict[int, asyncio.Future[Wire]] = {}
        self._rest = b""
        self._upgraded = asyncio.get_running_loop().create_future()
        self._greeting: asyncio.Future[Wire] = asyncio.get_running_loop().create_future()
        if not is_greeted:
            self._greeting.set_result({})
        self._transport: asyncio.Transport | None = None
        self._is_lost = False

    @classmethod
    async def connect(cls, port: int, *, is_greeted: bool = True, form: Form = MSGPACK) -> Self:
        """Connect, and shake hands."""
        new = partial(cls, is_greeted=is_greeted, form=form)
        _, peer = await asyncio.get_running_loop().create_connection(new, "127.0.0.1", port)
        await peer.shake_hands()
        return peer

    async def shake_hands(self) -> None:
        """Make a connection that was just opened a WebSocket. Raises Broken, and closes it, if that fails."""
        self.send(handshake(self._form))
        try:
            await self._soon(self._upgraded, "the handshake")
        except BaseException:
            self.close()
            raise

    async def hello(self, kind: PlayerKind = PlayerKind.BOT) -> Wire:
        """Wait for the greeting, and say hello as a new guest; the welcome."""
        return await self.sign_in("", kind)

    async def sign_in(self, name: str, kind: PlayerKind) -> Wire:
        """Open an account; the welcome."""
        return await self.ask(await self.introduced(self.device.new(name, kind)))

    async def look_on(self) -> Wire:
        """Wait for the greeting, and say hello as a viewer without an account; the welcome."""
        await self._soon(self._greeting, "the greeting")
        return await self.ask(Hello(RequestId(1), "test", watch_only=True))

    async def introduced(self, account: SignedSignIn, **fields: Any) -> Hello:
        """A hello of `device`, with the signature for this connection."""
        greeting = msgspec.convert(await self._soon(self._greeting, "the greeting"), Greeting)
        hello = Hello(RequestId(1), "test", account, **fields)
        return self.device.sign(hello, greeting, self._form.subprotocol)

    async def ask(self, message: ClientMessage) -> Wire:
        """Send a request under a number of its own; the reply. Raises Broken when it is an error."""
        answer = await self.answer(message)
        if answer["t"] == "error":
            raise Broken(f"{message} was answered with {answer}")
        return answer

    async def answer(self, message: ClientMessage) -> Wire:
        """Send a request under a number of its own; the reply, whatever it is. Raises Broken without one."""
        number = RequestId(next(self._numbers))
        return await self._reply_to(number, self._form.encode(replace(message, id=number)), message)

    async def request(self, wire: Wire) -> Wire:
        """Send a map as a request, whatever this checkout's messages look like; the reply.

        Raises Broken when it is an error.
        """
        number = next(self._numbers)
        answer = await self._reply_to(number, self._format.encode({**wire, "id": number}), wire)
        if answer["t"] == "error":
            raise Broken(f"{wire} was answered with {answer}")
        return answer

    async def _reply_to(self, number: int, body: bytes, request: object) -> Wire:
        if self._transport is None or self._transport.is_closing():
            raise Broken("the connection is gone")
        reply = self._replies[number] = asyncio.get_running_loop().create_future()
        self.send(masked(body, self._opcode))
        return await self._soon(reply, f"an answer to {request}")

    async def _soon(self, answer: Awaitable[_T], wanted: str) -> _T:
        try:
            return await asyncio.wait_for(answer, ANSWER_WITHIN)
        except TimeoutError:
            heard = [f"{self.frames} frames of {self.bytes} bytes, and {self._rest[:200]!r} of the next"]
            raise Broken(in_vain(wanted, heard, ANSWER_WITHIN)) from None

    def send(self, data: bytes) -> None:
        assert self._transport is not None
        self._transport.write(data)

    def close(self) -> None:
        # A transport that was closed with bytes left to send can't be aborted once they were sent.
        if self._transport is not None and not self._is_lost:
            self._transport.abort()

    # What asyncio calls

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport

    def connection_lost(self, exc: Exception | None) -> None:
        self._is_lost = True
        for future in (self._upgraded, self._greeting, *self._replies.values()):
            if not future.done():
                future.set_exception(Broken(f"the connection is gone: {exc}"))
                future.exception()  # nobody may be waiting

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
        if not self._upgraded.done():
            data = self._upgrade(data)
        start, end = 0, len(data)
        while end - start >= 2:
            body, length = start + 2, data[start + 1]
            if length == 126:
                body += 2
                length = int.from_bytes(data[start + 2 : body], "big") if end >= body else end
            elif length == 127:
                body += 8
                length = int.from_bytes(data[start + 2 : body], "big") if end >= body else end
            if end < body + length:
                break
            self._received(data[start] & 15, data[body : body + length], body + length - start)
            start = body + length
        self._rest = data[start:]

    def _upgrade(self, data: bytes) -> bytes:
        head, blank, rest = data.partition(b"\r\n\r\n")
        if not blank:
            return data
        if not head.startswith(b"HTTP/1.1 101 "):
            self._upgraded.set_exception(Broken(f"no WebSocket: {head[:80]!r}"))
        else:
            self._upgraded.set_result(None)
        return rest

    def _received(self, opcode: int, body: bytes, size: int) -> None:
        if opcode == _PING:
            self.send(masked(body, _PONG))
        elif opcode == _CLOSE:
            self.close()
        elif opcode == self._opcode and not self._greeting.done():
            self._greeting.set_result(self._format.decode(body))
        elif opcode == self._opcode:
            self.frames += 1
            self.bytes += size
            if self._replies:
                self._answer(body)
            elif self.hear is not None:
                self.hear(body)

    def _answer(self, body: bytes) -> None:
        message: Any = self._format.decode(body)
        reply = self._replies.pop(message.get("id", 0), None)
        if reply is not None:
            if not reply.done():
                reply.set_result(message)
        elif self.hear is not None:
            self.hear(body)


def masked(body: bytes, opcode: int = _BINARY) -> bytes:
    """The frame of a client. Its mask is zero, so that there is nothing to compute."""
    if len(body) < 126:
        head = bytes((0x80 | opcode, 0x80 | len(body)))
    else:
        head = bytes((0x80 | opcode, 0x80 | 126)) + len(body).to_bytes(2, "big")
    return head + bytes(4) + body
