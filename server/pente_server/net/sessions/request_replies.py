"""Replies to requests that fail, and the errors that end a session instead."""

from pente_core.clock.instant import Millis
from pente_core.room import Refused
from pente_core.room.refusals import Code
from pente_protocol.errors import CloseCode, ErrorCode, ProtocolError
from pente_protocol.messages import Wire
from pente_protocol.messages.base import LAST_REQUEST, Error
from pente_server.limits.errors import RequestDenied
from pente_server.rooms.loaded.room_log import UnknownRoom
from pente_server.store import DamagedKey, StoreUnavailable

RETRY_MS = 500

_DAMAGED = "Some data that this needs is damaged. The host of the server can repair it."


class SessionClosed(Exception):
    """Raised to close the connection, with a close code and a reason for people."""

    def __init__(self, code: CloseCode, reason: str) -> None:
        super().__init__(reason)
        self.code = code


def request_id_in(wire: Wire) -> int:
    """The number of a request, as far as a map has one that can be answered; else 0."""
    id_ = wire.get("id")
    return id_ if type(id_) is int and 1 <= id_ <= LAST_REQUEST else 0


def error_reply(request: int, error: BaseException) -> Error | None:
    """The reply to a request that failed with an error; None if the error is no answer to a request.

    ``request`` is its number; 0 if it is not known.
    """
    match error:
        case Refused():
            return _error(request, error.reason, str(error))
        case UnknownRoom():
            return _error(request, error.code, error.text)
        case DamagedKey():
            return _error(request, ErrorCode.DAMAGED, _DAMAGED)
        case StoreUnavailable():
            text = f"The server can't use its store at the moment: {error.text}. Try again."
            return _error(request, ErrorCode.UNAVAILABLE, text, Millis(RETRY_MS))
        case ProtocolError():
            return _error(request, ErrorCode.BAD_MESSAGE, error.text, at=error.at)
        case RequestDenied():
            return _error(request, error.code, str(error), error.retry_ms)
        case _:
            return None


def _error(request: int, code: Code, text: str, retry_ms: Millis | None = None, at: str = "") -> Error:
    return Error(request, code, text, code.kind, retry_ms, at)


def close_for(error: BaseException) -> SessionClosed | None:
    """How an error ends a session, by the peer's fault or by the store's; None for a bug."""
    match error:
        case SessionClosed():
            return error
        case ProtocolError():
            return SessionClosed(CloseCode.BAD_MESSAGE, error.text)
        case StoreUnavailable():
            return SessionClosed(CloseCode.BUSY, "the server can't use its store; try again")
        case DamagedKey():
            return SessionClosed(CloseCode.REFUSED_HELLO, _DAMAGED)
        case RequestDenied():
            code = CloseCode.REFUSED_HELLO if error.retry_ms is None else CloseCode.BUSY
            return SessionClosed(code, str(error))
        case _:
            return None
