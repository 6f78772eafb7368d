"""Encoding and decoding of messages.

msgpack converts bytes to plain values, cattrs converts those to dataclasses. Decoding is total: any bytes
give a message or ProtocolError, and sizes are checked before anything is built.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from math import isfinite
from sys import intern
from typing import Any, Final, cast, get_args, get_origin, get_type_hints

import msgpack
from cattrs import Converter
from cattrs.errors import CattrsError
from cattrs.preconf.msgpack import make_converter
from msgspec import Struct
from msgspec.structs import fields

from pente_core.clock.clock import TimeControl
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Event, PlayerCommand
from pente_core.rules.ruleset import Ruleset, ruleset_from
from pente_protocol.errors import ProtocolError
from pente_protocol.messages import (
    ClientMessage,
    CommandId,
    GameSummary,
    Happened,
    Message,
    RequestId,
    RoomSummary,
    RulesetSpec,
    ServerMessage,
    Wire,
)
from pente_protocol.tags import tag_of
from pente_protocol.untrusted_text import clean

CLIENT_FRAME_MAX: Final = 8192
"""The longest frame that a server reads."""
SERVER_FRAME_MAX: Final = 262_144
"""The longest frame that a client reads."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """The size limits inside a frame."""

    text: int
    """The maximum bytes of a string."""
    items: int
    """The maximum items of a list."""
    keys: int = 256
    """The maximum keys of a map."""


CLIENT_BOUNDS: Final = Bounds(text=1024, items=256)
# The longest possible game has about 3100 turns, which a snapshot holds in one list: the board has at most
# 625 points, and each of four sides captures fewer stones than the goal, which is at most 625 as well.
SERVER_BOUNDS: Final = Bounds(text=2048, items=4096)
LAST_REQUEST: Final = RequestId((1 << 31) - 1)
"""The highest request id."""
SPELLINGS: Final[Mapping[Any, str]] = {
    RoomId: r"[A-Za-z0-9_-]{8,40}",
    CommandId: r"[A-Za-z0-9_-]{8,40}",
    PlayerId: r"[0-9a-f]{32}",
}
"""The spelling of identifiers, as regular expressions that must match in full."""
UNIONS: Final[Mapping[str, Any]] = {
    "TimeControl": TimeControl,
    "PlayerCommand": PlayerCommand,
    "Event": Event,
    "ClientMessage": ClientMessage,
    "ServerMessage": ServerMessage,
}
"""The unions whose members are distinguished by their tag; inner unions come before outer ones."""


def encode(message: ClientMessage | ServerMessage) -> bytes:
    """Encode a message as a frame."""
    return _pack(to_wire(message))


def decode_client(frame: bytes) -> ClientMessage:
    """Decode a frame from a client. Raises ProtocolError."""
    message = cast(ClientMessage, _decode(frame, _REQUEST, _CLIENT_BOUNDS, CLIENT_FRAME_MAX))
    if message.id == 0:
        raise ProtocolError("not a message: request ids start at 1")
    return message


def decode_server(frame: bytes) -> ServerMessage:
    """Decode a frame from a server. Raises ProtocolError."""
    return cast(ServerMessage, _decode(frame, _REPLY, _SERVER_BOUNDS, SERVER_FRAME_MAX))


def encode_event(event: Event) -> bytes:
    """Encode an event, in the form that logs store and `event_frame` takes."""
    return _pack(_EVENT.write(event))


def decode_event(body: bytes) -> Event:
    """Decode a stored event. Raises ProtocolError."""
    return cast(Event, _decode(body, _EVENT, _SERVER_BOUNDS, SERVER_FRAME_MAX))


def unpack_event(body: bytes) -> Wire:
    """Decode a stored event to a plain map, whose keys are not checked. Raises ProtocolError."""
    wire = _unpack(body, _SERVER_BOUNDS, SERVER_FRAME_MAX)
    if type(wire) is not dict:
        raise ProtocolError("not an event: it is not a map")
    return wire


def encode_summary(summary: RoomSummary) -> bytes:
    """Encode a room summary for a store."""
    return _pack(_SUMMARY.write(summary))


def decode_summary(body: bytes) -> RoomSummary:
    """Decode a room summary. Raises ProtocolError."""
    return cast(RoomSummary, _decode(body, _SUMMARY, _SERVER_BOUNDS, SERVER_FRAME_MAX))


def encode_game(game: GameSummary) -> bytes:
    """Encode a finished game's summary for an archive."""
    return _pack(_GAME.write(game))


def decode_game(body: bytes) -> GameSummary:
    """Decode a finished game's summary. Raises ProtocolError."""
    return cast(GameSummary, _decode(body, _GAME, _SERVER_BOUNDS, SERVER_FRAME_MAX))


def event_frame(room: RoomId, version: int, body: bytes) -> bytes:
    """The frame of a `Happened`, assembled around an encoded event.

    The bytes are equal to ``encode(Happened(room, version, event))``. A server stores an event as bytes and
    sends it to every viewer, so this avoids decoding and encoding it again.
    """
    return b"".join((_EVENT_HEAD, _pack(room), _EVENT_VERSION, _pack(version), _EVENT_BODY, body, _EVENT_TAG))


