"""The problems for which a node does not serve."""

from time import monotonic

import pytest

from pente_core.clock.instant import Instant
from pente_server.heartbeat.heartbeat import Heartbeat
from pente_server.heartbeat.problems import Problems, StoreProblem
from pente_server.store import HeartbeatReply, ProblemCode, StoreUnavailable
from pente_server.store.memory.store import MemoryStore


def test_a_problem_is_logged_when_it_appears_and_when_it_is_over(caplog: pytest.LogCaptureFixture) -> None:
    problems = Problems()

    for _ in range(3):
        problems.report(ProblemCode.DISK_FULL, "the disk is full", "No space left on 10.0.0.1")
    problems.over(ProblemCode.OUT_OF_MEMORY)
    problems.over(ProblemCode.DISK_FULL)

    assert [record.getMessage() for record in caplog.records] == [
        "not serving (disk-full): the disk is full (No space left on 10.0.0.1)",
        "no longer: disk-full; serving again",
    ]


def test_the_oldest_problem_is_shown_first_and_a_lack_of_durability_last() -> None:
    problems = Problems()
    problems.report(ProblemCode.NOT_DURABLE, "appendonly is off")
    problems.report(ProblemCode.REPLACED, "another store")
    problems.report(ProblemCode.LOADING, "it loads")

    assert problems.first == StoreProblem(ProblemCode.REPLACED, "another store")

    problems.over(ProblemCode.REPLACED, ProblemCode.LOADING)
    assert problems.first == StoreProblem(ProblemCode.NOT_DURABLE, "appendonly is off")


def test_a_warning_is_logged_once_and_kept(caplog: pytest.LogCaptureFixture) -> None:
    problems = Problems()

    for _ in range(3):
        problems.warn("clock-set", "the clock was set")

    assert [record.getMessage() for record in caplog.records] == ["the clock was set"]
    assert problems.warnings == {"clock-set": "the clock was set"}
    assert not problems.are_there


class Broken(MemoryStore):
    """A store whose answers to beats can be refused for a reason."""

    refusal: StoreUnavailable | None = None
    ahead = 0.0
    """Seconds by which its clock was set."""

    async def beat(self, longest_gap: object) -> HeartbeatReply:
        if self.refusal is not None:
            raise self.refusal
        return HeartbeatReply(Instant(round((monotonic() + self.ahead) * 1000)), (), True)


async def test_a_failed_beat_is_a_problem_until_the_next_good_one() -> None:
    store, problems = Broken(), Problems()
    pulse = Heartbeat(store, lambda _: None, problems)
    await pulse.beat()
    assert pulse.is_serving
    assert pulse.trouble is None

    store.refusal = StoreUnavailable("the disk is full", ProblemCode.DISK_FULL, detail="at /srv")
    with pytest.raises(StoreUnavailable):
        await pulse.beat()
    assert problems.first == StoreProblem(ProblemCode.DISK_FULL, "the disk is full")

    store.refusal = None
    await pulse.beat()
    assert problems.first is None


async def test_a_good_beat_does_not_make_a_store_durable() -> None:
    problems = Problems()
    pulse = Heartbeat(Broken(), lambda _: None, problems)
    problems.report(ProblemCode.NOT_DURABLE, "appendonly is off")

    await pulse.beat()

    assert not pulse.is_serving
    with pytest.raises(StoreUnavailable, match="appendonly is off") as refused:
        await pulse.check(0.01)
    assert refused.value.code is ProblemCode.NOT_DURABLE


async def test_the_best_known_reason_is_reported() -> None:
    store, problems = Broken(), Problems()
    full = StoreUnavailable("the disk is full", ProblemCode.DISK_FULL)
    pulse = Heartbeat(store, lambda _: None, problems, lambda _: full)

    store.refusal = StoreUnavailable("the store does not answer")
    with pytest.raises(StoreUnavailable):
        await pulse.beat()

    assert problems.first == StoreProblem(ProblemCode.DISK_FULL, "the disk is full")


async def test_a_new_reason_replaces_the_old_one() -> None:
    store, problems = Broken(), Problems()
    pulse = Heartbeat(store, lambda _: None, problems)
    for code in (ProblemCode.UNREACHABLE, ProblemCode.LOADING):
        store.refusal = StoreUnavailable(str(code), code)
        with pytest.raises(StoreUnavailable):
            await pulse.beat()

    assert problems.first == StoreProblem(ProblemCode.LOADING, "store-loading")


@pytest.mark.parametrize(("shift", "part"), [(3600.0, "set forward by 3600"), (-90.0, "set back by 90")])
async def test_a_clock_that_was_set_is_a_warning(shift: float, part: str) -> None:
    store, problems = Broken(), Problems()
    pulse = Heartbeat(store, lambda _: None, problems)
    await pulse.beat()
    assert not problems.warnings

    store.ahead = shift
    await pulse.beat()

    assert part in problems.warnings["clock-set"]
    assert pulse.is_serving
