"""What an error of a Redis or Valkey server means, and what the host can do about it."""

from typing import Final

from redis.exceptions import (
    AuthenticationError,
    BusyLoadingError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisError,
    ResponseError,
)

from pente_server.store.errors import StoreUnavailable
from pente_server.store.problem_code import ProblemCode

_BY_TYPE: Final[tuple[tuple[type[Exception], ProblemCode, str], ...]] = (
    (
        AuthenticationError,
        ProblemCode.WRONG_PASSWORD,
        "the store refuses the server's user or password; check them in PENTE_REDIS or --redis-password-file",
    ),
    (
        NoPermissionError,
        ProblemCode.NOT_PERMITTED,
        "the store forbids its user a command or a key that the server needs; extend the user's ACL",
    ),
    (
        ReadOnlyError,
        ProblemCode.READ_ONLY,
        "the store is a read-only replica; give the address of its primary",
    ),
    (
        OutOfMemoryError,
        ProblemCode.OUT_OF_MEMORY,
        "the store is out of memory; raise its maxmemory, or set it to 0",
    ),
    (
        BusyLoadingError,
        ProblemCode.LOADING,
        "the store is still reading its data after a start; wait for it",
    ),
)
_BY_TEXT: Final = (
    ("No space left on device", ProblemCode.DISK_FULL, "the store's disk is full; free some space"),
    ("Disk quota exceeded", ProblemCode.DISK_FULL, "the store has used up its disk quota; free some space"),
    ("NOREPLICAS", ProblemCode.READ_ONLY, "too few replicas follow the store, so it accepts no writes"),
    ("MISCONF", ProblemCode.CANNOT_WRITE, "the store can't write to its disk; see its log"),
)
"""Errors for which redis-py has no type, found by a part of their text. The first one that fits counts."""

UNANSWERED: Final = (RedisError, OSError, TimeoutError, RuntimeError)
"""Errors that mean "no answer". uvloop raises RuntimeError when it writes to a closed connection."""


def unavailable(error: BaseException) -> StoreUnavailable:
    """The reason why the store can't be used, from an error of redis-py or of the connection."""
    if isinstance(error, StoreUnavailable):
        return error
    code, meaning = _meaning(error)
    return StoreUnavailable(meaning, code, detail=one_line(error))


def is_damage(error: BaseException) -> bool:
    """Whether an error says that a key has another type than it should: that request will never succeed."""
    return isinstance(error, ResponseError) and "WRONGTYPE" in str(error)


def one_line(error: BaseException) -> str:
    """An error's message on one line, for logs; its class name if it has no message."""
    return " ".join(str(error).split()) or type(error).__name__


def _meaning(error: BaseException) -> tuple[ProblemCode, str]:
    for kind, code, meaning in _BY_TYPE:
        if isinstance(error, kind):
            return code, meaning
    for part, code, meaning in _BY_TEXT:
        if part in str(error):
            return code, meaning
    return ProblemCode.UNREACHABLE, "the store does not answer; start it, or check its address"
