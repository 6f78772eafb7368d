"""The first game of the protocol's first page: played on a real server, with all that chance decides made up.

``python -m tests.e2e.documents.first_game`` plays it again and writes it into the page.
"""

import asyncio
import base64
import json
import re
import secrets
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from pente_protocol.codec import plain
from pente_protocol.login.signed_texts import Handshake, sign_hello
from pente_protocol.messages import Wire
from pente_protocol.messages.account import KeyText, NewAccount, SignatureText
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.hello import Hello
from pente_protocol.spec.compact_json import compact, pretty
from pente_protocol.version import JSON_SUBPROTOCOL
from tests.support.processes import serving
from tests.support.waiting import patience

PAGE: Final = Path(__file__).parents[3] / "docs" / "protocol" / "README.md"
BLOCK: Final = re.compile(r"```js\n(.*?)```", re.DOTALL)
GROUPS: Final = (3, 3, 3, 3, 4, 2)
"""The frames in each block of the page."""
_WIDTH: Final = 120
_LIMITS: Final = 3
"""Limits of a greeting that are shown."""
_START: Final = 1_700_000_000_000
_DRAWN: Final = frozenset({"server_id", "server_key", "nonce", "key", "signature", "mark", "room", "id"})
"""Keys whose texts are drawn by chance, or follow from such."""
CENTRE: Final = 180
BESIDE: Final = 200


@dataclass(frozen=True, slots=True)
class Frame:
    """A message that was sent."""

    title: str
    message: Wire


@dataclass(slots=True)
class Player:
    """A player with a connection, whose frames may be noted. Mutable."""

    name: str
    connection: ClientConnection
    frames: list[Frame]
    ids: int = 0
    base: Wire = field(default_factory=dict)
    """The version and the mark of the latest event."""

    async def receive(self, wanted: str, *, note: bool = True) -> Wire:
        """The next message of a type; what is not noted at all are messages of presence."""
        while True:
            async with patience(f"{wanted} for {self.name}"):
                message: Wire = json.loads(await self.connection.recv())
            if message["t"] != "presence":
                break
        assert message["t"] == wanted, message
        self._take(message)
        if note:
            self.frames.append(Frame(f"The server to {self.name}", message))
        return message

    async def read_until(self, wanted: str) -> None:
        """Read messages that the page does not show, up to one of a type."""
        async with patience(f"{wanted} for {self.name}"):
            while (message := json.loads(await self.connection.recv()))["t"] != wanted:
                self._take(message)
        self._take(message)

    async def send(self, *, note: bool = True, **message: Any) -> None:
        self.ids += 1
        wire = {"t": message.pop("t"), "id": self.ids, **message}
        if note:
            self.frames.append(Frame(f"{self.name} to the server", wire))
        await self.connection.send(json.dumps(wire))

    async def act(self, room: str, command: Wire, *, note: bool = True) -> None:
        base = {"base": self.base} if self.base else {}
        key = f"{self.name}-{self.ids + 1:03}"
        await self.send(t="act", room=room, **base, command_id=key, command=command, note=note)

    def _take(self, message: Wire) -> None:
        match message:
            case {"t": "happened", "version": version, "mark": mark}:
                self.base = {"version": version, "mark": mark}
            case {"t": "synced", "snapshot": {"version": version}, "mark": mark}:
                self.base = {"version": version, "mark": mark}
            case _:
                pass


@asynccontextmanager
async def signed_in(url: str, name: str, frames: list[Frame], *, note: bool) -> AsyncIterator[Player]:
    nonce = secrets.token_urlsafe(16)
    subprotocols = [Subprotocol(JSON_SUBPROTOCOL)]
    async with connect(f"{url}/?nonce={nonce}", subprotocols=subprotocols, compression=None) as connection:
        player = Player(name, connection, frames)
        greeting = await player.receive("greeting", note=note)
        handshake = Handshake(JSON_SUBPROTOCOL, nonce, greeting["nonce"], greeting["server_key"])
        account = NewAccount(KeyText(""), SignatureText(""), name)
        hello = Hello(RequestId(1), "by-hand/1", account, address=url)
        wire: Wire = plain(sign_hello(hello, secrets.token_bytes(32), handshake))  # type: ignore[assignment]
        await player.send(**{key: value for key, value in wire.items() if key != "id"}, note=note)
        await player.receive("welcome", note=note)
        yield player


