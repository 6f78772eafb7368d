"""The version of the protocol, and the names of its subprotocols in the WebSocket handshake."""

from typing import Final

VERSION: Final = 1
SUBPROTOCOL: Final = "pente.v1+msgpack"
JSON_SUBPROTOCOL: Final = "pente.v1+json"
