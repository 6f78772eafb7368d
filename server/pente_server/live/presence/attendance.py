"""Attendance: the players and the viewers who are connected to a room."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, NewType

import msgpack

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_protocol.messages.rooms import RoomPresence

MOST_NAMES: Final = 20
"""The most watchers of a room whose names are shown."""
ViewerMark = NewType("ViewerMark", bytes)
"""The first eight bytes of a player's id: enough to tell the viewers of a room apart, and short."""
_MARK: Final = 8


def viewer_mark(player: PlayerId) -> ViewerMark:
    return ViewerMark(bytes.fromhex(player)[:_MARK])


@dataclass(frozen=True, slots=True)
class Attendance:
    """The players and watchers of a room at one node."""

    players: Mapping[PlayerId, Instant] = field(default_factory=dict)
    """The connected players with a seat, and when their session was attached to the room."""
    watchers: frozenset[ViewerMark] = frozenset()
    """The players without a seat who watch."""
    names: Mapping[ViewerMark, str] = field(default_factory=dict)
    """The names of at most MOST_NAMES of them."""

    def __bool__(self) -> bool:
        return bool(self.players or self.watchers)


def packed(attendance: Attendance) -> bytes:
    """The attendance as the bytes of a presence page."""
    marks = b"".join(sorted(attendance.watchers))
    body: bytes = msgpack.packb((dict(attendance.players), marks, dict(attendance.names)))
    return body


def unpacked(players: Any, marks: Any, names: Any) -> Attendance:
    """The inverse of `packed`. Raises TypeError for a page of another version."""
    watchers = (ViewerMark(marks[start : start + _MARK]) for start in range(0, len(marks), _MARK))
    return Attendance(players, frozenset(watchers), names)


def room_presence(
    room_id: RoomId, seats: tuple[Identity | None, ...], everywhere: Sequence[Attendance]
) -> RoomPresence:
    """The presence of a room at all nodes.

    A player who has a seat is no viewer, even where another node does not know of the seat yet.
    """
    here = {player for attendance in everywhere for player in attendance.players}
    seated = {viewer_mark(player.id) for player in seats if player is not None}
    watchers = frozenset[ViewerMark]().union(*(attendance.watchers for attendance in everywhere)) - seated
    names = {mark: name for attendance in everywhere for mark, name in attendance.names.items()}
    return RoomPresence(
        room_id,
        tuple(player is not None and player.id in here for player in seats),
        len(watchers),
        tuple(name for mark, name in names.items() if mark in watchers)[:MOST_NAMES],
    )
