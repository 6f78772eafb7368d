"""Vacations: what every store keeps to."""

import pytest

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, PlayerKind
from pente_server.store import Account, Store
from pente_server.store.accounts.vacation import Vacation
from tests.contracts.store_opener import OpenStore

pytestmark = pytest.mark.asyncio(loop_scope="module")

ANNA = PlayerId("0" * 31 + "a")
FIRST = (Vacation(Instant(1_700_000_000_000), Instant(1_700_600_000_000)),)
SECOND = (*FIRST, Vacation(Instant(1_701_000_000_000), Instant(1_701_100_000_001)))


async def an_account(store: Store) -> None:
    assert await store.accounts.open(Account(ANNA, "anna", PlayerKind.PERSON))


async def test_vacations_are_kept_with_the_account_and_listed_at_all_nodes(place: OpenStore) -> None:
    one, other = await place(), await place()
    await an_account(one)
    assert await one.vacations.change(ANNA, (), FIRST)
    account = await other.accounts.account(ANNA)
    assert account is not None
    assert account.vacations == FIRST
    assert await other.vacations.listed() == [(ANNA, FIRST[-1].until)]


async def test_a_change_of_what_is_no_longer_so_is_none(store: Store) -> None:
    await an_account(store)
    assert await store.vacations.change(ANNA, (), FIRST)
    assert not await store.vacations.change(ANNA, (), SECOND)
    assert await store.vacations.change(ANNA, FIRST, SECOND)
    assert await store.vacations.listed() == [(ANNA, SECOND[-1].until)]


async def test_nobody_is_settled_by_somebody_who_knows_less(store: Store) -> None:
    await an_account(store)
    await store.vacations.change(ANNA, (), FIRST)
    await store.vacations.change(ANNA, FIRST, SECOND)
    await store.vacations.settled(ANNA, FIRST[-1].until)
    assert await store.vacations.listed() == [(ANNA, SECOND[-1].until)]
    for _ in range(2):
        await store.vacations.settled(ANNA, SECOND[-1].until)
        assert await store.vacations.listed() == []


async def test_accounts_that_are_not_there_have_no_vacations(store: Store) -> None:
    assert not await store.vacations.change(ANNA, (), FIRST)
    await an_account(store)
    await store.vacations.change(ANNA, (), FIRST)
    await store.accounts.delete(ANNA, "anna")
    assert not await store.vacations.change(ANNA, FIRST, SECOND)


async def test_a_restored_account_is_listed(store: Store) -> None:
    account = Account(ANNA, "anna", PlayerKind.PERSON, vacations=FIRST)
    assert await store.accounts.open(account)
    assert await store.vacations.listed() == [(ANNA, FIRST[-1].until)]
