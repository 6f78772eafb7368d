"""The absence monitor: notices when players disconnect from their rooms and when they return.

A short absence is ignored. After that the room is notified, and decides how long the opponents have to wait.
In a room that still waits for players, an absent player leaves their seat.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import Leave, MarkAbsent, MarkPresent, Refused, Room, Status
from pente_core.room.state.absence import grace, is_absent
from pente_protocol.messages import (
    RoomSummary,
)
from pente_server.live.lobby import Lobby
from pente_server.rooms.keeper import Keeper
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.rooms.room_log import UnknownRoom
from pente_server.store import StoreUnavailable

AWAY_AFTER: Final = 5.0
"""Seconds without a connection after which a player in a running game is absent."""
GIVEN_UP_AFTER: Final = 120.0
"""Seconds without a connection after which a player leaves a room that waits for players."""
CHECK_EVERY: Final = 0.5
"""Seconds between two checks."""

_RoomPlayer = tuple[RoomId, PlayerId]


class AbsenceMonitor(RoomObserver):
    """Marks players as absent and present in their rooms. Mutable: the players who are missing."""

    def __init__(
        self,
        keeper: Keeper,
        lobby: Lobby,
        is_here: Callable[[RoomId, PlayerId], bool],
        is_elsewhere: Callable[[RoomId, PlayerId], bool],
        time: Callable[[], float],
    ) -> None:
        """``is_here`` and ``is_elsewhere`` tell whether a player is in a room, at this node and at others;
        ``time`` returns seconds and must never go back.
        """
        self._keeper = keeper
        self._lobby = lobby
        self._is_here = is_here
        self._is_elsewhere = is_elsewhere
        self._time = time
        self._missing: dict[_RoomPlayer, float] = {}
        """The players who are not connected, and when to mark them absent."""
        self._returned: dict[_RoomPlayer, None] = {}
        """The players who are connected, in rooms where they are marked absent."""

    def __len__(self) -> int:
        """The number of missing players."""
        return len(self._missing)

    def check(self, room_id: RoomId) -> None:
        """Note who is missing, after a change of a room or of its presence at any node."""
        room = self._lobby.get(room_id)
        patience = None if room is None else _patience(room)
        if room is None or patience is None:
            return
        for player in filter(None, room.seats):
            key, due = (room_id, player.id), self._time() + patience
            if self._is_there(*key):
                self._missing.pop(key, None)
            else:  # the earlier instant counts: the wait is shorter once the game has started
                self._missing[key] = min(due, self._missing.get(key, due))

    def check_presence(self, room_id: RoomId) -> None:
        """Note who is missing or has returned, after a change of a room's presence at this node."""
        self.check(room_id)
        room = self._keeper.known(room_id)
        if room is not None and room.absent:
            self._note_returned(room_id, room)

    def advanced(self, advance: Advance) -> None:
        if advance.after.absent:
            self._note_returned(advance.room_id, advance.after)

    def _note_returned(self, room_id: RoomId, room: Room) -> None:
        """Note the players who are marked absent but are connected to this node."""
        for seat, player in enumerate(room.seats):
            if player is not None and is_absent(room.absent, seat) and self._is_here(room_id, player.id):
                self._returned[room_id, player.id] = None

    def _is_there(self, room_id: RoomId, player: PlayerId) -> bool:
        return self._is_here(room_id, player) or self._is_elsewhere(room_id, player)

    async def run(self) -> None:
        """Check until cancelled."""
        while True:
            await asyncio.sleep(CHECK_EVERY)
            with suppress(StoreUnavailable):
                await self.update_rooms()

    async def update_rooms(self) -> None:
        """Mark players as present and absent. Raises StoreUnavailable; the next call does the rest."""
        for room_id, player in tuple(self._returned):
            await self._mark_present(room_id, player)
            self._returned.pop((room_id, player), None)
        for key, due in tuple(self._missing.items()):
            if due <= self._time() and self._missing.get(key) == due:
                # Deleted before the command: a player who returns and disconnects again during it gets a new
                # entry, which must stay.
                del self._missing[key]
                try:
                    await self._mark_absent(*key)
                except StoreUnavailable:
                    self._missing.setdefault(key, due)
                    raise

    async def _mark_present(self, room_id: RoomId, player_id: PlayerId) -> None:
        room = self._keeper.known(room_id)
        seat = None if room is None else room.seat_of(player_id)
        if seat is not None and self._is_there(room_id, player_id):
            with suppress(Refused, UnknownRoom):
                await self._keeper.act(room_id, MarkPresent(seat), by=None)

    async def _mark_absent(self, room_id: RoomId, player_id: PlayerId) -> None:
        room = self._lobby.get(room_id)
        if room is None or self._is_there(room_id, player_id):
            return
        for seat, player in enumerate(room.seats):
            if player is not None and player.id == player_id:
                with suppress(Refused, UnknownRoom):  # the game is over, or another node was faster
                    await self._mark_seat(room_id, room.status, seat, player)

    async def _mark_seat(self, room_id: RoomId, status: Status, seat: int, player: Identity) -> None:
        if status is Status.PLAYING:
            await self._keeper.act(room_id, MarkAbsent(seat), by=None)
        else:
            await self._keeper.act(room_id, Leave(), by=player)


def _patience(room: RoomSummary) -> float | None:
    """The seconds that a player may be disconnected from a room without effect; None: without limit."""
    if grace(room.time) is None:
        return None
    match room.status:
        case Status.PLAYING:
            return AWAY_AFTER
        case Status.WAITING:
            return None if room.invited else GIVEN_UP_AFTER
        case _:
            return None
