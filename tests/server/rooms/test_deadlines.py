"""Deadlines: every one in time, and no more in memory than there are rooms."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_server.rooms.deadlines import DeadlineScheduler
from pente_server.store import StoreUnavailable
from tests.support.waiting import until


class Scene:
    """A scheduler with a clock, a keeper and a store that are made up."""

    def __init__(self) -> None:
        self.time = Instant(1000)
        self.is_serving = True
        self.ticked: list[RoomId] = []
        self.due_in_store: list[RoomId] = []
        self.sweeps = 0
        self.deadlines = DeadlineScheduler(self, self, self, self)  # type: ignore[arg-type]

    def now(self) -> Instant:
        return self.time

    async def tick(self, room: RoomId) -> None:
        self.ticked.append(room)
        if room == "broken":
            raise ZeroDivisionError
        if room == "away":
            raise StoreUnavailable("away")

    async def due(self, _: Instant) -> list[RoomId]:
        self.sweeps += 1
        return self.due_in_store

    async def check_unconfirmed(self) -> None:
        return


@pytest.fixture
async def scene(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Scene]:
    monkeypatch.setattr("pente_server.rooms.deadlines.LONGEST_WAIT", 0.01)
    monkeypatch.setattr("pente_server.rooms.deadlines.SWEEP_EVERY", 0.01)
    scene = Scene()
    tasks = [asyncio.create_task(work()) for work in (scene.deadlines.run, scene.deadlines.sweep)]
    yield scene
    for task in tasks:
        task.cancel()
    await asyncio.wait(tasks)


def room(name: object) -> RoomId:
    return RoomId(str(name))


async def test_rooms_are_ticked_in_order_and_once(scene: Scene) -> None:
    for name, at in (("c", 1030), ("a", 1010), ("b", 1020), ("later", 2000)):
        scene.deadlines.schedule(room(name), Instant(at))
    scene.time = Instant(1030)
    await until(lambda: len(scene.ticked) == 3)
    sweeps = scene.sweeps
    await until(lambda: scene.sweeps > sweeps + 2)

    assert scene.ticked == ["a", "b", "c"]
    assert len(scene.deadlines) == 1


async def test_a_deadline_that_moves_on_is_awaited(scene: Scene) -> None:
    scene.deadlines.schedule(room("a"), Instant(1010))
    scene.deadlines.schedule(room("a"), Instant(1050))
    scene.time = Instant(1049)
    sweeps = scene.sweeps
    await until(lambda: scene.sweeps > sweeps + 2)
    assert scene.ticked == []
    scene.time = Instant(1050)
    await until(lambda: scene.ticked == ["a"])


async def test_so_is_one_that_comes_nearer(scene: Scene) -> None:
    scene.deadlines.schedule(room("a"), Instant(9000))
    scene.deadlines.schedule(room("a"), Instant(1010))
    scene.time = Instant(1010)
    await until(lambda: scene.ticked == ["a"])
    scene.time = Instant(9000)
    sweeps = scene.sweeps
    await until(lambda: scene.sweeps > sweeps + 2)
    assert scene.ticked == ["a"]


async def test_one_that_is_gone_is_not(scene: Scene) -> None:
    scene.deadlines.schedule(room("a"), Instant(1010))
    scene.deadlines.schedule(room("a"), None)
    scene.deadlines.schedule(room("b"), Instant(1011))
    scene.time = Instant(2000)
    await until(lambda: scene.ticked == ["b"])
    assert len(scene.deadlines) == 0


async def test_a_room_that_fails_stops_no_other(scene: Scene, caplog: pytest.LogCaptureFixture) -> None:
    for number, name in enumerate(("broken", "away", "good")):
        scene.deadlines.schedule(room(name), Instant(1000 + number))
    scene.due_in_store = [room("broken"), room("found")]
    scene.time = Instant(2000)
    await until(lambda: "good" in scene.ticked and "found" in scene.ticked)
    assert "room broken can't be ticked" in caplog.text


async def test_nobody_is_ticked_while_nobody_can_play(scene: Scene) -> None:
    scene.is_serving = False
    scene.deadlines.schedule(room("a"), Instant(1010))
    scene.due_in_store = [room("a")]
    scene.time = Instant(2000)
    await until(lambda: scene.sweeps > 3)
    assert scene.ticked == []
    scene.is_serving = True
    await until(lambda: room("a") in scene.ticked)


def test_moves_and_ends_leave_nothing() -> None:
    deadlines = Scene().deadlines
    for number in range(2000):
        for move in range(50):
            deadlines.schedule(room(number), Instant(10**6 + number + 1000 * move))
        if number >= 10:
            deadlines.schedule(room(number), None)

    assert len(deadlines) < 100
    assert len(deadlines._deadlines) == 10
