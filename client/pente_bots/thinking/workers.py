"""Worker processes that ignore Ctrl-C, and that end with their parent however it ends."""

import os
import pickle
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial
from typing import Any, Final, Generic, ParamSpec, TypeVar

from pente_bots.search.request import SearchReport, report_nothing
from pente_bots.thinking.interrupts import uninterrupted
from pente_bots.thinking.work_link import WorkLink
from pente_bots.thinking.worker_process import WorkerProcess, WorkerQuestion

P = ParamSpec("P")
R = TypeVar("R")
_MOST_HOMES: Final = 1000
"""Games of which it is remembered which process has them."""


class WorkerLost(Exception):
    """A worker process could not be started, or was killed."""


class RunningWork(Generic[R]):
    """Work that a process does, or that waits for one."""

    def __init__(self, future: Future[R], question: WorkerQuestion, workers: "Workers") -> None:
        self.future: Final = future
        """Its result. It raises what the work raises, and WorkerLost."""
        self._question: Final = question
        self._workers: Final = workers

    def stop(self) -> None:
        """Ask it to end soon; the future gets what it has."""
        with uninterrupted():  # an interrupt can leave the lock of the future held
            if not self.future.done():
                self._question.stop()

    def urge(self) -> None:
        """Stop the work that a process has had for longest, if this is still waiting for a process."""
        with uninterrupted():
            if not (self.future.running() or self.future.done()):
                self._workers.stop_longest()


class Workers:
    """A pool of processes, each started when it is first needed. Mutable; close it.

    A thread per process starts it, sends it work and waits for it. So a process is never started in the
    middle of an interrupt, which only the main thread receives; and a future belongs to the thread that
    computes it, so that it can no longer be cancelled then.
    """

    def __init__(self, most: int | None = None) -> None:
        """``most`` limits their number; None: one per processor."""
        self.most: Final = most or os.cpu_count() or 1
        """How many there are at most."""
        self._threads = ThreadPoolExecutor(self.most)
        self._lock = threading.Lock()
        self._all: set[WorkerProcess] = set()
        self._idle: list[WorkerProcess] = []
        self._homes: OrderedDict[str, WorkerProcess] = OrderedDict()
        """The process that worked for a game last."""
        self._running: dict[WorkerQuestion, None] = {}
        """What the processes are doing, from the longest on."""
        self._is_closed = False

    def submit(self, work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Compute something in a process; the future raises what ``work`` raises, and WorkerLost.

        Raises WorkerLost after `close`, and errors of pickling.
        """
        return self._begun(partial(work, *args, **kwargs), has_link=False).future

    def begin(
        self,
        work: Callable[[WorkLink], R],
        game: str = "",
        report: Callable[[SearchReport], None] = report_nothing,
    ) -> RunningWork[R]:
        """Compute something that can be stopped, and that reports, in the process that worked for the
        ``game`` last, if it is idle.

        ``report`` is called in another thread, and must not raise. Raises as `submit`.
        """
        return self._begun(work, has_link=True, game=game, report=report)

    def leave(self, game: str, work: Callable[[], object]) -> None:
        """Forget which process worked for a game, and have that call ``work`` when it is idle."""
        with uninterrupted(), self._lock:
            home = self._homes.pop(game, None)
        if home is not None:
            home.note(pickle.dumps(work))

    def stop_longest(self) -> None:
        """Ask the work that a process has had for longest to end soon, if it can be stopped."""
        with uninterrupted(), self._lock:
            longest = next(iter(self._running), None)
        if longest is not None:
            longest.stop()

    def close(self) -> None:
        """Kill all processes; when this returns, no process and no thread is left.

        Running work raises WorkerLost, waiting work is cancelled. Ctrl-C is delayed until then.
        """
        with uninterrupted():
            self._close()

    def _close(self) -> None:
        self._threads.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            self._is_closed = True
            for worker in self._all:
                worker.process.kill()
        self._threads.shutdown()
        for worker in tuple(self._all):  # a thread that was interrupted may still take its worker off
            worker.end()
        self._all.clear()
        self._homes.clear()

    def _begun(
        self,
        work: Callable[..., R],
        *,
        has_link: bool,
        game: str = "",
        report: Callable[[SearchReport], None] = report_nothing,
    ) -> RunningWork[R]:
        question = WorkerQuestion(pickle.dumps(work), has_link=has_link, report=report)
        try:
            with (
                uninterrupted()
            ):  # an interrupt can leave locks of the executor held, and its threads waiting
                return RunningWork(self._threads.submit(self._computed, question, game), question, self)
        except RuntimeError as error:
            raise WorkerLost(str(error)) from error

    def _computed(self, question: WorkerQuestion, game: str) -> Any:
        worker = self._taken(game)
        with self._lock:
            self._running[question] = None
        try:
            answer = worker.ask(question)
        except (EOFError, OSError) as error:
            self._drop(worker)
            raise WorkerLost("a worker process was killed") from error
        finally:
            with self._lock:
                del self._running[question]
        with self._lock:
            self._idle.append(worker)
        result, failure = pickle.loads(answer)  # noqa: S301 -- our own process sent it
        if failure is not None:
            raise failure
        return result

    def _taken(self, game: str) -> WorkerProcess:
        """A process for a game: its own, if that is idle, else another one, which becomes its own."""
        with self._lock:
            if self._is_closed:
                raise WorkerLost("the pool is closed")
            home = self._homes.get(game)
            if home is not None and home in self._idle:
                self._idle.remove(home)
                worker = home
            else:
                worker = self._idle.pop() if self._idle else self._started()
            if game:
                self._settle(game, worker)
            return worker

    def _settle(self, game: str, worker: WorkerProcess) -> None:
        self._homes[game] = worker
        self._homes.move_to_end(game)
        if len(self._homes) > _MOST_HOMES:
            self._homes.popitem(last=False)

    def _started(self) -> WorkerProcess:
        try:
            worker = WorkerProcess()
        except OSError as error:
            raise WorkerLost(f"a worker process can't be started: {error}") from error
        self._all.add(worker)
        return worker

    def _drop(self, lost: WorkerProcess) -> None:
        """Forget a process that was killed, and idle ones that were killed too."""
        with self._lock:
            ended = {lost, *(worker for worker in self._idle if not worker.process.is_alive())}
            self._idle = [worker for worker in self._idle if worker not in ended]
            self._all -= ended
            for game in [game for game, worker in self._homes.items() if worker in ended]:
                del self._homes[game]
        for worker in ended:
            worker.end()
