"""The lobby feed: what those who browse the lobby are sent. Changes of a moment come in one message."""

import asyncio
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Final

from pente_core.identity import Identity, PlayerId, RoomId
from pente_protocol.codec import encode
from pente_protocol.messages import (
    LobbyUpdate,
    RoomFilter,
    RoomSummary,
)
from pente_server.live.hub import Listener

SEND_EVERY: Final = 0.25
"""Seconds between two messages to the same readers."""
MOST_PER_MESSAGE: Final = 100
"""Rooms in one message; what is over that comes in the next. Of the longest rooms that can be made they take
114 KB: two such messages may wait for one who reads slowly.
"""


class LobbyFeed:
    """Mutable: who browses for what, and which rooms have changed since they were told."""

    def __init__(self, online: Callable[[], int]) -> None:
        """``online`` counts the players who are connected."""
        self._online = online
        self._readers: dict[RoomFilter, set[Listener]] = {}
        """Those with the same filter get the same bytes."""
        self._filters: dict[Listener, RoomFilter] = {}
        self._changed: dict[RoomId, RoomSummary | None] = {}
        """None for a room that is over."""
        self._told_online = 0
        self._is_due = False

    def __len__(self) -> int:
        """How many browse."""
        return len(self._filters)

    def browse(self, session: Listener, which: RoomFilter) -> None:
        """Tell the session from now on what becomes of such rooms, and of no others any more."""
        self.leave(session)
        self._filters[session] = which
        self._readers.setdefault(which, set()).add(session)

    def leave(self, session: Listener) -> None:
        """Tell the session no longer; without effect on one that is not told."""
        which = self._filters.pop(session, None)
        if which is None:
            return
        self._readers[which].discard(session)
        if not self._readers[which]:
            del self._readers[which]

    def changed(self, room_id: RoomId, room: RoomSummary | None) -> None:
        """A room is new, has changed, or is over (None). Private ones are nobody's business."""
        if self._readers and not (room is not None and room.options.private):
            self._changed[room_id] = room
            self._soon()

    def counted(self) -> None:
        """The number of players who are connected may have changed."""
        if self._readers and not self._is_due and self._online() != self._told_online:
            self._soon()

    def _soon(self) -> None:
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_later(SEND_EVERY, self._tell)

    def _tell(self) -> None:
        self._is_due = False
        self._told_online = self._online()
        rooms = {room: self._changed.pop(room) for room in tuple(self._changed)[:MOST_PER_MESSAGE]}
        for which, readers in self._readers.items():
            frame = encode(_news(rooms, which, self._told_online))
            for session in readers:
                session.send(frame)
        if self._changed:
            self._soon()


def _news(rooms: dict[RoomId, RoomSummary | None], which: RoomFilter, online: int) -> LobbyUpdate:
    """What a filter lets through. Who never heard of a room hears that it is gone, which harms nobody."""
    shown = {id_: room for id_, room in rooms.items() if room is not None and matches_filter(which, room)}
    return LobbyUpdate(tuple(shown.values()), tuple(id_ for id_ in rooms if id_ not in shown), online)


def matches_filter(which: RoomFilter, room: RoomSummary, asker: PlayerId | None = None) -> bool:
    """Whether a room is one of those that somebody is interested in, and may be shown to who asks.

    None: to anybody.
    """
    name = which.player.casefold()
    return (
        (not which.ruleset or room.ruleset.base == which.ruleset)
        and (which.status is None or room.status is which.status)
        and (not room.options.private or any(one.id == asker for one in _people(room)))
        and (not name or any(one.name.casefold() == name for one in _people(room)))
        and (which.kind is None or any(one.kind is which.kind for one in filter(None, room.seats)))
    )


def _people(room: RoomSummary) -> Iterator[Identity]:
    return chain(filter(None, room.seats), room.invited)
