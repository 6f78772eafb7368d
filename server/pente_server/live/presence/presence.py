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
from pente_core.room import events as ev
from pente_protocol.messages.post_mortem import PlayerLook
from pente_server.live.presence.attendance import Attendance, packed
from pente_server.live.presence.merged_index import MergedIndex
from pente_server.live.presence.presence_page import (
    AttendanceChange,
    FieldKind,
    LooksChange,
    NodePage,
    NoticeChange,
    Occupation,
    OnlinePlayer,
    PlayerChange,
    RoomStage,
    StageChange,
    TelevisedChange,
    busiest,
    changes_in,
    packed_looks,
    packed_player,
    packed_stage,
)
from pente_server.store import DamagedKey, StoreUnavailable
from pente_server.store.archive_store import SortKey, sort_key
from pente_server.store.presence_store import NodeName, PresenceStore

RENEWED_EVERY: Final = 0.5
"""Seconds between two exchanges with the store, and so the delay of presence between nodes."""
CHANGE_SHOWN: Final = 60.0
"""Seconds for which a page shows that something of a player has changed; the others read it within one."""
MOST_ONLINE: Final = 100
"""Players in one page of those who are connected."""
_LAST_ID: Final = PlayerId("g")
"""After all ids, which are hexadecimal."""

_log = logging.getLogger(__name__)

PlayerObserver = Callable[[PlayerId, OnlinePlayer | None, OnlinePlayer | None], None]
"""Called with a player, and how they were connected before and are now; None: not connected."""


