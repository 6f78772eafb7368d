"""Worlds whose turns may take days: plans are hidden, carried out and dropped, and vacations stop clocks.

A seed that fails is lived through again with ``python -m tests.chaos.simulation --slow SEED``.
"""

import sys
from collections import Counter
from dataclasses import replace
from typing import Any, Final

import pytest

from pente_core.clock.clock import Clock
from pente_core.clock.instant import Instant
from pente_core.room import Room, view
from pente_core.room import events as ev
from pente_server.live import views
from pente_server.rooms.vacations import VacationMarker
from tests.chaos.simulation import Report, Size, simulate
from tests.chaos.simulation.checks import history

pytestmark = pytest.mark.usefixtures("untraced")

SEEDS: Final = 40
"""More than any of the mistakes below needs to show."""
AT_ONCE: Final = 10
MORE_SEEDS: Final = 400
SLOW: Final = Size(seconds=10.0, is_slow=True)
LARGE: Final = replace(SLOW, players=7, watchers=3, seconds=20.0)


@pytest.mark.parametrize("first", range(0, SEEDS, AT_ONCE))
def test_worlds_in_which_all_promises_hold(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        report = simulate(seed, SLOW)
        assert not report.problems, str(report)


@pytest.mark.long
@pytest.mark.parametrize("first", range(200_000, 200_000 + MORE_SEEDS, AT_ONCE))
def test_many_larger_worlds(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        report = simulate(seed, LARGE)
        assert not report.problems, str(report)


def test_people_plan_and_go_on_vacation(monkeypatch: pytest.MonkeyPatch) -> None:
    seen: Counter[str] = Counter()
    unplanned = history.unplanned

    def counted(steps: Any) -> Any:
        for step in steps:
            seen.update(type(event).__name__ for event in step.events)
            seen["answers"] += max(0, sum(isinstance(event, ev.Moved) for event in step.events) - 1)
        return unplanned(steps)

    monkeypatch.setattr(history, "unplanned", counted)
    for seed in range(10):
        simulate(seed, SLOW)
    for kind in (ev.ConditionsSet, ev.VacationStarted, ev.VacationEnded):
        assert seen[kind.__name__] >= 3, seen
    assert seen["answers"] >= 3, seen


def test_a_seed_gives_the_same_world_twice() -> None:
    assert [simulate(seed, SLOW) for seed in range(3)] == [simulate(seed, SLOW) for seed in range(3)]


# Broken parts


def _caught(seeds: int) -> str:
    """What is wrong in the first world that fails."""
    for seed in range(seeds):
        report: Report = simulate(seed, SLOW)
        if report.problems:
            return "\n".join(report.problems)
    raise AssertionError(f"not noticed in {seeds} seeds")


def test_plans_that_are_shown_to_others_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def shown(event: ev.Event, *viewer: Any) -> ev.Event:
        return event if isinstance(event, ev.ConditionsSet) else view(event, *viewer)

    monkeypatch.setattr(views, "view", shown)
    assert "the plan of another was told" in _caught(10)


def test_plans_that_are_hidden_from_their_owners_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def hidden(event: ev.Event, *viewer: Any) -> ev.Event:
        return ev.Hidden(event.at) if isinstance(event, ev.ConditionsSet) else view(event, *viewer)

    monkeypatch.setattr(views, "view", hidden)
    assert "own plan was not told" in _caught(10)


def test_answers_that_are_not_played_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def unanswered(_room: Room, events: tuple[ev.Event, ...], _now: Instant) -> tuple[ev.Event, ...]:
        return events

    monkeypatch.setattr(sys.modules["pente_core.room.decide"], "with_answers", unanswered)
    assert "and not played" in _caught(20)


def test_vacations_of_which_no_room_is_told_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    async def idle(*_: object) -> None:
        return

    monkeypatch.setattr(VacationMarker, "_mark", idle)
    assert "don't know of a vacation" in _caught(10)


def test_clocks_that_run_during_a_vacation_are_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = Clock.remaining_at

    def merciless(clock: Clock, now: Instant) -> Any:
        return usual(replace_rests(clock), now)

    monkeypatch.setattr(Clock, "remaining_at", merciless)
    assert "ms were charged" in _caught(30)


def replace_rests(clock: Clock) -> Clock:
    """The clock without vacations."""
    return Clock(clock.control, clock.remaining, clock.running, clock.since, clock.free)


def test_a_marker_that_dies_with_its_node_is_made_up_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(VacationMarker, "changed", lambda *_: None)
    for seed in range(5):
        report = simulate(seed, SLOW)
        assert not report.problems, str(report)
