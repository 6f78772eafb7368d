"""The error for requests that the server refuses before a room sees them."""

from pente_core.clock.instant import Millis
from pente_protocol.errors import ErrorCode


class RequestDenied(Exception):
    """A refused request: a code for programs, a sentence for players, and optionally a retry delay in ms."""

    def __init__(self, code: ErrorCode, text: str, retry_ms: Millis | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.retry_ms = retry_ms
