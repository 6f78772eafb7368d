"""Encoding and decoding of messages: the codec of clients.

It does what `pente_protocol.codec` does, by other means: msgpack converts bytes to plain values within
bounds, the table of tags says which type they have, and msgspec checks that. So each proves the other: tests
compare their bytes, their values and what they refuse. `pente_protocol.newer` stands on it, and is more
tolerant.
"""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast, get_args

import msgpack
from msgspec import MsgspecError, convert, to_builtins

from pente_core.value import Value, tag_of
from pente_protocol.canonical_form import canonical
from pente_protocol.frames import CLIENT_FRAME_MAX, SERVER_FRAME_MAX, no_message, too_long
from pente_protocol.messages import ClientMessage, ServerMessage


class Bounds(Value):
    """The size limits inside a frame.

    Plain values are built before their types are known, and can take a hundred times the memory of the frame.
    """

    text: int
    """The maximum bytes of a string."""
    items: int
    """The maximum items of a list."""
    keys: int
    """The maximum keys of a map."""


# The longest possible game has about 3100 turns, which a snapshot holds in one list: the board has at most
# 625 points, and each of four sides captures fewer stones than the goal, which is at most 625 as well.
SERVER_BOUNDS: Final = Bounds(text=2048, items=4096, keys=256)
CLIENT_BOUNDS: Final = Bounds(text=CLIENT_FRAME_MAX, items=CLIENT_FRAME_MAX, keys=CLIENT_FRAME_MAX)


def encode(message: ClientMessage | ServerMessage) -> bytes:
    """Encode a message as a frame."""
    return _pack(to_builtins(canonical(message)))


def decode_server(frame: bytes) -> ServerMessage:
    """Decode a frame from a server. Raises ProtocolError."""
    return cast(ServerMessage, _decode(frame, _ANSWERS, _SERVER_BOUNDS, SERVER_FRAME_MAX))


def unpack_server(frame: bytes) -> object:
    """A frame from a server as a plain value, which need not be a message. Raises ProtocolError."""
    return _unpacked(frame, _SERVER_BOUNDS, SERVER_FRAME_MAX)


def server_message(wire: object) -> ServerMessage:
    """The message that a plain value from a server is. Raises ProtocolError."""
    return cast(ServerMessage, _message(wire, _ANSWERS))


def decode_client(frame: bytes) -> ClientMessage:
    """Decode a frame from a client. Raises ProtocolError."""
    return cast(ClientMessage, _decode(frame, _REQUESTS, _CLIENT_BOUNDS, CLIENT_FRAME_MAX))


def _decode(frame: bytes, types: Mapping[str, type], bounds: dict[str, int], longest: int) -> Any:
    return _message(_unpacked(frame, bounds, longest), types)


def _unpacked(frame: bytes, bounds: dict[str, int], longest: int) -> Any:
    if len(frame) > longest:
        raise too_long(frame, longest)
    try:
        return msgpack.unpackb(frame, **bounds)
    except _INVALID as error:
        raise no_message(error) from None


def _message(wire: Any, types: Mapping[str, type]) -> Any:
    try:
        return convert(wire, types[wire["t"]])
    except _INVALID as error:
        raise no_message(error) from None


def _bounds(sizes: Bounds) -> dict[str, int]:
    return {
        "max_str_len": sizes.text,
        "max_bin_len": 0,
        "max_ext_len": 0,
        "max_array_len": sizes.items,
        "max_map_len": sizes.keys,
    }


_pack: Final[Callable[[object], bytes]] = msgpack.Packer(autoreset=True).pack
_INVALID: Final = (ValueError, TypeError, KeyError, RecursionError, MsgspecError, msgpack.UnpackException)
"""What the two libraries raise for bytes that are not a message, and the lookup of a type by any value."""
_REQUESTS: Final = {tag_of(type_): type_ for type_ in get_args(ClientMessage)}
_ANSWERS: Final = {tag_of(type_): type_ for type_ in get_args(ServerMessage)}
_SERVER_BOUNDS: Final = _bounds(SERVER_BOUNDS)
_CLIENT_BOUNDS: Final = _bounds(CLIENT_BOUNDS)
