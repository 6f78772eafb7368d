"""Sequels: a rematch, or the second game of a set, is a room of its own.

The last event of the old room names it. That event and the opening of the new room are two commits: the node
that hears of the one does the other.
"""

import asyncio
from contextlib import suppress

from pente_core.room import Continued
from pente_protocol.messages import RoomId
from pente_server.rooms.keeper import Keeper
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.rooms.room_log import UnknownRoom
from pente_server.store import StoreUnavailable


class SequelOpener(RoomObserver):
    """Mutable: the sequels that are being opened."""

    def __init__(self, keeper: Keeper) -> None:
        self._keeper = keeper
        self.tasks: set[asyncio.Task[None]] = set()

    def advanced(self, advance: Advance) -> None:
        if not advance.after.sequel:  # as after nearly all moves
            return
        for event in advance.events:
            if isinstance(event, Continued):
                self._start(RoomId(event.room))

    def _start(self, sequel: RoomId) -> None:
        task = asyncio.get_running_loop().create_task(self._open(sequel))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _open(self, sequel: RoomId) -> None:
        """Make sure that a room exists; whoever looks for it later does the same."""
        with suppress(StoreUnavailable, UnknownRoom):
            await self._keeper.current(sequel)
