"""Presence: which players are connected, and who is in which room, at all nodes.

Presence is in no log. Each node writes its own part to a page in the store, and reads the pages of the
others. The page of a node that dies expires.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Final, assert_never
from uuid import uuid4

import msgpack

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import Status
from pente_protocol.messages import PlayerActivity
from pente_server.live.presence.attendance import Attendance, packed
from pente_server.live.presence.merged_index import MergedIndex
from pente_server.live.presence.presence_page import (
    AccountChange,
    AttendanceChange,
    FieldKind,
    NodePage,
    OnlinePlayer,
    PlayerChange,
    RoomStage,
    StageChange,
    changes_in,
    packed_player,
    packed_stage,
)
from pente_server.store import DamagedKey, StoreUnavailable
from pente_server.store.archive_store import SortKey, sort_key
from pente_server.store.presence_store import NodeName, PresenceStore

RENEWED_EVERY: Final = 0.5
"""Seconds between two exchanges with the store, and so the delay of presence between nodes."""
CHANGE_SHOWN: Final = 60.0
"""Seconds for which a page shows that a block list has changed; the other nodes read it within a second."""
MOST_ONLINE: Final = 100
"""Players in one page of those who are connected."""
_LAST_ID: Final = PlayerId("g")
"""After all ids, which are hexadecimal."""
_ACTIVITIES: Final = tuple(PlayerActivity)

_log = logging.getLogger(__name__)


class Presence:
    """The presence at this node and at all others. Mutable.

    ``on_room`` is called with a room whose presence has changed at another node, ``on_count`` when the number
    of connected players may have changed, and ``on_account`` with a player whose block list or devices
    were changed at another node. All of it costs what has changed, not what there is.
    """

    def __init__(
        self,
        store: PresenceStore,
        on_room: Callable[[RoomId], None],
        on_count: Callable[[], None],
        on_account: Callable[[PlayerId], None] = lambda _: None,
    ) -> None:
        self._store = store
        self._on_room = on_room
        self._on_count = on_count
        self._on_account = on_account
        self._node = NodeName(uuid4().hex)
        self._players: dict[PlayerId, OnlinePlayer] = {}
        """The players at this node."""
        self._online: MergedIndex[PlayerId, OnlinePlayer] = MergedIndex(
            lambda online: (None, online.player.kind), _place_of_player, _busiest
        )
        self._stages: MergedIndex[RoomId, RoomStage] = MergedIndex(
            lambda stage: (None, stage.status), lambda room, stage: sort_key(stage.created, room), _latest
        )
        self._fields: dict[str, bytes] = {}
        """The page of this node."""
        self._changed: dict[str, None] = {}
        """The fields of the page that have changed since the store got it."""
        self._others: dict[NodeName, NodePage] = {}
        self._accounts: dict[PlayerId, float] = {}
        """The players whose block lists were changed here, and when by the event loop's clock."""
        self._is_damaged = False
        """Whether the log says already that presence in the store is damaged."""

    # Presence at this node

    def entered(self, player: Identity) -> None:
        """Note that a player is connected to this node, or has a new name."""
        before = self._players.get(player.id)
        self._note(OnlinePlayer(player) if before is None else OnlinePlayer(player, before.activity))
        self._on_count()

    def occupied(self, player: PlayerId, activity: PlayerActivity) -> None:
        """Note what a player does at this node."""
        if (online := self._players.get(player)) is not None and online.activity is not activity:
            self._note(OnlinePlayer(online.player, activity))

    def _note(self, online: OnlinePlayer) -> None:
        id_ = online.player.id
        self._players[id_] = online
        self._online.put(self._node, id_, online)
        self._write(FieldKind.PLAYER, id_, packed_player(online))

    def left(self, player: PlayerId) -> None:
        """Note that a player is no longer connected to this node."""
        self._players.pop(player, None)
        self._online.put(self._node, player, None)
        self._write(FieldKind.PLAYER, player, b"")
        self._on_count()

    def attended(self, room: RoomId, attendance: Attendance, stage: RoomStage | None = None) -> None:
        """Set the attendance of a room at this node; ``stage`` if the room is live."""
        self._write(FieldKind.ROOM, room, packed(attendance) if attendance else b"")
        shown = stage if attendance.players else None
        self._stages.put(self._node, room, shown)
        self._write(FieldKind.STAGE, room, b"" if shown is None else packed_stage(shown))

    def account_changed(self, player: PlayerId, now: Instant) -> None:
        """Note that a player's block list or devices were changed here: the other nodes read them again."""
        self._write(FieldKind.ACCOUNT, player, msgpack.packb(now))
        self._accounts.pop(player, None)
        self._accounts[player] = asyncio.get_running_loop().time()

    def _forget_accounts(self) -> None:
        """Remove from the page what the other nodes have read by now."""
        seen = asyncio.get_running_loop().time() - CHANGE_SHOWN
        for player in [player for player, at in self._accounts.items() if at < seen]:
            del self._accounts[player]
            self._write(FieldKind.ACCOUNT, player, b"")

    def _write(self, kind: FieldKind, id_: str, body: bytes) -> None:
        name = kind.value + id_
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

    def online(
        self, kind: PlayerKind | None = None, after: str = "", count: int = MOST_ONLINE
    ) -> list[OnlinePlayer]:
        """The first ``count`` connected players after a name, sorted by name; ``kind``: only those of one."""
        start = (after.casefold(), _LAST_ID) if after else None
        return [online for _, online in self._online.page(kind, start, count)]

    def count_online(self) -> int:
        """The number of connected players."""
        return len(self._online)

    def attended_rooms(self, status: Status | None, after: SortKey, count: int) -> list[SortKey]:
        """The first ``count`` places of live rooms to which a player with a seat is connected, newest first.

        ``status``: only those of one.
        """
        found = self._stages.page(status, after or None, count)
        return [sort_key(stage.created, room) for room, stage in found]

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
        self._forget_accounts()
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
            page = self._others.pop(node)
            self._change_page(node, page, page.all_gone())
        for node, edition in pages.others.items():
            page = self._others.setdefault(node, NodePage())
            if page.edition != edition:
                await self._read_page(node, page)

    async def _read_page(self, node: NodeName, page: NodePage) -> None:
        """Apply what has changed on the page of another node. Raises StoreUnavailable."""
        read = await self._store.page(node, page.edition)
        fields = page.all_gone() | dict(read.fields) if read.is_whole else read.fields
        page.edition = read.edition
        self._change_page(node, page, fields)

    async def withdraw(self) -> None:
        """Delete the page of this node, which stops. Raises StoreUnavailable."""
        await self._store.withdraw(self._node)

    def _change_page(self, node: NodeName, page: NodePage, fields: Mapping[str, bytes]) -> None:
        """Change fields of the page of another node, and call the callbacks for what is different."""
        page.change(fields)
        count = len(self._online)
        for change in changes_in(fields):
            match change:
                case PlayerChange(player, online):
                    self._online.put(node, player, online)
                case StageChange(room, stage):
                    self._stages.put(node, room, stage)
                case AttendanceChange(room, attendance):
                    self._attended_elsewhere(page, room, attendance)
                case AccountChange(player, at):
                    self._account_changed_elsewhere(page, player, at)
                case _ as unreachable:
                    assert_never(unreachable)
        if len(self._online) != count:
            self._on_count()

    def _attended_elsewhere(self, page: NodePage, room: RoomId, attendance: Attendance | None) -> None:
        if page.rooms.get(room) == attendance:
            return
        if attendance is None:
            del page.rooms[room]
        else:
            page.rooms[room] = attendance
        self._on_room(room)

    def _account_changed_elsewhere(self, page: NodePage, player: PlayerId, at: int | None) -> None:
        if at is None:
            page.accounts.pop(player, None)
        elif page.accounts.get(player) != at:
            page.accounts[player] = at
            self._on_account(player)


def _place_of_player(id_: PlayerId, online: OnlinePlayer) -> tuple[str, PlayerId]:
    return online.player.name.casefold(), id_


def _busiest(entries: Sequence[OnlinePlayer]) -> OnlinePlayer:
    """What a player does who is connected to several nodes."""
    return min(entries, key=lambda online: _ACTIVITIES.index(online.activity))


def _latest(entries: Sequence[RoomStage]) -> RoomStage:
    """The stage of a room of which one node knows more than another."""
    return min(entries, key=lambda stage: stage.status)  # playing before waiting
