"""The absence monitor: whether those who play are there, and what follows in their rooms when not.

A player who is gone for a moment is left in peace. After that the room is told, and says how long the
others have to wait. A room that waits for players is given up for somebody who opened it and went away.
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
"""Seconds without a connection after which somebody who plays is gone."""
GIVEN_UP_AFTER: Final = 120.0
"""Seconds after which somebody gets up from a room that waits for players, when they are not there."""
CHECK_EVERY: Final = 0.5

_Place = tuple[RoomId, PlayerId]


class AbsenceMonitor(RoomObserver):
    """Mutable: the players who are missed, and since when."""

    def __init__(
        self,
        keeper: Keeper,
        lobby: Lobby,
        is_here: Callable[[RoomId, PlayerId], bool],
        is_elsewhere: Callable[[RoomId, PlayerId], bool],
        time: Callable[[], float],
    ) -> None:
        """``is_here`` and ``is_elsewhere`` know whether a player is in a room, at this node and at others;
        ``time`` are seconds that pass.
        """
        self._keeper = keeper
        self._lobby = lobby
        self._is_here = is_here
        self._is_elsewhere = is_elsewhere
        self._time = time
        self._missed: dict[_Place, float] = {}
        """When to tell their rooms."""
        self._returned: dict[_Place, None] = {}
        """Who is there again, in a room that takes them for gone."""

    def __len__(self) -> int:
        """How many players are missed."""
        return len(self._missed)

    def look(self, room_id: RoomId) -> None:
        """Something about a room is new, or somebody came to it or went, at any node."""
        room = self._lobby.get(room_id)
        patience = None if room is None else _patience(room)
        if room is None or patience is None:
            return
        for player in filter(None, room.seats):
            place, due = (room_id, player.id), self._time() + patience
            if self._is_there(*place):
                self._missed.pop(place, None)
            else:  # there is less patience once the game has begun
                self._missed[place] = min(due, self._missed.get(place, due))

    def came_or_went(self, room_id: RoomId) -> None:
        """Somebody came to a room or went, at this node."""
        self.look(room_id)
        room = self._keeper.known(room_id)
        if room is not None and room.absent:
            self._compare(room_id, room)

    def advanced(self, advance: Advance) -> None:
        if advance.after.absent:
            self._compare(advance.room_id, advance.after)

    def _compare(self, room_id: RoomId, room: Room) -> None:
        """Those that a room takes for gone may be here, at this node."""
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
                await self.call()

    async def call(self) -> None:
        """Tell the rooms who is gone and who is back. Raises StoreUnavailable; the rest comes next time."""
        for room_id, player in tuple(self._returned):
            await self._tell_back(room_id, player)
            self._returned.pop((room_id, player), None)
        for place, due in tuple(self._missed.items()):
            if due <= self._time() and self._missed.get(place) == due:
                del self._missed[place]  # first: who is missed while the room is told is missed anew
                try:
                    await self._tell_gone(*place)
                except StoreUnavailable:
                    self._missed.setdefault(place, due)
                    raise

    async def _tell_back(self, room_id: RoomId, player_id: PlayerId) -> None:
        room = self._keeper.known(room_id)
        seat = None if room is None else room.seat_of(player_id)
        if seat is not None and self._is_there(room_id, player_id):
            with suppress(Refused, UnknownRoom):
                await self._keeper.act(room_id, MarkPresent(seat), by=None)

    async def _tell_gone(self, room_id: RoomId, player_id: PlayerId) -> None:
        room = self._lobby.get(room_id)
        if room is None or self._is_there(room_id, player_id):
            return
        for seat, player in enumerate(room.seats):
            if player is not None and player.id == player_id:
                with suppress(Refused, UnknownRoom):  # it was over by then, or another node was faster
                    await self._gone(room_id, room.status, seat, player)

    async def _gone(self, room_id: RoomId, status: Status, seat: int, player: Identity) -> None:
        if status is Status.PLAYING:
            await self._keeper.act(room_id, MarkAbsent(seat), by=None)
        else:
            await self._keeper.act(room_id, Leave(), by=player)


def _patience(room: RoomSummary) -> float | None:
    """How many seconds somebody may be away from a room before it is told; None: as long as they like."""
    if grace(room.time) is None:
        return None
    match room.status:
        case Status.PLAYING:
            return AWAY_AFTER
        case Status.WAITING:
            return None if room.invited else GIVEN_UP_AFTER
        case _:
            return None
