"""Which rooms a node hears of: those with listeners, from the first to the last."""

import asyncio

import pytest

from pente_core.identity import RoomId
from pente_core.room import Reason, Refused, Room
from pente_core.room import events as ev
from pente_server.rooms.keeper import RoomToShow
from pente_server.store import LostWakeups, RoomWakeup, StoreUnavailable
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.server.rooms.test_keeper import ALICE, ROOM, Scene


class Slow(MemoryStore):
    """A store that confirms subscriptions when it is let. Mutable."""

    def __init__(self, memory: MemoryDatabase) -> None:
        super().__init__(memory)
        self.asked, self.let_go = asyncio.Event(), asyncio.Event()
        self.count = 0

    async def subscribe(self, room: RoomId) -> None:
        self.count += 1
        self.asked.set()
        await self.let_go.wait()
        await super().subscribe(room)


@pytest.fixture
async def here() -> Scene:
    """A node where a game has begun."""
    scene = Scene(MemoryDatabase())
    await scene.game()
    return scene


@pytest.fixture
def there(here: Scene) -> Scene:
    """Another node, where nobody has looked at the game yet."""
    scene = Scene(store=Slow(here.store._memory))
    scene.wanted = False
    return scene


def slow(scene: Scene) -> Slow:
    assert isinstance(scene.store, Slow)
    return scene.store


async def watched(scene: Scene) -> int:
    """Begin to watch; returns the version that is shown."""
    shown: list[Room] = []

    def begin(shown_room: RoomToShow) -> None:
        scene.wanted = True
        shown.append(shown_room.room)

    await scene.keeper.show(ROOM, None, begin)
    return shown[0].version


async def test_what_is_committed_until_the_subscription_is_confirmed_is_shown(
    here: Scene, there: Scene
) -> None:
    watching = asyncio.create_task(watched(there))
    await slow(there).asked.wait()
    version = await here.play(ALICE, 0)
    slow(there).let_go.set()

    assert await watching == version


async def test_what_is_committed_after_it_is_told(here: Scene, there: Scene) -> None:
    wakeups = there.store.wakeups()
    assert await anext(wakeups) == LostWakeups()
    slow(there).let_go.set()
    shown = await watched(there)
    await here.play(ALICE, 0)
    wakeup = await anext(wakeups)
    await wakeups.aclose()
    assert isinstance(wakeup, RoomWakeup)
    await there.keeper.follower.handle_wakeup(wakeup)

    assert wakeup.first == shown + 1
    assert [type(event) for event in there.told_events] == [ev.Moved]


async def test_a_room_is_subscribed_to_once_until_its_last_listener_is_gone(
    here: Scene, there: Scene
) -> None:
    slow(there).let_go.set()
    await watched(there)
    await watched(there)
    await there.play(ALICE, 0)
    assert there.store.subscribed == {ROOM}
    there.wanted = False
    there.keeper.release(ROOM)

    assert slow(there).count == 1
    assert there.store.subscribed == set()
    await watched(there)
    assert there.store.subscribed == {ROOM}


async def test_rooms_without_listeners_are_not_subscribed_to(here: Scene, there: Scene) -> None:
    await there.play(ALICE, 0)
    await there.keeper.current(ROOM)
    await there.keeper.tick(ROOM)

    assert slow(there).count == 0


async def test_who_may_not_watch_leaves_no_subscription(here: Scene, there: Scene) -> None:
    def refuse(_: RoomToShow) -> None:
        raise Refused(Reason.NOT_INVITED)

    slow(there).let_go.set()
    with pytest.raises(Refused):
        await there.keeper.show(ROOM, None, refuse)

    assert slow(there).count == 1
    assert there.store.subscribed == set()


async def test_a_room_that_cannot_be_subscribed_to_is_not_shown(
    here: Scene, there: Scene, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(store: MemoryStore, room: RoomId) -> None:
        raise StoreUnavailable("away")

    with monkeypatch.context() as patched:
        patched.setattr(Slow, "subscribe", fail)
        with pytest.raises(StoreUnavailable):
            await watched(there)
    assert not there.wanted
    assert len(there.keeper) == 0
    slow(there).let_go.set()
    version = await here.play(ALICE, 0)
    assert await watched(there) == version


async def test_rooms_of_another_store_are_unsubscribed_from(here: Scene, there: Scene) -> None:
    slow(there).let_go.set()
    await watched(there)
    there.keeper.forget()

    assert there.store.subscribed == set()


async def test_a_room_that_is_forgotten_while_it_is_subscribed_to_leaves_no_subscription(
    here: Scene, there: Scene
) -> None:
    watching = asyncio.create_task(watched(there))
    await slow(there).asked.wait()
    there.keeper.forget()
    slow(there).let_go.set()
    await watching

    assert there.store.subscribed == set()
