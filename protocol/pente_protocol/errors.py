"""What can go wrong between two peers: error replies, protocol errors, close codes."""

from enum import IntEnum, StrEnum


class ProtocolError(Exception):
    """The peer sent something that is no message. Its connection is closed; nobody else notices."""


class ErrorCode(StrEnum):
    """Codes of error replies, beside those of `pente_core.room.Reason`. Stable."""

    UNKNOWN_ROOM = "unknown-room"
    """There is no such room, or not any more."""
    UNKNOWN_PLAYER = "unknown-player"
    """Nobody has that name."""
    BAD_RULESET = "bad-ruleset"
    """There is no such ruleset, or it can't be played; the text says why."""
    BAD_TIME_CONTROL = "bad-time-control"
    """There is no such time control, or it is out of range; the text says why."""
    BAD_POSITION = "bad-position"
    """That is no position; the text says why."""
    BAD_CURSOR = "bad-cursor"
    """The archive was asked to go on where it never was."""
    BAD_NAME = "bad-name"
    """A name that nobody may have."""
    NAME_TAKEN = "name-taken"
    """A name that belongs to another account."""
    BAD_TOKEN = "bad-token"
    """A secret that is not known, without a name to begin anew; or one that is too short."""
    BAD_VERSION = "bad-version"
    """No version of the protocol in common."""
    TOO_MANY = "too-many"
    """The player has seats in as many rooms as may be, or watches as many; or enough was said in a room."""
    RATE_LIMITED = "rate-limited"
    """Too fast: try again after `retry_ms`."""
    PASSWORD_NEEDED = "password-needed"
    """The server, or the room, has a password, and none was given."""
    WRONG_PASSWORD = "wrong-password"
    """That is not the password of the server, or of the room."""
    KICKED = "kicked"
    """The host of a room has sent the player away, who may come back."""
    NOT_ALLOWED = "not-allowed"
    """The server lets in only those on its list."""
    NOT_RATED = "not-rated"
    """The game can't be rated, or not with this player."""
    UNAVAILABLE = "unavailable"
    """The store is not reachable. Whether the request was carried out is not known: send it again."""


class CloseCode(IntEnum):
    """Why a connection was closed. 4000 to 4499: connect again; 4500 to 4999: don't."""

    GOING_AWAY = 1001
    """The peer leaves."""
    TOO_BIG = 1009
    """A frame that is too long."""
    INTERNAL = 1011
    """A mistake of the server, or a peer that no longer answers pings."""
    RESTART = 1012
    """The server restarts: connect again now and resume."""
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
