"""Encoding and decoding of messages, events and summaries: the codec of servers, stores and logs.

msgspec converts bytes to values in one step, and checks all types on the way. Decoding is total: any bytes
give a value or ProtocolError. Equal values have equal bytes. `pente_protocol.client_codec` does the same for
clients by other means.
"""

from collections.abc import Callable
from functools import cache
from typing import Any, Final, cast, get_args

import msgspec
from msgspec.msgpack import Decoder, Encoder

from pente_core.clock.clock import TimeControl
from pente_core.identity import RoomId
from pente_core.review.review import GameReview
from pente_core.room import NOTHING_DUE, TurnDue
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.value import check_tags, tag_of
from pente_protocol.canonical_form import canonical
from pente_protocol.errors import ProtocolError
from pente_protocol.frames import CLIENT_FRAME_MAX, SERVER_FRAME_MAX, no_message, too_long
from pente_protocol.messages import ClientMessage, ServerMessage, Wire
from pente_protocol.messages.account import SignIn
from pente_protocol.messages.archive import GameSummary
from pente_protocol.messages.checkpoint import Mark
from pente_protocol.messages.lists import RoomSummary
from pente_protocol.messages.pruning import UnknownPart, pruned
from pente_protocol.messages.rooms import Create, Happened

UNIONS: Final = {
    "TimeControl": TimeControl,
    "PlayerCommand": cmd.PlayerCommand,
    "SignIn": SignIn,
    "Event": ev.Event,
    "ClientMessage": ClientMessage,
    "ServerMessage": ServerMessage,
}
"""The unions whose members are distinguished by their tag; inner unions come before outer ones."""
for _union in UNIONS.values():
    check_tags(get_args(_union))


def encode(message: ClientMessage | ServerMessage) -> bytes:
    """Encode a message as a frame."""
    return _encode(canonical(message))


def encode_command(command: cmd.PlayerCommand | Create) -> bytes:
    """Encode a command by itself: equal ones have equal bytes."""
    return _encode(canonical(command))


def decode_client(frame: bytes) -> ClientMessage:
    """Decode a frame from a client. Raises ProtocolError."""
    if len(frame) > CLIENT_FRAME_MAX:
        raise too_long(frame, CLIENT_FRAME_MAX)
    try:
        return cast(ClientMessage, _read_request(frame))
    except _INVALID as error:
        raise no_message(error, _KNOWN_TYPES) from None


def decode_server(frame: bytes) -> ServerMessage:
    """Decode a frame from a server. Raises ProtocolError."""
    return cast(ServerMessage, _decode(_read_answer, frame))


def encode_event(event: ev.Event) -> bytes:
    """Encode an event, in the form that logs store and `event_frame` takes."""
    return _encode(canonical(event))


def decode_event(body: bytes) -> ev.Event:
    """Decode a stored event. Raises ProtocolError."""
    return cast(ev.Event, _decode(_read_event, body))


def unpack(body: bytes) -> Wire:
    """Decode a stored map to a plain one, whose keys are not checked. Raises ProtocolError."""
    wire = _decode(_read_any, body)
    if type(wire) is not dict:
        raise ProtocolError("This is not a valid message: it is not a map.")
    return wire


def encode_summary(summary: RoomSummary) -> bytes:
    """Encode a room summary for a store."""
    return _encode(canonical(summary))


def decode_summary(body: bytes) -> RoomSummary:
    """Decode a room summary. Raises ProtocolError."""
    return cast(RoomSummary, _decode_stored(RoomSummary, _read_summary, body))


def encode_game(game: GameSummary) -> bytes:
    """Encode a finished game's summary for an archive."""
    return _encode(canonical(game))


def decode_game(body: bytes) -> GameSummary:
    """Decode a finished game's summary. Raises ProtocolError."""
    return cast(GameSummary, _decode_stored(GameSummary, _read_game, body))


