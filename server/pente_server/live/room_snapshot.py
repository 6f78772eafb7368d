"""Snapshots of rooms as they are sent."""

from collections.abc import Set as AbstractSet

from pente_core.identity import PlayerId, RoomId
from pente_core.room import Room, Viewer, snapshot, turn_due
from pente_core.room.snapshot import drawn_board
from pente_protocol.messages.checkpoint import Mark
from pente_protocol.messages.rooms import Synced


def room_snapshot(
    room_id: RoomId,
    room: Room,
    mark: Mark,
    viewer: Viewer,
    blocked: AbstractSet[PlayerId] = frozenset(),
    *,
    me: PlayerId | None = None,
) -> Synced:
    """The whole room as a viewer may know it who has blocked some players; see `snapshot`."""
    shot, due = snapshot(room, viewer, blocked, me), turn_due(room)
    return Synced(room_id, shot, mark, *drawn_board(room.game), **due._asdict())
