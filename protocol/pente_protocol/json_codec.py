"""Encoding and decoding of messages as JSON: the values of `pente_protocol.codec`, as text.

Many languages have one type of number. So an integer may be written with a fraction or an exponent (3.0 or
3e0), as far as a float holds it exactly. Text is converted to msgpack first and decoded as that, so that
nothing is a message in JSON that is none in msgpack: no integer of more than 64 bits, no NaN, no infinity,
and no half of a surrogate pair. Decoding is total: any text gives a message or ProtocolError.
"""

from typing import Final

import msgspec
from msgspec.json import Decoder, Encoder

from pente_protocol import codec
from pente_protocol.canonical_form import canonical
from pente_protocol.errors import ProtocolError
from pente_protocol.frames import CLIENT_FRAME_MAX, SERVER_FRAME_MAX, no_message, too_long
from pente_protocol.messages import ClientMessage, ServerMessage, Wire

LAST_EXACT: Final = 2**53 - 1
"""The highest integer up to which a float holds every one, and so the highest that JavaScript has."""
_TRUNCATED: Final = "truncated"
"""What msgspec says of text that ends too early, and of half a surrogate pair."""


def encode(message: ClientMessage | ServerMessage) -> bytes:
    """Encode a message as the content of a text frame."""
    return _encode(canonical(message))


def decode_client(frame: bytes | str) -> ClientMessage:
    """Decode a frame from a client. Raises ProtocolError."""
    return codec.decode_client(_packed(frame, CLIENT_FRAME_MAX))


def decode_server(frame: bytes | str) -> ServerMessage:
    """Decode a frame from a server. Raises ProtocolError."""
    return codec.decode_server(_packed(frame, SERVER_FRAME_MAX))


def unpack(frame: bytes | str) -> Wire:
    """Decode a frame to a plain map, whose keys are not checked. Raises ProtocolError."""
    return codec.unpack(_packed(frame, SERVER_FRAME_MAX))


def _packed(frame: bytes | str, longest: int) -> bytes:
    """The same in msgpack. Raises ProtocolError.

    The length of a string is that of its characters; the connection that it came from has bounded its bytes.
    """
    if len(frame) > longest:
        raise too_long(frame, longest)
    try:
        return _pack(_read(frame))
    except OverflowError:
        raise ProtocolError("This is not a valid message: an integer has more than 64 bits.") from None
    except _INVALID as error:
        raise _ends_early(frame) if _TRUNCATED in str(error) else no_message(error) from None


def _ends_early(frame: bytes | str) -> ProtocolError:
    length = len(frame.encode(errors="replace")) if isinstance(frame, str) else len(frame)
    return ProtocolError(
        f"This is not a valid message: it ends after {length} bytes, or has half of a surrogate pair."
    )


def _number(literal: str) -> float | int:
    """The value of a number with a fraction or an exponent: an integer if it is one, and exact."""
    number = float(literal)
    return int(number) if number.is_integer() and abs(number) <= LAST_EXACT else number


_INVALID: Final = (msgspec.MsgspecError, UnicodeError, RecursionError)
"""What msgspec raises for text that is not JSON."""
_encode: Final = Encoder().encode
_pack: Final = msgspec.msgpack.Encoder().encode
_read: Final = Decoder(float_hook=_number).decode
