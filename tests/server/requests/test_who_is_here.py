"""The list of who is here: what others do, as far as one may know, and its changes."""

from collections.abc import AsyncIterator

import pytest_asyncio

from pente_core.room import Options
from pente_core.room import commands as cmd
from pente_protocol.messages.friends import Befriend
from pente_protocol.messages.lists import (
    BrowsePlayers,
    ListedPlayer,
    Online,
    OnlineList,
    PlayerActivity,
    PlayersUpdate,
    UnbrowsePlayers,
)
from pente_protocol.messages.people import Block, Rename, Unblock
from pente_protocol.messages.rooms import Watch
from pente_server.live.people import player_feed
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.support.peer import Peer, Served, a_game, peers, serving
from tests.support.waiting import until


@pytest_asyncio.fixture
async def two() -> AsyncIterator[tuple[Served, Served]]:
    """Two nodes on one store."""
    memory = MemoryDatabase()
    async with serving(MemoryStore(memory)) as one, serving(MemoryStore(memory)) as other:
        yield one, other


@pytest_asyncio.fixture(autouse=True)
async def _soon(monkeypatch: object) -> None:
    monkeypatch.setattr(player_feed, "LOOK_EVERY", 0.01)  # type: ignore[attr-defined]


async def row_of(peer: Peer, name: str) -> ListedPlayer | None:
    rows = (await peer.ok(Online)).players
    return next((row for row in rows if row.player.name == name), None)


async def listed(peer: Peer, name: str, activity: PlayerActivity) -> ListedPlayer:
    """The row of a player, as soon as they do something."""
    found = list[ListedPlayer]()

    async def does_so() -> bool:
        row = await row_of(peer, name)
        if row is not None and row.activity is activity:
            found.append(row)
        return bool(found)

    await until(does_so)
    return found[0]


def names(shown: OnlineList) -> list[str]:
    return [row.player.name for row in shown.players]


class TestState:
    async def test_who_plays_whom_where_and_since_when(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
            before = await listed(carol, "alice", PlayerActivity.LOBBY)
            assert before.since > 0
            room = await a_game(alice, bob)
            playing = await listed(carol, "alice", PlayerActivity.PLAYING)
            assert (playing.room, playing.opponents, playing.since) == (room, ("bob",), before.since)
            await carol.ok(Watch, room=room)
            watching = await listed(alice, "carol", PlayerActivity.WATCHING)
            assert (watching.room, watching.opponents) == (room, ())

    async def test_a_private_game_names_neither_room_nor_opponents(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
            room = await alice.create(options=Options(private=True))
            await bob.act(room, cmd.Join())
            for name in ("alice", "bob"):
                row = await listed(carol, name, PlayerActivity.PLAYING)
                assert (row.room, row.opponents) == (None, ())

    async def test_who_waits_is_found_in_the_room(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            room = await alice.create()
            assert (await listed(bob, "alice", PlayerActivity.WAITING)).room == room
            await alice.act(room, cmd.Leave())
            await listed(bob, "alice", PlayerActivity.LOBBY)

    async def test_neither_of_two_sees_the_other_while_one_has_blocked_the_other(
        self, served: Served
    ) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            await alice.ok(Block, player="bob")
            assert await row_of(bob, "alice") is None
            assert await row_of(alice, "bob") is None
            await alice.ok(Unblock, player="bob")
            assert await row_of(bob, "alice") is not None

    async def test_also_at_another_node(self, two: tuple[Served, Served]) -> None:
        one, other = two
        async with peers(one.url, "alice") as (alice,), peers(other.url, "bob", "carol") as (bob, carol):
            room = await a_game(bob, carol)
            row = await listed(alice, "bob", PlayerActivity.PLAYING)
            assert (row.room, row.opponents) == (room, ("carol",))
            assert row.since > 0
            await bob.ok(Block, player="alice")
            assert await row_of(alice, "bob") is None


class TestChanges:
    async def test_are_sent_to_those_who_look(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            assert names(await alice.ok(BrowsePlayers)) == ["alice", "bob"]
            await bob.create()
            news = await alice.heard(PlayersUpdate, lambda news: bool(news.players))
            assert [(row.player.name, row.activity) for row in news.players] == [
                ("bob", PlayerActivity.WAITING)
            ]
            async with peers(served.url, "carol") as (carol,):
                news = await alice.heard(PlayersUpdate, lambda news: "carol" in names(news))  # type: ignore[arg-type]
                assert news.count == 3
                her = carol.welcome.player.id
            gone = await alice.heard(PlayersUpdate, lambda news: her in news.removed)
            assert gone.count == 2

    async def test_a_new_name_replaces_the_old_one(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            await alice.ok(BrowsePlayers)
            await bob.ok(Rename, name="bobby")
            await alice.heard(PlayersUpdate, lambda news: "bobby" in names(news))  # type: ignore[arg-type]

    async def test_who_blocks_disappears_from_the_list(self, served: Served) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            await alice.ok(BrowsePlayers)
            await bob.ok(Block, player="alice")
            his = bob.welcome.player.id
            await alice.heard(PlayersUpdate, lambda news: his in news.removed)

    async def test_end_when_nobody_looks(self, served: Served) -> None:
        feed = served.node.people.feed
        async with peers(served.url, "alice", "bob") as (alice, bob):
            await alice.ok(BrowsePlayers)
            assert len(feed) == 1
            await alice.ok(UnbrowsePlayers)
            assert len(feed) == 0
            await bob.ok(BrowsePlayers)
        await until(lambda: len(feed) == 0)

    async def test_cross_nodes(self, two: tuple[Served, Served]) -> None:
        one, other = two
        async with peers(one.url, "alice") as (alice,):
            await alice.ok(BrowsePlayers)
            async with peers(other.url, "bob") as (bob,):
                await alice.heard(PlayersUpdate, lambda news: "bob" in names(news))  # type: ignore[arg-type]
                his = bob.welcome.player.id
            await alice.heard(PlayersUpdate, lambda news: his in news.removed)


class TestOrder:
    async def test_friends_come_first_in_a_list_that_is_full(
        self, served: Served, monkeypatch: object
    ) -> None:
        monkeypatch.setattr(player_feed, "MOST_SHOWN", 2)  # type: ignore[attr-defined]
        async with peers(served.url, "alice", "bob", "zoe") as (alice, _, zoe):
            await alice.ok(Befriend, player="zoe")
            assert names(await alice.ok(BrowsePlayers))[0] == "zoe"
            async with peers(served.url, "carol"):
                await zoe.create()
                news = await alice.heard(PlayersUpdate, lambda news: bool(news.players))
                assert names(news) == ["zoe"]  # type: ignore[arg-type]
