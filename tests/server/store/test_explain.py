"""What errors of a Redis server mean to the host."""

import pytest
from redis.exceptions import (
    AuthenticationError,
    BusyLoadingError,
    NoPermissionError,
    OutOfMemoryError,
    ReadOnlyError,
    ResponseError,
)

from pente_server.store import ProblemCode
from pente_server.store.redis.wire.explain import unavailable


@pytest.mark.parametrize(
    ("error", "code", "part"),
    [
        (
            AuthenticationError("WRONGPASS invalid username-password pair"),
            ProblemCode.WRONG_PASSWORD,
            "password",
        ),
        (NoPermissionError("this user has no permissions"), ProblemCode.NOT_PERMITTED, "ACL"),
        (ReadOnlyError("You can't write against a read only replica."), ProblemCode.READ_ONLY, "primary"),
        (OutOfMemoryError("command not allowed when used memory"), ProblemCode.OUT_OF_MEMORY, "maxmemory"),
        (BusyLoadingError("Redis is loading the dataset"), ProblemCode.LOADING, "wait"),
        (
            ResponseError("MISCONF Errors writing to the AOF file: No space left on device"),
            ProblemCode.DISK_FULL,
            "free some space",
        ),
        (ResponseError("MISCONF Redis is configured to save"), ProblemCode.CANNOT_WRITE, "log"),
        (ResponseError("NOREPLICAS Not enough good replicas"), ProblemCode.READ_ONLY, "replicas"),
        (OSError(111, "Connection refused"), ProblemCode.UNREACHABLE, "start it"),
        (TimeoutError(), ProblemCode.UNREACHABLE, "start it"),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Exception) else "",
)
def test_an_error_has_a_code_and_says_what_to_do(error: Exception, code: ProblemCode, part: str) -> None:
    reason = unavailable(error)

    assert reason.code is code
    assert part in reason.text
    assert str(error) in str(reason)


def test_only_the_log_sees_the_details() -> None:
    reason = unavailable(OSError("Error 111 connecting to 10.0.0.1:6379"))

    assert "10.0.0.1" in str(reason)
    assert "10.0.0.1" not in reason.text
