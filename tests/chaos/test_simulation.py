"""Worlds of clients, nodes, a store and faults on a virtual clock; and that a broken part is noticed.

A seed that fails is shown with its last steps, and lived through again with
``python -m tests.chaos.simulation SEED``.
"""

import os
import subprocess
import sys
from contextlib import suppress
from typing import Any, Final

import pytest

from pente_client.connection.replica.replica import Replica
from pente_core.identity import RoomId
from pente_core.room import Refused, Room, Step, apply
from pente_core.room import events as ev
from pente_protocol.codec import encode_event
from pente_server.heartbeat.heartbeat import Heartbeat
from pente_server.live import hub
from pente_server.live.delayed_viewers import DelayedViewers
from pente_server.rooms.command_decider import OnResult, RoomCommand
from pente_server.rooms.command_executor import CommandExecutor
from pente_server.rooms.deadlines import DeadlineScheduler
from pente_server.rooms.loaded.loaded_room import LoadedRoom, RoomState
from pente_server.rooms.loaded.room_log import CommandKey
from pente_server.rooms.observer import Advance
from pente_server.rooms.recorder import Recorder
from pente_server.rooms.store_follower import StoreFollower
from pente_server.store import Commit, CommitResult, Committed, Conflict, RoomWakeup, StoreUnavailable
from pente_server.store.logs.log_marks import NO_KEY
from pente_server.store.memory.store import MemoryStore
from tests.chaos.simulation import Size, simulate

pytestmark = pytest.mark.usefixtures("untraced")

SEEDS: Final = 160
"""So many that each of the mistakes below would show: the rarest does in world 151."""
AT_ONCE: Final = 10
MORE_SEEDS: Final = 2000
LARGE: Final = Size(players=7, watchers=3, seconds=20.0)


@pytest.mark.parametrize("first", range(0, SEEDS, AT_ONCE))
def test_worlds_in_which_all_promises_hold(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        report = simulate(seed)
        assert not report.problems, str(report)


@pytest.mark.long
@pytest.mark.parametrize("first", range(100_000, 100_000 + MORE_SEEDS, AT_ONCE))
def test_many_larger_worlds(first: int) -> None:
    for seed in range(first, first + AT_ONCE):
        report = simulate(seed, LARGE)
        assert not report.problems, str(report)


def test_the_worlds_are_not_empty() -> None:
    reports = [simulate(seed) for seed in range(12)]
    assert sum(report.finished for report in reports) >= 10
    assert sum(report.commits for report in reports) >= 200


def test_a_seed_gives_the_same_world_twice() -> None:
    assert [simulate(seed) for seed in range(3)] == [simulate(seed) for seed in range(3)]


def test_a_seed_gives_the_same_world_in_another_process() -> None:
    here = [f"{seed} {simulate(seed).digest}" for seed in range(3)]
    for hash_seed in ("1", "2"):
        there = subprocess.run(
            [sys.executable, "-m", "tests.chaos.simulation", "0", "3"],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            stdout=subprocess.PIPE,
            text=True,
            check=True,
        )
        assert there.stdout.splitlines() == here


# Broken parts


def _caught(seeds: int, noticed_in: int = 0) -> str:
    """What is wrong in the first world that fails; the one that noticed it last time is looked at first."""
    reports = map(simulate, dict.fromkeys((noticed_in, *range(seeds))))
    report = next((report for report in reports if report.problems), None)
    assert report is not None, f"not noticed in {seeds} seeds"
    assert f"seed {report.seed}" in str(report)
    return "\n".join(report.problems)


def test_a_keeper_that_tells_before_it_commits_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    submit = Recorder.submit

    def hasty(self: Recorder, loaded: LoadedRoom, taken: Step, command: CommandKey, answered: Any) -> None:
        bodies = [encode_event(event) for event in taken.events]
        marks = self._marks(loaded.marks, bodies)
        self._observer.advanced(Advance(loaded.id, loaded.room, taken.room, taken.events, bodies, marks))
        submit(self, loaded, taken, command, answered)

    monkeypatch.setattr(Recorder, "submit", hasty)
    assert "told before it was committed" in _caught(5)


def test_a_hub_that_dismisses_nobody_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub, "dismissals", lambda advance, players: {})
    assert "may not watch, and was sent" in _caught(20, noticed_in=9)


def test_a_hub_that_shows_viewers_everything_at_once_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(DelayedViewers, "keeps_back", lambda *_: False)
    assert "some moves later, and was sent" in _caught(20)


def test_a_room_that_serves_two_at_once_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(LoadedRoom, "try_take", lambda self: True)
    assert "told before it was committed" in _caught(20, noticed_in=6)


def test_a_room_that_passes_over_those_who_wait_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def leave(self: LoadedRoom) -> None:
        self.is_fresh, self.state = False, RoomState.IDLE
        self.on_idle(self.id)

    monkeypatch.setattr(LoadedRoom, "leave", leave)
    assert _caught(30)


