"""The end of standard input as the sign that the program which started this one is gone.

A program that holds the other end of a pipe lets go of it however it ends, on every system.
"""

import asyncio
import os
import sys
import threading
import time
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Final

END_WITHIN: Final = 5.0
"""Seconds that the work has to end in an orderly way, before the process exits."""


async def until_stdin_ends(work: Coroutine[None, None, None]) -> None:
    """Work until standard input ends."""
    working, loop = asyncio.ensure_future(work), asyncio.get_running_loop()

    def stop() -> None:
        with suppress(RuntimeError):  # the loop is closed: the work has ended
            loop.call_soon_threadsafe(working.cancel)

    # A thread, because an event loop can't wait for every kind of standard input on every system.
    threading.Thread(target=_end_with, args=(sys.stdin.fileno(), stop), daemon=True).start()
    with suppress(asyncio.CancelledError):
        await working


def _end_with(stdin: int, stop: Callable[[], None]) -> None:
    with suppress(OSError):
        while os.read(stdin, 4096):
            pass
    stop()
    time.sleep(END_WITHIN)
    os._exit(1)
