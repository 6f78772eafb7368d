"""Notifications, in the queue of the webhook and of turns: what every store keeps to."""

import pytest

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId, PlayerKind, RoomId
from pente_server.store import Account, Commit, Committed, Store
from pente_server.store.house_store import LeaseHolder
from pente_server.store.notification_store import MOST_WAITING, AwaitedTurn, awaited_turn
from tests.contracts.store_opener import OpenStore

pytestmark = pytest.mark.asyncio(loop_scope="module")

ONE, OTHER = LeaseHolder("one"), LeaseHolder("other")
ANNA, BORIS = PlayerId("0" * 31 + "a"), PlayerId("0" * 31 + "b")
ROOM = RoomId("0123456789abcdef")
FIRST = AwaitedTurn(ROOM, ANNA, "4-0", Instant(1_700_000_000_000))
SECOND = AwaitedTurn(ROOM, BORIS, "5-0", Instant(1_700_000_100_000))


async def test_the_oldest_comes_first_at_every_node(place: OpenStore) -> None:
    one, other = await place(), await place()
    assert await one.webhook.first() is None
    for body in (b"first", b"second"):
        await one.webhook.push(body)
    assert await other.webhook.first() == b"first"
    await other.webhook.remove(b"first")
    await other.webhook.remove(b"first")
    assert await one.webhook.first() == b"second"


async def test_too_many_push_out_the_oldest(store: Store) -> None:
    for number in range(MOST_WAITING + 2):
        await store.webhook.push(b"%d" % number)
    assert await store.webhook.first() == b"2"


async def test_one_node_sends(place: OpenStore) -> None:
    one, other = await place(), await place()
    assert await one.webhook.hold(ONE)
    assert not await other.webhook.hold(OTHER)
    assert await one.webhook.hold(ONE)
    await other.webhook.release(OTHER)
    assert not await other.webhook.hold(OTHER)
    await one.webhook.release(ONE)
    assert await other.webhook.hold(OTHER)


async def test_a_question_about_a_player_is_the_first_once_in_a_while(place: OpenStore) -> None:
    one, other = await place(), await place()
    assert await one.webhook.is_first(ANNA, Millis(60_000))
    assert not await other.webhook.is_first(ANNA, Millis(60_000))
    assert await other.webhook.is_first(BORIS, Millis(60_000))


async def test_the_last_turn_of_a_room_is_kept_until_it_is_settled(place: OpenStore) -> None:
    one, other = await place(), await place()
    for version, turn in enumerate((FIRST, None, SECOND)):
        commit = Commit(ROOM, version, f"command {version}", (b"event",), None, turn=turn)
        assert isinstance(await one.commit(commit), Committed)
    assert await other.turns.begun() == [SECOND]
    await other.turns.settled(FIRST)
    assert await one.turns.begun() == [SECOND]
    for _ in range(2):
        await other.turns.settled(SECOND)
        assert await one.turns.begun() == []


async def test_players_choose_to_be_notified(place: OpenStore) -> None:
    one, other = await place(), await place()
    assert not await one.turns.choose(ANNA, notify=True)
    assert await one.accounts.open(Account(ANNA, "anna", PlayerKind.PERSON))
    for wanted in (True, True, False, False, True):
        assert await one.turns.choose(ANNA, notify=wanted)
        account = await other.accounts.account(ANNA)
        assert account is not None
        assert account.notify is wanted
    await other.accounts.delete(ANNA, "anna")
    assert not await one.turns.choose(ANNA, notify=True)
    assert await one.accounts.account(ANNA) is None


async def test_a_restored_account_keeps_its_choice(store: Store) -> None:
    account = Account(ANNA, "anna", PlayerKind.PERSON, notify=True)
    assert await store.accounts.open(account)
    assert await store.accounts.account(ANNA) == account


@pytest.mark.parametrize("value", [b"", b"a b", b"a b c", b"\xff b 1", b"a b 1 d"])
async def test_what_is_no_turn_is_none(value: bytes) -> None:
    assert awaited_turn(ROOM, value) is None
    assert awaited_turn(ROOM, FIRST.value) == FIRST
