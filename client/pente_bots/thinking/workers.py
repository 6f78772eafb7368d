"""Processes that compute: Ctrl-C is not for them, and they end with their parent however it ends."""

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import traceback
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from multiprocessing.connection import Connection
from queue import SimpleQueue
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class WorkerLost(Exception):
    """The process that was to compute could not be started, or was ended."""


class Workers:
    """A number of processes, each started when it is first needed. Mutable; close it.

    For each process there is a thread that starts it, asks it and waits for it. So no process is started
    from the middle of an interrupt, which is the main thread's alone; and a future belongs to the thread
    that computes it, from where on nobody can cancel it.
    """

    def __init__(self, most: int | None = None) -> None:
        """At most so many; None: as many as there are processors."""
        self._threads = ThreadPoolExecutor(most or os.cpu_count() or 1)
        self._lock = threading.Lock()
        self._all: set[_Worker] = set()
        self._idle: list[_Worker] = []
        self._is_closed = False

    def submit(self, work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Have it computed; the future raises what ``work`` raises, and WorkerLost.

        Raises WorkerLost when all are dismissed, and what comes of pickling.
        """
        question = pickle.dumps(partial(work, *args, **kwargs))
        try:
            return self._threads.submit(self._computed, question)
        except RuntimeError as error:
            raise WorkerLost(str(error)) from error

    def close(self) -> None:
        """End all of them, whatever they compute; no process and no thread is left.

        What was being computed raises WorkerLost, the rest is cancelled.
        """
        self._threads.shutdown(wait=False, cancel_futures=True)
        with self._lock:
            self._is_closed = True
            for worker in self._all:
                worker.process.kill()
        self._threads.shutdown()
        for worker in self._all:
            worker.end()
        self._all.clear()

    def _computed(self, question: bytes) -> Any:
        worker = self._taken()
        try:
            answer = worker.ask(question)
        except (EOFError, OSError) as error:
            self._drop(worker)
            raise WorkerLost("a process that computes was ended from outside") from error
        with self._lock:
            self._idle.append(worker)
        result, failure = pickle.loads(answer)  # noqa: S301 -- our own process sent it
        if failure is not None:
            raise failure
        return result

    def _taken(self) -> "_Worker":
        with self._lock:
            if self._is_closed:
                raise WorkerLost("the workers are dismissed")
            if self._idle:
                return self._idle.pop()
            try:
                worker = _Worker()
            except OSError as error:
                raise WorkerLost(f"a process that computes can't be started: {error}") from error
            self._all.add(worker)
            return worker

    def _drop(self, lost: "_Worker") -> None:
        """Forget a process that was ended, and those that were ended while they had nothing to do."""
        with self._lock:
            ended = {lost, *(worker for worker in self._idle if not worker.process.is_alive())}
            self._idle = [worker for worker in self._idle if worker not in ended]
            self._all -= ended
        for worker in ended:
            worker.end()


class _Worker:
    """A process and the line to it, for one thread at a time."""

    def __init__(self) -> None:
        """Raises OSError. Blocks Ctrl-C for the calling thread."""
        spawn = multiprocessing.get_context("spawn")
        self._line, theirs = spawn.Pipe()
        with theirs:
            self.process = spawn.Process(target=_serve, args=(theirs,), daemon=True)
            _block_ctrl_c()
            self.process.start()

    def ask(self, question: bytes) -> bytes:
        """What `_answer` says. Raises EOFError or OSError when the process was ended."""
        self._line.send_bytes(question)
        return self._line.recv_bytes()

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self._line.close()


def _block_ctrl_c() -> None:
    """Block it for this thread, and so for the processes that it starts.

    A terminal sends Ctrl-C to all processes that it shows. A child that ignored it in its first function
    would be too late, for by then it has imported for a while. The tracker of multiprocessing unblocks it
    where it is started: so that comes first.
    """
    if sys.platform != "win32":
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Ctrl-C waits until the block is left, where the system can let it wait."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(line: Connection) -> None:
    """Compute what comes down the line. Ends, even within a computation, when the parent is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":  # what this process starts is not to inherit more than that
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    questions: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=_listen, args=(line, questions), daemon=True).start()
    while True:
        answer = _answer(questions.get())
        with suppress(OSError):  # the parent is gone: `_listen` ends this process
            line.send_bytes(answer)


def _listen(line: Connection, questions: SimpleQueue[bytes]) -> None:
    try:
        while True:
            questions.put(line.recv_bytes())
    except (EOFError, OSError):
        os._exit(0)


def _answer(question: bytes) -> bytes:
    """The result and no error, or nothing and the error."""
    try:
        return pickle.dumps((pickle.loads(question)(), None))  # noqa: S301 -- the parent sent it
    except Exception as error:  # noqa: BLE001 -- whatever it is, the parent is to know
        error.add_note(traceback.format_exc())
        return pickle.dumps((None, error))
