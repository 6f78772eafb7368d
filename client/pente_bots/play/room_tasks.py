"""The tasks of a bot, each about one room."""

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, Final

from pente_client.connection import ConnectionEnded
from pente_core.identity import RoomId

_LOG: Final = logging.getLogger("pente.bot")

Work = Coroutine[Any, Any, object]


class RoomTasks:
    """Tasks that run beside each other. Mutable.

    An error in one of them is logged and ends that task only, so that the other games go on.
    """

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()
        self._running: set[tuple[RoomId, object]] = set()
        """The keys of tasks that must not run twice at a time."""

    def start(self, work: Work) -> None:
        """Start a task."""
        task: asyncio.Task[object] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def start_once(self, room_id: RoomId, key: object, work: Work) -> None:
        """Start a task, unless one with the same room and key is running.

        News of a room may arrive before a request has taken effect, and would otherwise repeat it.
        """
        if (room_id, key) in self._running:
            work.close()
            return
        self._running.add((room_id, key))
        self.start(self._guarded(room_id, key, work))

    async def cancel_all(self) -> None:
        """Cancel all tasks, and wait until they have ended."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _guarded(self, room_id: RoomId, key: object, work: Work) -> None:
        try:
            await work
        finally:
            self._running.discard((room_id, key))

    def _finished(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, ConnectionEnded):
            _LOG.error("a game can't continue because of a bug in this program", exc_info=error)
