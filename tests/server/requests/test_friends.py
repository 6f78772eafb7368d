"""Friends, and the news of their arrival."""

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from pente_protocol.errors import ErrorCode
from pente_protocol.messages.friends import Befriend, FriendArrived, Friends, Unfriend
from pente_protocol.messages.lists import PlayerActivity
from pente_protocol.messages.people import Block, DeleteAccount, PersonalData, PersonalDataFound
from pente_server.live.people import arrivals
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from pente_server.store.people.friend_store import MOST_FRIENDS
from tests.support.peer import Peer, Served, peers, serving
from tests.support.waiting import until


@pytest_asyncio.fixture
async def two() -> AsyncIterator[tuple[Served, Served]]:
    """Two nodes on one store."""
    memory = MemoryDatabase()
    async with serving(MemoryStore(memory)) as one, serving(MemoryStore(memory)) as other:
        yield one, other


@pytest.fixture
def often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every connection is an arrival."""
    monkeypatch.setattr(arrivals, "ABSENT_FOR", -1.0)
    monkeypatch.setattr(arrivals, "TOLD_EVERY", -1.0)


def arrived(peer: Peer) -> list[str]:
    """The names of the friends whose arrival a player was told of."""
    return [message.player.name for message in peer.said if isinstance(message, FriendArrived)]


async def names(peer: Peer) -> list[str]:
    return [friend.name for friend in (await peer.ok(Friends)).friends]


class TestFriends:
    async def test_are_added_by_name_or_id_listed_by_name_and_removed(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
            assert (await alice.ok(Befriend, player="CAROL")).player.id == carol.welcome.player.id
            await alice.ok(Befriend, player=bob.welcome.player.id)
            await alice.ok(Befriend, player="bob")
            found = await alice.ok(Friends)
            assert [friend.name for friend in found.friends] == ["bob", "carol"]
            assert {row.player.name for row in found.online} == {"bob", "carol"}
            assert {row.activity for row in found.online} == {PlayerActivity.LOBBY}
            await alice.ok(Unfriend, player="bob")
            assert await names(alice) == ["carol"]
            assert await names(bob) == []

    async def test_nobody_is_their_own_friend_nor_that_of_a_stranger(self, served: Served) -> None:
        async with peers(served.url, "alice") as (alice,):
            assert await alice.code(Befriend, player="alice") == ErrorCode.BAD_NAME
            assert await alice.code(Befriend, player="nobody") == ErrorCode.UNKNOWN_PLAYER

    async def test_their_number_is_limited(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, _):
            me, store = alice.welcome.player.id, served.node.store.friends
            for number in range(MOST_FRIENDS):
                await store.add(me, f"{number:032x}")  # type: ignore[arg-type]
            assert await alice.code(Befriend, player="bob") == ErrorCode.TOO_MANY

    async def test_are_in_the_welcome_and_in_the_personal_data(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            await alice.ok(Befriend, player="bob")
            found = await alice.told(PersonalDataFound, PersonalData)
            assert [friend.name for friend in found.friends] == ["bob"]
            async with Peer(served.url) as again:
                welcome = await again.hello(credential=alice.credential)
                assert welcome.friends == (bob.welcome.player.id,)

    async def test_one_who_has_blocked_the_player_seems_to_be_away(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            await alice.ok(Befriend, player="bob")
            await bob.ok(Block, player="alice")
            found = await alice.ok(Friends)
            assert ([friend.name for friend in found.friends], found.online) == (["bob"], ())

    async def test_one_who_has_deleted_the_account_is_no_friend_any_more(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            await alice.ok(Befriend, player="bob")
            await bob.ok(DeleteAccount, name="bob")
            assert await names(alice) == []


class TestArrival:
    async def test_is_told_to_those_who_have_the_friend(self, served: Served) -> None:
        async with peers(served.url, "alice", "carol") as (alice, carol):
            async with peers(served.url, "bob") as (bob,):
                credential = bob.credential
            served.node.people._arrivals._gone.clear()  # a minute later
            await alice.ok(Befriend, player="bob")
            async with Peer(served.url) as again:
                await again.hello(credential=credential)
                assert (await alice.heard(FriendArrived)).player.name == "bob"
            assert arrived(carol) == []

    @pytest.mark.usefixtures("often")
    async def test_crosses_nodes(self, two: tuple[Served, Served]) -> None:
        one, other = two
        async with peers(one.url, "alice") as (alice,):
            async with peers(other.url, "bob") as (bob,):
                credential = bob.credential
                await alice.ok(Befriend, player="bob")
            await until(lambda: one.node.presence.count_online() == 1)
            async with Peer(other.url) as again:
                await again.hello(credential=credential)
                await alice.heard(FriendArrived)

    @pytest.mark.usefixtures("often")
    async def test_is_not_told_to_those_whom_the_friend_has_blocked(self, served: Served) -> None:
        async with peers(served.url, "alice", "carol") as (alice, carol):
            async with peers(served.url, "bob") as (bob,):
                credential = bob.credential
                await bob.ok(Block, player="alice")
            for peer in (alice, carol):
                await peer.ok(Befriend, player="bob")
            async with Peer(served.url) as again:
                await again.hello(credential=credential)
                await carol.heard(FriendArrived)
            assert arrived(alice) == []

    async def test_is_no_news_after_a_short_absence(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            await alice.ok(Befriend, player="bob")
            await bob.connection.close()
            await until(lambda: served.node.presence.count_online() == 1)
            async with Peer(served.url) as again:
                await again.hello(credential=bob.credential)
                await alice.ok(Friends)
            assert arrived(alice) == []

    async def test_a_second_connection_is_no_arrival(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob), Peer(served.url) as again:
            await alice.ok(Befriend, player="bob")
            await again.hello(credential=bob.credential)
            await alice.ok(Friends)
            assert arrived(alice) == []


class TestArrivalsInTime:
    def test_it_is_said_once_in_some_minutes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        del monkeypatch
        now = [0.0]
        friends = _Interested()
        news = arrivals.Arrivals(friends, _nobody, lambda *_: None, lambda: now[0])  # type: ignore[arg-type]
        ann = "a" * 32
        assert news.is_news(ann)  # type: ignore[arg-type]
        now[0] = 100.0
        news.left(ann)  # type: ignore[arg-type]
        now[0] = 200.0
        assert not news.is_news(ann)  # type: ignore[arg-type]
        news.left(ann)  # type: ignore[arg-type]
        now[0] = 301.0
        assert news.is_news(ann)  # type: ignore[arg-type]
        assert len(news._gone) == 0


class _Interested:
    def interested_in(self, friend: str) -> frozenset[str]:
        del friend
        return frozenset({"b" * 32})


async def _nobody(player: str) -> frozenset[str]:
    del player
    return frozenset()
