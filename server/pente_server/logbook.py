"""The logbook: the logs of rooms, as the store has them.

Most are read in a moment. A long one of a game that was taken back often may take a fifth of a second, and
whoever asks for it may ask again: long logs are gone through one at a time, with pauses.
"""

import asyncio
import logging
from collections.abc import Iterable, Sequence
from functools import reduce
from typing import Final

from pente_core.room import Event, Room, apply, replay
from pente_protocol.codec import decode_event
from pente_protocol.errors import ProtocolError
from pente_protocol.messages import RoomId
from pente_server.store import Store

AT_ONCE: Final = 128
"""So many events are gone through without a pause."""
PAUSE_EVERY: Final = 16
MOST_MISSED: Final = 500
MOST_MISSED_BYTES: Final = 64 * 1024
"""Who missed more than this gets the whole room instead."""

_log = logging.getLogger(__name__)


class UnknownRoom(Exception):
    """There is no room with that id, or none that this version of the server can read."""


class Logbook:
    """Its methods raise UnknownRoom and StoreUnavailable. Mutable: whether a long log is gone through."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._one_at_a_time = asyncio.Lock()

    async def room(self, room_id: RoomId) -> Room:
        """The room as it is in the store."""
        _, _, room = await self.whole(room_id)
        return room

    async def whole(self, room_id: RoomId) -> tuple[Sequence[bytes], Sequence[Event], Room]:
        """The whole log, as it is kept and as it reads, and the room that it makes."""
        bodies = await self._store.read(room_id, 0)
        if not bodies:
            raise UnknownRoom(room_id)
        try:
            return bodies, *await self._gone_through(room_id, bodies)
        except ValueError as error:
            _log.error("room %s can't be read: %s", room_id, error)
            raise UnknownRoom(room_id) from None

    async def _gone_through(self, room_id: RoomId, bodies: Sequence[bytes]) -> tuple[list[Event], Room]:
        events = list(read_events(room_id, bodies[:AT_ONCE]))
        room = replay(events)
        if len(bodies) <= AT_ONCE:
            return events, room
        async with self._one_at_a_time:
            for start in range(AT_ONCE, len(bodies), PAUSE_EVERY):
                await asyncio.sleep(0)
                more = read_events(room_id, bodies[start : start + PAUSE_EVERY])
                events += more
                room = reduce(apply, more, room)
        return events, room

    async def missed(self, room_id: RoomId, since: int, version: int) -> Sequence[Event] | None:
        """The events of a room between two versions; None when they are unknown or too many."""
        if not 0 < since <= version or version - since > MOST_MISSED:
            return None
        bodies = (await self._store.read(room_id, since))[: version - since] if since < version else ()
        if len(bodies) < version - since or sum(map(len, bodies)) > MOST_MISSED_BYTES:
            return None
        return read_events(room_id, bodies)


def read_events(room_id: RoomId, bodies: Iterable[bytes]) -> tuple[Event, ...]:
    """Events of a log. Raises UnknownRoom for what another version of the server has written."""
    try:
        return tuple(map(decode_event, bodies))
    except ProtocolError as error:
        _log.error("room %s can't be read: %s", room_id, error)
        raise UnknownRoom(room_id) from None
