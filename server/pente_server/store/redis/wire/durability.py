"""Whether a Redis or Valkey server keeps all that it acknowledges, from what it says about itself.

Nobody asks only once: `CONFIG SET` changes it while the server runs, and a restart may.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from redis.exceptions import NoPermissionError

from pente_server.store.durability import Durability, DurabilityLevel
from pente_server.store.redis.wire.pipeline import packed

QUESTIONS: Final = (
    packed("CONFIG", "GET", "appendonly", "appendfsync", "maxmemory", "maxmemory-policy"),
    packed("INFO", "persistence"),
)
"""The commands whose answers a `ServerState` is made of."""


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
_FIRST_REWRITE: Final = _less(
    "the store is writing its append-only file anew, and the file may not have all games yet; wait for it",
    is_passing=True,
)


@dataclass(frozen=True, slots=True)
class ServerState:
    """What a server says about its configuration and its append-only file."""

    config: Mapping[str, str]
    persistence: Mapping[str, str]

    @property
    def has_log(self) -> bool:
        """Whether the append-only file is on. It need not have all data yet."""
        return self.config.get("appendonly") == "yes" and self.persistence.get("aof_enabled") == "1"

    @property
    def has_failed(self) -> bool:
        """Whether the last write to the append-only file has failed."""
        return self.persistence.get("aof_last_write_status", "ok") != "ok"

    @property
    def is_rewriting(self) -> bool:
        """Whether the append-only file is being written anew, or soon will be."""
        return any(
            self.persistence.get(name, "0") != "0"
            for name in ("aof_rewrite_in_progress", "aof_rewrite_scheduled")
        )

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
    if not isinstance(config, list) or not isinstance(info, bytes):
        return _DISABLED
    words = [word.decode(errors="replace") for word in config]
    lines = (line.partition(":") for line in info.decode(errors="replace").splitlines())
    return ServerState(
        dict(zip(words[::2], words[1::2], strict=False)), {name: value for name, _, value in lines}
    )


def judge(state: ServerState, *, is_log_whole: bool) -> Durability:
    """The durability of a server in a state.

    ``is_log_whole``: whether the append-only file had all data before, so that a rewrite is not its first.
    """
    for is_met, durability in _CONDITIONS:
        if is_met(state):
            return durability
    if state.is_rewriting and not is_log_whole:
        return _FIRST_REWRITE
    return _STRICT
