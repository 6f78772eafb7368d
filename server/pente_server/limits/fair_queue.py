"""A queue for expensive work, which serves those first who have asked for the least of late."""

import asyncio
from bisect import insort
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count


class QueueFull(Exception):
    """There is no place in the queue, or it went to somebody who has asked for less."""


class _Waiter:
    """A place in the queue: first the one with the smallest debt, and of equals the one who came first."""

    def __init__(self, debt: tuple[float, ...], number: int) -> None:
        self.key = (*debt, number)
        self.turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    def __lt__(self, other: "_Waiter") -> bool:
        return self.key < other.key


class FairQueue:
    """One turn at a time, and a bounded number of waiters. Mutable.

    Who arrives with a smaller debt passes those who wait already; when the queue is full, the one with the
    largest debt is sent away. So a crowd that asks again and again can't keep out a newcomer.
    """

    def __init__(self, most: int) -> None:
        self._most = most
        self._waiting: list[_Waiter] = []
        self._numbers = count()
        self._is_busy = False

    def __len__(self) -> int:
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, *debt: float) -> AsyncIterator[None]:
        """Wait for a turn, which is the block. Debts of all callers must have as many numbers.

        Raises QueueFull, at once or while waiting.
        """
        if self._is_busy:
            await self._wait(_Waiter(debt, next(self._numbers)))
        self._is_busy = True
        try:
            yield
        finally:
            self._next()

    async def _wait(self, waiter: _Waiter) -> None:
        insort(self._waiting, waiter)
        if len(self._waiting) > self._most:
            last = self._waiting.pop().turn
            if not last.done():  # else its caller is just being cancelled
                last.set_exception(QueueFull())
        try:
            await waiter.turn
        except asyncio.CancelledError:
            if waiter in self._waiting:
                self._waiting.remove(waiter)
            elif not waiter.turn.cancelled() and waiter.turn.exception() is None:
                self._next()  # its turn had just come
            raise

    def _next(self) -> None:
        """Give the turn to the first who waits. It stays taken until that one is done."""
        self._is_busy = False
        while self._waiting and not self._is_busy:
            turn = self._waiting.pop(0).turn
            if not turn.done():  # else its caller is just being cancelled
                turn.set_result(None)
                self._is_busy = True
