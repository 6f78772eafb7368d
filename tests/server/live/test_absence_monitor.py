"""The absence monitor alone, at moments that are arguments."""

from typing import cast

import pytest

from pente_core.clock.clock import parse_time_control
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import Command, Leave, MarkAbsent, Reason, Refused
from pente_core.value import replace
from pente_protocol.messages import (
    RoomSummary,
)
from pente_server.live.absence_monitor import AWAY_AFTER, GIVEN_UP_AFTER, AbsenceMonitor
from pente_server.live.lobby import Lobby
from pente_server.rooms.keeper import Keeper
from pente_server.store import StoreUnavailable
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
        self.asked: list[Command] = []
        self.problem: Exception | None = None
        self.meanwhile: RoomSummary | None = None
        self.lobby = Lobby(lambda _: None, lambda room, _: self.absence_monitor.check(room))
        keeper = cast(Keeper, self)
        self.absence_monitor = AbsenceMonitor(
            keeper, self.lobby, lambda _, player: player in self.here, lambda *_: False, lambda: self.now
        )

    async def act(self, room_id: RoomId, command: Command, *, by: Identity | None) -> int:
        self.asked.append(command)
        if self.meanwhile is not None:
            self.lobby.put(self.meanwhile, 2)
        if self.problem is not None:
            raise self.problem
        return 3

    async def after(self, seconds: float) -> list[Command]:
        """What the room was told by then."""
        self.now += seconds
        await self.absence_monitor.update_rooms()
        asked, self.asked = self.asked, []
        return asked


@pytest.fixture
def scene() -> Scene:
    return Scene()


async def test_who_went_away_before_the_game_began_is_not_waited_for_longer(scene: Scene) -> None:
    scene.lobby.put(WAITING, 1)
    scene.here = {BOB.id}
    assert await scene.after(10) == []
    scene.lobby.put(PLAYING, 2)

    assert await scene.after(AWAY_AFTER - 1) == []
    assert await scene.after(1) == [MarkAbsent(0)]
    assert await scene.after(1000) == []


async def test_a_game_that_begins_as_its_room_is_given_up_misses_its_player(scene: Scene) -> None:
    scene.lobby.put(WAITING, 1)
    scene.here = {BOB.id}
    scene.meanwhile, scene.problem = PLAYING, Refused(Reason.STARTED)

    assert await scene.after(GIVEN_UP_AFTER) == [Leave()]
    assert await scene.after(AWAY_AFTER) == [MarkAbsent(0)]


async def test_who_could_not_be_called_is_called_again(scene: Scene) -> None:
    scene.lobby.put(PLAYING, 1)
    scene.here = {BOB.id}
    scene.problem = StoreUnavailable("not now")
    with pytest.raises(StoreUnavailable):
        await scene.after(AWAY_AFTER)
    scene.problem = None

    assert await scene.after(0.5) == [MarkAbsent(0), MarkAbsent(0)]
    assert len(scene.absence_monitor) == 0
