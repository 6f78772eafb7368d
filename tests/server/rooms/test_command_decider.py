"""Long logs: what one player could do again and again ends before what the game needs."""

import pytest

from pente_core.clock.clock import parse_time_control
from pente_core.clock.instant import Instant
from pente_core.identity import Identity
from pente_core.room import commands as cmd
from pente_core.room import create
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS
from pente_protocol.errors import ErrorCode
from pente_server.limits.errors import RequestDenied
from pente_server.rooms.command_decider import RoomCommand
from pente_server.rooms.loaded.room_log import CommandKey
from pente_server.store import Outage
from pente_server.store.memory.store import MemoryDatabase
from tests.server.rooms.test_keeper import ALICE, BOB, ROOM, Scene

DAY = 24 * 60 * 60 * 1000
PLAN = cmd.SetConditions(((Point(1), Point(2)),))


@pytest.fixture
def scene() -> Scene:
    return Scene()


async def a_game(scene: Scene, time: str = "3d/move") -> int:
    """A game with a stone; its version."""
    opened = create(RULESETS["freestyle"], parse_time_control(time), by=ALICE, now=scene.now, seat=0)
    await scene.keeper.create(ROOM, opened, "open")
    await scene.keeper.act(RoomCommand(ROOM, cmd.Join(), BOB, CommandKey("join")))
    return await do(scene, cmd.Play(Point(0)))


async def do(scene: Scene, command: cmd.Command, by: Identity | None = ALICE) -> int:
    key = "" if by is None else f"{command} {len(scene.told_events)}"
    return await scene.keeper.act(RoomCommand(ROOM, command, by, CommandKey(key)))


async def is_too_many(scene: Scene, command: cmd.Command, by: Identity | None = ALICE) -> bool:
    with pytest.raises(RequestDenied) as denied:
        await do(scene, command, by)
    return denied.value.code == ErrorCode.TOO_MANY


def bound(monkeypatch: pytest.MonkeyPatch, events: int) -> None:
    monkeypatch.setattr("pente_server.rooms.command_decider.ROOM_EVENTS", events)


async def two_nodes(time: str) -> tuple[Scene, Scene]:
    """Two nodes that have the same game in memory; the second one has to wait before it decides."""
    memory = MemoryDatabase()
    here, there = Scene(memory), Scene(memory)
    await a_game(here, time)
    await there.keeper.current(ROOM)
    there.owed = [Outage(Instant(1), Instant(2))]
    return here, there


@pytest.mark.parametrize(
    ("time", "first", "second"),
    [
        ("5+3", cmd.MarkAbsent(0), cmd.MarkAbsent(1)),
        ("3d/move", cmd.MarkVacation(ALICE.id, Instant(2 * DAY)), cmd.MarkVacation(BOB.id, Instant(3 * DAY))),
        ("3d/move", cmd.MarkVacation(BOB.id, Instant(2 * DAY)), cmd.MarkVacation(BOB.id, Instant(3 * DAY))),
    ],
)
async def test_two_nodes_do_different_things_at_one_version(
    time: str, first: cmd.Command, second: cmd.Command
) -> None:
    here, there = await two_nodes(time)
    version = await do(here, first, None)
    assert await do(there, second, None) == version + 1


async def test_two_nodes_do_the_same_thing_once() -> None:
    (here, there), version = await two_nodes("5+3"), 0
    for command in (cmd.MarkAbsent(0), cmd.MarkAbsent(1), cmd.MarkPresent(1), cmd.MarkPresent(0)):
        version = await do(here, command, None)
        assert await do(there, command, None) == version
    assert (await here.keeper.current(ROOM)).version == version


async def test_one_returns_as_the_other_does() -> None:
    here, there = await two_nodes("5+3")
    for seat in (0, 1):
        await do(here, cmd.MarkAbsent(seat), None)
    await there.keeper.current(ROOM)
    version = await do(here, cmd.MarkPresent(0), None)
    assert await do(there, cmd.MarkPresent(1), None) == version + 1


async def test_plans_leave_half_of_a_log_to_others(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    version = await a_game(scene)
    bound(monkeypatch, 2 * (version + 1))
    await do(scene, PLAN)
    assert await is_too_many(scene, cmd.SetConditions(((Point(1), Point(3)),)))
    await do(scene, cmd.SetConditions())
    assert isinstance(scene.told_events[-1], ev.ConditionsSet)
    await do(scene, cmd.Say("hello"), BOB)
    await do(scene, cmd.Play(Point(1)), BOB)


async def test_notes_leave_half_of_a_log_to_others(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    await a_game(scene)
    version = await do(scene, cmd.Resign())
    bound(monkeypatch, 2 * (version + 2))
    await do(scene, cmd.AddVariation(1, (Point(9),)))
    await do(scene, cmd.MarkPoints(1, (Point(9),)))
    assert await is_too_many(scene, cmd.AddVariation(1, (Point(8),)))
    assert await is_too_many(scene, cmd.MarkPoints(1, (Point(8),)))
    await do(scene, cmd.Say("hello"), BOB)


async def test_vacations_do_not_make_a_log_endless(scene: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    version = await a_game(scene)
    assert version % 2
    bound(monkeypatch, (version + 3) // 2)
    for days in (1, 2, 3):
        await do(scene, cmd.MarkVacation(BOB.id, Instant(scene.now + days * DAY)), None)
    assert await is_too_many(scene, cmd.MarkVacation(BOB.id, Instant(scene.now + 4 * DAY)), None)
    assert await is_too_many(scene, cmd.Say("hello"))
    await do(scene, cmd.MarkVacation(BOB.id, scene.now), None)
    assert isinstance(scene.told_events[-1], ev.VacationEnded)
