"""Where people look in finished games: shown to the others in a room, on all nodes, and kept in no log."""

import asyncio
from collections.abc import Callable, Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import Final, Protocol

from pente_core.identity import Identity, PlayerId, RoomId
from pente_protocol.messages.post_mortem import MOST_LOOKS, Looks, PlayerLook
from pente_server.live.listening.frames import Frames, MessageFrames

LOOKS_EVERY: Final = 0.25
"""Seconds between two messages of a room: somebody who steps through a game quickly sends many looks."""


class LookListener(Protocol):
    """A session in a room, as this module sees it."""

    @property
    def player(self) -> Identity: ...

    def send(self, frames: Frames) -> None: ...


@dataclass(slots=True)
class RoomLooks:
    """The looks of a room at this node. Mutable."""

    looks: dict[LookListener, PlayerLook] = field(default_factory=dict)
    """The latest look of each session, the latest last."""
    is_due: bool = False
    """Whether a message is scheduled."""
    sent_at: float = float("-inf")
    """When the last message was sent, by the event loop's clock."""
    is_shown: bool = False
    """Whether that message showed any looks."""


class LookFeed:
    """Collects looks and shows them, at most every `LOOKS_EVERY` seconds in a room. Mutable.

    A look ends with the session, and when that leaves the room.
    """

    def __init__(
        self,
        listeners: Callable[[RoomId], Sequence[LookListener]],
        publish: Callable[[RoomId, Sequence[PlayerLook]], None],
        elsewhere: Callable[[RoomId], Iterable[PlayerLook]],
        blocked: Callable[[PlayerId], AbstractSet[PlayerId]],
    ) -> None:
        """``listeners`` of a room at this node, players first; ``publish`` shows our looks to other nodes,
        and ``elsewhere`` has theirs. ``blocked``: whom a player has blocked.
        """
        self._listeners = listeners
        self._publish = publish
        self._elsewhere = elsewhere
        self._blocked = blocked
        self._rooms: dict[RoomId, RoomLooks] = {}

    def __len__(self) -> int:
        """The number of rooms with looks."""
        return len(self._rooms)

    def look(self, session: LookListener, room_id: RoomId, look: PlayerLook | None) -> None:
        """Show where a session looks that listens to the room; None: nowhere any more."""
        room = self._rooms.setdefault(room_id, RoomLooks())
        room.looks.pop(session, None)
        if look is not None:
            room.looks[session] = look
        self._schedule(room_id, room)

    def refresh(self, room_id: RoomId) -> None:
        """Show the looks of a room again, after somebody has come or gone, or looked at another node."""
        room = self._rooms.get(room_id)
        if room is None and self._listeners(room_id) and any(True for _ in self._elsewhere(room_id)):
            room = self._rooms[room_id] = RoomLooks()
        if room is not None:
            self._schedule(room_id, room)

    def _schedule(self, room_id: RoomId, room: RoomLooks) -> None:
        if not room.is_due:
            room.is_due = True
            loop = asyncio.get_running_loop()
            loop.call_at(max(loop.time(), room.sent_at + LOOKS_EVERY), self._send, room_id, room)

    def _send(self, room_id: RoomId, room: RoomLooks) -> None:
        listeners = self._listeners(room_id)
        room.is_due, room.sent_at = False, asyncio.get_running_loop().time()
        there = set(listeners)
        room.looks = {session: look for session, look in room.looks.items() if session in there}
        here = _first_players(room.looks[session] for session in listeners if session in room.looks)
        self._publish(room_id, here)
        looks = _first_players((*here, *self._elsewhere(room_id)))
        if looks or room.is_shown:
            self._show(listeners, room_id, looks)
        room.is_shown = bool(looks)
        if not (listeners and looks):
            del self._rooms[room_id]

    def _show(
        self, listeners: Iterable[LookListener], room_id: RoomId, looks: tuple[PlayerLook, ...]
    ) -> None:
        """Send the looks, encoded once for all who have blocked nobody who looks."""
        frames, ids = MessageFrames(Looks(room_id, looks)), {look.player.id for look in looks}
        for session in listeners:
            if blocked := self._blocked(session.player.id) & ids:
                seen = tuple(look for look in looks if look.player.id not in blocked)
                session.send(MessageFrames(Looks(room_id, seen)))
            else:
                session.send(frames)


def _first_players(looks: Iterable[PlayerLook]) -> tuple[PlayerLook, ...]:
    """One look of each player, as many as are shown."""
    return tuple(_without_repeats(looks))[:MOST_LOOKS]


def _without_repeats(looks: Iterable[PlayerLook]) -> Iterator[PlayerLook]:
    seen: set[PlayerId] = set()
    for look in looks:
        if look.player.id not in seen:
            seen.add(look.player.id)
            yield look
