"""Batched commits to a Redis server.

Commits that arrive while a batch is in flight are sent together as the next one (group commit), each as one
script call. When an answer is lost, the commit is sent again with the same command id: the script then
answers `Duplicate` if the first attempt had succeeded.

A batch ends with the proof that all of it is on the disk. Without that no commit is acknowledged, and the
batch is sent again. The same holds for the question whether a command was carried out before: it is sent as a
commit that changes nothing.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from math import inf
from typing import Final, cast

from redis.exceptions import NoScriptError, ResponseError

from pente_core.identity import RoomId
from pente_server.store.answers import answer_to
from pente_server.store.commit import Commit, CommitAnswer, Committed, Conflict, Duplicate
from pente_server.store.errors import DamagedKey, StoreUnavailable
from pente_server.store.logs.log_marks import stored_form
from pente_server.store.redis.pubsub import CommitFeed
from pente_server.store.redis.wire.durability_check import CommitProof, NoProof
from pente_server.store.redis.wire.explain import UNANSWERED, is_damage, one_line, unavailable
from pente_server.store.redis.wire.pipeline import CommandPipeline, packed
from pente_server.store.redis.wire.server import (
    FIRST_PAUSE,
    GIVE_UP_AFTER,
    LONGEST_PAUSE,
    RedisServer,
)

LARGEST_BATCH: Final = 256
"""The most commits sent together."""
ANSWER_WITHIN: Final = 2.0
"""Seconds for the answers to a batch."""

_RESULTS: Final = (Committed, Duplicate, Conflict)
_HOPELESS: Final = "ERR"
"""The code of server errors that a retry cannot cure."""
_NO_VERSION: Final = -1
"""The expected version of a commit that only asks whether its command was carried out: no room has it."""

_log = logging.getLogger(__name__)


@dataclass(slots=True)
class _Pending:
    """A commit waiting for its answer. Mutable."""

    change: Commit
    answered: Callable[[CommitAnswer], None]
    give_up: float
    """When to stop retrying, by the event loop's clock."""
    is_answered: bool = False

    def answer(self, answer: CommitAnswer) -> None:
        self.is_answered = True
        try:
            self.answered(answer)
        except Exception:  # noqa: BLE001 -- a bug there must not lose the answers to the other commits
            _log.exception("the answer to a commit to room %s could not be handled", self.change.room)


