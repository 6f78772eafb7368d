"""Block lists in memory: as new as the store's, whatever comes late."""

import asyncio

import pytest

from pente_core.identity import PlayerId
from pente_server.live.people import player_queue
from pente_server.live.people.block_lists import BlockLists
from pente_server.store import StoreUnavailable
from tests.support.waiting import until

ANN, BOB, CAT = (PlayerId(digit * 32) for digit in "abc")


class Accounts:
    """A store whose answers come when the test lets them. Mutable."""

    def __init__(self) -> None:
        self.list: frozenset[PlayerId] = frozenset()
        self.failures = 0
        self.gates: list[asyncio.Event] = []

    async def blocked(self, _: PlayerId) -> frozenset[PlayerId]:
        read = self.list
        if self.failures:
            self.failures -= 1
            raise StoreUnavailable("away")
        if self.gates:
            await self.gates.pop(0).wait()
        return read


@pytest.fixture
def accounts() -> Accounts:
    return Accounts()


@pytest.fixture
def lists(accounts: Accounts) -> BlockLists:
    return BlockLists(accounts)  # type: ignore[arg-type]


async def test_a_reading_that_is_overtaken_does_not_count(accounts: Accounts, lists: BlockLists) -> None:
    gate = asyncio.Event()
    accounts.gates.append(gate)
    late = asyncio.ensure_future(lists.load(ANN))
    await asyncio.sleep(0)
    accounts.list = frozenset({BOB})
    await lists.load(ANN)
    gate.set()
    await late
    assert lists.of(ANN) == {BOB}


async def test_a_change_elsewhere_is_read_again(accounts: Accounts, lists: BlockLists) -> None:
    await lists.load(ANN)
    accounts.list = frozenset({BOB})
    lists.changed_elsewhere(ANN)
    await lists.outdated.work_off()
    assert lists.of(ANN) == {BOB}


async def test_but_not_for_a_player_who_is_not_here_or_has_left_meanwhile(
    accounts: Accounts, lists: BlockLists
) -> None:
    accounts.list = frozenset({BOB})
    lists.changed_elsewhere(CAT)
    await lists.load(ANN)
    lists.changed_elsewhere(ANN)
    gate = asyncio.Event()
    accounts.gates.append(gate)
    reading = asyncio.ensure_future(lists.outdated.work_off())
    await asyncio.sleep(0)
    lists.forget(ANN)
    gate.set()
    await reading
    assert not lists.of(ANN)
    assert not lists.of(CAT)


async def test_a_store_that_is_away_is_asked_again(
    accounts: Accounts, lists: BlockLists, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_queue, "RETRY_AFTER", 0.0)
    await lists.load(ANN)
    work = asyncio.ensure_future(lists.outdated.run())
    accounts.list, accounts.failures = frozenset({BOB}), 3
    lists.changed_elsewhere(ANN)
    await until(lambda: BOB in lists.of(ANN))
    work.cancel()
    await asyncio.wait({work})
