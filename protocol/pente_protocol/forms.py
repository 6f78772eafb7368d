"""The forms in which the same messages travel: msgpack in binary frames, or JSON in text frames.

The handshake of a connection chooses one for both directions, by its subprotocol.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from struct import pack
from typing import Any, Final

from pente_protocol import codec, json_codec
from pente_protocol.errors import ProtocolError
from pente_protocol.messages import ClientMessage, ServerMessage, Wire
from pente_protocol.version import JSON_SUBPROTOCOL, SUBPROTOCOL

_TEXT: Final = 0x81
_BINARY: Final = 0x82


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Form:
    """A form of messages.

    A frame that was received is bytes if it is binary, and a string if it is text.
    """

    subprotocol: str
    is_text: bool
    """Whether messages are text frames."""
    encode: Callable[[ClientMessage | ServerMessage], bytes]
    """Encode a message as the content of a frame, in UTF-8 if it is text."""
    of_client: Callable[[Any], ClientMessage]
    """Decode a frame of the right kind, as the codecs do."""
    of_server: Callable[[Any], ServerMessage]
    of_any: Callable[[Any], Wire]

    def decode_client(self, frame: bytes | str) -> ClientMessage:
        """Decode a frame from a client. Raises ProtocolError, also for a frame of the other kind."""
        self._check(frame)
        return self.of_client(frame)

    def decode_server(self, frame: bytes | str) -> ServerMessage:
        """Decode a frame from a server. Raises ProtocolError, also for a frame of the other kind."""
        self._check(frame)
        return self.of_server(frame)

    def unpack(self, frame: bytes | str) -> Wire:
        """Decode a frame to a plain map, whose keys are not checked. Raises ProtocolError."""
        self._check(frame)
        return self.of_any(frame)

    def packet(self, content: bytes) -> bytes:
        """A message of a server with the header of its frame (RFC 6455, 5.2: final, not masked)."""
        kind, length = _TEXT if self.is_text else _BINARY, len(content)
        if length < 126:
            return pack("!BB", kind, length) + content
        if length < 65_536:
            return pack("!BBH", kind, 126, length) + content
        return pack("!BBQ", kind, 127, length) + content

    def _check(self, frame: bytes | str) -> None:
        if isinstance(frame, str) is not self.is_text:
            kind = "text" if self.is_text else "binary"
            raise ProtocolError(
                f"This is not a valid message: with {self.subprotocol} every message is a {kind} frame."
            )


MSGPACK: Final = Form(
    subprotocol=SUBPROTOCOL,
    is_text=False,
    encode=codec.encode,
    of_client=codec.decode_client,
    of_server=codec.decode_server,
    of_any=codec.unpack,
)
JSON: Final = Form(
    subprotocol=JSON_SUBPROTOCOL,
    is_text=True,
    encode=json_codec.encode,
    of_client=json_codec.decode_client,
    of_server=json_codec.decode_server,
    of_any=json_codec.unpack,
)
FORMS: Final = (MSGPACK, JSON)


def form_offered(subprotocols: Iterable[str]) -> Form | None:
    """The form of the first known subprotocol that a client offers: its order is its preference."""
    return next((_BY_NAME[name] for name in subprotocols if name in _BY_NAME), None)


_BY_NAME: Final = {form.subprotocol: form for form in FORMS}
