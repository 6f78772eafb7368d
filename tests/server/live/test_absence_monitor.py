"""The absence monitor alone, at moments that are arguments."""

from typing import Any, cast

import pytest

from pente_core.clock.clock import Unlimited, parse_time_control
from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, RoomId
from pente_core.room import Options, Reason, Refused, Room, apply, create, decide, replay
from pente_core.room import commands as cmd
from pente_core.rules.ruleset import RULESETS
from pente_core.value import replace
from pente_protocol.codec import encode_summary
from pente_protocol.messages.lists import RoomSummary
from pente_server.live.presence import absence_monitor
from pente_server.live.presence.absence_monitor import AWAY_AFTER, AbsenceMonitor
from pente_server.live.room_lists.room_directory import RoomDirectory
from pente_server.rooms.command_decider import RoomCommand
from pente_server.rooms.keeper import Keeper
from pente_server.rooms.room_listing import listing_of
from pente_server.store import StoreUnavailable
from pente_server.store.memory.store import MemoryStore
from tests.server.live.test_lobby import ALICE, BOB, a_room

ROOM = RoomId("the-room")
WAITING, PLAYING = (
    replace(a_room(ROOM, *seats), time=parse_time_control("5+3")) for seats in ((ALICE, None), (ALICE, BOB))
)


class Scene:
    """An absence monitor, and a keeper that takes down what it is asked, and may do something else first."""

    def __init__(self) -> None:
        self.now = 0.0
        self.here: set[PlayerId] = set()
        self.asked: list[cmd.Command] = []
        self.problem: Exception | None = None
        self.meanwhile: RoomSummary | None = None
        self.store = MemoryStore()
        directory = RoomDirectory(self.store.room_lists, lambda *_: False, lambda: Instant(0))
        keeper = cast(Keeper, self)
        self.absence_monitor = AbsenceMonitor(
            keeper, directory, lambda _, player: player in self.here, lambda *_: False, lambda: self.now
        )

    def known(self, _: RoomId) -> Room | None:
        """No room is in memory."""
        return None

    def put(self, room: RoomSummary, *, is_told: bool = True) -> None:
        """The store has a room now, and the monitor is told so."""
        data = self.store._memory.rooms
        data.live[room.id] = encode_summary(room)
        data.list(room.id, data.live[room.id], listing_of(room))
        if is_told:
            self.absence_monitor.check_room(room)

    async def act(self, asked: RoomCommand) -> int:
        self.asked.append(asked.command)
        if self.meanwhile is not None:
            self.put(self.meanwhile)
        if self.problem is not None:
            raise self.problem
        return 3

    async def after(self, seconds: float) -> list[cmd.Command]:
        """What the room was told by then."""
        self.now += seconds
        await self.absence_monitor.update_rooms()
        asked, self.asked = self.asked, []
        return asked


@pytest.fixture
def scene() -> Scene:
    return Scene()


async def test_who_went_away_before_the_game_began_is_not_waited_for_longer(scene: Scene) -> None:
    scene.put(WAITING)
    scene.here = {BOB.id}
    assert await scene.after(AWAY_AFTER - 1) == []
    scene.put(PLAYING)

    assert await scene.after(1) == [cmd.MarkAbsent(0)]
    assert await scene.after(1000) == []


@pytest.mark.parametrize(
    "options", [{}, {"invited": (BOB,)}, {"options": Options(private=True)}, {"time": Unlimited()}]
)
async def test_a_host_who_leaves_a_waiting_room_is_missed(scene: Scene, options: dict[str, Any]) -> None:
    scene.put(replace(WAITING, **options))
    assert await scene.after(AWAY_AFTER - 1) == []
    assert await scene.after(1) == [cmd.MarkAbsent(0)]


async def test_a_room_for_correspondence_misses_nobody(scene: Scene) -> None:
    scene.put(replace(WAITING, time=parse_time_control("3d/move")))
    assert await scene.after(1000) == []


async def test_who_is_known_to_be_away_is_not_missed_again(scene: Scene) -> None:
    scene.put(replace(WAITING, away=(0,)))
    assert await scene.after(1000) == []
    assert len(scene.absence_monitor) == 0


