"""The marker of vacations: one worker, however often players change them."""

import asyncio
from collections.abc import Sequence

import pytest

from pente_core.clock.clock import parse_time_control
from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, PlayerKind
from pente_core.room import commands as cmd
from pente_core.room import create
from pente_core.room import events as ev
from pente_core.rules.ruleset import RULESETS
from pente_protocol.messages.lists import RoomSummary
from pente_server.background import end_all
from pente_server.rooms.command_decider import RoomCommand
from pente_server.rooms.loaded.room_log import CommandKey
from pente_server.rooms.observer import Advance
from pente_server.rooms.room_listing import room_summary
from pente_server.rooms.vacations import VacationMarker
from pente_server.store import Account, StoreUnavailable
from pente_server.store.accounts.vacation import taken
from pente_server.store.memory.store import MemoryStore
from pente_server.store.memory.vacations import MemoryVacations
from tests.server.rooms.test_keeper import ALICE, BOB, ROOM, Scene
from tests.support.waiting import until as until_so

DAY = 24 * 60 * 60 * 1000


class SlowKeeper:
    """A keeper whose commands take until it may go on. Mutable."""

    def __init__(self) -> None:
        self.go_on = asyncio.Event()
        self.asked: list[Instant] = []
        self.running = self.most_running = 0
        self.failures = 0

    async def act(self, asked: RoomCommand) -> int:
        assert isinstance(asked.command, cmd.MarkVacation)
        self.asked.append(asked.command.until)
        self.running += 1
        self.most_running = max(self.most_running, self.running)
        await self.go_on.wait()
        self.running -= 1
        if self.failures:
            self.failures -= 1
            raise StoreUnavailable("it is away")
        return 1


class MarkingScene(Scene):
    """A keeper whose observer is a marker of vacations as well."""

    def __init__(self) -> None:
        super().__init__()
        self.marker = VacationMarker(self.store, self.keeper, self._rooms_of, lambda: self.now)

    def advanced(self, advance: Advance) -> None:
        super().advanced(advance)
        self.marker.advanced(advance)

    async def _rooms_of(self, _player: PlayerId) -> Sequence[RoomSummary]:
        return ()


async def correspondence(scene: Scene) -> None:
    opened = create(RULESETS["freestyle"], parse_time_control("3d/move"), by=ALICE, now=scene.now, seat=0)
    await scene.keeper.create(ROOM, opened, "open")
    await scene.keeper.act(RoomCommand(ROOM, cmd.Join(), BOB, CommandKey("join")))


async def a_marker(keeper: SlowKeeper) -> VacationMarker:
    """A marker for a game of everybody."""
    scene = Scene()
    await correspondence(scene)
    summary = room_summary(ROOM, await scene.keeper.current(ROOM))

    async def rooms_of(_player: PlayerId) -> Sequence[RoomSummary]:
        return [summary]

    return VacationMarker(MemoryStore(), keeper, rooms_of, lambda: scene.now)


class TestChanges:
    async def test_of_many_changes_only_the_last_is_marked_by_one_worker(self) -> None:
        keeper = SlowKeeper()
        marker = await a_marker(keeper)
        running = asyncio.create_task(marker.run())
        marker.changed(BOB.id, Instant(1))
        await until_so(lambda: keeper.asked == [Instant(1)])
        for moment in range(2, 100):
            marker.changed(BOB.id, Instant(moment))
        keeper.go_on.set()
        await until_so(lambda: Instant(99) in keeper.asked)
        assert keeper.asked == [Instant(1), Instant(99)]
        assert keeper.most_running == 1
        await end_all([running])

    async def test_what_the_store_did_not_take_is_marked_later_unless_changed(self) -> None:
        keeper = SlowKeeper()
        keeper.failures = 1
        marker = await a_marker(keeper)
        marker.changed(BOB.id, Instant(1))
        work = asyncio.create_task(marker.work_off())
        await until_so(lambda: keeper.running == 1)
        marker.changed(BOB.id, Instant(2))
        keeper.go_on.set()
        with pytest.raises(StoreUnavailable):
            await work
        await marker.work_off()
        assert keeper.asked == [Instant(1), Instant(2)]


async def test_a_game_that_begins_costs_its_players_and_not_the_list(monkeypatch: pytest.MonkeyPatch) -> None:
    scene = MarkingScene()
    await scene.store.accounts.open(Account(BOB.id, "bob", PlayerKind.PERSON))
    after = taken((), 3, scene.now)
    assert await scene.store.vacations.change(BOB.id, (), after)

    async def listed(_store: MemoryVacations) -> Sequence[tuple[PlayerId, Instant]]:
        pytest.fail("the whole list was read")

    monkeypatch.setattr(MemoryVacations, "listed", listed)
    await correspondence(scene)
    await scene.marker.work_off()
    started = [event for event in scene.told_events if isinstance(event, ev.VacationStarted)]
    assert [event.until for event in started] == [after[-1].until]
