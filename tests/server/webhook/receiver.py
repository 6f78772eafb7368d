"""A receiver of notifications, which may be down."""

import asyncio
import json
from base64 import b64encode
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import new as hmac_of
from typing import Any

from tests.support.accepting import accepting

SECRET = b"a secret of the tests"


@dataclass
class Request:
    """A request that was taken."""

    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    def is_signed(self, secret: bytes = SECRET) -> bool:
        """Whether the signature is that of Standard Webhooks, computed here anew."""
        signed = f"{self.headers['webhook-id']}.{self.headers['webhook-timestamp']}.".encode() + self.body
        digest = b64encode(hmac_of(secret, signed, sha256).digest()).decode()
        return self.headers["webhook-signature"] == f"v1,{digest}"


@dataclass
class Receiver:
    """Answers each request with the status that ``answer`` gives for its number; 0: by closing. Mutable."""

    answer: Callable[[int], int] = lambda _: 204
    tried: int = 0
    taken: list[Request] = field(default_factory=list)
    url: str = ""

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(asyncio.IncompleteReadError, ConnectionError):  # who sends it was killed
            await self._take(reader, writer)

    async def _take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        head = (await reader.readuntil(b"\r\n\r\n")).decode()
        lines = (line.split(": ", 1) for line in head.split("\r\n")[1:] if line)
        headers = {name.lower(): value for name, value in lines}
        body = await reader.readexactly(int(headers.get("content-length", "0")))
        status = self.answer(self.tried)
        self.tried += 1
        if 200 <= status < 300:
            self.taken.append(Request(headers, body))
        if status:
            extra = "Location: /elsewhere\r\n" if 300 <= status < 400 else ""
            writer.write(
                f"HTTP/1.1 {status} X\r\nContent-Length: 0\r\n{extra}Connection: close\r\n\r\n".encode()
            )
            await writer.drain()


@asynccontextmanager
async def receiving(answer: Callable[[int], int] = lambda _: 204) -> AsyncIterator[Receiver]:
    """A receiver on this machine."""
    receiver = Receiver(answer)
    async with accepting(receiver.serve) as port:
        receiver.url = f"http://127.0.0.1:{port}/hook"
        yield receiver
