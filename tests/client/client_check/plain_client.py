"""A whole client in plain Python, and a client for each mistake that one can make.

It grew out of docs/protocol/first_client.py: it plays, watches and resumes as the specification says, and
takes nothing from the product but the key of a position.
"""

import asyncio
import base64
import hashlib
import json
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final
from urllib.parse import urlencode

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.typing import Subprotocol

from pente_core.rules.position_keys import board_key, stones_key, taken_key, turn_key

Wire = dict[str, Any]
FORM: Final = "pente.v1+json"
SIZE: Final = 19
TO_WATCH: Final = "game-to-watch"
TO_PLAY: Final = "open-game"
REPLIES: Final = {"hello": "welcome", "watch": "watching", "act": "acted"}
IGNORED: Final = frozenset({"created", "said", "hidden", "left", "gone", "returned"})
"""Events that change nothing of what this client knows."""


class Unproven(Exception):
    """The server is not the one which it says it is."""


def text(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def data(text_: str) -> bytes:
    return base64.urlsafe_b64decode(text_ + "==")


def canonical(value: Wire) -> bytes:
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


@dataclass
class Board:
    """A room of pente for two, as this client knows it. Mutable."""

    version: int
    mark: str
    status: str
    seats: list[str]
    """The ids of the players, empty where a seat is free."""
    stones: dict[int, int]
    taken: list[int]
    to_act: int

    @property
    def checkpoint(self) -> Wire:
        return {"version": self.version, "mark": self.mark}

    @property
    def key(self) -> str:
        key = board_key(SIZE) ^ turn_key(self.to_act, self.to_act, 1)
        for point, colour in self.stones.items():
            key ^= stones_key(SIZE)[colour][point]
        for seat, count in enumerate(self.taken):
            key ^= taken_key(seat, count)
        return f"{key:016x}"


def board_of(synced: Wire) -> Board:
    shot, (rows, taken, turn, *_) = synced["snapshot"], synced["position"].split(" ")
    return Board(
        version=shot["version"],
        mark=synced["mark"],
        status=shot["status"],
        seats=[player["id"] if player else "" for player in shot["seats"]],
        stones=stones_of(rows),
        taken=[int(count) for count in taken.split(",")],
        to_act=int(turn[0]),
    )


def stones_of(rows: str) -> dict[int, int]:
    stones = {}
    for row, glyphs in enumerate(reversed(rows.split("/"))):
        column, run = 0, ""
        for glyph in glyphs:
            if glyph.isdigit():
                run += glyph
                continue
            column, run = column + int(run or 0), ""
            stones[row * SIZE + column] = "XO".index(glyph)
            column += 1
    return stones


@dataclass
class Client:
    """What the specification asks of a client that plays. Mutable."""

    url: str
    stumbles: Callable[[], None] = lambda: None
    """Called once a mistake has led to nothing that its server could wait for."""
    secret: Ed25519PrivateKey = field(default_factory=Ed25519PrivateKey.generate)
    player: str = ""
    server_id: str = ""
    boards: dict[str, Board] = field(default_factory=dict)
    waiting: dict[int, Wire] = field(default_factory=dict)
    """Requests without a reply, by id."""
    last_id: int = 0
    socket: ClientConnection = field(init=False)

    async def run(self) -> None:
        """Connect, again and again, until the server says that it makes no sense, or is another one."""
        code: int | None = None
        with suppress(Unproven, OSError, InvalidHandshake):
            while code is None or not 4500 <= code <= 4999:
                code = await self.connection()

    async def connection(self) -> int | None:
        """One connection; the code with which it was closed."""
        nonce = secrets.token_urlsafe(16)
        query = urlencode({"nonce": nonce})
        async with connect(
            f"{self.url}/?{query}", subprotocols=[Subprotocol(FORM)], compression=None
        ) as self.socket:
            with suppress(ConnectionClosed):
                greeting = json.loads(await self.socket.recv())
                self.check_proof(greeting, nonce)
                await self.send(self.hello(greeting, nonce))
                while True:
                    await self.take(json.loads(await self.socket.recv()))
        return self.socket.close_code

    # Signing in

    def check_proof(self, greeting: Wire, nonce: str) -> None:
        key = data(greeting["server_key"])
        if greeting["server_id"] != text(hashlib.sha256(b"pente server 1\0" + key).digest()[:16]):
            raise Unproven
        told = {"address": ""} | {
            name: greeting[name] for name in ("address", "succeeds") if name in greeting
        }
        try:
            signed = self.signed("greeting", greeting, nonce, **told)
            Ed25519PublicKey.from_public_bytes(key).verify(data(greeting["signature"]), signed)
        except InvalidSignature:
            raise Unproven from None

    def signed(self, which: str, greeting: Wire, nonce: str, **what: object) -> bytes:
        both = {"form": FORM, "client_nonce": nonce, "server_nonce": greeting["nonce"]}
        return canonical(what | both | {"context": f"pente {which} 1", "server_key": greeting["server_key"]})

    def hello(self, greeting: Wire, nonce: str) -> Wire:
        account: Wire = {"t": "new_account", "name": "plain-client", "kind": "bot"}
        if self.player:
            account = {"t": "known_device", "player": self.player}
        account["key"] = text(self.secret.public_key().public_bytes_raw())
        rooms = {room: self.known(board) for room, board in self.boards.items()}
        hello = {"t": "hello", "address": self.url, "rooms": rooms, "account": account}
        account["signature"] = text(self.secret.sign(self.signed("hello", greeting, nonce, hello=hello)))
        return hello | {"client": "plain-client/1"}

    def known(self, board: Board) -> Wire:
        return board.checkpoint

    async def welcomed(self, welcome: Wire) -> None:
        """Send again what has no reply; the first time, begin."""
        unanswered = [message for message in self.waiting.values() if message["t"] == "act"]
        self.waiting.clear()
        for message in unanswered:
            await self.send(self.again(message))
        if self.player:
            return
        self.player = welcome["player"]["id"]
        await self.send({"t": "watch", "room": TO_WATCH})
        await self.send(
            {"t": "act", "room": TO_PLAY, "command_id": secrets.token_urlsafe(12), "command": {"t": "join"}}
        )

    def again(self, message: Wire) -> Wire:
        return message

    # Messages

    async def send(self, message: Wire) -> None:
        self.last_id += 1
        self.waiting[self.last_id] = message
        await self.socket.send(json.dumps({**message, "id": self.last_id}))

    async def take(self, message: Wire) -> None:
        if message.get("id") in self.waiting and self.is_reply(message):
            request = self.waiting.pop(message["id"])
            if request["t"] == "hello":
                await self.welcomed(message)
        match message["t"]:
            case "synced":
                await self.sync(message)
            case "happened":
                await self.happened(message["room"], message["version"], message["mark"], message["event"])
            case "missed":
                for number, event in enumerate(message["events"], message["after"] + 1):
                    await self.happened(message["room"], number, message["mark"], event)
            case _:
                pass
        await self.move()

    def is_reply(self, message: Wire) -> bool:
        return message["t"] in ("error", REPLIES[self.waiting[message["id"]]["t"]])

    async def sync(self, synced: Wire) -> None:
        self.boards[synced["room"]] = board_of(synced)

    async def happened(self, room: str, version: int, mark: str, event: Wire) -> None:
        board = self.boards[room]
        if version <= board.version:
            return
        if self.is_gap(board, version):
            await self.send({"t": "watch", "room": room, "after": board.checkpoint})
            return
        board.version, board.mark = version, mark
        if not self.apply(board, event):
            await self.send({"t": "watch", "room": room})

    def is_gap(self, board: Board, version: int) -> bool:
        return version > board.version + 1

    def apply(self, board: Board, event: Wire) -> bool:
        """Apply an event; the answer is whether the board is what it should be."""
        match event["t"]:
            case "joined":
                board.seats[event["seat"]] = event["player"]["id"]
            case "started":
                board.status = "playing"
            case "finished":
                board.status = "finished"
            case "moved":
                board.stones[event["point"]] = event["colour"]
                self.capture(board, event)
                board.to_act = 1 - event["seat"]
                return self.is_same(board.key, event["key"])
            case tag:
                return tag in IGNORED
        return True

    def capture(self, board: Board, event: Wire) -> None:
        for taken in event.get("captured", []):
            board.taken[event["seat"]] += len(taken["points"])
            for point in taken["points"]:
                del board.stones[point]

    def is_same(self, mine: str, theirs: str) -> bool:
        return mine == theirs

    # Playing

    async def move(self) -> None:
        """Place a stone on the first empty point, if it is our turn."""
        board = self.boards.get(TO_PLAY)
        if board is None or board.status != "playing" or board.seats[board.to_act] != self.player:
            return
        if any(message["t"] == "act" for message in self.waiting.values()):
            return
        point = next(point for point in range(SIZE * SIZE) if point not in board.stones)
        command = {"t": "play", "point": point}
        name = secrets.token_urlsafe(12)
        await self.send(
            {"t": "act", "room": TO_PLAY, "command_id": name, "base": self.base(board), "command": command}
        )

    def base(self, board: Board) -> Wire:
        return board.checkpoint


class LeavesGaps(Client):
    def is_gap(self, board: Board, version: int) -> bool:
        if super().is_gap(board, version):
            self.stumbles()
        return False


class DrawsNewCommandIds(Client):
    def again(self, message: Wire) -> Wire:
        return message | {"command_id": secrets.token_urlsafe(12)}


class ResumesWithAnotherMark(Client):
    def known(self, board: Board) -> Wire:
        return {"version": board.version, "mark": "0123456789abcdef"}


class KeepsWhatIsHigher(Client):
    async def sync(self, synced: Wire) -> None:
        board = self.boards.get(synced["room"])
        if board is None or synced["snapshot"]["version"] >= board.version:
            await super().sync(synced)


class BelievesEveryServer(Client):
    def check_proof(self, greeting: Wire, nonce: str) -> None:
        pass


class ChecksOnlyTheId(Client):
    def check_proof(self, greeting: Wire, nonce: str) -> None:
        with suppress(Unproven):
            super().check_proof(greeting, nonce)
        key = data(greeting["server_key"])
        if greeting["server_id"] != text(hashlib.sha256(b"pente server 1\0" + key).digest()[:16]):
            raise Unproven


class ChecksOnlyTheSignature(Client):
    def check_proof(self, greeting: Wire, nonce: str) -> None:
        key = data(greeting["server_key"])
        named = text(hashlib.sha256(b"pente server 1\0" + key).digest()[:16])
        super().check_proof(greeting | {"server_id": named}, nonce)


class SwallowsUnknownEvents(Client):
    """It does not count their versions."""

    async def happened(self, room: str, version: int, mark: str, event: Wire) -> None:
        if event["t"] != "sparkled":
            await super().happened(room, version, mark, event)


class CountsUnknownEventsOnly(Client):
    """It never finds out what they have changed."""

    def apply(self, board: Board, event: Wire) -> bool:
        if event["t"] == "sparkled":
            self.stumbles()
            return True
        return super().apply(board, event)


class StopsAtUnknownEvents(Client):
    def apply(self, board: Board, event: Wire) -> bool:
        if event["t"] == "sparkled":
            self.stumbles()
            raise KeyError(event["t"])
        return super().apply(board, event)

    async def take(self, message: Wire) -> None:
        try:
            await super().take(message)
        except KeyError:
            await asyncio.Event().wait()


class IgnoresCaptures(Client):
    """It compares keys, and so loads the room after every capture."""

    def capture(self, board: Board, event: Wire) -> None:
        pass


class IgnoresKeys(Client):
    def is_same(self, mine: str, theirs: str) -> bool:
        if mine != theirs:
            self.stumbles()
        return True


class IgnoresCapturesAndKeys(IgnoresCaptures, IgnoresKeys):
    pass


class NamesTheFirstBase(Client):
    """The one of the snapshot that it has begun with."""

    first: Mapping[str, Any] | None = None

    def base(self, board: Board) -> Wire:
        self.first = self.first or board.checkpoint
        return dict(self.first)


class NamesAnotherMark(Client):
    def base(self, board: Board) -> Wire:
        return {"version": board.version, "mark": "0123456789abcdef"}


class TakesAnythingForAReply(Client):
    def is_reply(self, message: Wire) -> bool:
        return True
