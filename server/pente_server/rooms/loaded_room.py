"""A room in a node's memory."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Self

from pente_core.identity import NO_ROOM, RoomId
from pente_core.room import Room


@dataclass(slots=True)
class LoadedRoom:
    """A room in this node's memory, and its lock: ``async with`` gives one task exclusive access. Mutable."""

    id: RoomId
    room: Room
    on_leave: Callable[[RoomId], None]
    """Called when a task has released the room."""
    sequel: RoomId = NO_ROOM
    """The id that was drawn for the room's sequel, and is kept until it is used; `NO_ROOM`: none yet."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    users: int = 0
    """The number of tasks that hold the lock or wait for it."""
    is_fresh: bool = True
    """Whether it was just read from the store for its first user, who need not read again."""
    is_subscribed: bool = False
    """Whether this node hears of the commits of others to it: only needed while it has listeners."""
    is_doubtful: bool = False
    """Whether the store may have lost events since the room was read: it is to be compared with its log."""

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
        self.on_leave(self.id)
