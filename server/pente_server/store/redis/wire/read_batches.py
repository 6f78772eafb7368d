"""Batched reads from a Redis server.

Questions that come while a batch is in flight are sent together as the next one, on a connection of their
own. A thousand players who come back at once ask for some ten thousand things, and the fixed cost of asking
is several times that of an answer.
"""

import asyncio
from collections import deque
from collections.abc import Sequence
from itertools import islice
from typing import Any, Final

from redis.exceptions import ConnectionError as NoConnection

from pente_server.store.errors import StoreUnavailable
from pente_server.store.redis.wire.explain import UNANSWERED
from pente_server.store.redis.wire.pipeline import CommandPipeline

LARGEST_BATCH: Final = 4096
"""Commands that are sent together, but for those of a single question, which are never divided."""
PLACE_WITHIN: Final = 8.0
"""Seconds that a question may wait for its batch: those of a thousand players take turns."""

Answers = list[Any]
"""The answers to the commands of one question, in order; a server error stands among them."""


class _Question:
    """Commands whose answers are awaited. Mutable."""

    __slots__ = ("_answers", "commands", "give_up")

    def __init__(self, commands: Sequence[bytes], loop: asyncio.AbstractEventLoop) -> None:
        self.commands = commands
        self.give_up = loop.time() + PLACE_WITHIN
        self._answers: asyncio.Future[Answers | BaseException] = loop.create_future()

    def resolve(self, answers: Answers | BaseException) -> None:
        if not self._answers.done():  # else the caller was cancelled
            self._answers.set_result(answers)

    async def answers(self) -> Answers:
        """Raises why there are none."""
        answers = await self._answers
        if isinstance(answers, BaseException):
            raise answers.with_traceback(None)  # many callers share it, and each raise adds to its traceback
        return answers


class ReadBatches:
    """The queue of questions that wait for their answers. Mutable."""

    def __init__(self, line: CommandPipeline) -> None:
        """``line`` has no other user, and is closed by `close`."""
        self._line = line
        self._waiting: deque[_Question] = deque()
        self._asking: asyncio.Task[None] | None = None
        self._is_closed = False

    async def ask(self, commands: Sequence[bytes]) -> Answers:
        """Send packed commands that only read, and return their answers.

        Raises RedisError, OSError or TimeoutError when the server does not answer, and StoreUnavailable when
        too many others ask.
        """
        loop = asyncio.get_running_loop()
        if self._is_closed:
            raise NoConnection("the store was closed")
        question = _Question(commands, loop)
        self._waiting.append(question)
        if self._asking is None:
            self._asking = loop.create_task(self._ask_all())
        return await question.answers()

    async def close(self) -> None:
        """Fail all questions without an answer, and every later one."""
        self._is_closed = True
        if self._asking is not None:
            self._asking.cancel()
            await asyncio.wait({self._asking})
        self._fail((), NoConnection("the store was closed"))  # a task that had not begun does nothing
        await self._line.close()

    async def _ask_all(self) -> None:
        """Send batch after batch until no question is waiting."""
        batch: Sequence[_Question] = ()
        problem: BaseException = NoConnection("the store was closed")
        try:
            while batch := self._next_batch():
                answers = iter(await self._line.ask([command for each in batch for command in each.commands]))
                for question in batch:
                    question.resolve(list(islice(answers, len(question.commands))))
        except UNANSWERED as error:
            problem = error
        finally:
            self._asking = None
            self._fail(batch, problem)

    def _next_batch(self) -> Sequence[_Question]:
        """Take from the queue as many questions as fit into a batch, but one at least, if there is any."""
        batch, size = list[_Question](), 0
        self._reject_late()
        while self._waiting and (not batch or size + len(self._waiting[0].commands) <= LARGEST_BATCH):
            batch.append(self._waiting.popleft())
            size += len(batch[-1].commands)
        return batch

    def _reject_late(self) -> None:
        now = asyncio.get_running_loop().time()
        while self._waiting and self._waiting[0].give_up < now:
            self._waiting.popleft().resolve(StoreUnavailable("the store is overloaded"))

    def _fail(self, batch: Sequence[_Question], problem: BaseException) -> None:
        """Fail a batch, and what is waiting for the next one: that has no answer then either.

        Each caller decides whether to ask again.
        """
        waiting, self._waiting = self._waiting, deque()
        for question in (*batch, *waiting):
            question.resolve(problem)