class Commits:
    """The queue of commits waiting for their answers. Mutable. Call `teach` before the first commit."""

    def __init__(
        self, server: RedisServer, news: CommitFeed, proof: Callable[[], CommitProof] = NoProof
    ) -> None:
        """``proof`` returns what ends a batch that is sent now."""
        self._client = server.client
        self._keys = server.keys
        self._script = server.script("listing.lua", "commit.lua")
        self._news = news
        self._proof = proof
        self._line = CommandPipeline(self._client.connection_pool.make_connection(), ANSWER_WITHIN)
        self._waiting: list[_Pending] = []
        self._flushing: asyncio.Task[None] | None = None
        self._is_closed = False

    async def teach(self) -> None:
        """Load the commit script into the server. Raises RedisError, OSError or TimeoutError."""
        await self._client.script_load(self._script.script)

    def submit(self, change: Commit, answered: Callable[[CommitAnswer], None]) -> None:
        """Write a commit, and call ``answered`` later, see `Store.submit`."""
        loop = asyncio.get_running_loop()
        if self._is_closed:
            loop.call_soon(answered, StoreUnavailable("the store was closed"))
            return
        self._waiting.append(_Pending(change, answered, loop.time() + GIVE_UP_AFTER))
        if self._flushing is None:
            self._flushing = loop.create_task(self._flush())

    async def done(self, room: RoomId, command: str) -> Duplicate | None:
        """What a command led to; None if it is not known. Raises StoreUnavailable."""
        question = Commit(room, _NO_VERSION, command, events=(), deadline=None)
        result = await answer_to(partial(self.submit, question))
        return result if isinstance(result, Duplicate) else None

    async def close(self) -> None:
        """Fail all commits without an answer, and every later one, with StoreUnavailable."""
        self._is_closed = True
        if self._flushing is not None:
            self._flushing.cancel()
            await asyncio.wait({self._flushing})
        self._give_up_waiting(StoreUnavailable("the store was closed"))
        await self._line.close()

    async def _flush(self) -> None:
        """Send batch after batch until no commit is waiting."""
        pause = FIRST_PAUSE
        try:
            while self._waiting:
                problem = await self._send(self._waiting[:LARGEST_BATCH])
                if problem is None:
                    pause = FIRST_PAUSE
                else:
                    now = asyncio.get_running_loop().time()
                    self._give_up_waiting(problem, now)
                    await asyncio.sleep(pause)
                    pause = min(2 * pause, LONGEST_PAUSE)
                self._waiting = [pending for pending in self._waiting if not pending.is_answered]
        finally:
            self._flushing = None
            self._give_up_waiting(StoreUnavailable("the store was closed"))

    def _give_up_waiting(self, why: StoreUnavailable, before: float = inf) -> None:
        for pending in tuple(self._waiting):  # an answer may lead to the next commit
            if pending.give_up <= before and not pending.is_answered:
                _give_up(pending, why)
        self._waiting = [pending for pending in self._waiting if not pending.is_answered]

    async def _send(self, batch: list[_Pending]) -> StoreUnavailable | None:
        """Send a batch once and resolve its commits; return the reason if some must be sent again."""
        proof = self._proof()
        commands = [packed(*self._evalsha(pending.change)) for pending in batch]
        try:
            answers = await self._line.ask([*commands, *proof.commands])
            doubt = proof.doubt(answers[len(batch) :])
            problem = None
            for pending, answer in zip(batch, answers, strict=False):
                problem = _settle(pending, answer, doubt) or problem
            if isinstance(problem, NoScriptError):  # a restarted server has lost its scripts
                await self.teach()
        except UNANSWERED as error:
            return unavailable(error)
        return unavailable(problem) if isinstance(problem, Exception) else None

    def _evalsha(self, change: Commit) -> tuple[str | bytes | int, ...]:
        touched = self._keys.of_commit(change.room)
        return (
            "EVALSHA",
            self._script.sha,
            len(touched),
            *touched,
            change.expected,
            change.command,
            change.room,
            "" if change.deadline is None else change.deadline,
            change.summary or b"",
            int(change.is_over),
            "" if change.expires_after is None else change.expires_after,
            change.sequel,
            *self._news.destination(change.room),
            change.digest,
            stored_form(change.expected, change.expected_mark) if change.expected_mark else "",
            change.mark,
            change.activity,
            b"" if change.listing is None else change.listing.record(change.summary or b""),
            b"" if change.turn is None else change.turn.value,
            *change.events,
        )


def _settle(pending: _Pending, answer: object, doubt: StoreUnavailable | None) -> Exception | None:
    """Resolve a commit from its answer, unless there is doubt; return the error if it must be sent again."""
    if isinstance(answer, Exception):
        if is_damage(answer):
            pending.answer(DamagedKey(one_line(answer)))
            return None
        if type(answer) is not ResponseError or not str(answer).startswith(_HOPELESS):
            return answer
        _log.error("room %s can't be written: %s", pending.change.room, one_line(answer))
        _give_up(pending, StoreUnavailable("the store refuses to write this room"))
    elif doubt is not None:
        return doubt
    else:
        code, *found = cast("Sequence[int]", answer)
        pending.answer(_RESULTS[code](*found))
    return None


def _give_up(pending: _Pending, why: StoreUnavailable) -> None:
    # An exception of its own for each caller, as raising it adds the caller's traceback.
    pending.answer(StoreUnavailable(why.text, why.code, detail=why.detail))
