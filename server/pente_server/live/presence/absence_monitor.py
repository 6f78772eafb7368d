"""The absence monitor: notices when players disconnect from their rooms and when they return.

A short absence is ignored. After that the room is notified, and decides how long the opponents have to wait,
or in a room that waits for players, how long the seat is kept. From then on it stands in the room's log, and
any node acts on it in time: a host who is gone is not forgotten with the node that has noticed.
While the clocks of a sequel wait for its players, the room is notified of each who is there.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from itertools import islice
from typing import Final

from pente_core.identity import PlayerId, RoomId
from pente_core.room import Refused, Room
from pente_core.room import commands as cmd
from pente_core.room.absence import is_absent
from pente_protocol.messages.lists import RoomSummary
from pente_server.live.room_lists.room_directory import AT_ONCE, BEGINNING, RoomDirectory
from pente_server.rooms.command_decider import RoomCommand
from pente_server.rooms.keeper import Keeper
from pente_server.rooms.loaded.room_log import UnknownRoom
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.rooms.room_listing import ABSENCES, notices_absence
from pente_server.store import StoreUnavailable
from pente_server.store.archive_store import SortKey

AWAY_AFTER: Final = 5.0
"""Seconds without a connection after which a player is absent."""
CHECK_EVERY: Final = 0.5
"""Seconds between two checks."""
MOST_MISSING: Final = 10_000
"""Missing players with whom no more rooms are checked that were live at the start."""

_RoomPlayer = tuple[RoomId, PlayerId]


class AbsenceMonitor(RoomObserver):
    """Marks players as absent and present in their rooms. Mutable: the players who are missing."""

    def __init__(
        self,
        keeper: Keeper,
        rooms: RoomDirectory,
        is_here: Callable[[RoomId, PlayerId], bool],
        is_elsewhere: Callable[[RoomId, PlayerId], bool],
        time: Callable[[], float],
    ) -> None:
        """``is_here`` and ``is_elsewhere`` tell whether a player is in a room, at this node and at others;
        ``time`` returns seconds and must never go back.
        """
        self._keeper = keeper
        self._rooms = rooms
        self._is_here = is_here
        self._is_elsewhere = is_elsewhere
        self._time = time
        self._missing: dict[_RoomPlayer, float] = {}
        """The players who are not connected, and when to mark them absent."""
        self._returned: dict[_RoomPlayer, None] = {}
        """The players who are connected, in rooms where they are waited for."""
        self._unchecked: dict[RoomId, float] = {}
        """The rooms whose presence has changed, and when."""
        self._swept_to: SortKey | None = BEGINNING
        """How far the rooms that were live at the start were checked; None: to the end."""

    def __len__(self) -> int:
        """The number of missing players."""
        return len(self._missing)

    def check_room(self, room: RoomSummary) -> None:
        """Note who is missing in a room that is new or has changed."""
        self._note_missing(room, self._time())

    def check(self, room_id: RoomId) -> None:
        """Note who is missing, soon, after a change of a room's presence at any node."""
        self._unchecked.setdefault(room_id, self._time())

    def check_presence(self, room_id: RoomId) -> None:
        """Note who is missing or has returned, after a change of a room's presence at this node."""
        self.check(room_id)
        room = self._keeper.known(room_id)
        if room is not None and _waits(room):
            self._note_returned(room_id, room)

    def sweep(self) -> None:
        """Check all live rooms, as changes may have been missed."""
        self._swept_to = BEGINNING

    def _note_missing(self, room: RoomSummary, at: float) -> None:
        if not notices_absence(room):
            return
        for seat, player in enumerate(room.seats):
            if player is None or seat in room.away or seat in room.out:
                continue
            key = room.id, player.id
            if self._is_there(*key):
                self._missing.pop(key, None)
            else:  # the earlier instant counts
                self._missing.setdefault(key, at + AWAY_AFTER)

    def advanced(self, advance: Advance) -> None:
        if _waits(advance.after):
            self._note_returned(advance.room_id, advance.after)

    def _note_returned(self, room_id: RoomId, room: Room) -> None:
        """Note the players who are waited for but are connected to this node."""
        for seat, player in enumerate(room.seats):
            if player is not None and _waits_for(room, seat) and self._is_here(room_id, player.id):
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
        await self._check_rooms()
        await self._sweep_on()
        for key in tuple(self._returned):
            # Deleted before the command, too: a player who disconnects and returns during it is noted anew.
            self._returned.pop(key, None)
            try:
                await self._mark_present(*key)
            except StoreUnavailable:
                self._returned[key] = None
                raise
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

    async def _check_rooms(self) -> None:
        """Note who is missing in the rooms whose presence has changed."""
        while self._unchecked:
            ids = list(islice(self._unchecked, AT_ONCE))
            found = await self._rooms.summaries(ids)
            for room_id in ids:
                at = self._unchecked.pop(room_id)
                if room_id in found:
                    self._note_missing(found[room_id], at)

    async def _sweep_on(self) -> None:
        """Check more of the rooms that were live at the start, unless many players are missing already."""
        while self._swept_to is not None and len(self._missing) < MOST_MISSING:
            found, self._swept_to = await self._rooms.next_page(ABSENCES, self._swept_to)
            for room in found:
                self.check_room(room)

    async def _mark_present(self, room_id: RoomId, player_id: PlayerId) -> None:
        room = self._keeper.known(room_id)
        seat = None if room is None else room.seat_of(player_id)
        if seat is not None and self._is_there(room_id, player_id):
            with suppress(Refused, UnknownRoom):
                await self._keeper.act(RoomCommand(room_id, cmd.MarkPresent(seat)))

    async def _mark_absent(self, room_id: RoomId, player_id: PlayerId) -> None:
        room = await self._rooms.summary(room_id)
        if room is None or self._is_there(room_id, player_id):
            return
        for seat, player in enumerate(room.seats):
            if player is not None and player.id == player_id:
                # The room may be over, or another node was faster.
                with suppress(Refused, UnknownRoom):
                    await self._keeper.act(RoomCommand(room_id, cmd.MarkAbsent(seat)))


def _waits(room: Room) -> bool:
    """Whether a room waits for players: those who are away, or all while the clocks do not run yet."""
    return bool(room.absent) or room.starting is not None


def _waits_for(room: Room, seat: int) -> bool:
    return is_absent(room.absent, seat) or (room.starting is not None and seat not in room.ready)
