"""Presence: which players are connected, and who is in which room, at all nodes.

Presence is in no log. Each node writes its own part to a page in the store, and reads the pages of the
others. The page of a node that dies expires.
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
from pente_server.live.attendance import Attendance, packed, unpacked
from pente_server.store import DamagedKey, StoreUnavailable
from pente_server.store.presence_store import NodeName, PresenceStore

RENEWED_EVERY: Final = 0.5
"""Seconds between two exchanges with the store, and so the delay of presence between nodes."""
CHANGE_SHOWN: Final = 60.0
"""Seconds for which a page shows that a block list has changed; the other nodes read it within a second."""
_PLAYER, _ROOM, _BLOCKS = "player:", "room:", "blocks:"
"""The prefixes of a page's fields."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Page:
    """The presence of another node. Mutable."""

    edition: int = 0
    players: dict[PlayerId, Identity] = field(default_factory=dict)
    rooms: dict[RoomId, Attendance] = field(default_factory=dict)
    blocks: dict[PlayerId, int] = field(default_factory=dict)
    """The players whose block lists were changed lately, and when, so that a new change differs."""


class Presence:
    """The presence at this node and at all others. Mutable.

    ``on_room`` is called with a room whose presence has changed at another node, ``on_count`` when the number
    of connected players may have changed, and ``on_blocks`` with a player whose block list was changed at
    another node.
    """

    def __init__(
        self,
        store: PresenceStore,
        on_room: Callable[[RoomId], None],
        on_count: Callable[[], None],
        on_blocks: Callable[[PlayerId], None] = lambda _: None,
    ) -> None:
        self._store = store
        self._on_room = on_room
        self._on_count = on_count
        self._on_blocks = on_blocks
        self._node = NodeName(uuid4().hex)
        self._players: dict[PlayerId, Identity] = {}
        self._fields: dict[str, bytes] = {}
        """The page of this node."""
        self._changed: dict[str, None] = {}
        """The fields of the page that have changed since the store got it."""
        self._others: dict[NodeName, _Page] = {}
        self._blocks: dict[str, float] = {}
        """The fields of block lists that were changed here, and when by the event loop's clock."""
        self._is_damaged = False
        """Whether the log says already that presence in the store is damaged."""

    # Presence at this node

    def entered(self, player: Identity) -> None:
        """Note that a player is connected to this node, or has a new name."""
        self._players[player.id] = player
        self._write(_PLAYER + player.id, msgpack.packb((player.name, player.kind)))
        self._on_count()

    def left(self, player: PlayerId) -> None:
        """Note that a player is no longer connected to this node."""
        self._players.pop(player, None)
        self._write(_PLAYER + player, b"")
        self._on_count()

    def attended(self, room: RoomId, attendance: Attendance) -> None:
        """Set the attendance of a room at this node."""
        self._write(_ROOM + room, packed(attendance) if attendance else b"")

    def blocks_changed(self, player: PlayerId, now: Instant) -> None:
        """Note that a player's block list was changed here, so that the other nodes read it again."""
        name = _BLOCKS + player
        self._write(name, msgpack.packb(now))
        self._blocks.pop(name, None)
        self._blocks[name] = asyncio.get_running_loop().time()

    def _forget_blocks(self) -> None:
        """Remove from the page what the other nodes have read by now."""
        seen = asyncio.get_running_loop().time() - CHANGE_SHOWN
        for name in [name for name, at in self._blocks.items() if at < seen]:
            del self._blocks[name]
            self._write(name, b"")

    def _write(self, name: str, body: bytes) -> None:
        if self._fields.get(name, b"") == body:
            return
        self._fields[name] = body
        if not body:
            del self._fields[name]
        self._changed[name] = None

    # Queries

    def elsewhere(self, room: RoomId) -> Iterator[Attendance]:
        """The attendance of a room at each other node."""
        return (page.rooms[room] for page in self._others.values() if room in page.rooms)

    def is_elsewhere(self, room: RoomId, player: PlayerId) -> bool:
        """Whether a player with a seat in a room is connected to it, at another node."""
        return any(player in attendance.players for attendance in self.elsewhere(room))

    def online(self, kind: PlayerKind | None = None) -> list[Identity]:
        """All connected players, or those of a kind, sorted by name."""
        players = [player for player in self._all_players().values() if kind in (None, player.kind)]
        return sorted(players, key=lambda player: player.name.casefold())

    def count_online(self) -> int:
        """The number of connected players."""
        return len(self._all_players()) if self._others else len(self._players)

    def _all_players(self) -> dict[PlayerId, Identity]:
        players = dict(self._players)
        for page in self._others.values():
            players.update(page.players)
        return players

    # Exchange with the store

    async def run(self) -> None:
        """Exchange presence with the other nodes until cancelled."""
        while True:
            with suppress(StoreUnavailable):  # the heartbeat logs it
                await self._renew_if_readable()
            await asyncio.sleep(RENEWED_EVERY)

    async def _renew_if_readable(self) -> None:
        try:
            await self.renew()
        except DamagedKey as damage:
            if not self._is_damaged:
                _log.error("presence is damaged: %s; `pente admin check` says what to do", damage)
            self._is_damaged = True

    async def renew(self) -> None:
        """Write what has changed here, and read what has changed elsewhere. Raises StoreUnavailable."""
        self._forget_blocks()
        changed, self._changed = self._changed, {}
        try:
            pages = await self._store.renew(
                self._node, {name: self._fields.get(name, b"") for name in changed}
            )
            if pages.is_new and self._fields:
                pages = await self._store.renew(self._node, dict(self._fields))
        except BaseException:
            # Write the whole page next time: the store may have begun a new page although the answer was
            # lost.
            self._changed = changed | dict.fromkeys(self._fields) | self._changed
            raise
        for node in [node for node in self._others if node not in pages.others]:
            self._replace_page(node, _Page())
            del self._others[node]
        for node, edition in pages.others.items():
            if node not in self._others or self._others[node].edition != edition:
                self._replace_page(node, _page(edition, await self._store.page(node)))

    async def withdraw(self) -> None:
        """Delete the page of this node, which stops. Raises StoreUnavailable."""
        await self._store.withdraw(self._node)

    def _replace_page(self, node: NodeName, page: _Page) -> None:
        """Replace the page of another node, and call the callbacks for what is different."""
        before = self._others.get(node, _Page())
        self._others[node] = page
        for room in {**before.rooms, **page.rooms}:
            if before.rooms.get(room) != page.rooms.get(room):
                self._on_room(room)
        if before.players.keys() != page.players.keys():
            self._on_count()
        for player, at in page.blocks.items():
            if before.blocks.get(player) != at:
                self._on_blocks(player)


def _page(edition: int, fields: Mapping[str, bytes]) -> _Page:
    """Decode a page; fields that can't be decoded are logged and ignored."""
    page = _Page(edition)
    for name, body in fields.items():
        try:
            content: Any = msgpack.unpackb(body, strict_map_key=False)
            if name.startswith(_PLAYER):
                id_ = PlayerId(name.removeprefix(_PLAYER))
                page.players[id_] = Identity(id_, str(content[0]), PlayerKind(content[1]))
            elif name.startswith(_ROOM):
                page.rooms[RoomId(name.removeprefix(_ROOM))] = unpacked(*content)
            elif name.startswith(_BLOCKS):
                page.blocks[PlayerId(name.removeprefix(_BLOCKS))] = int(content)
        except (ValueError, TypeError, IndexError, msgpack.UnpackException):
            _log.warning("another node with a different version of pente uses the same store")
    return page
