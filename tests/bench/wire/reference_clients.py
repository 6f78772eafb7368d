"""The references from the driver's side: an echo, and stones at a lean server."""

import asyncio
from collections.abc import Sequence
from functools import partial
from time import perf_counter
from typing import Final

import msgpack

from tests.bench.reference.minimal_server import POINTS
from tests.support.hostile.raw_peer import Broken, RawPeer, masked

FRAME_BYTES: Final = 130
"""About what the event of a move weighs."""


class EchoClient:
    """Mutable: sends a frame whenever the last one has come back."""

    def __init__(self, peer: RawPeer, size: int = FRAME_BYTES) -> None:
        self._peer = peer
        self._frame = masked(bytes(size))

    async def times(self, rounds: int) -> Sequence[float]:
        """The seconds that each round took."""
        took: list[float] = []
        done = asyncio.get_running_loop().create_future()
        start = 0.0

        def heard(_: bytes) -> None:
            nonlocal start
            took.append(perf_counter() - start)
            if len(took) == rounds:
                done.set_result(None)
                return
            start = perf_counter()
            self._peer.send(self._frame)

        self._peer.hear = heard
        start = perf_counter()
        self._peer.send(self._frame)
        await asyncio.wait_for(done, 60)
        return took


class MinimalServerGame:
    """Mutable: two at a table of the lean server; a stone is answered as soon as it is heard of."""

    def __init__(self, players: tuple[RawPeer, RawPeer]) -> None:
        self._players = players
        self._placed = 0
        self._until = 0
        self._done: asyncio.Future[None] | None = None
        for seat, player in enumerate(players):
            player.hear = partial(self._heard, seat)

    async def play(self, stones: int) -> None:
        """Place so many stones more. Raises Broken and TimeoutError."""
        self._until += stones
        self._done = asyncio.get_running_loop().create_future()
        self._place()
        await asyncio.wait_for(self._done, 60)

    def _place(self) -> None:
        number = self._placed
        self._placed += 1
        request = {"t": "act", "id": number + 1, "room": "35fc5618a60b", "base": number}
        request |= {"command_id": f"bench{number:08}", "point": number % POINTS}
        self._players[number % 2].send(masked(msgpack.packb(request)))

    def _heard(self, seat: int, body: bytes) -> None:
        assert self._done is not None
        message = msgpack.unpackb(body)
        if message["t"] == "error":
            self._done.set_exception(Broken("the lean server refused a stone"))
        elif message["t"] == "happened" and message["event"]["seat"] != seat:
            if self._placed == self._until:
                self._done.set_result(None)
            else:
                self._place()
