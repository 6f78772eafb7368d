"""Processes that compute: Ctrl-C is not for them, and they end with their parent however it ends."""

import multiprocessing
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing, contextmanager
from multiprocessing.connection import Connection
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")


class Workers:
    """A number of processes, each started when it is first needed. Mutable; close it.

    A terminal sends Ctrl-C to all processes that it shows: only the parent is to answer it. A child that
    ignored it in its first function would be too late, for by then it has imported for a while. So it is
    blocked around the start of each, which children inherit.
    """

    def __init__(self, most: int | None = None) -> None:
        """At most so many; None: as many as there are processors."""
        spawn = multiprocessing.get_context("spawn")
        with _ctrl_c_blocked():
            self._end, self._line = spawn.Pipe(duplex=False)
            self._pool = ProcessPoolExecutor(most, spawn, _follow_the_parent, (self._end,))

    def submit(self, work: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Have it computed. Raises BrokenProcessPool, now or later, when a process was killed."""
        with _ctrl_c_blocked():
            return self._pool.submit(work, *args, **kwargs)

    def close(self) -> None:
        """End all of them, whatever they compute."""
        with closing(self._end), closing(self._line):
            self._pool.shutdown(wait=False, cancel_futures=True)


@contextmanager
def _ctrl_c_blocked() -> Iterator[None]:
    """Block SIGINT for what is started meanwhile, processes and threads; it reaches us afterwards.

    Threads, too, must not take it, or the next process would be started from the middle of an interrupt.
    The tracker of multiprocessing blocks it for itself, but then unblocks it for us: so it comes first.
    """
    if sys.platform == "win32":
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _follow_the_parent(line: Connection) -> None:
    """Leave Ctrl-C to the parent; end, even within a computation, when it closes the line or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if sys.platform != "win32":  # what this process starts is not to inherit more than that
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()


def _end_with(line: Connection) -> None:
    try:
        line.recv_bytes()
    except (EOFError, OSError):
        os._exit(0)
