"""The version of the protocol, and how it is named in a WebSocket handshake."""

from typing import Final

VERSION: Final = 1
SUBPROTOCOL: Final = "pente.v1+msgpack"