async def played(url: str) -> list[Frame]:
    """Play the game; the frames that the page shows."""
    frames: list[Frame] = []
    async with signed_in(url, "anna", frames, note=True) as anna:
        await anna.send(t="create", command_id="anna-create-1", ruleset="pente", time="-", seat=0)
        await anna.receive("synced")
        room = (await anna.receive("room_created"))["room"]
        async with signed_in(url, "boris", frames, note=False) as boris:
            await _play(anna, boris, room)
        await anna.send(t="watch", room="short")
        await anna.receive("error")
    return frames


async def _play(anna: Player, boris: Player, room: str) -> None:
    await boris.act(room, {"t": "join"})
    await anna.receive("happened")
    await anna.receive("happened")
    await boris.read_until("acted")
    await anna.act(room, {"t": "play", "point": CENTRE})
    await anna.receive("happened")
    await anna.receive("acted")
    await boris.read_until("happened")
    await boris.act(room, {"t": "play", "point": BESIDE})
    await anna.receive("happened")
    await boris.read_until("acted")
    await boris.act(room, {"t": "resign"})
    await anna.receive("happened")


# What chance decides


class MadeUp:
    """Texts in place of drawn ones: the same for the same, in the order in which they come. Mutable."""

    def __init__(self) -> None:
        self._texts: dict[str, str] = {}

    def text(self, drawn: str) -> str:
        if drawn not in self._texts:
            digest = sha256(f"made up {len(self._texts)}".encode())
            is_hex = re.fullmatch("[0-9a-f]+", drawn)
            text = digest.hexdigest() if is_hex else base64.urlsafe_b64encode(digest.digest()).decode()
            self._texts[drawn] = text[: len(drawn)]
        return self._texts[drawn]

    def value(self, value: Any, key: str, now: int) -> Any:
        """The same value with all that chance decides made up. ``now``: in place of all moments."""
        match value:
            case dict():
                return {name: self.value(item, name, now) for name, item in value.items()}
            case list():
                shown = value[:_LIMITS] if key == "limits" else value
                return [self.value(item, key, now) for item in shown]
            case str() if key in _DRAWN and value != "short":
                return self.text(value)
            case str() if key == "server":
                return "pente/1.0"
            case str() if key == "code":
                return "K7M2QX"
            case str() if key == "address":
                return "ws://127.0.0.1:8765"
            case int() if value > _START // 2:
                return now
            case _:
                return value


def shown(message: Wire) -> str:
    """A message on one line if it is short."""
    line = compact(message)
    return line if len(line) <= _WIDTH else pretty(message)


def blocks(frames: list[Frame]) -> list[str]:
    """The blocks of the page."""
    made_up = MadeUp()
    texts = [
        f"// {number}. {frame.title}\n{shown(made_up.value(frame.message, '', _START + 1000 * number))}\n"
        for number, frame in enumerate(frames, start=1)
    ]
    assert len(texts) == sum(GROUPS)
    ends = [sum(GROUPS[: number + 1]) for number in range(len(GROUPS))]
    return ["\n".join(texts[end - count : end]) for end, count in zip(ends, GROUPS, strict=True)]


async def _write() -> None:
    with TemporaryDirectory() as directory:
        async with serving(Path(directory) / "data") as server:
            texts = iter(blocks(await played(server.url)))
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(BLOCK.sub(lambda _: f"```js\n{next(texts)}```", page), encoding="utf-8")


if __name__ == "__main__":
    sys.exit(asyncio.run(_write()))
