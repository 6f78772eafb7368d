"""A table at which a script is played: a move is answered as soon as the opponent has heard of it.

A table never pauses, so that many of them keep a server as busy as it can be: what a move takes then is the
time in its queues, and grows with the number of tables.
"""

import asyncio
from collections.abc import Sequence
from functools import partial
from time import perf_counter
from typing import Any, Final

import msgpack

from pente_core.rules.point import Point
from pente_protocol.messages.checkpoint import Checkpoint, Mark
from tests.bench.wire import requests
from tests.support.hostile.raw_peer import Broken, RawPeer, masked

PLAYED_WITHIN: Final = 120.0
BEGUN: Final = 4
"""The version of a room whose game has begun: created, two have sat down, and the start."""
_NO_MARK: Final = requests.NO_MARK.encode()
MOVE_ID: Final = 1 << 30
"""The number of every request for a move: above all that a peer counts for other requests."""


class ScriptedGame:
    """Mutable: a room with two players, and those who watch it. The script is prepared before it begins."""

    def __init__(
        self,
        room: str,
        mark: bytes,
        players: tuple[RawPeer, RawPeer],
        watchers: Sequence[RawPeer],
        *,
        is_rated: bool = False,
    ) -> None:
        """``mark`` is that of the game's start. A rated game is played to its end and until it is rated."""
        self.room = room
        self._is_rated = is_rated
        self._rated_for = 0
        """How many players have heard of their new ratings, which come after the game was filed."""
        self._mark = mark
        self.waits: list[float] = []
        """Seconds from each move's sending to the opponent's hearing of it."""
        self.watched: list[float] = []
        """Seconds from each move's sending to the hearing of it by the last of the watchers."""
        self._players = players
        self._watchers = watchers
        self._has_seen = [0] * len(watchers)
        """How many moves each watcher has heard of."""
        self._see: list[int] = []
        """How many watchers have not heard of each move yet."""
        self._moves: list[bytes] = []
        self._sent: list[float] = []
        self._next = 0
        self._done: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @classmethod
    async def open(
        cls, players: tuple[RawPeer, RawPeer], watchers: Sequence[RawPeer] = (), *, is_rated: bool = False
    ) -> "ScriptedGame":
        """Open a room, seat the players, and let the others watch."""
        host, guest = players
        room = (await host.request(requests.create(is_rated=is_rated)))["room"]
        mark = await _begun(host, guest, room)
        for watcher in watchers:
            await watcher.request(requests.watch(room))
        return cls(room, mark, players, watchers, is_rated=is_rated)

    @property
    def seen(self) -> Checkpoint:
        """What its players have seen of it before they move."""
        return Checkpoint(BEGUN, Mark(self._mark.decode()))

    def prepare(self, moves: Sequence[Point]) -> None:
        """Make ready to play these moves; the first of the game is the first."""
        plays = [requests.play(self.room, BEGUN + n, point) for n, point in enumerate(moves)]
        self._moves = [msgpack.packb({**play, "id": MOVE_ID}) for play in plays]
        self._see = [len(self._watchers)] * len(moves)

    async def play(self) -> None:
        """Play what is prepared. Raises Broken when something is refused, and TimeoutError."""
        for seat, player in enumerate(self._players):
            player.hear = (self._first_heard, self._second_heard)[seat]
        for number, watcher in enumerate(self._watchers):
            watcher.hear = partial(self._seen, number)
        self._play_next()
        await asyncio.wait_for(self._done, PLAYED_WITHIN)
        for peer in (*self._players, *self._watchers):
            peer.hear = None

    async def close(self) -> None:
        """Give the game up if it goes on, and look away."""
        if not self._is_rated:
            await self._players[0].request(requests.resign(self.room))
        for peer in (*self._players, *self._watchers):
            await peer.request(requests.unwatch(self.room))

    def _play_next(self) -> None:
        number = self._next
        if number == len(self._moves):
            self._finish()
            return
        self._next = number + 1
        self._sent.append(perf_counter())
        self._players[number & 1].send(masked(self._moves[number].replace(_NO_MARK, self._mark)))

    def _first_heard(self, body: bytes) -> None:
        self._heard(0, msgpack.unpackb(body))

    def _second_heard(self, body: bytes) -> None:
        self._heard(1, msgpack.unpackb(body))

    def _heard(self, seat: int, message: Any) -> None:
        event = message.get("event")
        if event is not None and event["t"] == "moved":
            if event["seat"] != seat:
                self.waits.append(perf_counter() - self._sent[-1])
                self._mark = message["mark"].encode()
                self._play_next()
        elif event is not None and event["t"] == "ratings_changed":
            self._rated_for += 1
            self._finish()
        elif message["t"] == "error" and not self._done.done():
            self._done.set_exception(Broken(f"a move was answered with {message}"))

    def _seen(self, watcher: int, body: bytes) -> None:
        if b"moved" not in body:
            return
        number = self._has_seen[watcher]
        self._has_seen[watcher] += 1
        self._see[number] -= 1
        if not self._see[number]:
            self.watched.append(perf_counter() - self._sent[number])
            self._finish()

    def _finish(self) -> None:
        """End once everybody has heard of everything."""
        is_seen = not self._watchers or len(self.watched) == len(self._moves)
        is_filed = not self._is_rated or self._rated_for == len(self._players)
        if is_seen and is_filed and len(self.waits) == len(self._moves) and not self._done.done():
            self._done.set_result(None)


async def _begun(host: RawPeer, guest: RawPeer, room: str) -> bytes:
    """Begin the game of a room: the mark of its start."""
    begun = asyncio.get_running_loop().create_future()

    def heard(body: bytes) -> None:
        message = msgpack.unpackb(body)
        if message.get("version") == BEGUN and not begun.done():
            begun.set_result(message["mark"].encode())

    host.hear = heard
    await guest.request(requests.join(room))
    mark: bytes = await asyncio.wait_for(begun, PLAYED_WITHIN)
    host.hear = None
    return mark


async def play_all(tables: Sequence[ScriptedGame]) -> None:
    """Play at all tables at once."""
    await asyncio.gather(*(table.play() for table in tables))