def to_wire(message: ClientMessage | ServerMessage) -> Wire:
    """Convert a message to plain maps, lists, strings and numbers, with its type under ``t``."""
    wire: Wire = _MESSAGE.write(message)
    return wire


def event_to_wire(event: Event) -> Wire:
    """Convert an event to plain maps, lists, strings and numbers, with its type under ``t``."""
    wire: Wire = _EVENT.write(event)
    return wire


def event_from_wire(wire: object) -> Event:
    """Convert a plain map to an event; the inverse of `event_to_wire`.

    Raises ProtocolError.
    """
    return cast(Event, _structured(wire, _EVENT))


def plain(value: object) -> object:
    """Convert a part of a message to plain maps, lists, strings and numbers, without a tag."""
    return _CONVERTER.unstructure(value)


@dataclass(frozen=True, slots=True)
class _Form:
    """The conversion hooks of one type, looked up once: the lookup takes longer than the conversion."""

    type: Any
    read: Callable[[Any, Any], Any]
    write: Callable[[Any], Any]


def _decode(frame: bytes, form: "_Form", bounds: dict[str, int], longest: int) -> Any:
    return _structured(_unpack(frame, bounds, longest), form)


def _unpack(frame: bytes, bounds: dict[str, int], longest: int) -> Any:
    if len(frame) > longest:
        raise ProtocolError(f"not a message: {len(frame)} bytes are more than the maximum of {longest}")
    try:
        return msgpack.unpackb(frame, object_pairs_hook=_map, **bounds)
    except (ValueError, TypeError, msgpack.UnpackException) as error:
        raise _no_message(error) from None


def _structured(wire: Any, form: "_Form") -> Any:
    try:
        return form.read(wire, form.type)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError, CattrsError) as error:
        raise _no_message(error) from None


def _no_message(error: Exception) -> ProtocolError:
    """Wrap an error. Its text is cleaned, because it may quote the peer and is written to logs."""
    return ProtocolError(clean(f"not a message: {type(error).__name__}: {error}"))


