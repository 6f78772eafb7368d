"""What can go wrong between two peers: error replies, protocol errors, close codes."""

from enum import IntEnum, StrEnum


class ProtocolError(Exception):
    """The peer sent something that is no message. Its connection is closed; nobody else notices."""


class ErrorCode(StrEnum):
    """Codes of error replies, beside those of `pente_core.room.Reason`. Stable."""

    UNKNOWN_ROOM = "unknown-room"
    UNKNOWN_PLAYER = "unknown-player"
    BAD_RULESET = "bad-ruleset"
    BAD_TIME_CONTROL = "bad-time-control"
    BAD_NAME = "bad-name"
    NAME_TAKEN = "name-taken"
    BAD_TOKEN = "bad-token"
    BAD_VERSION = "bad-version"
    TOO_MANY = "too-many"
    RATE_LIMITED = "rate-limited"
    UNAVAILABLE = "unavailable"


class CloseCode(IntEnum):
    """Why a connection was closed. 4000 to 4499: connect again; 4500 to 4999: don't."""

    GOING_AWAY = 1001
    POLICY = 1008
    TOO_BIG = 1009
    INTERNAL = 1011
    RESTART = 1012
    """The server restarts: connect again now and resume."""
    TOO_SLOW = 4000
    """The peer did not read fast enough."""
    BUSY = 4001
    """Too many connections, from this address or at all."""
    NO_HELLO = 4002
    """No hello came in time."""
    BAD_MESSAGE = 4500
    """Something that is no message."""
    BAD_VERSION = 4501
    """No version of the protocol in common."""
    REFUSED_HELLO = 4502
    """The name or token was not accepted."""

    @property
    def is_final(self) -> bool:
        """Whether connecting again would be of no use."""
        return 4500 <= self <= 4999


def may_reconnect(code: int) -> bool:
    """Whether a client should connect again after a close with this code."""
    return not 4500 <= code <= 4999
