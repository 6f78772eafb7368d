"""Worker processes that ignore Ctrl-C, and that end with their parent however it ends."""

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
    """A worker process could not be started, or was killed."""


class Workers:
    """A pool of processes, each started when it is first needed. Mutable; close it.

    A thread per process starts it, sends it work and waits for it. So a process is never started in the
    middle of an interrupt, which only the main thread receives; and a future belongs to the thread that
    computes it, so that it can no longer be cancelled then.
    """

    def __init__(self, most: int | None = None) -> None:
        """``most`` limits their number; None: one per processor."""
        self._threads = ThreadPoolExecutor(most or os.cpu_count() or 1)
        self._lock = threading.Lock()
        self._all: set[_Worker] = set()
        self._idle: list[_Worker] = []
        self._is_closed = False

    def submit(self, work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Compute something in a process; the future raises what ``work`` raises, and WorkerLost.

        Raises WorkerLost after `close`, and errors of pickling.
        """
        question = pickle.dumps(partial(work, *args, **kwargs))
        try:
            with (
                uninterrupted()
            ):  # an interrupt can leave locks of the executor held, and its threads waiting
                return self._threads.submit(self._computed, question)
        except RuntimeError as error:
            raise WorkerLost(str(error)) from error

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

    def _computed(self, question: bytes) -> Any:
        worker = self._taken()
        try:
            answer = worker.ask(question)
        except (EOFError, OSError) as error:
            self._drop(worker)
            raise WorkerLost("a worker process was killed") from error
        with self._lock:
            self._idle.append(worker)
        result, failure = pickle.loads(answer)  # noqa: S301 -- our own process sent it
        if failure is not None:
            raise failure
        return result

    def _taken(self) -> "_Worker":
        with self._lock:
            if self._is_closed:
                raise WorkerLost("the pool is closed")
            if self._idle:
                return self._idle.pop()
            try:
                worker = _Worker()
            except OSError as error:
                raise WorkerLost(f"a worker process can't be started: {error}") from error
            self._all.add(worker)
            return worker

    def _drop(self, lost: "_Worker") -> None:
        """Forget a process that was killed, and idle ones that were killed too."""
        with self._lock:
            ended = {lost, *(worker for worker in self._idle if not worker.process.is_alive())}
            self._idle = [worker for worker in self._idle if worker not in ended]
            self._all -= ended
        for worker in ended:
            worker.end()


class _Worker:
    """A process and the pipe to it, for one thread at a time."""

    def __init__(self) -> None:
        """Raises OSError. Blocks Ctrl-C for the calling thread."""
        spawn = multiprocessing.get_context("spawn")
        self._line, theirs = spawn.Pipe()
        with theirs:
            self.process = spawn.Process(target=_serve, args=(theirs,), daemon=True)
            _block_ctrl_c()
            self.process.start()

    def ask(self, question: bytes) -> bytes:
        """The result of `_answer`. Raises EOFError or OSError if the process was killed."""
        self._line.send_bytes(question)
        return self._line.recv_bytes()

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self._line.close()


def _block_ctrl_c() -> None:
    """Block Ctrl-C for this thread, and so for the processes that it starts.

    A terminal sends Ctrl-C to all its processes. A child that ignores it in its first function is too late,
    because it has been importing modules by then. The resource tracker of multiprocessing unblocks Ctrl-C
    when it starts, so it is started first.
    """
    if sys.platform != "win32":
        from multiprocessing import resource_tracker

        resource_tracker.ensure_running()
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})


@contextmanager
def uninterrupted() -> Iterator[None]:
    """Delay Ctrl-C until the block is left, on systems that can."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _serve(line: Connection) -> None:
    """Compute what comes through the pipe. Exits when the parent is gone, even during a computation."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":  # children of this process should only inherit SIG_IGN
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
    """The result without an error, or the error without a result."""
    try:
        return pickle.dumps((pickle.loads(question)(), None))  # noqa: S301 -- the parent sent it
    except Exception as error:  # noqa: BLE001 -- the parent reports every error
        error.add_note(traceback.format_exc())
        return pickle.dumps((None, error))
