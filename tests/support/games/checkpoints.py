"""Checkpoints for tests, which mostly speak of versions only."""

from collections.abc import Sequence
from typing import Any, Final

from pente_core.identity import RoomId
from pente_core.room import Snapshot, restore
from pente_core.room.snapshot import drawn_board
from pente_core.value import replace
from pente_protocol.messages import ServerMessage, Wire
from pente_protocol.messages.checkpoint import Checkpoint, Mark
from pente_protocol.messages.rooms import Happened, Missed, Synced
from pente_server.node import Node
from pente_server.store.logs.log_marks import NO_MARKS, mark_key

_HEARD: Final[dict[tuple[RoomId, int], Mark]] = {}
"""The marks that any peer of this process was sent last."""


def made_up_mark(version: int) -> Mark:
    """A mark for rooms that no server has."""
    return Mark(f"{version:016x}")


def checkpoint(room: RoomId, version: int) -> Checkpoint | None:
    """What a peer has of a room that has heard of a version; None for version 0."""
    return Checkpoint(version, _HEARD.get((room, version), made_up_mark(version))) if version else None


async def real_checkpoint(node: Node, room: RoomId, version: int) -> Checkpoint:
    """The checkpoint of a version that no peer was sent."""
    bodies = await node.store.read(room, 0)
    return NO_MARKS.with_events(bodies[:version], mark_key(node.identity.secret)).checkpoint


def with_checkpoints(fields: dict[str, Any]) -> dict[str, Any]:
    """The fields of a request, in which checkpoints may be versions only."""
    known: dict[str, object] = {
        name: checkpoint(fields["room"], fields[name])
        for name in ("base", "after")
        if "room" in fields and type(fields.get(name)) is int
    }
    if isinstance(rooms := fields.get("rooms"), dict):
        known["rooms"] = {
            id_: checkpoint(id_, version) if type(version) is int else version
            for id_, version in rooms.items()
        }
    return {**fields, **known}


def heard(message: ServerMessage) -> None:
    """Remember the marks of a message."""
    match message:
        case Happened(room=room, version=version, mark=mark):
            _HEARD[room, version] = mark
        case Synced(room=room, snapshot=shot, mark=mark):
            _HEARD[room, shot.version] = mark
        case Missed(room=room, after=after, mark=mark, events=events):
            _HEARD[room, after + len(events)] = mark
        case _:
            pass


def heard_wire(message: Wire) -> None:
    """Remember the marks of a message that is not decoded."""
    match message:
        case {"t": "happened", "room": room, "version": version, "mark": mark}:
            _HEARD[room, version] = mark
        case {"t": "synced", "room": room, "snapshot": {"version": version}, "mark": mark}:
            _HEARD[room, version] = mark
        case {"t": "missed", "room": room, "after": after, "mark": mark, "events": events}:
            _HEARD[room, after + len(events)] = mark
        case _:
            pass


def one_by_one(message: ServerMessage) -> Sequence[ServerMessage]:
    """A message, with each event of a `Missed` as a message of its own.

    Only the last mark is right, and only the last one says whose turn it is.
    """
    if not isinstance(message, Missed):
        return (message,)
    *others, last = [
        Happened(message.room, version, message.mark, event)
        for version, event in enumerate(message.events, message.after + 1)
    ]
    return [*others, replace(last, to_act=message.to_act, left=message.left, choices=message.choices)]


def synced_with(room: RoomId, shot: Snapshot) -> Synced:
    """The message with a snapshot and what there is to draw of it."""
    return Synced(room, shot, made_up_mark(shot.version), *drawn_board(restore(shot).game))
