"""Friends, direct messages and reports: what every store keeps to."""

from secrets import token_hex

import pytest

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_server.store import Account, Store
from pente_server.store.people.friend_store import MOST_FRIENDS
from pente_server.store.people.message_store import FRIENDS_ONLY, MOST_FROM_ONE, MOST_MESSAGES, InboxFull
from pente_server.store.people.report_store import OpenReport, PlayerReport
from tests.contracts.accounts.devices import an_account
from tests.contracts.store_opener import OpenStore

pytestmark = pytest.mark.asyncio(loop_scope="module")

BOB = Identity(PlayerId("b" * 32), "bob", PlayerKind.BOT)
CAT = Identity(PlayerId("c" * 32), "cat")


def sender(number: int) -> Identity:
    """One of many."""
    return Identity(PlayerId(f"{number:032}"), f"sender{number}")


async def opened(store: Store) -> Account:
    account = an_account(f"anna{token_hex(4)}")
    assert await store.accounts.open(account)
    return account


async def texts(store: Store, player: PlayerId) -> list[str]:
    return [message.text for message in (await store.messages.inbox(player)).messages]


class TestFriends:
    async def test_are_on_the_list_of_one_player_only(self, store: Store) -> None:
        ann = (await opened(store)).id
        for friend in (BOB, CAT, CAT):
            assert await store.friends.add(ann, friend.id)
        assert await store.friends.of(ann) == {BOB.id, CAT.id}
        assert await store.friends.of(BOB.id) == frozenset()
        for _ in range(2):
            await store.friends.remove(ann, BOB.id)
        assert await store.friends.of(ann) == {CAT.id}

    async def test_their_number_is_limited(self, store: Store) -> None:
        ann = (await opened(store)).id
        friends = [PlayerId(token_hex(16)) for _ in range(MOST_FRIENDS)]
        assert all([await store.friends.add(ann, friend) for friend in friends])
        assert not await store.friends.add(ann, BOB.id)
        assert await store.friends.add(ann, friends[0])
        assert await store.friends.of(ann) == set(friends)

    async def test_go_with_the_account(self, store: Store) -> None:
        account = await opened(store)
        await store.friends.add(account.id, BOB.id)
        await store.accounts.delete(account.id, account.name)
        assert await store.friends.of(account.id) == frozenset()


class TestMessages:
    async def test_are_kept_in_order_with_different_times(self, place: OpenStore) -> None:
        one, other = await place(), await place()
        ann = (await opened(one)).id
        times = [await one.messages.send(ann, f"bob:{number}", BOB, f"hello {number}") for number in range(3)]
        inbox = await other.messages.inbox(ann)
        assert [message.at for message in inbox.messages] == times == sorted(set(times))  # type: ignore[type-var]
        assert [message.text for message in inbox.messages] == ["hello 0", "hello 1", "hello 2"]
        assert {message.sender for message in inbox.messages} == {BOB}

    async def test_a_message_that_is_sent_again_is_kept_once(self, store: Store) -> None:
        ann = (await opened(store)).id
        first = await store.messages.send(ann, "bob:1", BOB, "hello")
        assert await store.messages.send(ann, "bob:1", BOB, "hello") == first
        assert await texts(store, ann) == ["hello"]

    async def test_are_read_up_to_one_and_never_less(self, store: Store) -> None:
        ann = (await opened(store)).id
        first, second = [await store.messages.send(ann, text, BOB, text) for text in ("one", "two")]
        assert isinstance(first, int)
        assert isinstance(second, int)
        for until, unread in ((first, ["two"]), (Instant(2**60), []), (first, [])):
            await store.messages.read(ann, until)
            assert [message.text for message in (await store.messages.inbox(ann)).unread] == unread
        third = await store.messages.send(ann, "three", BOB, "three")
        assert isinstance(third, int)
        assert third > second
        assert [message.text for message in (await store.messages.inbox(ann)).unread] == ["three"]

    async def test_to_read_none_is_nothing(self, store: Store) -> None:
        ann = (await opened(store)).id
        await store.messages.read(ann, Instant(2**60))
        assert await store.messages.send(ann, "one", BOB, "one")
        assert len((await store.messages.inbox(ann)).unread) == 1

    async def test_no_more_are_taken_than_can_be_unread_and_old_ones_are_dropped(self, store: Store) -> None:
        ann = (await opened(store)).id
        for number in range(MOST_MESSAGES):
            assert isinstance(await store.messages.send(ann, str(number), sender(number), str(number)), int)
        assert await store.messages.send(ann, "more", BOB, "more") is InboxFull.FROM_ALL
        assert isinstance(await store.messages.send(ann, "0", sender(0), "0"), int)
        await store.messages.read(ann, (await store.messages.inbox(ann)).messages[1].at)
        assert isinstance(await store.messages.send(ann, "more", BOB, "more"), int)
        assert await texts(store, ann) == [*map(str, range(1, MOST_MESSAGES)), "more"]

    async def test_one_sender_leaves_room_for_others(self, store: Store) -> None:
        ann = (await opened(store)).id
        for number in range(MOST_FROM_ONE):
            assert isinstance(await store.messages.send(ann, str(number), CAT, str(number)), int)
        assert await store.messages.send(ann, "more", CAT, "more") is InboxFull.FROM_ONE
        assert isinstance(await store.messages.send(ann, "hello", BOB, "hello"), int)
        await store.messages.read(ann, (await store.messages.inbox(ann)).messages[0].at)
        assert isinstance(await store.messages.send(ann, "more", CAT, "more"), int)
        assert await store.messages.send(ann, "again", CAT, "again") is InboxFull.FROM_ONE

    async def test_go_with_the_account_and_none_is_kept_for_a_deleted_one(self, store: Store) -> None:
        account = await opened(store)
        await store.messages.send(account.id, "one", BOB, "one")
        await store.messages.set_policy(account.id, FRIENDS_ONLY)
        await store.accounts.delete(account.id, account.name)
        assert await store.messages.send(account.id, "two", BOB, "two") is not InboxFull.FROM_ALL
        assert await texts(store, account.id) == []
        assert await store.messages.policy(account.id) == ""

    async def test_the_policy_is_that_of_one_player(self, store: Store) -> None:
        account = await opened(store)
        assert await store.messages.policy(account.id) == ""
        await store.messages.set_policy(account.id, FRIENDS_ONLY)
        assert await store.messages.policy(account.id) == FRIENDS_ONLY
        assert await store.accounts.find(account.name) == account
        await store.messages.set_policy(account.id, "")
        assert await store.messages.policy(account.id) == ""


class TestReports:
    async def test_are_numbered_kept_once_and_closed(self, store: Store) -> None:
        first = PlayerReport(Instant(1), CAT, BOB, "stalls", RoomId("room-0001"))
        second = PlayerReport(Instant(2), BOB, CAT, "insults")
        assert await store.reports.open() == []
        assert await store.reports.add("cat:1", first) == 1
        assert await store.reports.add("cat:1", first) == 1
        assert await store.reports.add("bob:1", second) == 2
        assert await store.reports.open() == [OpenReport(1, first), OpenReport(2, second)]
        assert await store.reports.close(1)
        assert not await store.reports.close(1)
        assert await store.reports.open() == [OpenReport(2, second)]
        assert await store.reports.add("cat:2", first) == 3
