"""A game as a viewer without an account may see it: a room that is live, or one from the archive."""

import asyncio
from collections.abc import Awaitable, Callable

from pente_core.identity import RoomId
from pente_core.room import Room, replay, restore
from pente_server.net.http.api.resource import ReaderPort

FindRoom = Callable[[ReaderPort, RoomId], Awaitable[Room]]
"""Finds the room of an id, as the reader may see it."""


async def live_room(reader: ReaderPort, room_id: RoomId) -> Room:
    """A room from what one who begins to watch it is sent. Raises what `read_room` raises."""
    synced = await reader.read_room(room_id)
    return await asyncio.to_thread(restore, synced.snapshot)  # not in the loop: it replays the game


async def finished_room(reader: ReaderPort, room_id: RoomId) -> Room:
    """The room of a finished game, from the events that are sent of it. Raises what `whole_log` raises."""
    return await asyncio.to_thread(replay, await reader.whole_log(room_id))
