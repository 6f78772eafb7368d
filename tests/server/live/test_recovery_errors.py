"""The recovery of a node that fails: it is tried again until it succeeds."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

import pytest

from pente_core.identity import PlayerId
from pente_protocol.messages.lists import RoomSummary
from pente_server.access.loaded_identity import LoadedIdentity
from pente_server.heartbeat.problems import Problems
from pente_server.live import store_recovery
from pente_server.live.lobby import Lobby
from pente_server.live.people.block_lists import BlockLists
from pente_server.live.room_lists.own_rooms import OwnRooms
from pente_server.live.store_recovery import LossMonitor, StoreRecovery
from pente_server.rooms.keeper import Keeper
from pente_server.rooms.observer import Observers
from pente_server.store import DamagedKey, ProblemCode, StoreUnavailable
from pente_server.store.memory.store import MemoryStore
from tests.support.waiting import until

ANN, BOB = PlayerId("a" * 32), PlayerId("b" * 32)


class Failing:
    """A part that can't read its rooms at first. Mutable."""

    def __init__(self, *errors: Exception) -> None:
        self.errors = list(errors)

    async def refresh(self) -> None:
        if self.errors:
            raise self.errors.pop(0)


async def none() -> None:
    return None


async def no_rooms(_: PlayerId) -> Sequence[RoomSummary]:
    return ()


def a_recovery(
    store: MemoryStore,
    problems: Problems,
    lists: BlockLists | None = None,
    refresh: Callable[[], Awaitable[None]] = none,
) -> StoreRecovery:
    lobby = Lobby(OwnRooms(no_rooms))
    keeper = Keeper(store, Observers(), is_wanted=lambda _: True, now=store._memory.now)
    return StoreRecovery(
        store,
        lobby,
        keeper.follower,
        problems,
        block_lists=lists or BlockLists(store.accounts),
        refresh=refresh,
        load_identity=LoadedIdentity(store.server_identity).load,
        forget=keeper.forget,
        losses=LossMonitor(store, problems, store._memory.now, lambda _: False),
    )


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_recovery, "RETRY_AFTER", 0.01)


async def restarted(recovery: StoreRecovery) -> None:
    """Run it as a node does: again after every error."""
    while True:
        with suppress(ValueError):
            await recovery.run()


@pytest.mark.parametrize(
    "error", [StoreUnavailable("away"), DamagedKey("its id"), ValueError("a bug")], ids=str
)
async def test_a_replaced_store_is_over_however_the_first_attempt_fails(error: Exception) -> None:
    part, problems = Failing(error), Problems()
    problems.report(ProblemCode.REPLACED, "another store")
    recovery = a_recovery(MemoryStore(), problems, refresh=part.refresh)
    running = asyncio.create_task(restarted(recovery))

    recovery.start_over()

    await until(lambda: not problems.are_there)
    assert part.errors == []
    running.cancel()


async def test_block_lists_are_read_again_from_an_adopted_store() -> None:
    store, problems = MemoryStore(), Problems()
    lists = BlockLists(store.accounts)
    await lists.load(ANN)
    await store.accounts.block(ANN, BOB)
    assert lists.of(ANN) == frozenset()

    recovery = a_recovery(store, problems, lists)
    problems.report(ProblemCode.REPLACED, "another store")
    running = asyncio.create_task(recovery.run())

    recovery.start_over()

    await until(lambda: not problems.are_there)
    assert lists.of(ANN) == {BOB}
    running.cancel()
