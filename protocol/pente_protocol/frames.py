"""The longest frames, and the error for bytes that are not a message."""

from typing import Final

from pente_protocol.decoding_errors import decoding_problem
from pente_protocol.errors import ProtocolError

CLIENT_FRAME_MAX: Final = 8192
"""The longest frame that a server reads. It bounds everything inside as well."""
SERVER_FRAME_MAX: Final = 262_144
"""The longest frame that a client reads, and the longest value in a log or a store."""


def too_long(frame: bytes | str, longest: int) -> ProtocolError:
    """The error for a frame that is too long, and is not looked at."""
    return ProtocolError(f"This message has {len(frame)} bytes, more than the maximum of {longest}.")


def no_message(error: Exception) -> ProtocolError:
    """Wrap what a decoder raises. The text is clean, as it may quote the peer and is written to logs."""
    problem = decoding_problem(error)
    return ProtocolError(f"This is not a valid message: {problem.text}.", problem.at)
