"""The version of the protocol, and its subprotocol name in the WebSocket handshake."""

from typing import Final

VERSION: Final = 1
SUBPROTOCOL: Final = "pente.v1+msgpack"
