"""The heartbeat: when a node may serve, and what it owes for the time in which nobody did."""

import asyncio
from collections.abc import Iterable

import pytest

from pente_core.clock.instant import Instant, Millis
from pente_server.heartbeat import heartbeat as pulse_module
from pente_server.heartbeat.heartbeat import Heartbeat
from pente_server.store import HeartbeatReply, Outage, StoreUnavailable
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.support.waiting import until


class Heart(MemoryStore):
    """A store that answers beats as it was told to."""

    def __init__(self, answers: Iterable[HeartbeatReply | None]) -> None:
        """None: no answer."""
        super().__init__()
        self._answers = iter(answers)
        self.gaps: list[Millis] = []
        """What was asked for."""

    async def beat(self, longest_gap: Millis) -> HeartbeatReply:
        self.gaps.append(longest_gap)
        answer = next(self._answers)
        if answer is None:
            raise StoreUnavailable("away")
        return answer


def a_beat(*outages: Outage, is_sure: bool = True) -> HeartbeatReply:
    return HeartbeatReply(Instant(1_000_000), outages, is_sure)


async def test_it_serves_only_once_it_is_sure() -> None:
    pulse = Heartbeat(Heart([a_beat(is_sure=False), a_beat(), a_beat(is_sure=False)]), lambda _: None)

    served = []
    for _ in range(3):
        await pulse.beat()
        served.append(pulse.is_serving)

    assert served == [False, True, False]


async def test_a_beat_that_fails_makes_the_next_gap_a_break() -> None:
    store = Heart([a_beat(), a_beat(), None, a_beat(is_sure=False), a_beat()])
    pulse = Heartbeat(store, lambda _: None)

    for _ in range(5):
        try:
            await pulse.beat()
        except StoreUnavailable:
            assert not pulse.is_serving

    longest = Millis(2000)
    assert store.gaps == [0, longest, longest, 0, longest]
    assert pulse.is_serving


async def test_what_is_told_is_owed() -> None:
    outage = Outage(Instant(5), Instant(9))
    owed: list[Outage] = []
    await Heartbeat(Heart([a_beat(outage)]), owed.extend).beat()

    assert owed == [outage]


async def test_a_node_that_starts_beside_another_owes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pulse_module, "INTERVAL", 0.05)
    monkeypatch.setattr(pulse_module, "DOUBT_INTERVAL", 0.01)
    memory = MemoryDatabase()
    owed: list[Outage] = []
    first, second = (Heartbeat(MemoryStore(memory), owed.extend) for _ in range(2))
    running = [asyncio.create_task(first.run())]
    await until(lambda: first.is_serving)

    running.append(asyncio.create_task(second.run()))
    await until(lambda: second.is_serving)

    assert owed == []
    for task in running:
        task.cancel()
    await asyncio.wait(running)
