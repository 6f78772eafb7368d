"""How a search that deepens shares out the time of a game."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pente_bots.search.limit import PlayerClock
from pente_bots.search.request import NeverStop, SearchLine, SearchReport
from pente_bots.search.score import Score
from pente_bots.search.time_plan import TimePlan, planned_time
from pente_bots.thinking.time_budget import limit_of, longest_time
from pente_core.clock.clock import Clock
from pente_core.clock.instant import Instant, Millis
from pente_core.clock.time_control import ByoYomi, Delay, Fischer, PerMove, TimeControl, initial_time
from pente_core.rules.point import Point

MINUTE = Millis(60_000)
CONTROLS = st.one_of(
    st.builds(Fischer, st.integers(1000, 10**7), st.integers(0, 20_000)),
    st.builds(Delay, st.integers(1000, 10**7), st.integers(1000, 20_000)),
    st.builds(ByoYomi, st.integers(0, 10**7), st.integers(1, 5), st.integers(1000, 60_000)),
    st.builds(PerMove, st.integers(1000, 10**8)),
)


class Hand:
    """A clock that stands where it is put, in seconds."""

    time = 0.0

    def __call__(self) -> float:
        return self.time


def found(point: int, depth: int, chance: float = 0.5) -> SearchReport:
    return SearchReport((SearchLine((Point(point),), Score(chance)),), depth)


def patience(*reports: SearchReport, clock: PlayerClock | None = None) -> float:
    """For how many seconds a search goes on after these reports."""
    hand, clock = Hand(), clock or PlayerClock(Fischer(MINUTE), MINUTE)
    plan = TimePlan(clock, longest_time(clock), 10, hand)
    stop = plan.stopping(NeverStop())
    for report in reports:
        assert not plan.is_enough(report)
    while not stop.is_set():
        hand.time += 0.01
    return hand.time


@pytest.mark.parametrize(
    ("control", "left"),
    [
        (Fischer(MINUTE), 60_000),
        (Fischer(MINUTE, Millis(2000)), 5000),
        (Delay(MINUTE, Millis(4000)), 64_000),
        (ByoYomi(MINUTE, 3, Millis(9000)), 80_000),
    ],
)
def test_later_moves_have_their_share(control: TimeControl, left: int) -> None:
    planned, most = planned_time(PlayerClock(control, Millis(left)), 10)
    assert 0 < planned < most < 0.6 * left / 1000
    assert planned_time(PlayerClock(control, Millis(left)), 30)[0] > planned


@pytest.mark.parametrize("control", [PerMove(MINUTE), ByoYomi(Millis(0), 3, MINUTE)])
def test_time_that_can_not_be_saved_is_used(control: TimeControl) -> None:
    left = initial_time(control)
    assert left is not None
    planned, most = planned_time(PlayerClock(control, left), 10)
    assert 30 < planned == most < 60


def test_what_is_clear_takes_less_and_what_is_unclear_more() -> None:
    steady = patience(*(found(180, depth) for depth in range(1, 9)))
    changing = patience(*(found(180 + depth % 2, depth) for depth in range(1, 9)))
    worse = patience(*(found(180, depth, 0.5 if depth < 8 else 0.3) for depth in range(1, 9)))
    assert steady < min(worse, changing)
    assert changing > 1.5 * steady
    # what the first depths agree on says little
    assert patience(*(found(180, depth) for depth in range(1, 4))) > steady


def test_no_search_is_begun_that_would_hardly_end() -> None:
    hand, clock = Hand(), PlayerClock(Fischer(MINUTE), MINUTE)
    plan = TimePlan(clock, longest_time(clock), 10, hand)
    stop = plan.stopping(NeverStop())
    assert not plan.is_enough(found(180, 5))
    hand.time = patience(found(180, 5)) * 0.7
    assert not stop.is_set()
    assert plan.is_enough(found(180, 6))


def test_who_stops_it_is_heard() -> None:
    class Stopped:
        def is_set(self) -> bool:
            return True

    clock = PlayerClock(Fischer(MINUTE), MINUTE)
    assert TimePlan(clock, longest_time(clock), 10).stopping(Stopped()).is_set()


@given(CONTROLS, st.integers(0, 300), st.integers(0, 60))
def test_no_clock_runs_out(control: TimeControl, ply: int, overhead: int) -> None:
    """Even if all moves are unclear, and each takes some milliseconds more than planned."""
    now, clock = Instant(0), Clock.new(control, 2).turned(Instant(0), 0)
    for _ in range(200):
        limit = limit_of(PlayerClock(control, Millis(clock.remaining_at(now)[0] + clock.free_at(now))))
        assert limit.clock is not None
        plan = TimePlan(limit.clock, longest_time(limit.clock), ply, Hand())
        if limit.clock.left < 700:  # what is left is hardly more than the reserve for the way to the server
            break
        now = Instant(now + plan.most + overhead)
        flag = clock.flag_at()
        assert flag is not None
        assert now < flag
        clock = clock.turned(now, 1).turned(now, 0)
        ply += 2
