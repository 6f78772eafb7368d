"""Rooms that only a later version could replay."""

from pente_core.notation import format_position
from pente_core.room import Room
from pente_protocol.newer.stand_in import stand_in_room
from pente_protocol.newer.unknown import UnreadableSnapshot
from tests.support.client.scripted_room import ROOM


def unreadable_snapshot(room: Room) -> UnreadableSnapshot:
    """What a client can read of a room by unknown rules."""
    return UnreadableSnapshot(ROOM, room.version, format_position(room.game.position), room.seats)


def stand_in(room: Room) -> Room:
    """What is shown of it."""
    shown = stand_in_room(unreadable_snapshot(room))
    assert shown is not None
    return shown