class Presence:
    """The presence at this node and at all others. Mutable.

    ``on_room`` is called with a room whose presence has changed at another node, ``on_player`` with a player
    who has come, has gone, or does something else, ``on_notice`` with what has to be read again of a player,
    as it was changed at another node, ``on_televised`` with what another node says of a game on TV, and
    ``on_looks`` with a room in whose game somebody looks elsewhere at another node. All of it costs what has
    changed, not what there is.
    """

    def __init__(
        self,
        store: PresenceStore,
        on_room: Callable[[RoomId], None],
        on_player: PlayerObserver,
        on_notice: Callable[[FieldKind, PlayerId], None] = lambda *_: None,
        on_televised: Callable[[NodeName, RoomId, bytes], None] = lambda *_: None,
        *,
        on_looks: Callable[[RoomId], None] = lambda _: None,
    ) -> None:
        self._store = store
        self._on_room = on_room
        self._on_player = on_player
        self._on_notice = on_notice
        self._on_televised = on_televised
        self._on_looks = on_looks
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
        self._notices: dict[tuple[FieldKind, PlayerId], float] = {}
        """What was changed here of players, and when by the event loop's clock."""
        self._is_damaged = False
        """Whether the log says already that presence in the store is damaged."""

    # Presence at this node

    def entered(self, player: Identity, now: Instant) -> None:
        """Note that a player is connected to this node, or has a new name."""
        before = self._players.get(player.id, OnlinePlayer(player, since=now))
        self._note(before._replace(player=player))

    def occupied(self, player: PlayerId, occupation: Occupation) -> None:
        """Note what a player does at this node."""
        if (online := self._players.get(player)) is not None and online.occupation != occupation:
            self._note(online._replace(occupation=occupation))

    def _note(self, online: OnlinePlayer) -> None:
        id_ = online.player.id
        self._players[id_] = online
        self._put(self._node, id_, online)
        self._write(FieldKind.PLAYER, id_, packed_player(online))

    def left(self, player: PlayerId) -> None:
        """Note that a player is no longer connected to this node."""
        self._players.pop(player, None)
        self._put(self._node, player, None)
        self._write(FieldKind.PLAYER, player, b"")

    def _put(self, node: NodeName, player: PlayerId, online: OnlinePlayer | None) -> None:
        """Set what a node says about a player, and notify the observer if that changes anything."""
        before = self._online.get(player)
        self._online.put(node, player, online)
        after = self._online.get(player)
        if before != after:
            self._on_player(player, before, after)

    def attended(self, room: RoomId, attendance: Attendance, stage: RoomStage | None = None) -> None:
        """Set the attendance of a room at this node; ``stage`` if the room is live."""
        self._write(FieldKind.ROOM, room, packed(attendance) if attendance else b"")
        shown = stage if attendance.players else None
        self._stages.put(self._node, room, shown)
        self._write(FieldKind.STAGE, room, b"" if shown is None else packed_stage(shown))

    def looked(self, room: RoomId, looks: Sequence[PlayerLook]) -> None:
        """Set where those who are connected to a room here look in its game."""
        self._write(FieldKind.LOOKS, room, packed_looks(looks))

    def notify(self, kind: FieldKind, player: PlayerId, now: Instant) -> None:
        """Note that something of a player was changed here, so that the other nodes read it again."""
        self._write(kind, player, msgpack.packb(now))
        self._notices.pop((kind, player), None)
        self._notices[kind, player] = asyncio.get_running_loop().time()

    def televised(self, room: RoomId, body: bytes) -> None:
        """Note what the other nodes have to know of a game on TV; nothing: it is not on TV any more."""
        self._write(FieldKind.TELEVISED, room, msgpack.packb(body) if body else b"")

    def _forget_notices(self) -> None:
        """Remove from the page what the other nodes have read by now."""
        seen = asyncio.get_running_loop().time() - CHANGE_SHOWN
        for kind, player in [notice for notice, at in self._notices.items() if at < seen]:
            del self._notices[kind, player]
            self._write(kind, player, b"")

    def account_changed(self, player: PlayerId, now: Instant) -> None:
        """Note that a player's block list, friends or devices were changed here."""
        self.notify(FieldKind.ACCOUNT, player, now)

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

    def looks_elsewhere(self, room: RoomId) -> Iterator[PlayerLook]:
        """Where those who are connected to a room at the other nodes look."""
        return (look for page in self._others.values() for look in page.looks.get(room, ()))

    def is_elsewhere(self, room: RoomId, player: PlayerId) -> bool:
        """Whether a player with a seat in a room is connected to it, at another node."""
        return any(player in attendance.players for attendance in self.elsewhere(room))

    def online(
        self, kind: PlayerKind | None = None, after: str = "", count: int = MOST_ONLINE
    ) -> list[OnlinePlayer]:
        """The first ``count`` connected players after a name, sorted by name; ``kind``: only those of one."""
        start = (after.casefold(), _LAST_ID) if after else None
        return [online for _, online in self._online.page(kind, start, count)]

    def find(self, player: PlayerId) -> OnlinePlayer | None:
        """A connected player; None for one who is not connected."""
        return self._online.get(player)

    def count_online(self) -> int:
        """The number of connected players."""
        return len(self._online)

    def attended_rooms(self, status: ev.Status | None, after: SortKey, count: int) -> list[SortKey]:
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
        self._forget_notices()
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
        for change in changes_in(fields):
            match change:
                case PlayerChange(player, online):
                    self._put(node, player, online)
                case StageChange(room, stage):
                    self._stages.put(node, room, stage)
                case AttendanceChange(room, attendance):
                    self._attended_elsewhere(page, room, attendance)
                case LooksChange(room, looks):
                    self._looked_elsewhere(page, room, looks)
                case NoticeChange(kind, player, at):
                    self._notified(page, kind, player, at)
                case TelevisedChange(room, body):
                    self._on_televised(node, room, body)
                case _ as unreachable:
                    assert_never(unreachable)

    def _attended_elsewhere(self, page: NodePage, room: RoomId, attendance: Attendance | None) -> None:
        if page.rooms.get(room) == attendance:
            return
        if attendance is None:
            del page.rooms[room]
        else:
            page.rooms[room] = attendance
        self._on_room(room)

    def _looked_elsewhere(self, page: NodePage, room: RoomId, looks: tuple[PlayerLook, ...]) -> None:
        if page.looks.get(room, ()) == looks:
            return
        page.looks[room] = looks
        if not looks:
            del page.looks[room]
        self._on_looks(room)

    def _notified(self, page: NodePage, kind: FieldKind, player: PlayerId, at: int | None) -> None:
        if at is None:
            page.notices.pop((kind, player), None)
        elif page.notices.get((kind, player)) != at:
            page.notices[kind, player] = at
            self._on_notice(kind, player)


def _place_of_player(id_: PlayerId, online: OnlinePlayer) -> tuple[str, PlayerId]:
    return online.player.name.casefold(), id_


def _busiest(entries: Sequence[OnlinePlayer]) -> OnlinePlayer:
    """What a player does who is connected to several nodes, and since when they are connected to any."""
    occupation = busiest(online.occupation for online in entries)
    first = next(online for online in entries if online.occupation == occupation)
    return first._replace(since=min(online.since for online in entries))


def _latest(entries: Sequence[RoomStage]) -> RoomStage:
    """The stage of a room of which one node knows more than another."""
    return min(entries, key=lambda stage: stage.status)  # playing before waiting
