"""Who waits for a turn: those who asked for little pass those who asked for much."""

import asyncio
from contextlib import suppress

import pytest

from pente_server.limits.fair_queue import FairQueue, QueueFull


class Line:
    """People in a queue. Mutable."""

    def __init__(self, most: int = 10) -> None:
        self.queue = FairQueue(most)
        self.served: list[str] = []
        self._ends: dict[str, asyncio.Event] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}

    async def arrive(self, name: str, *debt: float) -> None:
        self._ends[name] = asyncio.Event()
        self._tasks[name] = asyncio.create_task(self._take(name, *debt))
        await _settled()

    async def _take(self, name: str, *debt: float) -> None:
        async with self.queue.turn(*debt):
            self.served.append(name)
            await self._ends[name].wait()

    async def finish(self, name: str) -> None:
        self._ends[name].set()
        await _settled()

    async def leave(self, name: str) -> None:
        self._tasks[name].cancel()
        await _settled()

    async def problem(self, name: str) -> BaseException | None:
        with suppress(QueueFull, asyncio.CancelledError):
            await self._tasks[name]
        return None if self._tasks[name].cancelled() else self._tasks[name].exception()


async def _settled() -> None:
    for _ in range(10):
        await asyncio.sleep(0)


async def test_equals_are_served_as_they_came() -> None:
    line = Line()
    for name in "abc":
        await line.arrive(name, 1, 1)
    for name in "abc":
        await line.finish(name)
    assert line.served == ["a", "b", "c"]


async def test_a_newcomer_passes_those_who_ask_again() -> None:
    line = Line()
    for name, debt in (("a", 5), ("b", 5), ("c", 4), ("honest", 0)):
        await line.arrive(name, debt)
    for name in ("a", "honest", "c", "b"):
        await line.finish(name)
    assert line.served == ["a", "honest", "c", "b"]


async def test_when_it_is_full_the_one_who_asked_the_most_has_to_go() -> None:
    line = Line(most=2)
    for name, debt in (("busy", 0), ("a", 5), ("b", 3), ("honest", 0), ("greedy", 9)):
        await line.arrive(name, debt)
    assert isinstance(await line.problem("a"), QueueFull)
    assert isinstance(await line.problem("greedy"), QueueFull)
    for name in ("busy", "honest", "b"):
        await line.finish(name)
    assert line.served == ["busy", "honest", "b"]
    assert len(line.queue) == 0


async def test_who_leaves_holds_nobody_up() -> None:
    line = Line()
    for name in "abcd":
        await line.arrive(name, 0)
    await line.leave("b")
    await line.leave("a")
    assert line.served == ["a", "c"]
    await line.finish("c")
    await line.finish("d")
    await line.arrive("e", 0)
    assert line.served == ["a", "c", "d", "e"]
    await line.finish("e")


@pytest.mark.parametrize("order", [("a", "b"), ("b", "a")])
async def test_who_leaves_as_the_turn_comes_passes_it_on(order: tuple[str, str]) -> None:
    line = Line()
    for name in "abc":
        await line.arrive(name, 0)
    for name in order:  # in the same turn of the loop
        if name == "a":
            line._ends["a"].set()
            await asyncio.sleep(0)
        else:
            line._tasks["b"].cancel()
    await _settled()
    assert line.served == ["a", "c"]
    await line.finish("c")
    assert len(line.queue) == 0


async def test_who_leaves_as_the_queue_is_full_is_gone_all_the_same() -> None:
    line = Line(most=1)
    for name in "ab":
        await line.arrive(name, 0)
    line._tasks["b"].cancel()
    await line.arrive("c", 0)
    await line.finish("a")
    assert line.served == ["a", "c"]
    await line.finish("c")
