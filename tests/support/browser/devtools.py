"""The DevTools protocol: commands to a browser and its pages, and events from them."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager, suppress
from itertools import count
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

Fields = dict[str, Any]
Listener = Callable[[Fields], None]


class DevToolsError(Exception):
    """The browser refused a command."""


class DevTools:
    """A connection to a browser. Mutable: commands under way, and who listens to which events."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._reading = asyncio.create_task(self._read())
        self._background: set[asyncio.Task[None]] = set()
        self._numbers = count(1)
        self._replies: dict[int, asyncio.Future[Fields]] = {}
        self._listeners: dict[tuple[str, str], list[Listener]] = {}

    async def send(self, method: str, session: str = "", **parameters: object) -> Fields:
        """The result of a command. ``session``: of which page; of the browser if it is empty.

        Raises DevToolsError when it is refused or the connection ends.
        """
        number = next(self._numbers)
        reply = self._replies[number] = asyncio.get_running_loop().create_future()
        command = {"id": number, "method": method, "params": parameters}
        try:
            await self._socket.send(json.dumps(command | ({"sessionId": session} if session else {})))
            result: Fields = await reply
            return result
        except ConnectionClosed as error:
            raise DevToolsError(f"{method}: the browser is gone") from error
        finally:
            self._replies.pop(number, None)

    def listen(self, event: str, session: str, listener: Listener) -> None:
        """Have a function called with the fields of every event of that name."""
        self._listeners.setdefault((event, session), []).append(listener)

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background. What the browser refuses then belongs to a page that is gone."""

        async def try_it() -> None:
            with suppress(DevToolsError):
                await work

        task = asyncio.create_task(try_it())
        self._background.add(task)
        task.add_done_callback(self._background.discard)

    async def close(self) -> None:
        """End the connection, and with it all commands under way."""
        await self._socket.close()
        await asyncio.gather(self._reading, *self._background)

    async def _read(self) -> None:
        async for frame in self._socket:
            self._take(json.loads(frame))
        for reply in self._replies.values():
            if not reply.done():
                reply.set_exception(DevToolsError("the browser is gone"))

    def _take(self, message: Fields) -> None:
        reply = self._replies.get(message.get("id", 0))
        if "id" not in message:
            for listener in self._listeners.get((message["method"], message.get("sessionId", "")), ()):
                listener(message["params"])
        elif reply is not None and not reply.done():
            if "error" in message:
                reply.set_exception(DevToolsError(message["error"].get("message", "refused")))
            else:
                reply.set_result(message["result"])


@asynccontextmanager
async def devtools(url: str) -> AsyncIterator[DevTools]:
    """A connection for the time of the block."""
    async with connect(url, max_size=None, compression=None, proxy=None, ping_interval=None) as socket:
        tools = DevTools(socket)
        try:
            yield tools
        finally:
            await tools.close()
