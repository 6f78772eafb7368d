"""Reading what a server sends that may be newer: strictly first, and then without its unknown parts."""

from collections.abc import Mapping
from typing import Any, Final, get_args

from msgspec import Struct, ValidationError, convert

from pente_core.identity import Identity
from pente_core.value import tag_of, unknown_values
from pente_protocol.client_codec import server_message, unpack_server
from pente_protocol.errors import ProtocolError
from pente_protocol.frames import no_message
from pente_protocol.messages import ServerMessage
from pente_protocol.messages.pruning import UnknownPart, is_word, pruned
from pente_protocol.messages.rooms import Happened, Missed, Synced
from pente_protocol.newer.unknown import (
    Received,
    UnknownEvent,
    UnknownMessage,
    UnreadableReply,
    UnreadableSnapshot,
)

_TYPES: Final[Mapping[object, type[Struct]]] = {tag_of(type_): type_ for type_ in get_args(ServerMessage)}
_SEATS: Final = tuple[Identity | None, ...]


def receive(frame: bytes) -> Received:
    """Decode a frame from a server that may be newer, without what this version does not know.

    Raises ProtocolError for what even a newer server would not send.
    """
    wire = unpack_server(frame)
    try:
        return server_message(wire)
    except ProtocolError:
        if (newer := _from_newer(wire)) is None:
            raise
        return newer


def _from_newer(wire: object) -> Received | None:
    """What a plain value is without its unknown parts; None: no message at all. Raises ProtocolError."""
    tag = wire.get("t") if isinstance(wire, dict) else None
    if not isinstance(wire, dict) or not is_word(tag):
        return None
    if tag not in _TYPES:
        return UnknownMessage(str(tag))
    with unknown_values():
        try:
            return server_message(pruned(wire, _TYPES[tag]))
        except UnknownPart:
            pass
        try:
            return _stand_in(_TYPES[tag], wire)
        except ValidationError as error:
            raise no_message(error) from None


def _stand_in(type_: type[Struct], wire: Mapping[str, Any]) -> Received:
    """What stands for a message that says nothing without its unknown part."""
    if type_ is Happened:
        return convert({key: wire.get(key) for key in ("room", "version")}, UnknownEvent)
    if type_ is Missed:
        return _last_missed(wire)
    if type_ is Synced:
        return _snapshot(wire)
    if "id" in type_.__struct_fields__:
        return convert({"id": wire.get("id")}, UnreadableReply)
    return UnknownMessage(str(wire["t"]))


def _last_missed(wire: Mapping[str, Any]) -> UnknownEvent:
    """The last of missed events, of which one is unknown: the others would lead nowhere."""
    after, events = wire.get("after"), wire.get("events")
    last = after + len(events) if isinstance(after, int) and isinstance(events, list) else None
    return convert({"room": wire.get("room"), "version": last}, UnknownEvent)


def _snapshot(wire: Mapping[str, Any]) -> UnreadableSnapshot:
    """As much of a snapshot as is needed to show its position."""
    snapshot, position = wire.get("snapshot"), wire.get("position")
    parts = snapshot if isinstance(snapshot, dict) else {}
    return convert(
        {
            "room": wire.get("room"),
            "version": parts.get("version", 0),
            "position": position if isinstance(position, str) else "",
            "seats": _seats(parts.get("seats", [])),
        },
        UnreadableSnapshot,
    )


def _seats(wire: object) -> object:
    """The players by seat; none if they can't be read."""
    try:
        seats = pruned(wire, _SEATS)
        convert(seats, _SEATS)
    except (UnknownPart, ValidationError):
        return []
    return seats
