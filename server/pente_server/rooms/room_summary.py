"""Summaries of live rooms, as listed in the lobby and in the store."""

from pente_core.clock.clock import Unlimited
from pente_core.identity import RoomId
from pente_core.room import Room, Status
from pente_protocol.codec import decode_summary
from pente_protocol.errors import ProtocolError
from pente_protocol.messages import (
    RoomSummary,
)


def room_summary(room_id: RoomId, room: Room) -> RoomSummary:
    """A room's entry in the lobby."""
    created = room.created
    return RoomSummary(
        id=room_id,
        ruleset=created.ruleset,
        time=created.time,
        status=room.status,
        seats=room.seats,
        created_at=created.at,
        host=created.by,
        invited=room.invited,
        options=room.options.shown,
        continues=created.continues,
        number=created.number,
    )


def summary_changed(before: Room, after: Room) -> bool:
    """Whether a room's summary has changed."""
    return (
        before.status is not after.status
        or before.watch is not after.watch
        or before.seats != after.seats
        or before.invited != after.invited
    )


def has_clock(body: bytes) -> RoomId | None:
    """The id of the room of an encoded summary, if its clocks run; None too for an invalid summary."""
    try:
        room = decode_summary(body)
    except ProtocolError:
        return None  # the lobby logs this
    is_timed = room.status is Status.PLAYING and not isinstance(room.time, Unlimited)
    return room.id if is_timed else None
