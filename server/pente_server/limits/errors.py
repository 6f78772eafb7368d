"""The error for requests that the server refuses before a room sees them, and the same answers everywhere."""

from pente_core.clock.instant import Millis
from pente_core.rules.ruleset import InvalidRuleset, Ruleset, ruleset_from
from pente_protocol.errors import ErrorCode
from pente_protocol.untrusted_text import quoted


class RequestDenied(Exception):
    """A refused request: a code for programs, a sentence for players, and optionally a retry delay in ms."""

    def __init__(self, code: ErrorCode, text: str, retry_ms: Millis | None = None) -> None:
        super().__init__(text)
        self.code = code
        self.retry_ms = retry_ms


def unknown_player(name: str) -> RequestDenied:
    """The error for a name, or an id, that no player has."""
    return RequestDenied(ErrorCode.UNKNOWN_PLAYER, f"There is no player {quoted(name)}. Check the name.")


def requested_ruleset(spec: object) -> Ruleset:
    """The ruleset with a name or specification. Raises RequestDenied if there is none, or none like that."""
    try:
        return ruleset_from(spec)
    except InvalidRuleset as error:
        raise RequestDenied(ErrorCode.BAD_RULESET, str(error)) from None
