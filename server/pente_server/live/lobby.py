"""The lobby: all live rooms, whose they are, and the one to watch."""

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
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.rooms.room_summary import room_summary, summary_changed

ENDS_REMEMBERED: Final = 1000
"""News of a room may come after that of its end, and must not bring it back."""

_log = logging.getLogger(__name__)


class Lobby(RoomObserver):
    """Mutable: this node's picture of all live rooms, its own and those of other nodes."""

    def __init__(
        self,
        tell_featured: Callable[[RoomId], None],
        *tell_changed: Callable[[RoomId, RoomSummary | None], None],
        tell_invited: Callable[[RoomSummary], None] = lambda _: None,
    ) -> None:
        """``tell_changed`` hear of every room that is new, has changed or is over (None; of private rooms,
        whose ids nobody is to learn, they hear no such thing), ``tell_invited`` of those that are new and
        that players are invited to.
        """
        self._tell_featured = tell_featured
        self._tell_invited = tell_invited
        self._tell_changed = tell_changed
        self._featured: RoomId | None = None
        self._rooms: dict[RoomId, RoomSummary] = {}
        self._versions: dict[RoomId, int] = {}
        self._playing: set[RoomId] = set()
        self._of_player: dict[PlayerId, dict[RoomId, None]] = {}
        """In the order in which each came to know of them."""
        self._over: dict[RoomId, None] = {}
        self._touched: set[RoomId] | None = None
        """What has changed since the store is being read."""

    def __len__(self) -> int:
        return len(self._rooms)

    @property
    def featured(self) -> RoomId | None:
        """The game to watch, while it is played. Once chosen it stays until it is over."""
        return self._featured if self._featured in self._playing else None

    def get(self, room: RoomId) -> RoomSummary | None:
        return self._rooms.get(room)

    def newest(
        self, count: int, is_wanted: Callable[[RoomSummary], bool] = lambda _: True
    ) -> list[RoomSummary]:
        """Those live rooms of the wanted that were opened last, the oldest of them first."""
        return list(islice(filter(is_wanted, reversed(self._rooms.values())), count))[::-1]

    def rooms_of(self, player: PlayerId, most: int) -> list[RoomSummary]:
        """The live rooms in which a player has a seat or an invitation, the oldest first.

        Of more than ``most`` the newest, and seats before invitations: those come from anybody.
        """
        rooms = [self._rooms[room] for room in self._of_player.get(player, ())]
        rooms.sort(key=lambda room: (_has_seat(room, player), room.created))
        return sorted(rooms[-most:], key=lambda room: room.created)

    def seats_of(self, player: PlayerId) -> int:
        """In how many live rooms a player has a seat."""
        rooms = (self._rooms[room] for room in self._of_player.get(player, ()))
        return sum(_has_seat(room, player) for room in rooms)

    async def reload(self, read: Callable[[], Awaitable[Sequence[bytes]]]) -> None:
        """Begin again with what the store has; what changes while it is read counts more."""
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
        for room in sorted(rooms.values(), key=lambda room: room.created):
            self._put(room, versions.get(room.id, 0))
        self._choose()

    def advanced(self, advance: Advance) -> None:
        if advance.before is None or summary_changed(advance.before, advance.after):
            self._take_in(advance.room_id, advance.after)

    def rolled_back(self, room_id: RoomId, room: Room) -> None:
        self._take_in(room_id, room)

    def _take_in(self, room_id: RoomId, room: Room) -> None:
        if room.status in (Status.FINISHED, Status.CLOSED):
            self.drop(room_id)
        else:
            self.put(room_summary(room_id, room), room.version)

    def put_encoded(self, body: bytes, version: int) -> None:
        """Add or replace a room as the store keeps it. What can't be read is logged and left out."""
        room = _decoded(body)
        if room is not None:
            self.put(room, version)

    def put(self, room: RoomSummary, version: int) -> None:
        """Add or replace a room as it is at a version, unless something newer is known."""
        if room.id in self._over or version < self._versions.get(room.id, 0):
            return
        is_new = room.id not in self._rooms
        self._touch(room.id)
        self._put(room, version)
        self._choose()
        if is_new and room.invited:
            self._tell_invited(room)

    def drop(self, room_id: RoomId) -> None:
        """Forget a room that is over."""
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
        self._rooms[room.id] = room  # where it was, so that rooms stay in the order of their opening
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
        for tell in self._tell_changed:
            tell(room_id, room)

    def _forget_players(self, room_id: RoomId, but: AbstractSet[PlayerId] = frozenset()) -> None:
        room = self._rooms.get(room_id)
        for player in _players(room) - but if room else ():
            rooms = self._of_player[player]
            rooms.pop(room_id, None)
            if not rooms:
                del self._of_player[player]

    def _choose(self) -> None:
        """Keep the featured game while it is played; else take the one with most people, then the newest.

        It is one that anybody may watch.
        """
        if self._featured in self._playing:
            return
        playing = (self._rooms[room] for room in self._playing)
        best = max(filter(_is_open, playing), key=lambda room: (_people(room), room.created), default=None)
        if best is not None:
            self._featured = best.id
            self._tell_featured(best.id)


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
    return not (options.private or options.lock) and options.watch is WatchPolicy.ANYBODY


def _people(room: RoomSummary) -> int:
    return sum(player is not None and player.kind is PlayerKind.PERSON for player in room.seats)
