"""The no of the server itself, where a room has nothing against it."""

from pente_core.clock.instant import Millis
from pente_protocol.errors import ErrorCode


class RequestDenied(Exception):
    """A request that is not carried out: a code for programs, a sentence, and perhaps when to try again."""

    def __init__(self, code: ErrorCode, text: str, retry_ms: Millis | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.retry_ms = retry_ms
