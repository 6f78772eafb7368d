"""The devices of accounts and the codes that add one: what every store keeps to."""

import asyncio
from dataclasses import replace
from secrets import token_hex

import pytest

from pente_core.clock.instant import Instant, Millis
from pente_protocol.messages.base import Right
from pente_server.store import Account, Store
from pente_server.store.accounts.account import MOST_DEVICES, Device
from pente_server.store.accounts.device_store import MOST_GUESSES, DeviceChange, LinkOffer
from tests.contracts.accounts.devices import a_device, an_account
from tests.contracts.store_opener import OpenStore

pytestmark = pytest.mark.asyncio(loop_scope="module")

LAPTOP = a_device("laptop", 1_000)
PHONE = a_device("phone", 2_000)
BOT = a_device("bot", 3_000, right=Right.PLAY)
SOON = Millis(60_000)


async def opened(store: Store, *devices: Device) -> Account:
    account = an_account(f"anna{token_hex(4)}", *devices)
    assert await store.accounts.open(account)
    return account


async def devices_of(store: Store, account: Account) -> tuple[Device, ...]:
    found = await store.accounts.account(account.id)
    assert found is not None
    return found.devices


class TestDevices:
    async def test_an_account_is_opened_with_its_device(self, store: Store) -> None:
        account = await opened(store, LAPTOP)
        assert await store.accounts.find(account.name) == account
        assert await store.accounts.by_ids([account.id]) == [account]
        assert account.device(LAPTOP.id) == LAPTOP
        assert account.device(PHONE.id) is None

    async def test_devices_are_added_in_order_and_once(self, store: Store) -> None:
        account = await opened(store, PHONE)
        assert await store.devices.add(account.id, LAPTOP) is DeviceChange.DONE
        again = replace(LAPTOP, name="other", added=Instant(5))
        assert await store.devices.add(account.id, again) is DeviceChange.DONE
        assert await devices_of(store, account) == (LAPTOP, PHONE)

    async def test_their_number_is_limited_also_at_once(self, place: OpenStore) -> None:
        one, other = await place(), await place()
        account = await opened(one, LAPTOP)
        added = [a_device(str(number)) for number in range(MOST_DEVICES + 3)]
        changes = await asyncio.gather(
            *((one, other)[number % 2].devices.add(account.id, device) for number, device in enumerate(added))
        )
        assert changes.count(DeviceChange.DONE) == MOST_DEVICES - 1
        assert changes.count(DeviceChange.FULL) == 4
        assert len(await devices_of(one, account)) == MOST_DEVICES
        assert await one.devices.add(account.id, LAPTOP) is DeviceChange.DONE

    async def test_one_can_take_the_place_of_all_even_if_there_are_many(self, store: Store) -> None:
        devices = [a_device(str(number)) for number in range(MOST_DEVICES)]
        account = await opened(store, *devices)
        assert await store.devices.add(account.id, PHONE, replaces_all=True) is DeviceChange.DONE
        assert await devices_of(store, account) == (PHONE,)
        assert await store.devices.add(account.id, PHONE, replaces_all=True) is DeviceChange.DONE
        assert await devices_of(store, account) == (PHONE,)

    async def test_use_is_noted_but_brings_nothing_back(self, store: Store) -> None:
        account = await opened(store, LAPTOP, PHONE)
        await store.devices.used(account.id, LAPTOP, Instant(9_000))
        used = replace(LAPTOP, used=Instant(9_000))
        assert await devices_of(store, account) == (used, PHONE)
        assert await store.devices.revoke(account.id, LAPTOP.id) is DeviceChange.DONE
        await store.devices.used(account.id, LAPTOP, Instant(10_000))
        assert await devices_of(store, account) == (PHONE,)

    async def test_the_last_one_is_not_revoked(self, store: Store) -> None:
        account = await opened(store, LAPTOP, PHONE)
        changes = await asyncio.gather(
            *(store.devices.revoke(account.id, device.id) for device in (LAPTOP, PHONE))
        )
        assert sorted(change.value for change in changes) == ["done", "last"]
        assert len(await devices_of(store, account)) == 1
        assert await store.devices.revoke(account.id, a_device().id) is DeviceChange.UNKNOWN

    async def test_one_that_was_revoked_or_may_only_play_changes_nothing(self, place: OpenStore) -> None:
        """Whatever another node has heard of it yet."""
        one, other = await place(), await place()
        account = await opened(one, LAPTOP, PHONE, BOT)
        assert await one.devices.revoke(account.id, PHONE.id, by=LAPTOP.id) is DeviceChange.DONE
        before = await devices_of(one, account)
        for by in (PHONE.id, BOT.id):
            changes = (
                other.devices.add(account.id, a_device("thief"), by=by),
                other.devices.allow(account.id, BOT, Right.ACCOUNT, by=by),
                other.devices.revoke(account.id, LAPTOP.id, by=by),
            )
            assert [await change for change in changes] == [DeviceChange.FORBIDDEN] * 3
        assert await devices_of(one, account) == before
        assert await other.devices.revoke(account.id, PHONE.id, by=PHONE.id) is DeviceChange.UNKNOWN
        assert await other.devices.add(account.id, PHONE, by=LAPTOP.id) is DeviceChange.DONE
        assert await other.devices.allow(account.id, BOT, Right.ACCOUNT, by=PHONE.id) is DeviceChange.DONE

    async def test_one_that_may_do_all_stays(self, place: OpenStore) -> None:
        one, other = await place(), await place()
        account = await opened(one, LAPTOP)
        assert await one.devices.add(account.id, BOT) is DeviceChange.DONE
        assert await one.devices.revoke(account.id, LAPTOP.id) is DeviceChange.LAST
        assert await one.devices.allow(account.id, LAPTOP, Right.PLAY) is DeviceChange.LAST
        assert await one.devices.add(account.id, replace(BOT, right=Right.ACCOUNT)) is DeviceChange.DONE
        assert await devices_of(one, account) == (LAPTOP, BOT)
        assert await one.devices.allow(account.id, BOT, Right.ACCOUNT) is DeviceChange.DONE
        changes = await asyncio.gather(
            one.devices.allow(account.id, LAPTOP, Right.PLAY), other.devices.revoke(account.id, BOT.id)
        )
        assert sorted(change.value for change in changes) == ["done", "last"]
        assert [each.right for each in await devices_of(one, account)].count(Right.ACCOUNT) == 1
        assert await one.devices.allow(account.id, a_device(), Right.PLAY) is DeviceChange.UNKNOWN

    async def test_use_gives_no_right_back_and_a_hosts_code_gives_all(self, store: Store) -> None:
        account = await opened(store, LAPTOP, PHONE)
        assert await store.devices.allow(account.id, PHONE, Right.PLAY) is DeviceChange.DONE
        await store.devices.used(account.id, PHONE, Instant(9_000))
        assert [each.right for each in await devices_of(store, account)] == [Right.ACCOUNT, Right.PLAY]
        assert await store.devices.add(account.id, PHONE, replaces_all=True) is DeviceChange.DONE
        assert await devices_of(store, account) == (PHONE,)

    async def test_all_go_with_the_account(self, store: Store) -> None:
        account = await opened(store, LAPTOP, PHONE)
        await store.accounts.delete(account.id, account.name)
        assert await store.accounts.account(account.id) is None
        assert await store.devices.add(account.id, a_device()) is DeviceChange.NO_ACCOUNT
        assert await store.devices.revoke(account.id, LAPTOP.id) is DeviceChange.NO_ACCOUNT
        await store.devices.used(account.id, LAPTOP, Instant(1))
        assert await store.accounts.account(account.id) is None
        assert await store.accounts.deleted([account.id]) == [True]

    async def test_a_renamed_account_keeps_them_and_one_of_the_house_has_none(self, store: Store) -> None:
        account = await opened(store, LAPTOP)
        await store.accounts.rename(account, f"bot{token_hex(4)}", Instant(5))
        renamed = await store.accounts.account(account.id)
        assert renamed is not None
        assert renamed.devices == (LAPTOP,)
        assert await store.accounts.reserve(renamed)
        assert await devices_of(store, account) == ()


