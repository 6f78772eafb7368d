"""A game on a live server, over real sockets, in which everybody may send whatever they like."""

import asyncio
import logging
from collections import Counter
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from itertools import accumulate
from random import Random
from typing import Final

from websockets.exceptions import ConnectionClosed
from websockets.protocol import State

from pente_client.connection.replica.validate import check_event
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Room, Viewer, apply, opened, replay, view
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.game import Retirement
from pente_core.rules.move import Choice
from pente_protocol.codec import decode_event
from pente_protocol.errors import CloseCode, ProtocolError
from pente_protocol.forms import Form
from pente_protocol.messages import Answer, ServerMessage
from pente_protocol.messages.base import Error, Ok
from pente_protocol.messages.hello import Welcome
from pente_protocol.messages.lists import Rooms
from pente_protocol.messages.rooms import Happened, Watch
from pente_server.net.sessions.request_replies import request_id_in
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.support.games.random_games import random_turn
from tests.support.games.watch_law import WatchLaw
from tests.support.peer import Peer, a_game, play, serving
from tests.support.waiting import PATIENCE

ROOM: Final = RoomId("room-of-fuzz")
"""Stands in frames for the room; as long as the ids that servers draw."""
NAMES: Final = ("ann", "bob", "eve")
"""Two have seats, and the third where a game needs one; else eve looks on."""
PLAYERS: Final = tuple(PlayerId(f"{number:032x}") for number in range(1, 4))
"""Stand in frames for their ids."""
FIRST_REQUEST: Final = 10_000
"""Requests have numbers from this one on; those below are the peer's own."""
MISTAKES: Final = frozenset({CloseCode.INTERNAL, CloseCode.RESTART})
"""How no connection may end while the server goes on."""


class Guest:
    """Mutable: somebody at the table, over one connection after the other."""

    def __init__(self, url: str, name: str, form: Form) -> None:
        self.name = name
        self.form = form
        self.heard: list[ServerMessage] = []
        """On connections that are over."""
        self._url = url
        self._credential = ""
        self._asked = Counter[int]()
        """The requests of this connection, by their ids."""
        self.peer: Peer

    async def come(self, room: RoomId | None = None) -> None:
        """Connect, and go on in a room if there is one."""
        resume = {} if room is None else {room: 0}
        self.peer = await Peer(self._url, self.form).__aenter__()
        await self.peer.hello(
            "" if self._credential else self.name, credential=self._credential, rooms=resume
        )
        self._credential = self._credential or self.peer.credential
        self._asked.clear()

    async def go(self) -> None:
        await self.peer.__aexit__()
        self.heard += self.peer.said
        self.peer.said = []

    async def hang_up(self) -> None:
        if self._credential and not self.is_gone:
            self.peer.connection.transport.abort()
            await self.go()

    @property
    def player(self) -> PlayerId:
        return self.peer.welcome.player.id

    @property
    def is_gone(self) -> bool:
        return self.peer._reader.done()

    async def send(self, body: bytes, *, is_text: bool) -> None:
        """Send what may be a message; does nothing on a connection that was ended."""
        try:
            await self.peer.connection.send(body, text=is_text)
        except ConnectionClosed:
            return
        with suppress(ProtocolError, UnicodeDecodeError):
            self._asked[self._number_of(body.decode() if is_text else body)] += 1

    def _number_of(self, frame: bytes | str) -> int:
        """The number under which a frame is answered, also if it is not valid. Raises ProtocolError."""
        try:
            return self.form.decode_client(frame).id
        except ProtocolError:
            return request_id_in(self.form.unpack(frame))

    async def abuse(self, data: bytes) -> None:
        """Send what may be no frame at all, and hang up."""
        if self.peer.connection.state is State.OPEN:
            self.peer.connection.transport.write(data)
            self.peer.connection.transport.close()
            await asyncio.wait_for(asyncio.shield(self.peer._reader), PATIENCE)

    async def settle(self) -> None:
        """Wait until all that was sent is answered, or the connection ended for it."""
        async with asyncio.timeout(PATIENCE):
            try:
                _ = await (await self.peer.post(Rooms))
            except (ConnectionClosed, ConnectionResetError):
                code, reason = await self.peer.closed()
                assert code not in MISTAKES, (code, reason)
                return
        answers = Counter[int](m.id for m in self.peer.said if isinstance(m, Welcome | Ok | Answer | Error))
        asked = {id_: count for id_, count in self._asked.items() if id_ >= FIRST_REQUEST}
        wrong = {id_: (count, answers[id_]) for id_, count in asked.items() if answers[id_] != count}
        assert not wrong, f"{self.name} did not get one answer to each request: {wrong}"


