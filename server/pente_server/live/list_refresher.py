"""Keeping what a node knows of live rooms in line with the store, where news of changes may be missing."""

import asyncio
from contextlib import suppress
from typing import Final

from pente_server.live.lobby_feed import LobbyFeed
from pente_server.live.people.connected_people import ConnectedPeople
from pente_server.live.presence.absence_monitor import AbsenceMonitor
from pente_server.live.room_lists.own_rooms import OwnRooms
from pente_server.live.room_lists.room_directory import RoomDirectory
from pente_server.store import StoreUnavailable

COUNTED_EVERY: Final = 1.0
"""Seconds between two counts of the live rooms."""


class ListRefresher:
    """Reads the lists of live rooms and of people again."""

    def __init__(
        self,
        room_directory: RoomDirectory,
        own_rooms: OwnRooms,
        people: ConnectedPeople,
        absence_monitor: AbsenceMonitor,
        lobby_feed: LobbyFeed,
    ) -> None:
        self._room_directory, self._own_rooms, self._people = room_directory, own_rooms, people
        self._absence_monitor, self._lobby_feed = absence_monitor, lobby_feed

    async def refresh(self) -> None:
        """Read all again, as changes may have been missed. Raises StoreUnavailable."""
        await self._room_directory.list_outdated()
        await self._own_rooms.reload()
        await self._people.reload()
        self._absence_monitor.sweep()
        self._lobby_feed.recheck()

    async def run(self) -> None:
        """List what an older version has written, and count the rooms now and then, until cancelled."""
        while True:
            with suppress(StoreUnavailable):  # the heartbeat logs it
                await self._room_directory.list_outdated()
                await self._room_directory.unlist_shown()
                await self._room_directory.recount()
            await asyncio.sleep(COUNTED_EVERY)
