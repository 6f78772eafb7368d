"""Asks one server whether it keeps what it acknowledges, and for a proof of that after each batch of commits.

Where the server has `WAITAOF` (Redis from 7.2 on, and Valkey), that ends a batch: it answers once all writes
before it are on the disk, and with an error when there is no append-only file. Elsewhere a batch ends with
the questions about the configuration: under ``appendfsync always``, no answer leaves the server before what
was written in front of it is on the disk.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

from pente_server.store.durability import Durability
from pente_server.store.errors import StoreUnavailable
from pente_server.store.problem_code import ProblemCode
from pente_server.store.redis.wire.durability import QUESTIONS, QUESTIONS_OF_PROOF, judge, state_from
from pente_server.store.redis.wire.explain import UNANSWERED, unavailable
from pente_server.store.redis.wire.pipeline import CommandPipeline, packed

ANSWER_WITHIN: Final = 2.0
"""Seconds for the answers of the server."""
FSYNC_WITHIN: Final = 1000
"""Milliseconds after which the server answers that a batch is not on the disk yet. It is then sent again."""

_IS_WAITAOF_THERE: Final = packed("WAITAOF", 0, 0, 0)
_WAITAOF: Final = packed("WAITAOF", 1, 0, FSYNC_WITHIN)


class CommitProof(Protocol):
    """Commands after a batch of commits, whose answers tell whether the batch is on the disk."""

    @property
    def commands(self) -> Sequence[bytes]: ...

    def doubt(self, answers: Sequence[object]) -> StoreUnavailable | None:
        """Why the batch may not be on the disk; None if it is."""
        ...


class NoProof:
    """Believes every acknowledgement of the server."""

    commands: Sequence[bytes] = ()

    def doubt(self, answers: Sequence[object]) -> StoreUnavailable | None:  # noqa: ARG002 -- a `CommitProof`
        return None


@dataclass(frozen=True, slots=True)
class _Fsync:
    """The proof by `WAITAOF`."""

    failed: Callable[[], None]
    commands: Sequence[bytes] = (_WAITAOF,)

    def doubt(self, answers: Sequence[object]) -> StoreUnavailable | None:
        (answer,) = answers
        if isinstance(answer, list) and answer[0] == 1:
            return None
        self.failed()
        detail = str(answer) if isinstance(answer, Exception) else f"not within {FSYNC_WITHIN} ms"
        text = "the store does not confirm that moves are on its disk"
        return StoreUnavailable(text, ProblemCode.NOT_DURABLE, detail=detail)


@dataclass(frozen=True, slots=True)
class _Configuration:
    """The proof by configuration."""

    judge: Callable[[Sequence[object]], Durability]
    commands: Sequence[bytes] = QUESTIONS_OF_PROOF

    def doubt(self, answers: Sequence[object]) -> StoreUnavailable | None:
        found = self.judge(answers)
        return None if found.is_strict else StoreUnavailable(found.reason, ProblemCode.NOT_DURABLE)


class DurabilityCheck:
    """Asks one server. Mutable: it remembers whether the append-only file has all data."""

    def __init__(self, connection: Any) -> None:
        """``connection`` is a `redis.asyncio.Connection` with no other user."""
        self._line = CommandPipeline(connection, ANSWER_WITHIN)
        self._has_waitaof = False
        self._is_log_whole = False

    async def ask(self) -> Durability:
        """Ask the server. Raises StoreUnavailable."""
        try:
            *answers, waitaof = await self._line.ask((*QUESTIONS, _IS_WAITAOF_THERE))
        except UNANSWERED as error:
            self._forget()
            raise unavailable(error) from error
        if self._has_waitaof != isinstance(waitaof, list):
            self._has_waitaof = not self._has_waitaof
            self._forget()
        return self._judge(answers)

    def proof(self) -> CommitProof:
        """What must end a batch of commits that is sent now."""
        return _Fsync(self._doubted) if self._has_waitaof else _Configuration(self._judge)

    async def close(self) -> None:
        await self._line.close()

    def _forget(self) -> None:
        """Note that the server may have been restarted, with another configuration.

        If its append-only file does not have all data yet, then a batch with `WAITAOF` finds that out.
        """
        self._is_log_whole = self._has_waitaof

    def _doubted(self) -> None:
        """Note that a batch was not on the disk: if a rewrite is under way, then it is the first."""
        self._is_log_whole = False

    def _judge(self, answers: Sequence[object]) -> Durability:
        state = state_from(answers)
        if isinstance(state, Durability):
            found = state
        else:
            found = judge(state, is_log_whole=self._is_log_whole, has_waitaof=self._has_waitaof)
        self._is_log_whole = found.is_strict
        return found