class LiveTable:
    """Mutable: a server of its own, a room with a game, and its guests."""

    def __init__(self, url: str, database: MemoryDatabase, forms: Sequence[Form]) -> None:
        self.guests = [Guest(url, name, form) for name, form in zip(NAMES, forms, strict=True)]
        self.room: RoomId
        self._database = database
        self._names: dict[bytes, bytes] = {}

    async def begin(self, ruleset: object, time: str, sides: int) -> None:
        """Open the room, and let those sit down who have a seat, and the others watch."""
        ann, bob, eve = self.guests
        for guest in self.guests:
            await guest.come()
        self.room = await ann.peer.create(ruleset, time)
        for guest in (bob, eve)[: sides - 1]:
            await guest.peer.act(self.room, cmd.Join())
        for guest in (bob, eve)[sides - 1 :]:
            await guest.peer.ok(Watch, room=self.room)
        real = (self.room, *(guest.player for guest in self.guests))
        self._names = {
            one.encode(): other.encode() for one, other in zip((ROOM, *PLAYERS), real, strict=True)
        }

    async def guest(self, number: int) -> Guest:
        """Somebody who is connected, again if need be."""
        guest = self.guests[number % len(self.guests)]
        if guest.is_gone:
            await guest.settle()
            await guest.go()
            await guest.come(self.room)
        return guest

    def addressed(self, body: bytes) -> bytes:
        """The same with the names of this room and these players."""
        for stand_in, real in self._names.items():
            body = body.replace(stand_in, real)
        return body

    async def take_turn(self, pick: int) -> None:
        """Let whoever is to act take a turn that the rules allow."""
        await self.settle()
        room = replay(self.events(self.room))
        player = None if room.to_act is None else room.seats[room.to_act]
        for number, guest in enumerate(self.guests):
            if player is not None and guest.player == player.id:
                turn = random_turn(room.game, Random(pick))
                assert not isinstance(turn, Retirement)
                command = cmd.Choose(turn) if isinstance(turn, Choice) else cmd.Play(turn)
                peer = (await self.guest(number)).peer
                await peer.act(self.room, command, base=room.version)

    async def settle(self) -> None:
        for number in range(len(self.guests)):
            await (await self.guest(number)).settle()

    async def hang_up(self) -> None:
        """Drop the connections of those who are still there."""
        for guest in self.guests:
            await guest.hang_up()

    async def end(self) -> None:
        """Everybody leaves; what they heard is held against what was recorded."""
        await self.settle()
        for guest in self.guests:
            await guest.go()
        logs = {room: self.events(room) for room in self._database.logs}
        for events in logs.values():
            check_history(events)
        for guest in self.guests:
            check_heard(guest.heard, logs)
            check_watched(guest.heard, logs)

    def events(self, room: RoomId) -> list[ev.Event]:
        return [decode_event(body) for body in self._database.logs[room]]


@asynccontextmanager
async def live_table(
    ruleset: object, time: str, sides: int, forms: Sequence[Form]
) -> AsyncIterator[LiveTable]:
    """A table for the time of the block, with a form for each guest.

    Afterwards others must be able to play on the same server.
    """
    database = MemoryDatabase()
    with no_mistakes_logged():
        async with serving(MemoryStore(database)) as served:
            table = LiveTable(served.url, database, forms)
            try:
                await table.begin(ruleset, time, sides)
                yield table
                await table.end()
            finally:
                await table.hang_up()
            async with Peer(served.url) as cat, Peer(served.url) as dan:
                await cat.hello("cat")
                await dan.hello("dan")
                room = await a_game(cat, dan)
                await play(cat, room, 0)
                await play(dan, room, 1)


def check_history(events: Sequence[ev.Event]) -> None:
    """A client would believe every event of a log. Raises `InvalidEvent` as `replica/validate.py` does."""
    assert isinstance(events[0], ev.Created)
    room: Room = opened(events[0])
    for event in events[1:]:
        check_event(room, event)
        room = apply(room, event)


def check_heard(heard: Sequence[ServerMessage], logs: dict[RoomId, list[ev.Event]]) -> None:
    """Nobody is told an event that did not happen."""
    for message in heard:
        if isinstance(message, Happened) and message.room in logs:
            assert message.version <= len(logs[message.room]), f"{message} was never recorded"
            real = logs[message.room][message.version - 1]
            assert message.event in (view(real, viewer) for viewer in Viewer), (message, real)


def check_watched(heard: Sequence[ServerMessage], logs: dict[RoomId, list[ev.Event]]) -> None:
    """Nobody is told of a room that they may not watch."""
    histories = {room: [list(accumulated(events))] for room, events in logs.items()}
    law = WatchLaw(lambda room: histories.get(room, []), hears_requests=False)
    problems = [problem for message in heard for problem in law.sent(message)]
    assert problems == []


def accumulated(events: Sequence[ev.Event]) -> Iterator[Room]:
    """The room of a log after each of its events."""
    assert isinstance(events[0], ev.Created)
    return accumulate(events[1:], apply, initial=opened(events[0]))


@contextmanager
def no_mistakes_logged() -> Iterator[None]:
    """Raises AssertionError when something was logged in the block as a mistake of ours."""
    mistakes = _Mistakes()
    logging.getLogger().addHandler(mistakes)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(mistakes)
    assert not mistakes.texts, "\n".join(mistakes.texts)


class _Mistakes(logging.Handler):
    """Mutable: collects errors with their tracebacks."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.texts: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.texts.append(self.format(record))
