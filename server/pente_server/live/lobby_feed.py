"""The lobby feed: rows of lists that have changed, sent to the sessions that browse the lobby in batches.

What a room is changes rarely, and is sent soon. What goes on in it changes with every move: that is read for
the rooms that are shown to sessions, every few seconds, and what differs is sent.
"""

import asyncio
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Final

from pente_core.identity import PlayerId, RoomId
from pente_protocol.messages.lists import ListedRoom, LobbyUpdate, RoomFilter, RoomSummary
from pente_server.live.listening.frames import MessageFrames
from pente_server.live.listening.listeners import Listener
from pente_server.live.room_lists.room_directory import AT_ONCE, shown_to
from pente_server.live.room_lists.room_query import RoomQueries, fits
from pente_server.rooms.room_listing import members, shows_course
from pente_server.store import StoreUnavailable

SEND_EVERY: Final = 0.25
"""Seconds between two messages about rooms that are new, have other players, or are over."""
LOOK_EVERY: Final = 2.0
"""Seconds between two looks at what goes on in the rooms that are shown."""
MOST_PER_MESSAGE: Final = 100
"""Rooms in one message; further ones come in the next. With the longest summaries they take 114 KB, so that
two messages may wait for a slow reader before it is disconnected.
"""
MOST_SHOWN: Final = 200
"""Rooms in a list. When it grows longer, those that changed longest ago leave it."""
MOST_LOOKED_AT: Final = 2000
"""Rooms that one look reads. With more lists than that they take turns."""


def _is_shown_otherwise_to(player: PlayerId, room: RoomSummary) -> bool:
    """Whether a player sees more of a room than others do."""
    return room.options.private or (player in members(room) and not shows_course(room))


@dataclass(frozen=True, slots=True)
class _Question:
    """What sessions with the same list have asked for."""

    which: RoomFilter
    named: PlayerId | None
    """The player whom the filter names."""
    viewer: PlayerId | None
    """Whose list it is; None: it is the same for everybody."""


@dataclass(slots=True, eq=False)
class _List:
    """A list that is kept up to date, with the sessions that see it. They get the same bytes. Mutable."""

    question: _Question
    readers: set[Listener] = field(default_factory=set)
    shown: dict[RoomId, ListedRoom] = field(default_factory=dict)
    """In the order of their last change."""
    unsent: set[RoomId] = field(default_factory=set)
    """Rooms that are shown as the latest reader has got them, and that earlier readers have not got so."""

    def update(
        self, asked: Iterable[RoomId], rows: Mapping[RoomId, ListedRoom]
    ) -> tuple[list[ListedRoom], list[RoomId]]:
        """Compare with what was read of some rooms: the rows to send, and the rooms to remove."""
        changed, removed = dict[RoomId, ListedRoom](), list[RoomId]()
        viewer = self.question.viewer
        for room_id in asked:
            row = rows.get(room_id)
            row = None if row is None else shown_to(row, viewer)
            if row is None or not fits(self.question.which, row, viewer):
                if self.shown.pop(room_id, None) is not None:
                    removed.append(room_id)
            elif room_id in self.unsent or self.shown.get(room_id) != row:
                changed[room_id] = row
                self._show(row)
            self.unsent.discard(room_id)
        while len(self.shown) > MOST_SHOWN:
            room_id = next(iter(self.shown))
            del self.shown[room_id]
            changed.pop(room_id, None)
            removed.append(room_id)
        return list(changed.values()), removed

    def _show(self, row: ListedRoom) -> None:
        self.shown.pop(row.room.id, None)
        self.shown[row.room.id] = row

    def show(self, reader: Listener, rows: Sequence[ListedRoom], changed: Container[RoomId]) -> None:
        """Add a reader who has got these rows as the answer to its request, newest first.

        ``changed`` are the rooms that the other readers are still to be told of.
        """
        for row in reversed(rows):
            before = self.shown.get(row.room.id)
            if self.readers and before != row and (before is not None or row.room.id in changed):
                self.unsent.add(row.room.id)
            self._show(row)
        self.readers.add(reader)


