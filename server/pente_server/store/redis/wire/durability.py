"""Whether a Redis or Valkey server keeps all that it acknowledges, from what it says about itself.

Nobody asks only once: `CONFIG SET` changes it while the server runs, and a restart may.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from redis.exceptions import NoPermissionError

from pente_server.store.durability import Durability, DurabilityLevel
from pente_server.store.redis.wire.pipeline import packed

_SETTINGS: Final = packed(
    *(
        "CONFIG",
        "GET",
        "appendonly",
        "appendfsync",
        "no-appendfsync-on-rewrite",
        "maxmemory",
        "maxmemory-policy",
    )
)
QUESTIONS: Final = (_SETTINGS, packed("INFO"))
"""The commands whose answers a `ServerState` is made of."""
QUESTIONS_OF_PROOF: Final = (_SETTINGS, packed("INFO", "persistence"))
"""The same without what can't make a batch of commits less durable."""
OLDEST: Final = "7.0"
"""The first version of Redis that can be asked. Valkey calls itself Redis 7.2 or newer there."""


def _less(
    reason: str, level: DurabilityLevel = DurabilityLevel.NONE, *, is_passing: bool = False
) -> Durability:
    return Durability(level, reason, is_passing)


_STRICT: Final = Durability(DurabilityLevel.STRICT)
_FORBIDDEN: Final = _less(
    "the store's ACL does not let the server ask how durable it is; permit its user +config|get and +info",
    DurabilityLevel.UNKNOWN,
)
_DISABLED: Final = _less(
    "the store does not say how durable it is, as CONFIG GET or INFO is disabled there; enable both",
    DurabilityLevel.UNKNOWN,
)
_UNSAFE_REWRITE: Final = _less(
    "the store leaves it to the system when to write to its disk while it writes its append-only file anew;"
    " set no-appendfsync-on-rewrite no in its configuration"
)
_FIRST_REWRITE: Final = _less(
    "the store is writing its append-only file anew, and the file may not have all games yet; wait for it",
    is_passing=True,
)


@dataclass(frozen=True, slots=True)
class ServerState:
    """What a server says about its configuration, its append-only file and its replicas."""

    config: Mapping[str, str]
    info: Mapping[str, str]

    @property
    def has_log(self) -> bool:
        """Whether the append-only file is on. It need not have all data yet."""
        return self.config.get("appendonly") == "yes" and self.info.get("aof_enabled") == "1"

    @property
    def has_failed(self) -> bool:
        """Whether the last write to the append-only file has failed."""
        return self.info.get("aof_last_write_status", "ok") != "ok"

    @property
    def is_rewriting(self) -> bool:
        """Whether the append-only file is being written anew, or soon will be."""
        return any(
            self.info.get(name, "0") != "0" for name in ("aof_rewrite_in_progress", "aof_rewrite_scheduled")
        )

    @property
    def replicas(self) -> int:
        """How many replicas are connected."""
        return int(self.info.get("connected_slaves", "0"))

    @property
    def may_evict(self) -> bool:
        """Whether it deletes data when its memory is full."""
        return (
            self.config.get("maxmemory", "0") != "0" and self.config.get("maxmemory-policy") != "noeviction"
        )


_CONDITIONS: Final[Sequence[tuple[Callable[[ServerState], bool], Durability]]] = (
    (
        lambda state: not state.has_log,
        _less("the store's append-only file is off; set appendonly yes in its configuration"),
    ),
    (
        lambda state: state.config.get("appendfsync") == "everysec",
        _less(
            "the store writes to its disk only once a second; set appendfsync always in its configuration",
            DurabilityLevel.EVERYSEC,
        ),
    ),
    (
        lambda state: state.config.get("appendfsync") != "always",
        _less(
            "the store leaves it to the system when to write to its disk;"
            " set appendfsync always in its configuration"
        ),
    ),
    (
        lambda state: state.has_failed,
        _less("the store could not write its append-only file; see its log, and the space on its disk"),
    ),
    (
        lambda state: state.may_evict,
        _less(
            "the store deletes games when its memory is full;"
            " set maxmemory-policy noeviction in its configuration, or maxmemory 0"
        ),
    ),
)
"""What makes a server less than strict, in the order in which it is looked for."""


def state_from(answers: Sequence[object]) -> ServerState | Durability:
    """What a server has answered to `QUESTIONS`; its durability if that follows from a refusal to answer."""
    config, info = answers
    for answer in answers:
        if isinstance(answer, NoPermissionError):
            return _FORBIDDEN
    if not isinstance(info, bytes):
        return _DISABLED
    lines = (line.partition(":") for line in info.decode(errors="replace").splitlines())
    said = {name: value for name, _, value in lines}
    version = said.get("redis_version", OLDEST)
    if _numbers(version) < _numbers(OLDEST):
        text = f"the store is Redis {version}, which is too old; use Redis {OLDEST} or newer, or Valkey"
        return Durability(DurabilityLevel.UNKNOWN, text)
    if not isinstance(config, list):
        return _DISABLED
    words = [word.decode(errors="replace") for word in config]
    return ServerState(dict(zip(words[::2], words[1::2], strict=False)), said)


def _numbers(version: str) -> tuple[int, ...]:
    """The major and the minor number of a version."""
    return tuple(int(number) for number in re.findall("[0-9]+", version)[:2])


def judge(state: ServerState, *, is_log_whole: bool, has_waitaof: bool) -> Durability:
    """The durability of a server in a state.

    ``is_log_whole``: whether the append-only file had all data before, so that a rewrite is not its first.
    ``has_waitaof``: whether a batch of commits can wait for the disk, whatever happens in a rewrite.
    """
    return replace(_judge(state, is_log_whole=is_log_whole, has_waitaof=has_waitaof), replicas=state.replicas)


def _judge(state: ServerState, *, is_log_whole: bool, has_waitaof: bool) -> Durability:
    for is_met, durability in _CONDITIONS:
        if is_met(state):
            return durability
    if state.config.get("no-appendfsync-on-rewrite") == "yes" and not has_waitaof:
        return _UNSAFE_REWRITE
    if state.is_rewriting and not is_log_whole:
        return _FIRST_REWRITE
    return _STRICT
