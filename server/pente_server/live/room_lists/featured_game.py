"""The featured game: one that anybody may watch, and stays featured until it is over."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final

from pente_core.identity import RoomId
from pente_core.room import Status
from pente_protocol.messages import RoomSummary
from pente_server.rooms.room_listing import is_watchable
from pente_server.store import StoreUnavailable

RETRY_AFTER: Final = 0.5


class FeaturedGame:
    """The featured game of this node. Mutable.

    When it is over, or can no longer be watched by anybody, the next one is the game with most people, then
    the newest. Where there was none, it is the first that begins.
    """

    def __init__(
        self, choose: Callable[[], Awaitable[RoomSummary | None]], on_featured: Callable[[RoomId], None]
    ) -> None:
        """``choose`` looks for the next game; it raises StoreUnavailable."""
        self._choose = choose
        self._on_featured = on_featured
        self.room: RoomId | None = None
        """None: there is none."""
        self._changes = 0
        """Changes to games that were noted: what is chosen meanwhile may be over."""
        self._is_wanted = asyncio.Event()
        self._is_wanted.set()

    def changed(self, room: RoomSummary) -> None:
        """Note that a room is new or has changed."""
        can_be = room.status is Status.PLAYING and is_watchable(room)
        if self.room is None and can_be:
            self._feature(room.id)
        elif self.room == room.id and not can_be:
            self.ended(room.id)

    def ended(self, room_id: RoomId) -> None:
        """Note that a room is over, or lost."""
        self._changes += 1
        if self.room == room_id:
            self.forget()

    def forget(self) -> None:
        """Look for another game."""
        self.room = None
        self._changes += 1
        self._is_wanted.set()

    def _feature(self, room_id: RoomId) -> None:
        self.room = room_id
        self._on_featured(room_id)

    async def verify(self, read: Callable[[RoomId], Awaitable[RoomSummary | None]]) -> None:
        """Read the game again, as its end may have been missed. Raises StoreUnavailable."""
        featured = self.room
        if featured is not None:
            room = await read(featured)
            if room is None:
                self.ended(featured)
            else:
                self.changed(room)

    async def run(self) -> None:
        """Choose the next game whenever there is none, until cancelled."""
        while True:
            await self._is_wanted.wait()
            try:
                await self.choose()
            except StoreUnavailable:
                await asyncio.sleep(RETRY_AFTER)

    async def choose(self) -> None:
        """Choose a game, if there is none. Raises StoreUnavailable."""
        self._is_wanted.clear()
        changes = self._changes
        try:
            room = await self._choose() if self.room is None else None
        except StoreUnavailable:
            self._is_wanted.set()
            raise
        if room is None or self.room is not None:
            return
        if changes != self._changes:  # it may be over by now
            self._is_wanted.set()
        else:
            self._feature(room.id)
