"""The processes that play the games of an arena."""

import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import closing
from itertools import islice
from multiprocessing.connection import Connection
from typing import Final

from pente_bots.arena.bout import Bout, Played, play

_AHEAD: Final = 4
"""Games a process may be ahead of the one that is waited for."""


def played(bouts: Iterable[Bout], processes: int) -> Generator[Played, None, None]:
    """The games in their order, whichever ends first; one process is this one. Close it to stop all of it.

    Raises what `play` raises, and BrokenProcessPool when a process was killed.
    """
    if processes == 1:
        yield from map(play, bouts)
        return
    spawn = multiprocessing.get_context("spawn")
    end, line = spawn.Pipe(duplex=False)
    pool = ProcessPoolExecutor(processes, spawn, _follow_the_parent, (end,))
    try:
        yield from _in_order(pool, iter(bouts), processes * _AHEAD)
    finally:
        with closing(end), closing(line):
            pool.shutdown(wait=False, cancel_futures=True)


def _in_order(pool: ProcessPoolExecutor, bouts: Iterator[Bout], ahead: int) -> Iterator[Played]:
    waiting: deque[Future[Played]] = deque(pool.submit(play, bout) for bout in islice(bouts, ahead))
    while waiting:
        result = waiting.popleft().result()
        waiting.extend(pool.submit(play, bout) for bout in islice(bouts, 1))
        yield result


def _follow_the_parent(line: Connection) -> None:
    """Leave Ctrl-C to the parent; end, even within a game, when it closes the line or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()


def _end_with(line: Connection) -> None:
    try:
        line.recv_bytes()
    except (EOFError, OSError):
        os._exit(0)
