"""Browsing the lobby: everybody's list of rooms comes to what a new list would say."""

from collections.abc import Sequence

import pytest

from pente_core.identity import PlayerKind, RoomId
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.messages.lists import Browse, ListedRoom, LobbyUpdate, Online, RoomFilter, Rooms, Unbrowse
from tests.support.peer import Peer, Served, peers

EVERY = RoomFilter()


async def browse(peer: Peer, which: RoomFilter = EVERY) -> tuple[ListedRoom, ...]:
    return tuple((await peer.ok(Browse, which=which)).rooms)


async def told_of(peer: Peer, room: RoomId, status: ev.Status | None) -> LobbyUpdate:
    """The news in which a room has a status; None: in which it is gone."""

    def has_it(news: LobbyUpdate) -> bool:
        if status is None:
            return room in news.removed
        return any(row.room.id == room and row.room.status is status for row in news.rooms)

    return await peer.heard(LobbyUpdate, has_it)


async def test_a_room_comes_to_the_list_changes_and_goes(served: Served) -> None:
    async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
        assert await browse(carol) == ()
        room = await alice.create()
        await told_of(carol, room, ev.Status.WAITING)
        await bob.act(room, cmd.Join())
        await told_of(carol, room, ev.Status.PLAYING)
        await alice.act(room, cmd.Resign())
        await told_of(carol, room, None)


async def test_a_filter_lets_through_what_was_asked_for(served: Served) -> None:
    async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
        keryo = await alice.create("keryo-pente")
        mine = await bob.create()
        assert [row.room.id for row in await browse(carol, RoomFilter(player="ALICE"))] == [keryo]
        assert [row.room.id for row in await browse(carol, RoomFilter(status=ev.Status.PLAYING))] == []
        assert [row.room.id for row in await browse(carol, RoomFilter(kind=PlayerKind.BOT))] == []
        assert [row.room.id for row in (await carol.ok(Rooms, which=RoomFilter(ruleset="pente"))).rooms] == [
            mine
        ]

        assert [row.room.id for row in await browse(carol, RoomFilter(ruleset="keryo-pente"))] == [keryo]

        await bob.create()
        fitting = await bob.create("keryo-pente")
        news = await told_of(carol, fitting, ev.Status.WAITING)
        assert [row.room.id for row in news.rooms] == [fitting]


async def test_a_room_that_no_longer_fits_is_gone(served: Served) -> None:
    async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
        await browse(carol, RoomFilter(status=ev.Status.WAITING))
        room = await alice.create()
        await told_of(carol, room, ev.Status.WAITING)
        await bob.act(room, cmd.Join())
        await told_of(carol, room, None)


async def test_many_changes_come_in_few_messages(served: Served) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob):
        await browse(bob)
        rooms = [await alice.create() for _ in range(60)]
        for room in rooms[:-1]:
            await alice.act(room, cmd.Leave())
        await told_of(bob, rooms[-1], ev.Status.WAITING)
        assert len([said for said in bob.said if isinstance(said, LobbyUpdate)]) < len(rooms)


async def test_who_does_not_browse_is_told_nothing(served: Served) -> None:
    async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
        await browse(bob)
        await browse(carol)
        await bob.ok(Unbrowse)
        room = await alice.create()
        await told_of(carol, room, ev.Status.WAITING)
        assert not any(isinstance(said, LobbyUpdate) for said in bob.said)


async def test_who_is_here(served: Served) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob), Peer(served.url) as robot:
        await robot.hello("robot", kind=PlayerKind.BOT)
        everybody = (await alice.ok(Online)).players
        assert [row.player.name for row in everybody] == ["alice", "bob", "robot"]
        assert [row.player.name for row in (await bob.ok(Online, kind=PlayerKind.BOT)).players] == ["robot"]


async def test_the_number_of_players_is_told(served: Served) -> None:
    async with peers(served.url, "alice") as (alice,):
        await browse(alice)
        async with Peer(served.url) as bob:
            await bob.hello("bob")
            await alice.heard(LobbyUpdate, lambda news: news.players_online == 2)
        await alice.heard(LobbyUpdate, lambda news: news.players_online == 1)


async def test_a_flood_of_changes_is_told_in_portions(served: Served) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob):
        await browse(bob)
        rooms = {await alice.create() for _ in range(205)}
        listed: set[RoomId] = set()
        while listed != rooms:
            news = await bob.heard(LobbyUpdate)
            assert len(news.rooms) <= 200
            listed.update(row.room.id for row in news.rooms)


async def test_a_new_room_comes_to_all_lists_though_another_was_just_begun(served: Served) -> None:
    async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
        await browse(carol)
        room = await alice.create()
        assert [row.room.id for row in await browse(bob)] == [room]
        await told_of(carol, room, ev.Status.WAITING)


async def test_a_room_that_changes_while_it_is_read_is_read_again(
    served: Served, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
        await browse(carol, RoomFilter(status=ev.Status.PLAYING))
        directory, joined = served.node.room_directory, set[RoomId]()
        read = directory.rows

        async def rows(rooms: Sequence[RoomId]) -> list[ListedRoom]:
            found = await read(rooms)
            for room in set(rooms) - joined:
                joined.add(room)
                await bob.act(room, cmd.Join())
            return found

        monkeypatch.setattr(directory, "rows", rows)
        await told_of(carol, await alice.create(), ev.Status.PLAYING)
