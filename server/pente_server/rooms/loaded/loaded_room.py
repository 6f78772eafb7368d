"""A room in a node's memory: idle, deciding, or waiting for its commit.

    IDLE --take--> DECIDING --commit_begins--> COMMITTING --commit_ends--> DECIDING --leave--> IDLE
                                                  |
                                                leave
                                                  v
                                              ABANDONED --commit_ends--> IDLE

Where IDLE stands on the right, the room goes to the first in its queue instead, if there is one.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Self

from pente_core.identity import NO_ROOM, RoomId
from pente_core.room import Room
from pente_protocol.messages.checkpoint import Checkpoint
from pente_server.store.logs.log_marks import LogMarks


class RoomState(Enum):
    """What happens in a loaded room."""

    IDLE = auto()
    DECIDING = auto()
    """One user has the room: it decides a command, or reads what is missing."""
    COMMITTING = auto()
    """The store has been handed a commit, and its user waits for the answer."""
    ABANDONED = auto()
    """The same, but its user was cancelled; the answer counts all the same."""


@dataclass(slots=True)
class LoadedRoom:
    """A room in this node's memory, which one user has at a time, first come, first served. Mutable.

    A task uses it with ``async with``. A user who can't wait calls `try_take`, and `leave` in the end.
    """

    id: RoomId
    room: Room
    marks: LogMarks
    """The marks of the room's log up to its version."""
    on_idle: Callable[[RoomId], None]
    """Called when the last user has left the room."""
    sequel: RoomId = NO_ROOM
    """The id that was drawn for the room's sequel, and is kept until it is used; `NO_ROOM`: none yet."""
    is_fresh: bool = True
    """Whether it was just read from the store for its first user, who need not read again."""
    is_subscribed: bool = False
    """Whether this node hears of the commits of others to it: only needed while it has listeners."""
    is_doubtful: bool = False
    """Whether the store may have lost events since the room was read: it is to be compared with its log."""
    state: RoomState = RoomState.IDLE
    _queue: list[asyncio.Future[None]] = field(default_factory=list)
    """The places of those who wait. A list, as it is almost always empty, and a deque takes ten times the
    memory.
    """

    @property
    def checkpoint(self) -> Checkpoint:
        """The room's version with its mark."""
        return self.marks.checkpoint

    @property
    def is_idle(self) -> bool:
        return self.state is RoomState.IDLE

    def try_take(self) -> bool:
        """Take the room if it is idle; returns whether it was."""
        if self.state is not RoomState.IDLE:
            return False
        self.state = RoomState.DECIDING
        return True

    def queue_up(self) -> "asyncio.Future[None]":
        """Queue for a room that is not idle. Whoever calls this must `wait`, with the place in the queue."""
        place = asyncio.get_running_loop().create_future()
        self._queue.append(place)
        return place

    async def wait(self, place: "asyncio.Future[None]") -> None:
        """Wait in the queue. The room is taken then, and must be left in the end."""
        try:
            await place
        except BaseException:
            if not place.cancelled():  # the caller was, just after it had been given the room
                self.leave()
            raise

    async def __aenter__(self) -> Self:
        if not self.try_take():
            await self.wait(self.queue_up())
        return self

    async def __aexit__(self, *_: object) -> None:
        self.leave()

    def leave(self) -> None:
        """Give the room to the next in the queue; if a commit is on its way, then after the answer."""
        self.is_fresh = False
        if self.state is RoomState.COMMITTING:
            self.state = RoomState.ABANDONED
            return
        while self._queue:
            place = self._queue.pop(0)
            if not place.cancelled():
                self.state = RoomState.DECIDING
                place.set_result(None)
                return
        self.state = RoomState.IDLE
        self.on_idle(self.id)

    def commit_begins(self) -> None:
        """Note that a commit was handed to the store."""
        self.state = RoomState.COMMITTING

    def commit_ends(self) -> None:
        """Note that the store has answered."""
        was_abandoned = self.state is RoomState.ABANDONED
        self.state = RoomState.DECIDING
        if was_abandoned:
            self.leave()
