"""A store that ceases to be durable, and is durable again."""

import asyncio
from dataclasses import replace

import pytest

from pente_core.clock.instant import Millis
from pente_server.heartbeat import heartbeat
from pente_server.heartbeat.durability_monitor import DurabilityMonitor
from pente_server.heartbeat.heartbeat import Heartbeat
from pente_server.heartbeat.problems import Problems, StoreProblem
from pente_server.store import (
    Durability,
    DurabilityLevel,
    HeartbeatReply,
    Outage,
    ProblemCode,
    StoreId,
    StoreReplaced,
    StoreUnavailable,
)
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


class Looked(MemoryStore):
    """A store that can be away, and counts how often it was written to by a heartbeat. Mutable."""

    away: StoreUnavailable | None = None
    beats = 0

    async def beat(self, longest_gap: Millis) -> HeartbeatReply:
        self.beats += 1
        return await super().beat(longest_gap)

    async def confirm(self) -> None:
        if self.away is not None:
            raise self.away
        await super().confirm()


async def test_a_store_that_is_not_durable_and_then_away_is_away() -> None:
    store, problems = Looked(), Problems()
    pulse = Heartbeat(store, lambda _: None, problems)
    await pulse.beat()
    problems.report(ProblemCode.NOT_DURABLE, "appendonly is off")

    store.away = StoreUnavailable("it was killed")
    with pytest.raises(StoreUnavailable):
        await pulse.pause()
    assert pulse.trouble == StoreProblem(ProblemCode.UNREACHABLE, "it was killed")

    store.away = StoreUnavailable("it loads", ProblemCode.LOADING)
    with pytest.raises(StoreUnavailable):
        await pulse.pause()
    assert pulse.trouble == StoreProblem(ProblemCode.LOADING, "it loads")

    store.away = None
    await pulse.pause()
    assert pulse.trouble == StoreProblem(ProblemCode.NOT_DURABLE, "appendonly is off")
    assert store.beats == 1


class Asked:
    """What a heartbeat asks of the recovery. Mutable."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def recheck(self) -> None:
        self.asked.append("recheck")

    def start_over(self) -> None:
        self.asked.append("start over")


async def test_a_store_that_is_replaced_while_it_is_not_durable_is_noticed_and_can_be_adopted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(heartbeat, "INTERVAL", 0.01)
    problems, memory, recovery = Problems(), MemoryDatabase(), Asked()
    pulse = Heartbeat(MemoryStore(memory), lambda _: None, problems, recovery=recovery)
    beating = asyncio.create_task(pulse.run())
    await until(lambda: pulse.is_serving)
    problems.report(ProblemCode.NOT_DURABLE, "appendonly is off")

    memory.id = StoreId("1" * 32)
    await until(lambda: pulse.trouble is not None and pulse.trouble.code is ProblemCode.REPLACED)
    assert recovery.asked == []

    memory.adopted = memory.now()
    await until(lambda: recovery.asked == ["start over"])
    assert memory.id == "1" * 32
    beating.cancel()


async def test_a_store_that_is_back_while_it_is_not_durable_is_compared() -> None:
    problems, memory, recovery = Problems(), MemoryDatabase(), Asked()
    pulse = Heartbeat(MemoryStore(memory), lambda _: None, problems, recovery=recovery)
    await pulse.beat()
    ours, memory.id = memory.id, StoreId("1" * 32)
    with pytest.raises(StoreReplaced):
        await pulse.pause()

    memory.id = ours
    await pulse.pause()

    assert recovery.asked == ["recheck"]


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


async def test_the_host_is_warned_of_replicas_that_no_move_waits_for() -> None:
    store, problems = Changing(), Problems()
    monitor = DurabilityMonitor(store, problems, needs_strict=True)
    for number, words in ((1, "has a replica,"), (2, "has 2 replicas,")):
        store.said = replace(STRICT, replicas=number)
        await monitor.check()
        assert words in problems.warnings["replicas"]
    assert not problems.are_there

    store.said = STRICT
    await monitor.check()
    assert not problems.warnings


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