async def test_a_game_that_begins_as_a_player_is_missed_misses_them_too(scene: Scene) -> None:
    scene.put(WAITING)
    scene.here = {BOB.id}
    scene.meanwhile, scene.problem = PLAYING, Refused(Reason.NOTHING_DUE)

    assert await scene.after(AWAY_AFTER) == [cmd.MarkAbsent(0)]
    assert await scene.after(AWAY_AFTER) == [cmd.MarkAbsent(0)]


async def test_who_could_not_be_called_is_called_again(scene: Scene) -> None:
    scene.put(PLAYING)
    scene.here = {BOB.id}
    scene.problem = StoreUnavailable("not now")
    with pytest.raises(StoreUnavailable):
        await scene.after(AWAY_AFTER)
    scene.problem = None

    assert await scene.after(0.5) == [cmd.MarkAbsent(0), cmd.MarkAbsent(0)]
    assert len(scene.absence_monitor) == 0


async def test_who_leaves_is_missed_from_then_on(scene: Scene) -> None:
    scene.here = {ALICE.id, BOB.id}
    scene.put(PLAYING)
    assert await scene.after(1000) == []
    scene.here = {BOB.id}
    scene.absence_monitor.check_presence(ROOM)
    assert await scene.after(AWAY_AFTER - 1) == []
    assert await scene.after(1) == [cmd.MarkAbsent(0)]


async def test_rooms_from_before_the_start_are_checked_a_page_at_a_time(
    scene: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(absence_monitor, "MOST_MISSING", 10)
    rooms = [replace(PLAYING, id=RoomId(f"room-{number:04}")) for number in range(250)]
    for room in rooms:
        scene.put(room, is_told=False)
    absent = 0
    for _ in range(3):
        assert await scene.after(0) == []
        assert 0 < len(scene.absence_monitor) <= 200
        absent += len(await scene.after(AWAY_AFTER))
    assert await scene.after(0) == []
    assert absent + len(await scene.after(AWAY_AFTER)) == 2 * len(rooms)


async def test_a_sweep_begins_again(scene: Scene) -> None:
    await scene.after(0)
    scene.put(PLAYING, is_told=False)
    assert await scene.after(AWAY_AFTER) == []
    scene.absence_monitor.sweep()
    await scene.after(0)
    assert await scene.after(AWAY_AFTER) == [cmd.MarkAbsent(0), cmd.MarkAbsent(1)]


def missing_bob() -> Room:
    """A game in which Bob is away."""
    control = parse_time_control("5+3")
    room = replay(create(RULESETS["freestyle"], control, by=ALICE, now=Instant(0), seat=0))
    for command, by in ((cmd.Join(), BOB), (cmd.MarkAbsent(1), None)):
        for event in decide(room, command, by=by, now=Instant(1)):
            room = apply(room, event)
    return room


class WaitingScene(Scene):
    """A room in memory in which Bob is away, and is connected again. He may return once more meanwhile."""

    def __init__(self) -> None:
        super().__init__()
        self.here = {BOB.id}
        self.returns_again = False
        self.absence_monitor.check_presence(ROOM)

    def known(self, _: RoomId) -> Room:
        return missing_bob()

    async def act(self, asked: RoomCommand) -> int:
        if self.returns_again:
            self.returns_again = False
            self.absence_monitor.check_presence(ROOM)
        return await super().act(asked)


async def test_who_returns_again_while_it_is_noted_is_noted_again() -> None:
    scene = WaitingScene()
    scene.returns_again = True
    assert await scene.after(0.5) == [cmd.MarkPresent(1)]
    assert await scene.after(0.5) == [cmd.MarkPresent(1)]
    assert await scene.after(0.5) == []


async def test_whose_return_could_not_be_noted_is_noted_later() -> None:
    scene = WaitingScene()
    scene.problem = StoreUnavailable("not now")
    with pytest.raises(StoreUnavailable):
        await scene.after(0.5)
    scene.problem = None
    assert await scene.after(0.5) == [cmd.MarkPresent(1), cmd.MarkPresent(1)]
