"""A store that ceases to be durable, and is durable again."""

import asyncio

import pytest

from pente_server.heartbeat.durability_monitor import DurabilityMonitor
from pente_server.heartbeat.heartbeat import Heartbeat
from pente_server.heartbeat.problems import Problems, StoreProblem
from pente_server.store import Durability, DurabilityLevel, Outage, ProblemCode
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.support.waiting import until

STRICT = Durability(DurabilityLevel.STRICT)
LESS = Durability(DurabilityLevel.EVERYSEC, "set appendfsync always")


class Changing(MemoryStore):
    """A store that says what it is told to say."""

    said = STRICT

    async def check_durability(self) -> Durability:
        return self.said


async def test_a_node_that_needs_strict_does_not_serve_while_it_is_less() -> None:
    store, problems = Changing(), Problems()
    monitor = DurabilityMonitor(store, problems, needs_strict=True)
    await monitor.check()
    assert not problems.are_there

    store.said = LESS
    await monitor.check()
    assert problems.first == StoreProblem(ProblemCode.NOT_DURABLE, "set appendfsync always")

    store.said = STRICT
    await monitor.check()
    assert not problems.are_there
    assert not problems.warnings


async def test_a_store_that_answers_is_not_unreachable_too() -> None:
    store, problems = Changing(), Problems()
    problems.report(ProblemCode.UNREACHABLE, "it was killed")
    store.said = LESS

    await DurabilityMonitor(store, problems, needs_strict=True).check()

    assert problems.first == StoreProblem(ProblemCode.NOT_DURABLE, "set appendfsync always")


async def test_elsewhere_the_host_is_warned_and_the_warning_is_withdrawn(
    caplog: pytest.LogCaptureFixture,
) -> None:
    store, problems = Changing(), Problems()
    monitor = DurabilityMonitor(store, problems, needs_strict=False)
    store.said = LESS
    await monitor.check()
    await monitor.check()
    assert problems.warnings == {"not-durable": "acknowledged moves can be lost: set appendfsync always"}
    assert not problems.are_there

    store.said = STRICT
    await monitor.check()
    assert not problems.warnings
    assert [record.getMessage() for record in caplog.records] == [
        "acknowledged moves can be lost: set appendfsync always",
        "no longer: not-durable",
    ]


async def test_nobody_is_warned_of_a_store_in_memory() -> None:
    problems = Problems()
    await DurabilityMonitor(MemoryStore(), problems, needs_strict=False).check()
    assert not problems.warnings


async def test_the_time_without_durability_is_an_outage() -> None:
    problems, owed, memory = Problems(), list[Outage](), MemoryDatabase()
    pulse = Heartbeat(MemoryStore(memory), owed.extend, problems)
    beating = asyncio.create_task(pulse.run())
    await until(lambda: pulse.is_serving)

    problems.report(ProblemCode.NOT_DURABLE, "appendonly is off")
    before = memory.now()
    await until(lambda: memory.now() > before + 1200)  # more than two beats
    problems.over(ProblemCode.NOT_DURABLE)
    await until(lambda: pulse.is_serving)
    beating.cancel()

    assert owed
    assert owed[0].start <= before + 500
    assert owed[0].end > before + 1200
