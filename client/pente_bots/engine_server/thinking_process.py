"""One thought at a time, in a process, that can be stopped in the middle of it."""

from collections.abc import Callable
from concurrent.futures import CancelledError, Future
from functools import partial
from typing import Final

from pente_bots.engine_server.thought import Answer, Thought
from pente_bots.search.request import SearchReport
from pente_bots.thinking.interrupts import uninterrupted
from pente_bots.thinking.kept_players import PROCESS_PLAYERS
from pente_bots.thinking.think_request import CataloguePlayerMaker, ThinkContext
from pente_bots.thinking.work_link import WorkLink
from pente_bots.thinking.workers import RunningWork, WorkerLost, Workers

Work = Callable[[Thought, ThinkContext], Answer]
"""A function that this process and the other one can import."""
_PATIENCE: Final = 0.25
"""Seconds in which a player that was stopped has to answer; then its process is killed."""


class ThinkingProcess:
    """Thinks for one manager. Mutable; close it."""

    def __init__(self) -> None:
        self._workers = Workers(1)
        self._asked: tuple[Work, Thought, RunningWork[Answer]] | None = None
        """What it is thinking about."""

    @property
    def is_ours(self) -> bool:
        """Whether the player that thinks ships: a failure of it is an error in this program."""
        return self._asked is None or _is_ours(self._asked[1])

    @property
    def is_busy(self) -> bool:
        """Whether a thought was begun, and neither finished nor given up."""
        return self._asked is not None

    def begin(self, work: Work, thought: Thought, report: Callable[[SearchReport], None]) -> Future[Answer]:
        """Think; the future raises WorkerLost when the thought was given up, or the process was killed.

        ``report`` is called in another thread.
        """
        running = self._workers.begin(partial(_linked, work, thought), thought.game, report)
        self._asked = work, thought, running
        return running.future

    def finish(self) -> None:
        """Note that the answer was taken."""
        self._asked = None

    def give_up(self) -> Answer:
        """Stop thinking: the best that the player has found, or a quick look if it does not say that at once.

        There must be a thought (not checked).
        """
        assert self._asked is not None
        work, thought, running = self._asked
        self._asked = None
        return self._stopped(thought, running) or work(thought.quick(), ThinkContext())

    def forget(self) -> None:
        """Stop thinking."""
        if self._asked is not None:
            _, thought, running = self._asked
            self._asked = None
            self._stopped(thought, running)

    def close(self) -> None:
        """End the process."""
        self._workers.close()

    def _stopped(self, thought: Thought, running: RunningWork[Answer]) -> Answer | None:
        """What a thought answers when it is stopped; None: nothing, and its process is gone."""
        running.stop()
        try:
            with uninterrupted():  # an interrupt can leave the lock of the answer held
                return running.future.result(_PATIENCE)
        except (TimeoutError, CancelledError, WorkerLost):
            self._workers.close()
            self._workers = Workers(1)
        except Exception:
            if _is_ours(thought):
                raise
        return None


def _is_ours(thought: Thought) -> bool:
    return isinstance(thought.make, CataloguePlayerMaker)


def _linked(work: Work, thought: Thought, link: WorkLink) -> Answer:
    return work(thought, ThinkContext(link, link.report, PROCESS_PLAYERS))