class LobbyFeed:
    """The sessions that browse, and the rooms that have changed since the last message. Mutable."""

    def __init__(
        self,
        queries: RoomQueries,
        online: Callable[[], int],
        own_rooms: Callable[[PlayerId], AbstractSet[RoomId]],
    ) -> None:
        """``online`` returns the number of connected players, and ``own_rooms`` the rooms of one of them."""
        self._queries = queries
        self._online = online
        self._own_rooms = own_rooms
        self._lists: dict[_Question, _List] = {}
        """The last to be looked at is last."""
        self._of_session: dict[Listener, _List] = {}
        self._waiting: dict[Listener, dict[RoomId, None]] = {}
        """The sessions whose lists are being read, with what changes meanwhile."""
        self._changed: dict[RoomId, int] = {}
        """The rooms that are new, have changed, or are over, each with the number of its last change."""
        self._changes = 0
        self._attended: dict[RoomId, None] = {}
        """The rooms to which players have come, or from which they have gone."""
        self._is_stale = False
        """Whether rooms may be missing in the lists."""
        self._sent_online = 0
        self._has_news = asyncio.Event()
        self._has_readers = asyncio.Event()

    def __len__(self) -> int:
        """The number of sessions that browse."""
        return len(self._of_session) + len(self._waiting)

    def begin(self, session: Listener) -> None:
        """Note what changes while a session's list is read. It has no other list from now on."""
        self.leave(session)
        self._waiting[session] = {}

    def show(
        self,
        session: Listener,
        which: RoomFilter,
        rows: Iterable[ListedRoom],
        *,
        named: PlayerId | None = None,
    ) -> None:
        """Send the session changes of the list that it has got; without effect if it has left meanwhile."""
        missed = self._waiting.pop(session, None)
        if missed is None:
            return
        rows = tuple(rows)
        player = session.player.id
        is_own = which.my_turn or any(_is_shown_otherwise_to(player, row.room) for row in rows)
        question = _Question(which, named, player if is_own else None)
        list_ = self._lists.setdefault(question, _List(question))
        list_.show(session, rows, self._changed)
        self._of_session[session] = list_
        self._has_readers.set()
        for room_id in (*missed, *list_.unsent):
            self._note(room_id)

    def leave(self, session: Listener) -> None:
        """Stop sending the session changes; without effect if it does not browse."""
        self._waiting.pop(session, None)
        list_ = self._of_session.pop(session, None)
        if list_ is None:
            return
        list_.readers.discard(session)
        if not list_.readers:
            del self._lists[list_.question]
        if not self._lists:
            self._changed.clear()
            self._attended.clear()
            self._has_readers.clear()

    def changed(self, room_id: RoomId) -> None:
        """Note that a room is new, has changed, or has ended."""
        for missed in self._waiting.values():
            missed[room_id] = None
        if self._lists:
            self._note(room_id)

    def _note(self, room_id: RoomId) -> None:
        self._changes += 1
        self._changed[room_id] = self._changes
        self._has_news.set()

    def attended(self, room_id: RoomId) -> None:
        """Note that a player has come to a room, or left it."""
        if any(question.which.present for question in self._lists):
            self._attended[room_id] = None

    def online_changed(self) -> None:
        """Note that the number of connected players may have changed."""
        if self._lists and self._online() != self._sent_online:
            self._has_news.set()

    def recheck(self) -> None:
        """Read all lists again, as changes may have been missed."""
        self._is_stale = bool(self._lists)

    async def run(self) -> None:
        """Send changes until cancelled."""
        loop = asyncio.get_running_loop()
        look_at = loop.time() + LOOK_EVERY
        while True:
            await self._has_readers.wait()
            with suppress(TimeoutError):
                async with asyncio.timeout_at(look_at):
                    await self._has_news.wait()
                    await asyncio.sleep(SEND_EVERY)
            with suppress(StoreUnavailable):  # the heartbeat logs it; what is still to be sent is sent then
                await self.send()
                if loop.time() >= look_at:
                    await self.look()
            if loop.time() >= look_at:
                look_at = loop.time() + LOOK_EVERY

    async def send(self) -> None:
        """Send the rooms that have changed. Raises StoreUnavailable."""
        asked = dict(islice(self._changed.items(), MOST_PER_MESSAGE))
        rows = await self._read(list(asked))
        for room_id, change in asked.items():
            if self._changed.get(room_id) == change:  # else it has changed while it was read
                del self._changed[room_id]
        if not self._changed:
            self._has_news.clear()
        count = self._online()
        is_count_new, self._sent_online = count != self._sent_online, count
        for list_ in tuple(self._lists.values()):
            self._send(list_, *list_.update(asked, rows), is_wanted=is_count_new)

    async def look(self) -> None:
        """Send what goes on in the rooms that are shown, where it has changed. Raises StoreUnavailable."""
        if self._is_stale:
            await self._find_missing()
        attended, self._attended = self._attended, {}
        asked: dict[RoomId, None] = {}
        lists: list[tuple[_List, list[RoomId]]] = []
        for question, list_ in tuple(self._lists.items()):
            of_list = self._rooms_of(list_, attended)
            if asked and len(asked) + len(of_list) > MOST_LOOKED_AT:
                break
            asked |= dict.fromkeys(of_list)
            lists.append((list_, of_list))
            self._lists[question] = self._lists.pop(question)
        rows = await self._read(list(asked))
        for list_, of_list in lists:
            self._send(list_, *list_.update(of_list, rows))

    def _rooms_of(self, list_: _List, attended: Iterable[RoomId]) -> list[RoomId]:
        """The rooms in a list, and others that may belong there by now."""
        which, viewer = list_.question.which, list_.question.viewer
        own = self._own_rooms(viewer) if which.my_turn and viewer is not None else ()
        return list(dict.fromkeys((*list_.shown, *own, *(attended if which.present else ()))))

    async def _find_missing(self) -> None:
        self._is_stale = False
        try:
            for question, list_ in tuple(self._lists.items()):
                page = await self._queries.page(question.which, question.viewer, named=question.named)
                found = {row.room.id: row for row in page.rows}
                self._send(list_, *list_.update(found, found))
        except StoreUnavailable:
            self._is_stale = True
            raise

    async def _read(self, rooms: list[RoomId]) -> dict[RoomId, ListedRoom]:
        rows: dict[RoomId, ListedRoom] = {}
        for start in range(0, len(rooms), AT_ONCE):
            found = await self._queries.directory.rows(rooms[start : start + AT_ONCE])
            rows |= {row.room.id: row for row in found}
        return rows

    def _send(
        self, list_: _List, changed: list[ListedRoom], removed: list[RoomId], *, is_wanted: bool = False
    ) -> None:
        """Send an update to the sessions that see a list, in portions; none if nothing has changed."""
        for start in range(0, max(len(changed), len(removed), int(is_wanted)), MOST_PER_MESSAGE):
            portion = slice(start, start + MOST_PER_MESSAGE)
            update = LobbyUpdate(tuple(changed[portion]), tuple(removed[portion]), self._sent_online)
            frames = MessageFrames(update)
            for session in list_.readers:
                session.send(frames)
