"""The rooms of the players who are connected to this node."""

from collections.abc import Awaitable, Callable, Collection, Iterable, Sequence
from collections.abc import Set as AbstractSet

from pente_core.identity import Identity, PlayerId, RoomId
from pente_protocol.messages.lists import RoomSummary
from pente_server.rooms.room_listing import members
from pente_server.store.archive_store import SortKey, sort_key


class OwnRooms:
    """The ids of the rooms in which each connected player has a seat or an invitation. Mutable."""

    def __init__(
        self,
        read: Callable[[PlayerId], Awaitable[Sequence[RoomSummary]]],
        on_invited: Callable[[RoomSummary, Collection[PlayerId]], None] = lambda *_: None,
        on_invitation_ended: Callable[[RoomId, Identity, Collection[PlayerId]], None] = lambda *_: None,
    ) -> None:
        """``read`` reads the rooms of a player. ``on_invited`` is called for a room with those of its invited
        players for whom it is new, and ``on_invitation_ended`` for one with its host and those who were
        invited, have no seat, and can't come any more.
        """
        self._read = read
        self._on_invited = on_invited
        self._on_invitation_ended = on_invitation_ended
        self._invitations: dict[RoomId, tuple[Identity, set[PlayerId]]] = {}
        """The host of each room, and its invited players who are connected."""
        self._of_player: dict[PlayerId, set[RoomId]] = {}
        self._players: dict[RoomId, set[PlayerId]] = {}
        self._private: dict[RoomId, SortKey] = {}
        """The places of those rooms that are private."""
        self._touched: dict[PlayerId, list[set[RoomId]]] = {}
        """What has changed since the rooms of a player are read: that is newer. One set for each reading."""

    def __len__(self) -> int:
        """The number of players."""
        return len(self._of_player)

    def of(self, player: PlayerId) -> AbstractSet[RoomId]:
        """The rooms of a connected player; empty for others."""
        return self._of_player.get(player, frozenset())

    def is_expected(self, room_id: RoomId, player: PlayerId) -> bool:
        """Whether a connected player has a seat or an invitation in a live room."""
        return room_id in self.of(player)

    def private(self, player: PlayerId) -> list[SortKey]:
        """The places of a connected player's private rooms."""
        return [self._private[room_id] for room_id in self.of(player) if room_id in self._private]

    async def load(self, player: PlayerId) -> Sequence[RoomSummary]:
        """Read the rooms of a player who has connected, and return them. Raises StoreUnavailable."""
        rooms, _ = await self._load(player)
        return rooms

    async def _load(self, player: PlayerId) -> tuple[Sequence[RoomSummary], list[RoomSummary]]:
        """Read the rooms of a player: all of them, and those of which nothing was known. Raises
        StoreUnavailable.
        """
        self._of_player.setdefault(player, set())
        touched = set[RoomId]()
        readings = self._touched.setdefault(player, [])
        readings.append(touched)
        try:
            rooms = await self._read(player)
        finally:
            is_latest = self._touched.get(player) is readings
            readings[:] = [reading for reading in readings if reading is not touched]
            if is_latest and not readings:
                del self._touched[player]
        if not is_latest:  # the player has gone; who has come back since is read anew
            return rooms, []
        found = {room.id: room for room in rooms}
        new = [room for room in rooms if room.id not in touched | self._of_player[player]]
        for room_id in self._of_player[player] - found.keys() - touched:
            self._remove(player, room_id)
        for room_id in found.keys() - touched:
            self._add(player, found[room_id])
        return rooms, new

    async def reload(self) -> None:
        """Read the rooms of all connected players again, one after the other. Raises StoreUnavailable.

        An invitation that was missed is told now.
        """
        for player in tuple(self._of_player):
            if player in self._of_player:
                _, new = await self._load(player)
                for room in new:
                    if any(invited.id == player for invited in room.invited):
                        self._on_invited(room, [player])

    def forget(self, player: PlayerId) -> None:
        """Note that a player is no longer connected."""
        self._touched.pop(player, None)
        for room_id in tuple(self.of(player)):
            self._remove(player, room_id)
        self._of_player.pop(player, None)

    def changed(self, room: RoomSummary) -> None:
        """Note that a room is new, or has other players."""
        now = members(room) & self._of_player.keys()
        before: AbstractSet[PlayerId] = self._players.get(room.id, frozenset())
        self._touch(room.id, now | before)
        invited = [player.id for player in room.invited if player.id in now - before]
        self._end_invitations(room.id, now)
        for player in now - {invited.id for invited in room.invited}:
            self._forget_invitation(room.id, player)  # they have joined
        for player in before - now:
            self._remove(player, room.id)
        for player in now - before:
            self._add(player, room)
        if invited:
            self._on_invited(room, invited)

    def ended(self, room_id: RoomId) -> None:
        """Note that a room is over."""
        self._touch(room_id, self._touched)
        self._end_invitations(room_id, frozenset())
        for player in tuple(self._players.get(room_id, ())):
            self._remove(player, room_id)

    def _end_invitations(self, room_id: RoomId, members: AbstractSet[PlayerId]) -> None:
        """Notify the invited players of a room who are no members of it any more."""
        if room_id in self._invitations:
            host, invited = self._invitations[room_id]
            if gone := invited - members:
                self._on_invitation_ended(room_id, host, gone)

    def _touch(self, room_id: RoomId, players: Iterable[PlayerId]) -> None:
        for player in players:
            for touched in self._touched.get(player, ()):
                touched.add(room_id)

    def _add(self, player: PlayerId, room: RoomSummary) -> None:
        self._of_player[player].add(room.id)
        self._players.setdefault(room.id, set()).add(player)
        if any(invited.id == player for invited in room.invited):
            self._invitations.setdefault(room.id, (room.host, set()))[1].add(player)
        if room.options.private:
            self._private[room.id] = sort_key(room.created_at, room.id)

    def _remove(self, player: PlayerId, room_id: RoomId) -> None:
        self._of_player[player].discard(room_id)
        self._players[room_id].discard(player)
        self._forget_invitation(room_id, player)
        if not self._players[room_id]:
            del self._players[room_id]
            self._private.pop(room_id, None)

    def _forget_invitation(self, room_id: RoomId, player: PlayerId) -> None:
        if room_id in self._invitations:
            self._invitations[room_id][1].discard(player)
            if not self._invitations[room_id][1]:
                del self._invitations[room_id]
