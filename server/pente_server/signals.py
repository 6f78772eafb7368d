"""The signals that a server obeys: SIGINT and SIGTERM end it, SIGHUP has it read its files again."""

import asyncio
import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def obeying_signals(reload: Callable[[], None]) -> Iterator[Callable[[], bool]]:
    """Cancel the block at the first signal to end; later ones are ignored, so that it can clean up.

    SIGHUP calls ``reload``; but it ends the block if it means that the server's terminal was closed. Yields a
    function that returns whether there was a signal to end.
    """
    main, loop = asyncio.current_task(), asyncio.get_running_loop()
    terminals = [stream for stream in (0, 1, 2) if os.isatty(stream)]
    signalled = False

    def end() -> None:
        nonlocal signalled
        if not signalled and main is not None:
            signalled = True
            main.cancel()

    def hang_up() -> None:
        if any(not os.isatty(stream) for stream in terminals):
            end()
        else:
            reload()

    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, end)
    loop.add_signal_handler(signal.SIGHUP, hang_up)
    try:
        yield lambda: signalled
    except asyncio.CancelledError:
        if not signalled:
            raise
