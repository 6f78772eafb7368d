"""Commits that come late: nothing is decided on old news, and nothing stays untold."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field

import pytest

from pente_core.clock.clock import Fischer
from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.room import Room, create
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_core.rules.ruleset import RULESETS
from pente_protocol.messages.checkpoint import Checkpoint
from pente_server.rooms.command_decider import RoomCommand
from pente_server.rooms.keeper import Keeper
from pente_server.rooms.loaded.room_log import CommandKey
from pente_server.rooms.observer import Advance, Observers, RoomObserver
from pente_server.rooms.outages import OutageCredits
from pente_server.store import Commit, CommitResult, Outage, StoreUnavailable
from pente_server.store.memory.store import MemoryStore
from tests.support.waiting import until

ROOM = RoomId("room-under-test")
HOST, GUEST = (Identity(PlayerId(letter * 32), letter) for letter in "ab")
SECOND = Millis(1000)


@dataclass
class Recording(RoomObserver):
    """An observer that keeps what it hears. Mutable."""

    heard: list[ev.Event] = field(default_factory=list)

    def advanced(self, advance: Advance) -> None:
        self.heard += advance.events

    def rolled_back(self, room_id: RoomId, room: Room, checkpoint: Checkpoint) -> None:
        raise AssertionError


def everybody(_: RoomId) -> bool:
    """Every room is wanted."""
    return True


class LateStore(MemoryStore):
    """A store that can be away, and then carries out later what it did not answer. Mutable."""

    def __init__(self) -> None:
        super().__init__()
        self.is_away = False
        self.waiting: list[Commit] = []

    def write(self, change: Commit) -> CommitResult:
        if not self.is_away:
            return super().write(change)
        self.waiting.append(change)
        raise StoreUnavailable("the store does not answer")

    def deliver(self) -> None:
        """Carry out what waits."""
        for change in self.waiting:
            super().write(change)


class Place:
    """A keeper, and all that it depends on. Mutable."""

    def __init__(self) -> None:
        self.now = Instant(0)
        self.is_serving = True
        self.store = LateStore()
        self.recording = Recording()
        self.keeper = Keeper(
            self.store,
            self.recording,
            is_wanted=everybody,
            now=lambda: self.now,
            is_serving=lambda: self.is_serving,
        )

    async def begin(self) -> None:
        """Open a room with a minute for each, and sit down."""
        minute = Fischer(Millis(60_000))
        events = create(RULESETS["freestyle"], minute, by=HOST, now=self.now)
        await self.keeper.create(ROOM, events, "create-it")
        await self.keeper.act(RoomCommand(ROOM, cmd.Join(), GUEST, CommandKey("sit-down")))


@pytest.fixture
async def place() -> Place:
    place = Place()
    await place.begin()
    return place


async def test_a_flag_does_not_fall_on_a_node_that_does_not_serve(place: Place) -> None:
    version = (await place.keeper.current(ROOM)).version
    place.now, place.is_serving = Instant(100_000), False
    with pytest.raises(StoreUnavailable):
        await place.keeper.act(RoomCommand(ROOM, cmd.Play(Point(0)), HOST, CommandKey("too-late")))
    with pytest.raises(StoreUnavailable):
        await place.keeper.tick(ROOM)
    assert (await place.keeper.current(ROOM)).version == version


async def test_a_node_that_has_stopped_serving_decides_nothing_again(place: Place) -> None:
    # Given another node that was faster, and an outage while the store was asked
    stale = place.keeper.known(ROOM)
    other = Keeper(place.store, Observers(), is_wanted=everybody, now=lambda: place.now)
    await other.act(RoomCommand(ROOM, cmd.Say("hello"), GUEST, CommandKey("say-hello")))
    write = place.store.write

    def slow(change: Commit) -> CommitResult:
        place.now, place.is_serving = Instant(100_000), False
        return write(change)

    place.store.write = slow  # type: ignore[method-assign]
    # When a move conflicts with what that node has done
    with pytest.raises(StoreUnavailable):
        await place.keeper.act(RoomCommand(ROOM, cmd.Play(Point(0)), HOST, CommandKey("a-move")))
    # Then nobody has lost on time
    assert stale is not None
    assert (await place.keeper.current(ROOM)).version == stale.version + 1


async def test_what_is_delivered_late_is_told(place: Place) -> None:
    place.store.is_away = True
    with pytest.raises(StoreUnavailable):
        await place.keeper.act(RoomCommand(ROOM, cmd.Play(Point(0)), HOST, CommandKey("a-move")))
    heard = len(place.recording.heard)
    await place.keeper.follower.check_unconfirmed()
    assert len(place.recording.heard) == heard
    place.store.deliver()
    place.now = later(place.now, SECOND)
    await place.keeper.follower.check_unconfirmed()
    assert len(place.recording.heard) == heard + 1


async def test_it_is_not_looked_for_for_ever(place: Place) -> None:
    place.store.is_away = True
    with pytest.raises(StoreUnavailable):
        await place.keeper.act(RoomCommand(ROOM, cmd.Play(Point(0)), HOST, CommandKey("a-move")))
    reads = 0
    read = place.store.read

    async def counted(room: RoomId, since: int) -> Sequence[bytes]:
        nonlocal reads
        reads += 1
        return await read(room, since)

    place.store.read = counted  # type: ignore[method-assign]
    for _ in range(1000):
        await place.keeper.follower.check_unconfirmed()
        place.now = later(place.now, SECOND)
    assert reads == 5


async def paid(outages: OutageCredits) -> None:
    """Make everything good that is owed, in no room at all."""

    async def in_no_room() -> None:
        """There is none."""

    paying = asyncio.create_task(outages.apply(in_no_room))
    await until(lambda: not outages.pending)
    paying.cancel()


async def test_a_game_that_began_in_an_outage_and_was_delivered_after_it_is_forgiven() -> None:
    # Given a game whose first clock started just before an outage, recorded once that had been made good
    outage = Outage(Instant(100), Instant(100_000))
    outages = OutageCredits(MemoryStore())
    outages.record([outage])
    await paid(outages)
    place = Place()
    await place.begin()
    # When the clock is looked at
    place.now = Instant(100_500)
    keeper = Keeper(
        place.store, Observers(), is_wanted=everybody, now=lambda: place.now, outages=outages.known
    )
    await keeper.tick(ROOM)
    # Then nobody has lost, and there is time to return
    room = await keeper.current(ROOM)
    assert room.to_act == 0
    assert room.clock.since > place.now


async def test_an_outage_is_not_remembered_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pente_server.rooms.outages.REMEMBERED_FOR", 0.0)
    outages = OutageCredits(MemoryStore())
    outages.record([Outage(Instant(100), Instant(100_000))])
    await paid(outages)
    await until(lambda: not outages.known())
