"""A correspondence game over a week that a test lets pass: plans, a vacation, nodes and a store that fail."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import pytest

from pente_core.clock.clock import parse_time_control
from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId, PlayerKind, RoomId
from pente_core.room import Room, create, replay
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS
from pente_protocol.codec import decode_event
from pente_protocol.messages.lists import RoomSummary
from pente_server.rooms.command_decider import RoomCommand
from pente_server.rooms.loaded.room_log import CommandKey
from pente_server.rooms.room_listing import room_summary
from pente_server.rooms.vacations import KEPT, VacationMarker
from pente_server.store import Account, StoreUnavailable
from pente_server.store.accounts.vacation import ended, taken
from pente_server.store.memory.store import MemoryDatabase
from tests.server.rooms.test_keeper import ALICE, BOB, ROOM, Scene

DAY = 24 * 60 * 60 * 1000


class Flaky:
    """A keeper whose node dies or loses its store after so many commands. Mutable."""

    def __init__(self, keeper: Any, commands: int) -> None:
        self._keeper, self._left = keeper, commands

    async def act(self, asked: RoomCommand) -> int:
        if self._left <= 0:
            raise StoreUnavailable("the node is gone")
        self._left -= 1
        version: int = await self._keeper.act(asked)
        return version


class Week:
    """A store, and a new node on it whenever the one before has died. Mutable."""

    def __init__(self) -> None:
        self.memory = MemoryDatabase()
        self.now = Instant(1_700_000_000_000)
        self.node = Scene(self.memory)
        self.node.now = self.now
        self.rooms: list[RoomId] = []

    def kill(self) -> None:
        """The node dies; another one goes on."""
        self.node = Scene(self.memory)
        self.node.now = self.now

    def let_pass(self, days: float) -> None:
        self.now = Instant(self.now + round(days * DAY))
        self.node.now = self.now

    async def room(self, id_: RoomId = ROOM) -> Room:
        return replay([decode_event(body) for body in await self.node.store.read(id_, 0)])

    async def events(self, id_: RoomId, *kinds: type) -> list[Any]:
        found = [decode_event(body) for body in await self.node.store.read(id_, 0)]
        return [event for event in found if isinstance(event, kinds)]

    async def begin(self, id_: RoomId, time: str = "3d/move") -> None:
        rules = RULESETS["freestyle"]
        opened = create(rules, parse_time_control(time), by=ALICE, now=self.now, seat=0)
        await self.node.keeper.create(id_, opened, "open")
        await self.node.keeper.act(RoomCommand(id_, cmd.Join(), BOB, CommandKey("join")))
        self.rooms.append(id_)

    async def rooms_of(self, player: PlayerId) -> Sequence[RoomSummary]:
        del player
        return [room_summary(id_, await self.room(id_)) for id_ in self.rooms]

    def marker(self, commands: int = 10_000) -> VacationMarker:
        """What marks vacations at the node of the moment, which dies after so many commands."""
        keeper = Flaky(self.node.keeper, commands)
        return VacationMarker(self.node.store, keeper, self.rooms_of, lambda: self.now)

    async def change(self, change: Callable[..., Any], *more: int) -> None:
        """Change the vacations of Bob as a request does, whose node dies before it has told any room."""
        (account,) = await self.node.store.accounts.by_ids([BOB.id])
        assert account is not None
        after = change(account.vacations, *more, self.now)
        assert await self.node.store.vacations.change(BOB.id, account.vacations, after)


async def dying(work: Awaitable[None]) -> bool:
    """Whether a node has died at its work."""
    try:
        await work
    except StoreUnavailable:
        return True
    return False


@pytest.mark.parametrize("commands", [0, 1, 2])
async def test_a_week_with_plans_a_vacation_and_failures(commands: int) -> None:
    week = Week()
    await week.node.store.accounts.open(Account(BOB.id, "bob", PlayerKind.PERSON))
    other, live = RoomId("other-room"), RoomId("live-room")
    await week.begin(ROOM)
    await week.begin(other)
    await week.begin(live, "5+3")
    await week.node.keeper.act(RoomCommand(ROOM, cmd.Play(Point(0)), ALICE, CommandKey("one")))
    plan = cmd.SetConditions(((Point(1), Point(2), Point(3), Point(4)),))
    await week.node.keeper.act(RoomCommand(ROOM, plan, ALICE, CommandKey("plan")))

    week.let_pass(1)
    await week.change(taken, 4)
    died = await dying(week.marker(commands).sweep())
    assert died is (commands < 2)
    week.kill()
    for _ in range(3):
        await week.marker().sweep()
    for id_ in (ROOM, other):
        assert len(await week.events(id_, ev.VacationStarted)) == 1
    assert not await week.events(live, ev.VacationStarted)
    late = RoomId("late-room")
    await week.begin(late)
    week.kill()
    await week.marker().sweep()
    assert len(await week.events(late, ev.VacationStarted)) == 1

    week.let_pass(3)  # beyond the three days that Bob had
    week.kill()
    await week.node.keeper.tick(ROOM)
    assert (await week.room()).status is ev.Status.PLAYING
    await week.node.keeper.act(RoomCommand(ROOM, cmd.Play(Point(1)), BOB, CommandKey("two")))
    week.kill()
    assert (await week.room()).game.tokens == ("A1", "B1", "C1")

    week.let_pass(0.5)
    await week.change(ended)
    await dying(week.marker(commands).sweep())
    week.kill()
    await week.marker().sweep()
    for id_ in (ROOM, other, late):
        assert len(await week.events(id_, ev.VacationEnded)) == 1
    week.now = Instant(week.now + KEPT)
    week.kill()
    await week.marker().sweep()
    assert not await week.node.store.vacations.listed()

    week.let_pass(2)
    await week.node.keeper.act(RoomCommand(ROOM, cmd.Play(Point(3)), BOB, CommandKey("three")))
    room = await week.room()
    assert room.game.tokens == ("A1", "B1", "C1", "D1", "E1")
    answers = [event for event in await week.events(ROOM, ev.Moved) if event.seat == 0]
    assert {event.remaining[0] for event in answers} == {Millis(3 * DAY)}
    week.let_pass(4)
    await week.node.keeper.tick(ROOM)
    assert (await week.room()).status is ev.Status.FINISHED
