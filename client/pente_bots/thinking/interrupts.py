"""Ctrl-C where it must not arrive: in processes that a program starts, and while locks are held."""

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager


def block_ctrl_c() -> None:
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
