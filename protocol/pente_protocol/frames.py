"""The longest frames, and the error for bytes that are not a message."""

from typing import Final

from pente_protocol.errors import ProtocolError
from pente_protocol.untrusted_text import clean

CLIENT_FRAME_MAX: Final = 8192
"""The longest frame that a server reads. It bounds everything inside as well."""
SERVER_FRAME_MAX: Final = 262_144
"""The longest frame that a client reads, and the longest value in a log or a store."""


def too_long(frame: bytes | str, longest: int) -> ProtocolError:
    """The error for a frame that is too long, and is not looked at."""
    return ProtocolError(f"not a message: {len(frame)} bytes are more than the maximum of {longest}")


def no_message(error: Exception) -> ProtocolError:
    """Wrap an error. Its text is cleaned, because it may quote the peer and is written to logs."""
    return ProtocolError(clean(f"not a message: {type(error).__name__}: {error}"))