def _map(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    items = dict(pairs)
    if len(items) != len(pairs):
        raise ValueError("a map has a key twice")
    if b"" in items:  # the bounds have rejected all longer byte strings
        raise TypeError("a key is a byte string")
    return items


def _bounds(sizes: Bounds) -> dict[str, int]:
    return {
        "max_str_len": sizes.text,
        "max_bin_len": 0,
        "max_ext_len": 0,
        "max_array_len": sizes.items,
        "max_map_len": sizes.keys,
    }


def _exactly(type_: type) -> Callable[[Any, Any], Any]:
    """A structure hook that accepts one type only: no 7 for "7", and no True for 1."""

    def hook(value: Any, _: Any) -> Any:
        if type(value) is not type_:
            raise TypeError(f"expected {type_.__name__}, not {type(value).__name__}")
        return value

    return hook


def _member(value: Any, type_: type[StrEnum]) -> StrEnum:
    if type(value) is not str:
        raise TypeError(f"expected {type_.__name__}, not {type(value).__name__}")
    return type_(value)


def _spelled(pattern: str) -> Callable[[Any, Any], Any]:
    """A structure hook that accepts strings of one pattern only.

    Equal identifiers are interned to save memory: a server holds the id of a room in many places.
    """
    matches = re.compile(pattern).fullmatch

    def hook(value: Any, _: Any) -> Any:
        if type(value) is not str or matches(value) is None:
            raise ValueError("an identifier is malformed")
        return intern(value)

    return hook


def _request_id(value: Any, _: Any) -> Any:
    if type(value) is not int or not 0 <= value <= LAST_REQUEST:
        raise ValueError("a request id is out of range")
    return value


def _ruleset_spec(value: Any, _: Any) -> Any:
    """Accept a name or a flat map of parameters.

    Whether the ruleset is valid is checked later, so that a bad one gets an error reply and the connection
    stays open.
    """
    if type(value) is str:
        return value
    if type(value) is dict and all(type(name) is str and _is_parameter(value[name]) for name in value):
        return value
    raise TypeError("a ruleset is neither a name nor a flat map of parameters")


def _is_parameter(value: Any) -> bool:
    match value:
        case None | bool() | int() | str():
            return True
        case float():
            return isfinite(value)
        case list():
            return all(type(item) is int for item in value)
        case _:
            return False


def _lists_only(type_: Any) -> Callable[[Any, Any], Any]:
    """A structure hook for ``tuple[X, ...]`` that accepts lists, and no other iterable such as a string."""
    inner = get_args(type_)[0]
    one = _CONVERTER.get_structure_hook(inner)

    def hook(value: Any, _: Any) -> Any:
        if type(value) is not list:
            raise TypeError(f"expected a list, not {type(value).__name__}")
        return tuple([one(item, inner) for item in value])

    return hook


def _is_list(type_: Any) -> bool:
    return get_origin(type_) is tuple and get_args(type_)[1:] == (...,)


def _is_struct(type_: Any) -> bool:
    return isinstance(type_, type) and issubclass(type_, Struct)


def _struct_reader(type_: type[Struct]) -> Callable[[Any, Any], Any]:
    """A structure hook for a Struct: its fields by name, and no other key."""
    hints = get_type_hints(type_)
    hooks = {name: (_CONVERTER.get_structure_hook(hints[name]), hints[name]) for name in hints}

    def hook(value: Any, _: Any) -> Any:
        if type(value) is not dict:
            raise TypeError(f"expected a map, not {type(value).__name__}")
        read = {name: hooks[name] for name in value}
        return type_(**{name: one(value[name], hint) for name, (one, hint) in read.items()})

    return hook


def _struct_writer(type_: type[Struct]) -> Callable[[Any], Wire]:
    """An unstructure hook for a Struct, which leaves out fields that are equal to their defaults."""
    hints = get_type_hints(type_)
    parts = [
        (field.name, field.default, _CONVERTER.get_unstructure_hook(hints[field.name]))
        for field in fields(type_)
    ]

    def hook(value: Any) -> Wire:
        written = (
            (name, one, getattr(value, name))
            for name, default, one in parts
            if getattr(value, name) != default
        )
        return {name: one(part) for name, one, part in written}

    return hook


def _converter() -> Converter:
    converter = make_converter(forbid_extra_keys=True, detailed_validation=False, omit_if_default=True)
    for type_ in (int, str, bool, float):
        converter.register_structure_hook(type_, _exactly(type_))
    # Without this, the hook of `str` would be used for its subclasses and leave plain strings as they are.
    converter.register_structure_hook(StrEnum, _member)
    for name, pattern in SPELLINGS.items():
        converter.register_structure_hook(name, _spelled(pattern))
    converter.register_structure_hook(RequestId, _request_id)
    converter.register_structure_hook(RulesetSpec, _ruleset_spec)
    converter.register_unstructure_hook(RulesetSpec, lambda value: value)
    converter.register_structure_hook_factory(_is_struct, _struct_reader)
    converter.register_unstructure_hook_factory(_is_struct, _struct_writer)
    converter.register_structure_hook(Ruleset, lambda value, _: ruleset_from(value))
    converter.register_unstructure_hook(Ruleset, lambda rules: rules.spec)
    converter.register_structure_hook_factory(_is_list, _lists_only)
    return converter


class _Readers(dict[str, Callable[[Any], Any]]):
    """The structure hooks of a union's members, by tag. Mutable: each hook is made on first use."""

    def __init__(self, union: Any, converter: Converter) -> None:
        self._types = {tag_of(type_): type_ for type_ in get_args(union)}
        self._converter = converter

    def __missing__(self, tag: str) -> Callable[[Any], Any]:
        type_ = self._types[tag]
        hook = self._converter.get_structure_hook(type_)
        self[tag] = lambda value: hook(value, type_)
        return self[tag]


class _Writers(dict[type, Callable[[Any], Wire]]):
    """The unstructure hooks of a union's members, by type. Mutable: each hook is made on first use."""

    def __init__(self, union: Any, converter: Converter) -> None:
        self._types = frozenset(get_args(union))
        self._converter = converter

    def __missing__(self, type_: type) -> Callable[[Any], Wire]:
        if type_ not in self._types:
            raise KeyError(type_)
        hook, tag = self._converter.get_unstructure_hook(type_), tag_of(type_)

        def write(value: Any) -> Wire:
            wire: Wire = hook(value)
            wire["t"] = tag
            return wire

        self[type_] = write
        return write


def _tell_apart(union: Any, converter: Converter) -> None:
    """Register hooks that read and write the members of a union by their tag.

    They do what cattrs' tagged union strategy does, but make the members' hooks on first use. Making all of
    them costs every program a fifth of a second at startup, and most programs need only a few.
    """
    readers, writers = _Readers(union, converter), _Writers(union, converter)

    def read(value: Any, _: Any) -> Any:
        fields = value.copy()
        return readers[fields.pop("t")](fields)

    converter.register_structure_hook(union, read)
    converter.register_unstructure_hook(union, lambda value: writers[value.__class__](value))


_CLIENT_BOUNDS: Final = _bounds(CLIENT_BOUNDS)
_SERVER_BOUNDS: Final = _bounds(SERVER_BOUNDS)
_pack: Final[Callable[[object], bytes]] = msgpack.Packer(autoreset=True).pack

_CONVERTER: Final = _converter()
for _union in (*UNIONS.values(), Message):
    _tell_apart(_union, _CONVERTER)


def _form(type_: Any) -> _Form:
    return _Form(type_, _CONVERTER.get_structure_hook(type_), _CONVERTER.get_unstructure_hook(type_))


_REQUEST: Final = _form(ClientMessage)
_REPLY: Final = _form(ServerMessage)
_MESSAGE: Final = _form(Message)
_EVENT: Final = _form(Event)
_SUMMARY: Final = _form(RoomSummary)
_GAME: Final = _form(GameSummary)

_EVENT_HEAD: Final = b"\x84" + _pack("room")
_EVENT_VERSION: Final = _pack("version")
_EVENT_BODY: Final = _pack("event")
_EVENT_TAG: Final = _pack("t") + _pack(tag_of(Happened))
