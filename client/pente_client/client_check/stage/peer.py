"""One connection of the client under check, seen from the server."""

import asyncio
import secrets
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qs, urlsplit

import msgspec
from websockets.asyncio.server import ServerConnection
from websockets.exceptions import ConnectionClosed

from pente_client.client_check.stage.made_up import with_made_up_keys
from pente_core.identity import RoomId
from pente_protocol.errors import ProtocolError
from pente_protocol.forms import Form
from pente_protocol.messages import ClientMessage, Wire


class Peer:
    """Mutable."""

    def __init__(self, connection: ServerConnection, form: Form) -> None:
        self.connection = connection
        self.form = form
        self.is_open = True
        self.nonce = secrets.token_urlsafe(16)
        self.client_nonce, self.host = "", ""
        if (request := connection.request) is not None:
            self.client_nonce = parse_qs(urlsplit(request.path).query).get("nonce", [""])[0]
            self.host = request.headers.get("Host", "")
        self.frame: bytes | str = b""
        """The latest one from the client."""
        self.watched: set[RoomId] = set()
        self.ids: set[int] = set()
        """The ids of its requests."""
        self._early: bytes | str | None = None

    async def send(self, *messages: Wire) -> None:
        """Send messages, each with keys that the client can't know. A client that is gone gets none."""
        for message in messages:
            frame = _encoded(with_made_up_keys(message), is_text=self.form.is_text)
            try:
                await self.connection.send(frame)
            except ConnectionClosed:
                self.is_open = False

    async def speaks_within(self, seconds: float) -> bool:
        """Whether the client sends something in the next moments; what it is comes next from `raw`.

        Raises ConnectionClosed.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                self._early = await self.connection.recv()
        return self._early is not None

    async def raw(self) -> tuple[bytes | str, ClientMessage | ProtocolError]:
        """The next frame, and the message in it or what is wrong with it. Raises ConnectionClosed."""
        frame, self._early = self._early, None
        if frame is None:
            frame = await self.connection.recv()
        self.frame = frame
        try:
            return frame, self.form.decode_client(frame)
        except ProtocolError as error:
            return frame, error

    async def close(self, code: int, reason: str) -> None:
        """Close the connection as a server does."""
        self.is_open = False
        await self.connection.close(code, reason)

    def drop(self) -> None:
        """Break the connection without a word, as a network does."""
        self.is_open = False
        self.connection.transport.abort()

    async def answers_ping(self) -> bool:
        """Whether the client answers a ping of the WebSocket. It waits for it without an end."""
        try:
            await (await self.connection.ping())
        except ConnectionClosed:
            return False
        return True


def _encoded(wire: Any, *, is_text: bool) -> bytes | str:
    return msgspec.json.encode(wire).decode() if is_text else msgspec.msgpack.encode(wire)


def error(number: int, code: str, text: str) -> Wire:
    """The message of an error."""
    return {"t": "error", "id": number, "code": code, "text": text}


def request_id(form: Form, frame: bytes | str) -> int:
    """The id in a frame that is no message; 0 if it has none."""
    try:
        number = form.unpack(frame).get("id")
    except ProtocolError:
        return 0
    return number if type(number) is int and number > 0 else 0