def test_a_room_that_stays_taken_after_a_lost_answer_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = CommandExecutor._answered

    def forgetful(self: CommandExecutor, *given: Any) -> None:
        *_, done, answer = given
        if isinstance(answer, StoreUnavailable):
            done(answer)
        else:
            answered(self, *given)

    monkeypatch.setattr(CommandExecutor, "_answered", forgetful)
    assert "some nodes remember what is over" in _caught(60, noticed_in=11)


def test_a_refusal_without_asking_the_store_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    decide_now = CommandExecutor._decide_now

    def rash(self: CommandExecutor, loaded: LoadedRoom, asked: RoomCommand, done: OnResult) -> None:
        try:
            self._decide(loaded, asked)
        except Refused as refusal:
            loaded.leave()
            done(refusal)
        else:
            decide_now(self, loaded, asked, done)

    monkeypatch.setattr(CommandExecutor, "_decide_now", rash)
    assert "to what was done" in _caught(30)


def test_a_conflict_that_is_acknowledged_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    answered: Any = CommandExecutor._answered

    def careless(self: CommandExecutor, *given: Any) -> None:
        *others, answer = given
        result = Committed(answer.version) if isinstance(answer, Conflict) else answer
        answered(self, *others, result)

    monkeypatch.setattr(CommandExecutor, "_answered", careless)
    assert "to what was done 0 times" in _caught(20, noticed_in=9)


def test_a_quick_decision_in_spite_of_an_outage_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    decide_now = CommandExecutor._decide_now

    def hasty(self: CommandExecutor, loaded: LoadedRoom, asked: RoomCommand, done: OnResult) -> None:
        usual = self._credits.outages, self._is_serving
        self._credits.outages, self._is_serving = tuple, lambda: True
        try:
            decide_now(self, loaded, asked, done)
        finally:
            self._credits.outages, self._is_serving = usual

    monkeypatch.setattr(CommandExecutor, "_decide_now", hasty)
    assert "ms were charged" in _caught(280, noticed_in=151)


def test_an_answer_that_comes_before_the_events_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    usual: Any = Recorder._answered

    def early(self: Recorder, *arguments: Any) -> None:
        *others, answered, answer = arguments
        if isinstance(answer, Committed):
            answered(answer)
            answered = [].append
        usual(self, *others, answered, answer)

    monkeypatch.setattr(Recorder, "_answered", early)
    assert "came before its events" in _caught(20)


def test_a_player_who_is_answered_twice_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    answered = CommandExecutor._answered

    def talkative(self: CommandExecutor, *given: Any) -> None:
        *_, done, answer = given
        answered(self, *given)
        if isinstance(answer, StoreUnavailable):
            done(answer)

    monkeypatch.setattr(CommandExecutor, "_answered", talkative)
    assert "answers nothing" in _caught(120, noticed_in=11)


def test_a_store_that_forgets_commands_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    write = MemoryStore.write

    def forgetful(self: MemoryStore, change: Commit) -> CommitResult:
        self._memory.commands.pop(change.room, None)
        return write(self, change)

    monkeypatch.setattr(MemoryStore, "write", forgetful)
    assert "what was done" in _caught(20)


def test_a_replica_that_believes_any_version_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def credulous(self: Replica, version: int, event: ev.Event, mark: object) -> Room:
        before, self.room = self.room, apply(self.room, event)
        return before

    monkeypatch.setattr(Replica, "step", credulous)
    assert _caught(20)


def test_a_node_that_believes_any_news_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    async def credulous(self: StoreFollower, wakeup: RoomWakeup) -> None:
        if wakeup.room in self._rooms:
            loaded = await self._rooms.get(wakeup.room)
            self._catch_up._apply(loaded, wakeup.events, loaded.marks.with_events(wakeup.events, NO_KEY))

    monkeypatch.setattr(StoreFollower, "handle_wakeup", credulous)
    assert _caught(20)


def test_a_node_that_forgets_to_subscribe_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    async def deaf(self: StoreFollower, loaded: LoadedRoom) -> None:
        return

    monkeypatch.setattr(StoreFollower, "subscribe", deaf)
    assert _caught(20)


def test_a_ticker_that_ignores_forgiveness_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    async def merciless(self: DeadlineScheduler, room: RoomId) -> None:
        credits_, commands = self._keeper.credits, self._keeper.commands
        usual = credits_.outages, commands._is_serving
        credits_.outages, commands._is_serving = tuple, lambda: True
        try:
            with suppress(StoreUnavailable):
                await self._keeper.tick(room)
        finally:
            credits_.outages, commands._is_serving = usual

    monkeypatch.setattr(DeadlineScheduler, "_tick", merciless)
    assert "ms were charged" in _caught(100, noticed_in=27)


def test_a_node_that_decides_while_nobody_is_served_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(CommandExecutor, "_is_serving", _always(lambda: True), raising=False)
    monkeypatch.setattr(Heartbeat, "is_serving", _always(True), raising=False)
    assert "ms were charged" in _caught(90, noticed_in=27)


def _always(value: object) -> property:
    """An attribute that can't be changed."""
    return property(lambda _: value, lambda _, __: None)
