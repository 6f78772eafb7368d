"""The heartbeat of a node: it syncs the shared clock, monitors the store, and detects outages.

A node that has not reached the store for `STALE_AFTER` stops serving. Before it resumes, it finds out
whether another node was serving meanwhile, for which it may have to wait for that node's next beat. If none
was, the span is an outage, and its length is credited to every clock that was running.
"""

import asyncio
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Final, Protocol

from pente_core.clock.instant import Instant, Millis
from pente_server.heartbeat.problems import Problems, StoreProblem
from pente_server.heartbeat.shared_clock import SharedClock
from pente_server.store import Outage, ProblemCode, Store, StoreReplaced, StoreUnavailable
from pente_server.store.logs.log_formats import WRITTEN
from pente_server.store.outage_detector import HOLDS_FOR

INTERVAL: Final = 0.5
"""Seconds between beats."""
DOUBT_INTERVAL: Final = 0.1
"""Seconds between beats while this node waits for another node's beat."""
STALE_AFTER: Final = HOLDS_FOR / 1000
"""Seconds after the last successful beat at which this node stops serving."""
NOTED_JUMP: Final = 1.0
"""Seconds by which the store's clock must have been set for a warning."""
_FORWARD: Final = "forward", "the players' clocks did not run in that time (or the machine was asleep)"
_BACK: Final = "back", "the players' clocks stand still until it has caught up"
ANSWER_PROBLEMS: Final = frozenset(ProblemCode) - {ProblemCode.NOT_DURABLE, ProblemCode.REPLACED}
"""The problems that a good answer disproves: those that an answer of the store, or none, has shown."""
ADOPTED_BEFORE: Final = Millis(60_000)
"""How long before this node notices another store its host may have adopted it."""


class RecoveryPort(Protocol):
    """Brings what is in memory in line with the store."""

    def recheck(self) -> None:
        """The store may have lost something."""
        ...

    def start_over(self) -> None:
        """Another store was adopted."""
        ...


class NoRecovery:
    """For a node that has nothing in memory."""

    def recheck(self) -> None:
        """There is nothing to check."""

    def start_over(self) -> None:
        """There is nothing to forget."""


class Heartbeat:
    """One node's heartbeat, its state and its clock. Mutable."""

    def __init__(
        self,
        store: Store,
        owe: Callable[[Sequence[Outage]], None],
        problems: Problems | None = None,
        explain: Callable[[StoreUnavailable], StoreUnavailable] = lambda error: error,
        recovery: RecoveryPort | None = None,
    ) -> None:
        """``owe`` is called on every beat with the outages still to be credited, possibly the same again.

        While there are ``problems``, this node does not serve. Failed beats are added to them;
        ``explain`` may find a better reason for one. Once the store was replaced, it is up to ``recovery`` to
        end that problem.
        """
        self._explain = explain
        self._store = store
        self._owe = owe
        self._problems = Problems() if problems is None else problems
        self._recovery = recovery or NoRecovery()
        self._other: StoreReplaced | None = None
        """The other store, as it was noticed first; None while the store is the one that it was."""
        self._clock = SharedClock(time.time() - time.monotonic())
        self._last_good = float("-inf")
        self._is_shaken = True
        self._is_sure = True
        self._open = asyncio.Event()
        self._common_format = WRITTEN.oldest

    def now(self) -> Instant:
        """This node's estimate of the store's clock; never goes back."""
        return self._clock.now(time.monotonic())

    def common_format(self) -> int:
        """The newest log format that all nodes of the store know: rooms are opened in it."""
        return self._common_format

    @property
    def is_serving(self) -> bool:
        """Whether this node may decide commands."""
        is_beating = self._open.is_set() and time.monotonic() - self._last_good < STALE_AFTER
        return is_beating and not self._problems.are_there

    @property
    def trouble(self) -> StoreProblem | None:
        """Why this node does not serve; None while it serves."""
        if self.is_serving:
            return None
        return self._problems.first or StoreProblem(ProblemCode.UNREACHABLE, "the store is not reachable")

    async def check(self, patience: float) -> None:
        """Wait until this node may decide commands. Raises StoreUnavailable after ``patience`` seconds."""
        if self.is_serving:
            return
        self._open.clear()  # wait for the next good beat
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await self._open.wait()
        if (problem := self.trouble) is not None:
            raise StoreUnavailable(problem.text, problem.code)

    async def beat(self) -> None:
        """Send one heartbeat. Raises StoreUnavailable.

        A gap of up to `HOLDS_FOR` since this node's previous beat is not a break in its service. At the
        start and after a failed beat, every gap is one.
        """
        before = time.monotonic()
        try:
            answer = await self._store.beat(Millis(0) if self._is_shaken else HOLDS_FOR)
        except StoreUnavailable as error:
            await self._failed(error)
            raise
        self._answered(is_continuous=answer.is_continuous)
        self._hear(answer.now, before)
        self._common_format = answer.common_format
        self._owe(answer.outages)
        self._is_shaken = False
        self._is_sure = answer.is_sure
        if answer.is_sure:
            self._last_good = time.monotonic()
            self._open.set()
        else:
            self._open.clear()

    async def pause(self) -> None:
        """Stop serving, and only look which store answers. Raises StoreUnavailable.

        Nothing is written, so that the span without beats is an outage.
        """
        self._is_shaken = True
        self._open.clear()
        try:
            await self._store.confirm()
        except StoreUnavailable as error:
            await self._failed(error)
            raise
        self._answered(is_continuous=True)  # the next beat finds out

    async def _failed(self, error: StoreUnavailable) -> None:
        """Stop serving and report why, or adopt another store. Raises StoreUnavailable."""
        self._is_shaken = True
        self._open.clear()
        self._report(self._explain(error))
        if isinstance(error, StoreReplaced):
            await self._consider(error)

    def _answered(self, *, is_continuous: bool) -> None:
        """Note an answer of our own store, and have it compared if it may have lost something."""
        self._problems.over(*ANSWER_PROBLEMS)
        if self._other is not None or not is_continuous:
            self._other = None
            self._recovery.recheck()

    async def _consider(self, other: StoreReplaced) -> None:
        """Adopt the store that has taken the place of ours, if its host has said so.

        Not if they said so long ago: that was for another server, or another time.
        """
        if self._other is None or self._other.id != other.id:
            self._other = other
        if other.id is None or other.adopted is None or other.adopted < self._other.now - ADOPTED_BEFORE:
            return
        await self._store.adopt(other.id)
        self._other = None
        self._recovery.start_over()

    def _report(self, error: StoreUnavailable) -> None:
        """Make this the only problem that an answer has shown."""
        self._problems.report(error.code, error.text, error.detail)
        self._problems.over(*(ANSWER_PROBLEMS - {error.code}))

    def _hear(self, shown: Instant, asked: float) -> None:
        """Take in the time that the store showed, and warn when its clock was set."""
        jump = self._clock.heard(shown, asked, time.monotonic())
        if abs(jump) >= NOTED_JUMP:
            way, effect = _FORWARD if jump > 0 else _BACK
            self._problems.warn(
                "clock-set", f"the store's clock was set {way} by {abs(jump):.1f} s; {effect}"
            )

    async def run(self) -> None:
        """Send heartbeats until cancelled.

        A node that does not serve because its store is not durable pauses: without beats, that is an outage,
        and no clock is charged for it.
        """
        while True:
            with suppress(StoreUnavailable):  # it is among the problems now
                await (self.pause() if self._problems.has(ProblemCode.NOT_DURABLE) else self.beat())
            await asyncio.sleep(INTERVAL if self._is_sure else DOUBT_INTERVAL)
