"""Error codes of replies, close codes, and the exception for invalid frames."""

from enum import IntEnum

from pente_core.room.refusals import Code, ErrorClass


class ProtocolError(Exception):
    """The peer sent bytes that are not a message: for the log. It concerns that connection only."""

    def __init__(self, text: str, at: str = "") -> None:
        """``text`` says what is wrong, on one line that can be shown; ``at`` where, as a JSON pointer.

        Without ``at`` it is the whole message, or the place is not known.
        """
        super().__init__(text)
        self.text = text
        self.at = at


class ErrorCode(Code):
    """Codes of error replies, in addition to those of `pente_core.room.Reason`. They never change."""

    UNKNOWN_ROOM = "unknown-room"
    """The room does not exist, or not any more."""
    DAMAGED_ROOM = "damaged-room"
    """The stored data of the room can't be read; the host of the server can repair it."""
    DAMAGED = "damaged"
    """Some other data that the request needs can't be read; the host of the server can repair it."""
    UNKNOWN_PLAYER = "unknown-player"
    """No player has this name."""
    BAD_RULESET = "bad-ruleset", ErrorClass.INVALID
    """The ruleset does not exist or can't be played; the text says why."""
    BAD_TIME_CONTROL = "bad-time-control", ErrorClass.INVALID
    """The time control can't be parsed or is out of range; the text says why."""
    BAD_POSITION = "bad-position", ErrorClass.INVALID
    """The position can't be parsed; the text says why."""
    BAD_CURSOR = "bad-cursor", ErrorClass.INVALID
    """The cursor is not one that the server has sent."""
    BAD_NAME = "bad-name", ErrorClass.INVALID
    """The name is not allowed."""
    NAME_TAKEN = "name-taken"
    """The name belongs to another account."""
    UNKNOWN_DEVICE = "unknown-device"
    """The account does not know the device: it was revoked, or the account has expired."""
    LAST_DEVICE = "last-device"
    """The only device of an account that may do all can't be revoked, and keeps that right."""
    WRONG_PROOF = "wrong-proof", ErrorClass.INVALID
    """The proof does not fit the connection or the device, or its keys can't be read."""
    WRONG_CODE = "wrong-code"
    """No device can be added with this code: it is wrong, or too old, or was used by another device."""
    UNKNOWN_CODE = "unknown-code"
    """No live room has this join code: it is wrong, or the room is over."""
    BAD_MESSAGE = "bad-message", ErrorClass.INVALID
    """A frame is not a valid message; `at` says where. It was not carried out, and the connection goes on."""
    TOO_MANY = "too-many"
    """The player has too many seats or watches too many rooms, or the chat of a room is full."""
    RATE_LIMITED = "rate-limited", ErrorClass.TEMPORARY
    """Too many requests; try again after `retry_ms`."""
    PASSWORD_NEEDED = "password-needed"
    """The server or the room has a password, and the request has none."""
    WRONG_PASSWORD = "wrong-password"
    """The password of the server or of the room is wrong."""
    KICKED = "kicked"
    """The host has removed the player from the room; the player may return."""
    NOT_ALLOWED = "not-allowed"
    """The server admits only the players on its list, or this is not for guests."""
    RIGHT_NEEDED = "right-needed"
    """The device may play, and no more."""
    ACCOUNT_DELETED = "account-deleted"
    """The player has deleted this account. Its devices are of no use any more."""
    STILL_PLAYING = "still-playing"
    """The player has seats in rooms, and can't delete the account before they are given up."""
    NOT_RATED = "not-rated"
    """The game can't be rated, or not with this player."""
    NOT_AVAILABLE = "not-available"
    """The player or the room is not available to this player. No reason is given."""
    COMMAND_ID_REUSED = "command-id-reused", ErrorClass.INVALID
    """Another command was carried out in the room under the same `command_id`. This one was not."""
    DUPLICATE = "duplicate", ErrorClass.INVALID
    """The request names a room or a player twice."""
    ACCOUNT_NEEDED = "account-needed"
    """The server, the room or the request is not for viewers without an account."""
    WATCH_ONLY = "watch-only"
    """The connection is only for watching: it takes no seat, and plays none."""
    NO_REVIEW = "no-review"
    """There is nothing to review in the game."""
    BAD_REVIEW = "bad-review", ErrorClass.INVALID
    """The review does not fit its game, or the game is not the requester's to review; the text says why."""
    BAD_PUZZLE = "bad-puzzle", ErrorClass.INVALID
    """The puzzle is not from its game, or not a proof; the text says why."""
    ROLE_NEEDED = "role-needed"
    """The request is for accounts with a role that this one does not have."""
    UNAVAILABLE = "unavailable", ErrorClass.TEMPORARY
    """The store is not reachable. Whether the request was carried out is not known: send it again."""


class CloseCode(IntEnum):
    """The reason why a connection was closed. Reconnect after 4000 to 4499, but not after 4500 to 4999."""

    GOING_AWAY = 1001
    """The peer is going away."""
    INVALID_TEXT = 1007
    """A text frame was not UTF-8."""
    TOO_BIG = 1009
    """A frame was too long."""
    INTERNAL = 1011
    """The server has failed, or the peer no longer answers pings."""
    RESTART = 1012
    """The server is restarting: reconnect now and resume."""
    BUSY = 4001
    """There are too many connections, from this address or in total."""
    NO_HELLO = 4002
    """The hello did not arrive in time."""
    BAD_MESSAGE = 4500
    """Too many frames were not valid messages, or one before the welcome was not."""
    REFUSED_HELLO = 4502
    """The hello was rejected, or the device of the connection was revoked."""
    ACCOUNT_DELETED = 4503
    """The player has deleted the account, over this connection or another."""
    BAD_SUBPROTOCOL = 4504
    """The handshake offers no subprotocol that the server speaks; the reason names those it does."""

    @property
    def is_final(self) -> bool:
        """Whether reconnecting is pointless."""
        return 4500 <= self <= 4999


def may_reconnect(code: int) -> bool:
    """Whether a client should reconnect after a close with this code."""
    return not 4500 <= code <= 4999
