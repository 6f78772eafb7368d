"""A thread with an event loop of its own for each session.

So a bug of one session, or its being busy, does not stop another: what a callback raises reaches the loop of
its own session only, and prompt_toolkit takes no signals outside of the main thread.
"""

import asyncio
import logging
import threading
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

ENDED: Final = 130
"""The status of a session that was ended from outside."""
FAILED: Final = 1

_log = logging.getLogger("pente.ssh_door")


def new_loop() -> asyncio.AbstractEventLoop:
    """A loop of uvloop where that is installed, else of asyncio."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


class SessionThread:
    """Runs the work of a session. Mutable; `start` once, `stop` any number of times."""

    def __init__(self, work: Callable[[], Coroutine[Any, Any, int]], on_end: Callable[[int], None]) -> None:
        """``work`` gives an exit status, which ``on_end`` gets in the session's thread, whatever happens."""
        self._work = work
        self._on_end = on_end
        self._loop: asyncio.AbstractEventLoop | None = None
        self._task: asyncio.Task[int] | None = None
        self._is_stopped = False
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="ssh session", daemon=True)

    def start(self) -> None:
        """Begin. Raises RuntimeError if there are too many threads."""
        self._thread.start()

    def call(self, function: Callable[..., None], *arguments: object) -> bool:
        """Have a function called in the session's thread; False if it is not running."""
        with self._lock:
            loop = self._loop
            if loop is None:
                return False
            loop.call_soon_threadsafe(function, *arguments)
            return True

    def stop(self) -> None:
        """Cancel the work."""
        with self._lock:
            self._is_stopped = True
            if self._loop is not None and self._task is not None:
                self._loop.call_soon_threadsafe(self._task.cancel)

    def _run(self) -> None:
        status = FAILED
        try:
            with asyncio.Runner(loop_factory=new_loop) as runner, suppress(asyncio.CancelledError):
                status = ENDED
                status = runner.run(self._supervised())
        except Exception:  # noqa: BLE001 -- the border: whatever a session raises ends that session only
            status = FAILED
            _log.exception("a session has failed; the others go on")
        finally:
            self._on_end(status)

    async def _supervised(self) -> int:
        with self._lock:
            if self._is_stopped:
                return ENDED
            self._loop, self._task = asyncio.get_running_loop(), asyncio.current_task()
        try:
            return await self._work()
        finally:
            with self._lock:
                self._loop = None
