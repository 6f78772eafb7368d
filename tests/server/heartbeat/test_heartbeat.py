"""The heartbeat: when a node may serve, and what it owes for the time in which nobody did."""

import asyncio
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace

import pytest

from pente_core.clock.instant import Instant, Millis
from pente_server.heartbeat import heartbeat as pulse_module
from pente_server.heartbeat.heartbeat import Heartbeat
from pente_server.heartbeat.problems import Problems
from pente_server.store import HeartbeatReply, Outage, ProblemCode, StoreId, StoreReplaced, StoreUnavailable
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


OURS, OTHER = StoreId("0" * 32), StoreId("1" * 32)


class Recovery:
    """What a heartbeat asks for. Mutable."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    def recheck(self) -> None:
        self.asked.append("recheck")

    def start_over(self) -> None:
        self.asked.append("start over")


class Elsewhere(Heart):
    """A store in whose place others may answer. Mutable."""

    adopted: StoreId | None = None

    def __init__(self, answers: Iterable[HeartbeatReply | StoreReplaced]) -> None:
        super().__init__(())
        self._replies = iter(answers)

    async def beat(self, longest_gap: Millis) -> HeartbeatReply:
        del longest_gap
        reply = next(self._replies)
        if isinstance(reply, StoreReplaced):
            raise reply
        return reply

    async def adopt(self, store: StoreId) -> None:
        self.adopted = store


async def beats(store: Elsewhere, recovery: Recovery, times: int) -> Problems:
    problems = Problems()
    pulse = Heartbeat(store, lambda _: None, problems, recovery=recovery)
    for _ in range(times):
        with suppress(StoreUnavailable):
            await pulse.beat()
    return problems


async def test_a_store_that_may_have_lost_something_is_compared() -> None:
    recovery = Recovery()
    restarted = replace(a_beat(), is_continuous=False)

    await beats(Elsewhere([a_beat(), a_beat(), restarted, a_beat()]), recovery, 4)

    assert recovery.asked == ["recheck"]


async def test_another_store_is_not_served_and_when_ours_is_back_it_is_compared_first() -> None:
    recovery = Recovery()
    store = Elsewhere([a_beat(), StoreReplaced(None), StoreReplaced(OTHER), a_beat(), a_beat()])

    problems = await beats(store, recovery, 5)

    assert recovery.asked == ["recheck"]
    assert problems.first is not None  # only the recovery ends it
    assert problems.first.code is ProblemCode.REPLACED
    assert store.adopted is None


@pytest.mark.parametrize(
    ("noticed", "adopted", "is_ours"),
    [
        (1_000_000, 1_000_500, True),
        (1_000_000, 940_000, True),
        (1_000_000, 939_999, False),
        (1_000_000, None, False),
    ],
)
async def test_an_adoption_counts_from_a_minute_before_it_is_noticed(
    noticed: int, adopted: int | None, is_ours: bool
) -> None:
    recovery = Recovery()
    then = None if adopted is None else Instant(adopted)
    store = Elsewhere(
        [
            a_beat(),
            StoreReplaced(OTHER, Instant(noticed)),
            StoreReplaced(OTHER, Instant(1_001_000), then),
            a_beat(),
        ]
    )

    await beats(store, recovery, 3)

    assert (store.adopted == OTHER) == is_ours
    assert recovery.asked == (["start over"] if is_ours else [])


async def test_a_third_store_is_noticed_anew() -> None:
    recovery = Recovery()
    store = Elsewhere(
        [
            a_beat(),
            StoreReplaced(OTHER, Instant(1_000_000)),
            StoreReplaced(OURS, Instant(2_000_000), Instant(1_000_500)),
        ]
    )

    await beats(store, recovery, 3)

    assert store.adopted is None
