"""An event loop without a world outside: when nothing is left to do now, it is the time of the next timer."""

import asyncio
from collections.abc import Coroutine
from contextvars import Context
from itertools import count
from random import Random
from typing import Any, Final, Self

_TIE: Final = 1e-6
"""Seconds by which a timer may be late: chance decides which of two at the same moment comes first."""


class Stuck(Exception):
    """Something is awaited, and nothing will ever happen again."""


class _Task(asyncio.Task[Any]):
    """A task whose hash does not depend on where it lies in memory: asyncio keeps tasks in sets."""

    _serials = count()

    def __new__(cls, *arguments: Any, **options: Any) -> Self:
        task = super().__new__(cls)
        task.serial = next(cls._serials)
        return task

    serial: int

    def __hash__(self) -> int:
        return self.serial


class VirtualLoop(asyncio.BaseEventLoop):
    """Mutable. Its time begins at 0 and passes only between callbacks."""

    def __init__(self, chance: Random) -> None:
        super().__init__()
        self._now = 0.0
        self._chance = chance
        self._selector = self  # what it is asked is `select`
        _Task._serials = count()
        self.set_task_factory(_make_task)  # type: ignore[arg-type]

    def time(self) -> float:
        return self._now

    def call_at(  # type: ignore[override]
        self, when: float, callback: Any, *arguments: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return super().call_at(when + self._chance.random() * _TIE, callback, *arguments, context=context)

    def select(self, timeout: float | None) -> list[object]:
        """Wait, as the base class asks of a selector."""
        if timeout is None:
            raise Stuck
        if timeout > 0:
            self._now += timeout
        return []

    def _process_events(self, event_list: list[object]) -> None:
        """There are none."""

    def _write_to_self(self) -> None:
        """Nobody else has a thread here."""


def _make_task(loop: asyncio.AbstractEventLoop, work: Coroutine[Any, Any, Any], **options: Any) -> _Task:
    return _Task(work, loop=loop, **options)
