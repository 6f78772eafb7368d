"""The reference from the driver's side: a frame as long as an event, sent whenever the last one is back."""

import asyncio
from collections.abc import Sequence
from time import perf_counter
from typing import Final

from tests.bench.wire.peer import Peer, masked

FRAME_BYTES: Final = 130
"""About what the event of a move weighs."""


class Echo:
    """Mutable: sends a frame whenever the last one has come back."""

    def __init__(self, peer: Peer, size: int = FRAME_BYTES) -> None:
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
