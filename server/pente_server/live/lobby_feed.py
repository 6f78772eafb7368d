"""The lobby feed: changes of live rooms, sent to the sessions that browse the lobby in batches."""

import asyncio
from collections.abc import Callable, Iterator
from itertools import chain
from typing import Final

from pente_core.identity import Identity, PlayerId, RoomId
from pente_protocol.messages import (
    LobbyUpdate,
    RoomFilter,
    RoomSummary,
)
from pente_server.live.frames import MessageFrames
from pente_server.live.hub import Listener

SEND_EVERY: Final = 0.25
"""Seconds between two messages."""
MOST_PER_MESSAGE: Final = 100
"""Rooms in one message; further ones come in the next. With the longest summaries they take 114 KB, so that
two messages may wait for a slow reader before it is disconnected.
"""


class LobbyFeed:
    """The sessions that browse, and the rooms that have changed since the last message. Mutable."""

    def __init__(self, online: Callable[[], int]) -> None:
        """``online`` returns the number of connected players."""
        self._online = online
        self._readers: dict[RoomFilter, set[Listener]] = {}
        """The sessions by filter: those with the same filter get the same message, encoded once."""
        self._filters: dict[Listener, RoomFilter] = {}
        self._changed: dict[RoomId, RoomSummary | None] = {}
        """The changed rooms; None for a room that has ended."""
        self._sent_online = 0
        self._is_due = False

    def __len__(self) -> int:
        """The number of sessions that browse."""
        return len(self._filters)

    def browse(self, session: Listener, which: RoomFilter) -> None:
        """Send the session changes of the rooms that match a filter, in place of its previous filter."""
        self.leave(session)
        self._filters[session] = which
        self._readers.setdefault(which, set()).add(session)

    def leave(self, session: Listener) -> None:
        """Stop sending the session changes; without effect if it does not browse."""
        which = self._filters.pop(session, None)
        if which is None:
            return
        self._readers[which].discard(session)
        if not self._readers[which]:
            del self._readers[which]

    def changed(self, room_id: RoomId, room: RoomSummary | None) -> None:
        """Note that a room is new, has changed, or has ended (None). Private rooms are not shown."""
        if self._readers and not (room is not None and room.options.private):
            self._changed[room_id] = room
            self._schedule()

    def online_changed(self) -> None:
        """Note that the number of connected players may have changed."""
        if self._readers and not self._is_due and self._online() != self._sent_online:
            self._schedule()

    def _schedule(self) -> None:
        if not self._is_due:
            self._is_due = True
            asyncio.get_running_loop().call_later(SEND_EVERY, self._send)

    def _send(self) -> None:
        self._is_due = False
        self._sent_online = self._online()
        rooms = {room: self._changed.pop(room) for room in tuple(self._changed)[:MOST_PER_MESSAGE]}
        for which, readers in self._readers.items():
            frames = MessageFrames(_update(rooms, which, self._sent_online))
            for session in readers:
                session.send(frames)
        if self._changed:
            self._schedule()


def _update(rooms: dict[RoomId, RoomSummary | None], which: RoomFilter, online: int) -> LobbyUpdate:
    """The changed rooms that match a filter; all others count as gone.

    A room may have matched before, which is not remembered. Clients ignore the end of rooms they don't know.
    """
    shown = {id_: room for id_, room in rooms.items() if room is not None and matches_filter(which, room)}
    return LobbyUpdate(tuple(shown.values()), tuple(id_ for id_ in rooms if id_ not in shown), online)


def matches_filter(which: RoomFilter, room: RoomSummary, viewer: PlayerId | None = None) -> bool:
    """Whether a room matches a filter and may be shown to a player; None: to everybody.

    A private room is shown to its players and invited players only.
    """
    name = which.player.casefold()
    return (
        (not which.ruleset or room.ruleset.base == which.ruleset)
        and (which.status is None or room.status is which.status)
        and (not room.options.private or any(player.id == viewer for player in _members(room)))
        and (not name or any(player.name.casefold() == name for player in _members(room)))
        and (which.kind is None or any(player.kind is which.kind for player in filter(None, room.seats)))
    )


def _members(room: RoomSummary) -> Iterator[Identity]:
    """The players who have a seat or an invitation."""
    return chain(filter(None, room.seats), room.invited)
