"""Presence: who is connected, and who is in which room, at this node and at all others.

Nothing of this is in any log. A node writes what it knows on a page in the store and reads those of the
others; a node that dies takes its page with it.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any, Final
from uuid import uuid4

import msgpack

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_server.store import StoreUnavailable
from pente_server.store.presence_store import NodeName, PresenceStore

RENEWED_EVERY: Final = 0.5
"""Seconds; so long it may take until one node knows what another does."""
MOST_NAMES: Final = 20
"""How many of those who watch a room are named."""
_PLAYER, _ROOM = "player:", "room:"
"""What the fields of a page are about."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Attendance:
    """Who is in a room, at one node."""

    players: Mapping[PlayerId, Instant] = field(default_factory=dict)
    """Who has a seat and is here, and when the connection came to the room."""
    watchers: int = 0
    names: tuple[str, ...] = ()
    """Who watches; at most MOST_NAMES."""

    def __bool__(self) -> bool:
        return bool(self.players or self.watchers)


@dataclass(slots=True)
class _Page:
    """What another node has written. Mutable."""

    edition: int = 0
    players: dict[PlayerId, Identity] = field(default_factory=dict)
    rooms: dict[RoomId, Attendance] = field(default_factory=dict)


class Presence:
    """Mutable: what this node has to tell, and what the others have told.

    ``tell_room`` is called for a room in which somebody came or went at another node, and ``tell_count`` when
    the number of connected players may have changed.
    """

    def __init__(
        self,
        store: PresenceStore,
        tell_room: Callable[[RoomId], None],
        tell_count: Callable[[], None],
    ) -> None:
        self._store = store
        self._tell_room = tell_room
        self._tell_count = tell_count
        self._node = NodeName(uuid4().hex)
        self._players: dict[PlayerId, Identity] = {}
        self._fields: dict[str, bytes] = {}
        """The page of this node, as it should be."""
        self._changed: dict[str, None] = {}
        """The fields that are not in the store as they should be."""
        self._others: dict[NodeName, _Page] = {}

    # What happens here

    def entered(self, player: Identity) -> None:
        """A player is connected to this node."""
        self._players[player.id] = player
        self._write(_PLAYER + player.id, msgpack.packb((player.name, player.kind)))
        self._tell_count()

    def left(self, player: PlayerId) -> None:
        """A player is no longer connected to this node."""
        self._players.pop(player, None)
        self._write(_PLAYER + player, b"")
        self._tell_count()

    def attended(self, room: RoomId, attendance: Attendance) -> None:
        """So many are in a room at this node now."""
        players = dict(attendance.players)
        body = msgpack.packb((players, attendance.watchers, attendance.names)) if attendance else b""
        self._write(_ROOM + room, body)

    def _write(self, name: str, body: bytes) -> None:
        if self._fields.get(name, b"") == body:
            return
        self._fields[name] = body
        if not body:
            del self._fields[name]
        self._changed[name] = None

    # What is known

    def elsewhere(self, room: RoomId) -> Iterator[Attendance]:
        """Who is in a room, at each other node."""
        return (page.rooms[room] for page in self._others.values() if room in page.rooms)

    def is_elsewhere(self, room: RoomId, player: PlayerId) -> bool:
        """Whether a player who has a seat in a room is there, at another node."""
        return any(player in attendance.players for attendance in self.elsewhere(room))

    def online(self, kind: PlayerKind | None = None) -> list[Identity]:
        """All players who are connected, perhaps only those of a kind, by name."""
        everybody = [player for player in self._everybody().values() if kind in (None, player.kind)]
        return sorted(everybody, key=lambda player: player.name.casefold())

    def count_online(self) -> int:
        """How many players are connected."""
        return len(self._everybody()) if self._others else len(self._players)

    def _everybody(self) -> dict[PlayerId, Identity]:
        everybody = dict(self._players)
        for page in self._others.values():
            everybody.update(page.players)
        return everybody

    # To and from the store

    async def run(self) -> None:
        """Tell and hear, until cancelled."""
        while True:
            with suppress(StoreUnavailable):  # the heartbeat says so
                await self.renew()
            await asyncio.sleep(RENEWED_EVERY)

    async def renew(self) -> None:
        """Write what has changed here, and read what has changed elsewhere. Raises StoreUnavailable."""
        changed, self._changed = self._changed, {}
        try:
            pages = await self._store.renew(
                self._node, {name: self._fields.get(name, b"") for name in changed}
            )
            if pages.is_new and self._fields:
                pages = await self._store.renew(self._node, dict(self._fields))
        except BaseException:
            # All of it again: there may be a new page by now, of which nobody said here that it is new.
            self._changed = changed | dict.fromkeys(self._fields) | self._changed
            raise
        for node in [node for node in self._others if node not in pages.others]:
            self._take(node, _Page())
            del self._others[node]
        for node, edition in pages.others.items():
            if node not in self._others or self._others[node].edition != edition:
                self._take(node, _page(edition, await self._store.page(node)))

    async def withdraw(self) -> None:
        """Drop the page: this node stops. Raises StoreUnavailable."""
        await self._store.withdraw(self._node)

    def _take(self, node: NodeName, page: _Page) -> None:
        """Take another node's page in, and tell of what is different."""
        before = self._others.get(node, _Page())
        self._others[node] = page
        for room in {**before.rooms, **page.rooms}:
            if before.rooms.get(room) != page.rooms.get(room):
                self._tell_room(room)
        if before.players.keys() != page.players.keys():
            self._tell_count()


def _page(edition: int, fields: Mapping[str, bytes]) -> _Page:
    """What a page says; what can't be read is left out."""
    page = _Page(edition)
    for name, body in fields.items():
        try:
            content: Any = msgpack.unpackb(body)
            if name.startswith(_PLAYER):
                id_ = PlayerId(name.removeprefix(_PLAYER))
                page.players[id_] = Identity(id_, str(content[0]), PlayerKind(content[1]))
            elif name.startswith(_ROOM):
                players, watchers, names = content
                page.rooms[RoomId(name.removeprefix(_ROOM))] = Attendance(players, watchers, tuple(names))
        except (ValueError, TypeError, IndexError, msgpack.UnpackException):
            _log.warning("another node of an unknown version serves the same store")
    return page
