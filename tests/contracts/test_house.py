"""The lease of the house and the accounts of its bots: what every store keeps to."""

from dataclasses import replace
from secrets import token_hex

import pytest

from pente_core.identity import PlayerId, PlayerKind
from pente_server.store import Account, Store
from pente_server.store.house_store import Hold, LeaseHolder
from tests.contracts.accounts.devices import a_device
from tests.contracts.store_opener import OpenStore

pytestmark = pytest.mark.asyncio(loop_scope="module")

ONE, OTHER = LeaseHolder("one"), LeaseHolder("other")


class TestLease:
    async def test_one_node_has_the_lease_and_renews_it(self, place: OpenStore) -> None:
        one, other = await place(), await place()
        assert await one.house.hold(ONE) is Hold.TAKEN
        assert await other.house.hold(OTHER) is Hold.ELSEWHERE
        assert await one.house.hold(ONE) is Hold.RENEWED
        assert await other.house.hold(OTHER) is Hold.ELSEWHERE

    async def test_another_node_has_it_after_a_release(self, store: Store) -> None:
        await store.house.hold(ONE)
        await store.house.release(ONE)
        assert await store.house.hold(OTHER) is Hold.TAKEN
        assert await store.house.hold(ONE) is Hold.ELSEWHERE

    async def test_nobody_releases_the_lease_of_another(self, store: Store) -> None:
        await store.house.hold(ONE)
        await store.house.release(OTHER)
        assert await store.house.hold(OTHER) is Hold.ELSEWHERE
        await store.house.release(ONE)
        await store.house.release(ONE)

    async def test_a_lease_that_is_not_renewed_ends(
        self, store: Store, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for module in ("memory.house", "redis.house"):
            monkeypatch.setattr(f"pente_server.store.{module}.LEASE_KEPT", 1)
        await store.house.hold(ONE)
        while await store.house.hold(OTHER) is Hold.ELSEWHERE:
            pass
        while await store.house.hold(ONE) is not Hold.TAKEN:
            pass


def an_account(name: str) -> Account:
    return Account(PlayerId(token_hex(16)), name, PlayerKind.BOT)


class TestReservedAccounts:
    async def test_a_reserved_account_has_its_name_and_no_device(self, store: Store) -> None:
        account = an_account("random-bot")
        assert await store.accounts.reserve(account)
        assert await store.accounts.reserve(account)
        found = await store.accounts.find("Random-Bot")
        assert found == replace(account, is_of_house=True)
        assert not await store.accounts.open(an_account("RANDOM-BOT"))

    async def test_an_account_loses_its_devices_when_it_is_reserved(self, store: Store) -> None:
        account = replace(an_account("random-bot"), devices=(a_device(),))
        await store.accounts.open(account)
        assert await store.accounts.reserve(account)
        assert await store.accounts.account(account.id) == replace(account, is_of_house=True, devices=())

    async def test_the_name_of_another_is_not_reserved(self, store: Store) -> None:
        account = an_account("random-bot")
        await store.accounts.open(account)
        assert not await store.accounts.reserve(an_account("Random-bot"))
        assert await store.accounts.find("random-bot") == account
