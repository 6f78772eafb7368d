"""Somebody types JSON into a WebSocket, as with websocat, and learns from every mistake where it is."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, Final

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

from pente_core.identity import RoomId
from tests.support.processes import ServerProcess
from tests.support.waiting import patience

pytestmark = pytest.mark.asyncio(loop_scope="module")

HELLO: Final = '{"t": "hello", "id": 1, "client": "by hand", "account": {"t": "guest"}}'
"""The first message of somebody who needs no name."""

Frame = dict[str, Any]


class Typist:
    """Mutable: a terminal at a WebSocket. What is typed is sent as it is."""

    def __init__(self, connection: ClientConnection) -> None:
        self._connection = connection
        self.shown: list[Frame] = []
        self.name = ""

    async def type(self, text: str) -> None:
        await self._connection.send(text)

    async def next(self, **wanted: Any) -> Frame:
        """The next frame with these values."""
        async with patience(f"a frame with {wanted}", lambda: self.shown):
            while True:
                text = await self._connection.recv()
                assert isinstance(text, str)
                self.shown.append(json.loads(text))
                if wanted.items() <= self.shown[-1].items():
                    return self.shown[-1]

    async def event(self, kind: str) -> Frame:
        """The first event of a kind, which may have been shown already."""
        while True:
            for frame in self.shown:
                if frame["t"] == "happened" and frame["event"]["t"] == kind:
                    event: Frame = frame["event"]
                    return event
            await self.next(t="happened")

    async def asked(self, text: str, **wanted: Any) -> Frame:
        """Type something; the first frame with these values that comes then."""
        await self.type(text)
        return await self.next(**wanted)


@asynccontextmanager
async def typist(server: ServerProcess) -> AsyncIterator[Typist]:
    """Somebody who has said hello by hand."""
    subprotocols = [Subprotocol("pente.v1+json")]
    async with connect(server.url, subprotocols=subprotocols, proxy=None, compression=None) as connection:
        hands = Typist(connection)
        assert (await hands.next(t="greeting"))["features"]
        hands.name = (await hands.asked(HELLO, t="welcome", id=1))["player"]["name"]
        yield hands


async def opened(hands: Typist) -> RoomId:
    """A room that was opened by hand, to go first in."""
    numbers = '"id": 2, "command_id": "command-2", "seat": 0'
    rules = '{"base": "freestyle", "size": 3.0, "line": 3}'
    asked = f'{{"t": "create", {numbers}, "ruleset": {rules}, "time": "-"}}'
    return RoomId((await hands.asked(asked, t="room_created", id=2))["room"])


def act(id_: int, room: RoomId, base: Frame | None, command: str) -> str:
    seen = json.dumps(base and {key: base[key] for key in ("version", "mark")})
    numbers = f'"id": {id_}, "room": "{room}", "base": {seen}, "command_id": "command-{id_}"'
    return f'{{"t": "act", {numbers}, "command": {command}}}'


async def test_a_game_is_opened_played_and_watched(server: ServerProcess) -> None:
    async with typist(server) as ann, typist(server) as bob, typist(server) as eve:
        room = await opened(ann)
        await bob.asked(act(2, room, None, '{"t": "join"}'), t="acted", id=2)
        assert (await ann.event("joined"))["player"]["name"] == bob.name
        shown = await eve.asked(f'{{"t": "watch", "id": 2.0, "room": "{room}"}}', t="synced")
        assert shown["snapshot"]["status"] == "playing"
        base = {**shown, **shown["snapshot"]}
        for number, point in enumerate((0, 3, 1, 4, 2)):
            typed = act(10 + number, room, base, f'{{"t": "play", "point": {point}}}')
            acted = await (ann, bob)[number % 2].asked(typed, t="acted", id=10 + number)
            base = await eve.next(t="happened", version=base["version"] + 1)
            assert acted["version"] >= base["version"]
        for hands in (ann, bob, eve):
            finished = await hands.event("finished")
            assert (finished["termination"], finished["winners"]) == ("line", [0])
            pong = await hands.asked('{"t": "ping", "id": 20}', t="pong", id=20)
            assert pong["now"] >= finished["at"]


@pytest.mark.parametrize(
    ("typed", "id_", "at"),
    [
        ('{"t": "watch", "id": 7, "rom": "ROOM"}', 7, "/rom"),
        ('{"t": "watch", "id": 7}', 7, "/room"),
        ('{"t": "watch", "id": 7, "room": "short"}', 7, "/room"),
        ('{"t": "watch", "id": 7, "room": 5}', 7, "/room"),
        ('{"t": "watsch", "id": 7, "room": "ROOM"}', 7, "/t"),
        ('{"id": 7, "room": "ROOM"}', 7, "/t"),
        ('{"t": "rooms", "id": 7, "filter": {"status": "plaing"}}', 7, "/filter/status"),
        ('{"t": "rooms", "id": "7"}', 0, "/id"),
        ('{"t": "rooms"}', 0, "/id"),
        ('{"t": "rooms", "id": 7.5}', 0, "/id"),
        ("[]", 0, ""),
    ],
)
async def test_a_mistake_is_answered_with_its_place(
    server: ServerProcess, typed: str, id_: int, at: str
) -> None:
    async with typist(server) as hands:
        error = await hands.asked(typed.replace("ROOM", "0123456789ab"), t="error")
        assert (error["id"], error["code"], error.get("at", "")) == (id_, "bad-message", at)
        assert error["text"]
        await hands.asked('{"t": "ping", "id": 8}', t="pong", id=8)


@pytest.mark.parametrize(
    ("command", "at"),
    [
        ('{"t": "play", "point": "K10"}', "/command/point"),
        ('{"t": "play"}', "/command/point"),
        ('{"t": "play", "point": 3, "colour": 1}', "/command/colour"),
        ('{"t": "paly", "point": 3}', "/command/t"),
        ('{"t": "choose", "choice": "both"}', "/command/choice"),
        ('{"t": "say", "text": ["hello"]}', "/command/text"),
        ('"resign"', "/command"),
    ],
)
async def test_a_mistake_in_a_command_is_answered_with_its_place(
    server: ServerProcess, command: str, at: str
) -> None:
    async with typist(server) as hands:
        room = await opened(hands)
        error = await hands.asked(act(7, room, None, command), t="error", id=7)
        assert (error["code"], error["at"]) == ("bad-message", at)
        await hands.asked(act(8, room, None, '{"t": "say", "text": "sorry"}'), t="acted", id=8)


@pytest.mark.parametrize(
    ("typed", "place"),
    [
        ('{"t": "rooms" "id": 7}', "byte 14"),
        ('{"t": "rooms", "id": 7,}', "byte 23"),
        ("{'t': 'rooms', 'id': 7}", "byte 1"),
        ('{"t": "rooms", "id": 7} {"t"', "byte 25"),
        ('{"t": "rooms", "id": 7', "22 bytes"),
        ("rooms", "byte 0"),
        ("", "0 bytes"),
    ],
)
async def test_broken_json_is_answered_with_the_place_where_it_breaks(
    server: ServerProcess, typed: str, place: str
) -> None:
    async with typist(server) as hands:
        error = await hands.asked(typed, t="error", id=0)
        assert error["code"] == "bad-message"
        assert place in error["text"]
        await hands.asked('{"t": "ping", "id": 8}', t="pong", id=8)
