"""The lobby: all live rooms, the rooms of each player, and the featured game."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice
from typing import Final

from pente_core.identity import PlayerId, PlayerKind, RoomId
from pente_core.room import Room, Status, WatchPolicy
from pente_protocol.codec import decode_summary
from pente_protocol.errors import ProtocolError
from pente_protocol.messages import RoomSummary
from pente_protocol.messages.checkpoint import Checkpoint
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.rooms.room_log import UnknownRoom
from pente_server.rooms.room_summary import room_summary, summary_changed

ENDS_REMEMBERED: Final = 1000
"""Ended rooms that are remembered, as an older wake-up may arrive after the end, and must not add them again.
"""

_log = logging.getLogger(__name__)


class Lobby(RoomObserver):
    """The summaries of all live rooms, of this node and of others. Mutable."""

    def __init__(
        self,
        on_featured: Callable[[RoomId], None],
        *on_changed: Callable[[RoomId, RoomSummary | None], None],
        on_invited: Callable[[RoomSummary], None] = lambda _: None,
    ) -> None:
        """``on_changed`` are called for every room that is new, has changed, or has ended (None). They are
        not called for the end of private rooms, whose ids must stay secret. ``on_invited`` is called for new
        rooms with invited players.
        """
        self._on_featured = on_featured
        self._on_invited = on_invited
        self._on_changed = on_changed
        self._featured: RoomId | None = None
        self._rooms: dict[RoomId, RoomSummary] = {}
        self._versions: dict[RoomId, int] = {}
        self._playing: set[RoomId] = set()
        self._of_player: dict[PlayerId, dict[RoomId, None]] = {}
        """The live rooms of each player, in the order in which they got a seat or an invitation."""
        self._over: dict[RoomId, None] = {}
        """The rooms that ended last."""
        self._reloading = asyncio.Lock()
        self._touched: set[RoomId] | None = None
        """The rooms that have changed during a reload; None when there is none."""

    def __len__(self) -> int:
        return len(self._rooms)

    def count_listed(self) -> int:
        """The number of live rooms without the private ones, which are in no list."""
        return sum(not room.options.private for room in self._rooms.values())

    @property
    def featured(self) -> RoomId | None:
        """The featured game, if there is one. Once chosen it stays until it is over, or can no longer be
        watched by anybody.
        """
        room = None if self._featured not in self._playing else self._rooms.get(self._featured)
        return room.id if room is not None and _is_open(room) else None

    def get(self, room: RoomId) -> RoomSummary | None:
        return self._rooms.get(room)

    def newest(
        self, count: int, is_wanted: Callable[[RoomSummary], bool] = lambda _: True
    ) -> list[RoomSummary]:
        """The newest live rooms that are wanted, at most ``count``, the oldest of them first."""
        return list(islice(filter(is_wanted, reversed(self._rooms.values())), count))[::-1]

    def rooms_of(
        self, player: PlayerId, most: int, blocked: AbstractSet[PlayerId] = frozenset()
    ) -> list[RoomSummary]:
        """The live rooms in which a player has a seat or an invitation, the oldest first.

        At most ``most``: the newest, and seats before invitations, which any player can send in any number.
        Invitations of hosts in ``blocked`` are left out.
        """
        rooms = [self._rooms[room] for room in self._of_player.get(player, ())]
        rooms = [room for room in rooms if _has_seat(room, player) or room.host.id not in blocked]
        rooms.sort(key=lambda room: (_has_seat(room, player), room.created_at))
        return sorted(rooms[-most:], key=lambda room: room.created_at)

    def is_expected(self, room: RoomId, player: PlayerId) -> bool:
        """Whether a player has a seat or an invitation in a live room."""
        return room in self._of_player.get(player, ())

    def open_invitations(
        self, player: PlayerId, blocked: AbstractSet[PlayerId] = frozenset()
    ) -> list[PlayerId]:
        """The hosts of the waiting rooms where a player has an invitation and no seat yet.

        Those in ``blocked`` are left out.
        """
        rooms = (self._rooms[room] for room in self._of_player.get(player, ()))
        waiting = [room for room in rooms if room.status is Status.WAITING and not _has_seat(room, player)]
        return [room.host.id for room in waiting if room.host.id not in blocked]

    def seats_of(self, player: PlayerId) -> int:
        """The number of live rooms in which a player has a seat."""
        rooms = (self._rooms[room] for room in self._of_player.get(player, ()))
        return sum(_has_seat(room, player) for room in rooms)

    async def reload(
        self, read: Callable[[], Awaitable[Sequence[bytes]]], *, may_be_older: bool = False
    ) -> None:
        """Replace all rooms by those in the store. Changes during the reading are newer, and are kept.

        ``may_be_older``: the store may have lost something, so what is known of versions and ends is void.
        """
        async with self._reloading:  # else two readings would share the set of what was touched meanwhile
            await self._reload(read, may_be_older=may_be_older)

    async def _reload(self, read: Callable[[], Awaitable[Sequence[bytes]]], *, may_be_older: bool) -> None:
        if may_be_older:
            self._over.clear()
            self._versions.clear()
        touched: set[RoomId] = set()
        self._touched = touched
        try:
            bodies = await read()
        finally:
            self._touched = None
        rooms = {room.id: room for room in map(_decoded, bodies) if room is not None}
        for room_id in (*touched, *self._over):
            rooms.pop(room_id, None)
        rooms.update((room_id, self._rooms[room_id]) for room_id in touched if room_id in self._rooms)
        versions = dict(self._versions)
        for room_id in tuple(self._rooms):
            self._drop(room_id)
        for room in sorted(rooms.values(), key=lambda room: room.created_at):
            self._put(room, versions.get(room.id, 0))
        self._choose()

    def advanced(self, advance: Advance) -> None:
        if advance.before is None or summary_changed(advance.before, advance.after):
            self._update(advance.room_id, advance.after)

    def rolled_back(self, room_id: RoomId, room: Room, checkpoint: Checkpoint) -> None:  # noqa: ARG002
        self._over.pop(room_id, None)
        self._versions.pop(room_id, None)
        self._update(room_id, room)

    def lost(self, room_id: RoomId, why: UnknownRoom) -> None:  # noqa: ARG002 -- gone or damaged, it can't be played
        self._touch(room_id)
        self._drop(room_id)
        self._choose()

    def forget(self) -> None:
        """Forget all rooms: another store has taken the place of the one that they came from."""
        for room_id in tuple(self._rooms):
            self._drop(room_id)
        self._over.clear()

    def _update(self, room_id: RoomId, room: Room) -> None:
        if room.status in (Status.FINISHED, Status.CLOSED):
            self.drop(room_id)
        else:
            self.put(room_summary(room_id, room), room.version)

    def put_encoded(self, body: bytes, version: int) -> None:
        """Add or replace a room by its encoded summary. An invalid summary is logged and ignored."""
        room = _decoded(body)
        if room is not None:
            self.put(room, version)

    def put(self, room: RoomSummary, version: int) -> None:
        """Add or replace a room by its summary at a version, unless the lobby has a newer one."""
        if room.id in self._over or version < self._versions.get(room.id, 0):
            return
        is_new = room.id not in self._rooms
        self._touch(room.id)
        self._put(room, version)
        self._choose()
        if is_new and room.invited:
            self._on_invited(room)

    def drop(self, room_id: RoomId) -> None:
        """Remove a room that has ended."""
        self._touch(room_id)
        self._over[room_id] = None
        if len(self._over) > ENDS_REMEMBERED:
            del self._over[next(iter(self._over))]
        self._drop(room_id)
        self._choose()

    def _touch(self, room_id: RoomId) -> None:
        if self._touched is not None:
            self._touched.add(room_id)

    def _put(self, room: RoomSummary, version: int) -> None:
        players = _players(room)
        self._forget_players(room.id, players)
        self._rooms[room.id] = room  # a known id keeps its place in the dict: rooms stay in order of creation
        self._versions[room.id] = version
        self._changed(room.id, room)
        for player in players:
            self._of_player.setdefault(player, {}).setdefault(room.id)
        if room.status is Status.PLAYING:
            self._playing.add(room.id)
        else:
            self._playing.discard(room.id)

    def _drop(self, room_id: RoomId) -> None:
        self._forget_players(room_id)
        self._playing.discard(room_id)
        room = self._rooms.pop(room_id, None)
        if room is not None and not room.options.private:
            self._changed(room_id, None)
        self._versions.pop(room_id, None)

    def _changed(self, room_id: RoomId, room: RoomSummary | None) -> None:
        for notify in self._on_changed:
            notify(room_id, room)

    def _forget_players(self, room_id: RoomId, but: AbstractSet[PlayerId] = frozenset()) -> None:
        """Remove a room from the rooms of its players, except those in ``but``."""
        room = self._rooms.get(room_id)
        for player in _players(room) - but if room else ():
            rooms = self._of_player[player]
            rooms.pop(room_id, None)
            if not rooms:
                del self._of_player[player]

    def _choose(self) -> None:
        """Choose a new featured game when there is none: the one with most people, then the newest.

        Only games that anybody may watch.
        """
        if self.featured is not None:
            return
        self._featured = None  # a game that can be watched again is featured anew
        playing = (self._rooms[room] for room in self._playing)
        best = max(filter(_is_open, playing), key=lambda room: (_people(room), room.created_at), default=None)
        if best is not None:
            self._featured = best.id
            self._on_featured(best.id)


def _decoded(body: bytes) -> RoomSummary | None:
    try:
        return decode_summary(body)
    except ProtocolError as error:
        _log.error("a room in the store can't be read: %s", error)
        return None


def _players(room: RoomSummary) -> set[PlayerId]:
    return {player.id for player in (*room.seats, *room.invited) if player is not None}


def _has_seat(room: RoomSummary, player: PlayerId) -> bool:
    return any(taker is not None and taker.id == player for taker in room.seats)


def _is_open(room: RoomSummary) -> bool:
    options = room.options
    return not (options.private or options.password_hash) and options.watch is WatchPolicy.ANYBODY


def _people(room: RoomSummary) -> int:
    return sum(player is not None and player.kind is PlayerKind.PERSON for player in room.seats)