class TestOffers:
    async def test_a_code_ends_when_a_device_is_revoked(self, store: Store) -> None:
        account = await opened(store, LAPTOP, PHONE)
        selector = token_hex(4)
        assert await store.devices.offer(selector, "digest", LinkOffer(account.id), SOON)
        assert await store.devices.redeem(selector, "digest", PHONE.id)
        assert await store.devices.revoke(account.id, PHONE.id) is DeviceChange.DONE
        assert await store.devices.redeem(selector, "digest", PHONE.id) is None
        assert await store.devices.offer(selector, "digest", LinkOffer(account.id), SOON)
        assert await store.devices.revoke(account.id, PHONE.id) is DeviceChange.UNKNOWN
        assert await store.devices.redeem(selector, "digest", PHONE.id) is None
        assert await store.devices.offer(selector, "digest", LinkOffer(account.id), SOON)
        assert await store.devices.revoke(account.id, LAPTOP.id) is DeviceChange.LAST
        assert await store.devices.redeem(selector, "digest", PHONE.id) == LinkOffer(account.id)

    async def test_a_code_works_for_one_device_only_and_again_for_that(self, place: OpenStore) -> None:
        one, other = await place(), await place()
        account = await opened(one, LAPTOP)
        offer = LinkOffer(account.id, replaces_all=True)
        assert await one.devices.offer("AAAA", "digest", offer, SOON)
        assert await other.devices.redeem("AAAA", "digest", PHONE.id) == offer
        assert await one.devices.redeem("AAAA", "digest", LAPTOP.id) is None
        assert await one.devices.redeem("AAAA", "digest", PHONE.id) == offer

    async def test_few_wrong_codes_end_it_on_all_nodes(self, place: OpenStore) -> None:
        one, other = await place(), await place()
        account = await opened(one, LAPTOP)
        assert await one.devices.offer("BBBB", "right", LinkOffer(account.id), SOON)
        for guess in range(MOST_GUESSES - 1):
            assert await (one, other)[guess % 2].devices.redeem("BBBB", str(guess), PHONE.id) is None
        assert await one.devices.redeem("BBBB", "right", PHONE.id) is not None
        assert await other.devices.redeem("BBBB", "wrong", PHONE.id) is None
        assert await one.devices.redeem("BBBB", "right", PHONE.id) is None

    async def test_a_flood_of_guesses_finds_nothing(self, store: Store) -> None:
        account = await opened(store, LAPTOP)
        assert await store.devices.offer("CCCC", "right", LinkOffer(account.id), SOON)
        guesses = [str(number) for number in range(50)] + ["right"]
        found = await asyncio.gather(*(store.devices.redeem("CCCC", guess, PHONE.id) for guess in guesses))
        assert found == [None] * len(guesses)

    async def test_its_salt_can_be_read_before(self, store: Store) -> None:
        account = await opened(store, LAPTOP)
        assert await store.devices.salt("LLLL") is None
        assert await store.devices.offer("LLLL", "5a17:digest", LinkOffer(account.id), SOON)
        assert await store.devices.salt("LLLL") == "5a17"

    async def test_a_code_that_was_never_offered(self, store: Store) -> None:
        assert await store.devices.redeem("nobody's", "digest", PHONE.id) is None

    async def test_a_later_offer_takes_the_place_of_the_one_before(self, store: Store) -> None:
        account = await opened(store, LAPTOP)
        assert await store.devices.offer("DDDD", "first", LinkOffer(account.id), SOON)
        assert await store.devices.offer("EEEE", "second", LinkOffer(account.id), SOON)
        assert await store.devices.offer("EEEE", "second", LinkOffer(account.id), SOON)
        assert await store.devices.redeem("DDDD", "first", PHONE.id) is None
        assert await store.devices.redeem("EEEE", "second", PHONE.id) == LinkOffer(account.id)

    async def test_a_player_does_not_end_the_hosts_offer(self, store: Store) -> None:
        """The player may be a thief, who is still signed in."""
        account = await opened(store, LAPTOP, PHONE)
        hosts = LinkOffer(account.id, replaces_all=True)
        assert await store.devices.offer("HHHH", "host's", hosts, SOON)
        assert await store.devices.offer("JJJJ", "own", LinkOffer(account.id), SOON)
        assert await store.devices.revoke(account.id, PHONE.id) is DeviceChange.DONE
        assert await store.devices.redeem("HHHH", "host's", PHONE.id) == hosts

    async def test_the_hosts_code_ends_the_players_own(self, store: Store) -> None:
        account = await opened(store, LAPTOP)
        assert await store.devices.offer("KKKK", "own", LinkOffer(account.id), SOON)
        assert await store.devices.add(account.id, PHONE, replaces_all=True) is DeviceChange.DONE
        assert await store.devices.redeem("KKKK", "own", LAPTOP.id) is None

    async def test_nobody_else_gets_its_first_part(self, store: Store) -> None:
        anna, boris = await opened(store, LAPTOP), await opened(store, PHONE)
        assert await store.devices.offer("FFFF", "anna's", LinkOffer(anna.id), SOON)
        assert not await store.devices.offer("FFFF", "boris's", LinkOffer(boris.id), SOON)
        assert await store.devices.redeem("FFFF", "anna's", PHONE.id) == LinkOffer(anna.id)

    async def test_it_expires(self, store: Store) -> None:
        account = await opened(store, LAPTOP)
        assert await store.devices.offer("GGGG", "digest", LinkOffer(account.id), Millis(1))
        while await store.devices.redeem("GGGG", "digest", PHONE.id) is not None:
            pass
        assert await store.devices.offer("GGGG", "other", LinkOffer(account.id), SOON)
