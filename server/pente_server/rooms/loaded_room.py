"""A room in a node's memory."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

from pente_core.identity import RoomId
from pente_core.room import Room


@dataclass(slots=True)
class LoadedRoom:
    """A room in this node's memory, and a context in which one task works on it alone. Mutable."""

    id: RoomId
    room: Room
    left: Callable[[RoomId], None]
    """Called when one has done with it."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0
    """How many work on it or wait to."""
    is_fresh: bool = True
    """Whether it was read from the store for whoever works on it first, and needs no second look."""

    async def __aenter__(self) -> Self:
        self.users += 1
        try:
            await self.lock.acquire()
        except BaseException:
            self._leave()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self.is_fresh = False
        self.lock.release()
        self._leave()

    def _leave(self) -> None:
        self.users -= 1
        self.left(self.id)