def encode_review(review: GameReview) -> bytes:
    """Encode the review of a game for an archive."""
    return _encode(canonical(review))


def decode_review(body: bytes) -> GameReview:
    """Decode the review of a game. Raises ProtocolError."""
    return cast(GameReview, _decode_stored(GameReview, _read_review, body))


def event_frame(room: RoomId, version: int, mark: Mark, body: bytes, due: TurnDue = NOTHING_DUE) -> bytes:
    """The frame of a `Happened`, assembled around an encoded event.

    The bytes are equal to ``encode(Happened(room, version, mark, event, **due._asdict()))``. A server stores
    an event as bytes and sends it to every viewer, so this avoids decoding and encoding it again.
    """
    head, end = _around(due)
    return b"".join(
        (head, _encode(room), _VERSION, _encode(version), _MARK, _encode(mark), _EVENT, body, end)
    )


@cache
def _around(due: TurnDue) -> tuple[bytes, bytes]:
    """The first bytes of the frame of an event, and the last ones. There are few kinds of turns."""
    turn = {key: value for key, value in due._asdict().items() if value != getattr(NOTHING_DUE, key)}
    head = bytes([0x80 + 5 + len(turn)]) + b"".join(map(_encode, ("t", tag_of(Happened), "room")))
    return head, _encode(turn)[1:]


def to_wire(message: ClientMessage | ServerMessage) -> Wire:
    """Convert a message to plain maps, lists, strings and numbers, with its type under ``t``."""
    return cast(Wire, plain(message))


def event_to_wire(event: ev.Event) -> Wire:
    """Convert an event to plain maps, lists, strings and numbers, with its type under ``t``."""
    return cast(Wire, plain(event))


def event_from_wire(wire: object) -> ev.Event:
    """Convert a plain map to an event; the inverse of `event_to_wire`.

    What can't be encoded, such as a number of more than 64 bits, is no event either. Raises ProtocolError.
    """
    try:
        body = _encode(wire)
    except (ValueError, TypeError, OverflowError, RecursionError) as error:
        raise no_message(error) from None
    return decode_event(body)


def plain(value: object) -> object:
    """Convert a part of a message to plain maps, lists, strings and numbers."""
    return msgspec.to_builtins(canonical(value))


def _decode(read: Callable[[bytes], Any], body: bytes) -> Any:
    if len(body) > SERVER_FRAME_MAX:
        raise too_long(body, SERVER_FRAME_MAX)
    try:
        return read(body)
    except _INVALID as error:
        raise no_message(error) from None


def _decode_stored(type_: type, read: Callable[[bytes], Any], body: bytes) -> Any:
    """Decode a summary, which may have keys of a later version. Raises ProtocolError."""
    try:
        return _decode(read, body)
    except ProtocolError as error:
        wire = unpack(body)
        try:
            known = pruned(wire, type_)
        except UnknownPart:
            raise error from None
        if known == wire:
            raise
    return _decode(read, _encode(known))


_KNOWN_TYPES: Final = {
    place: tuple(map(tag_of, get_args(union)))
    for place, union in (("/t", ClientMessage), ("/command/t", cmd.PlayerCommand), ("/account/t", SignIn))
}
"""What the types of a request can be, and of what is in it."""
_INVALID: Final = (msgspec.MsgspecError, UnicodeDecodeError, RecursionError, TypeError)
"""What msgspec raises for bytes that are not of the type; TypeError for a text frame, which is not bytes."""
_encode: Final = Encoder().encode
_read_request: Final = Decoder(ClientMessage).decode
_read_answer: Final = Decoder(ServerMessage).decode
_read_event: Final = Decoder(ev.Event).decode
_read_summary: Final = Decoder(RoomSummary).decode
_read_game: Final = Decoder(GameSummary).decode
_read_review: Final = Decoder(GameReview).decode
_read_any: Final = Decoder().decode

_VERSION: Final = _encode("version")
_MARK: Final = _encode("mark")
_EVENT: Final = _encode("event")
