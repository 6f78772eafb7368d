"""A node that runs for months: what is over leaves nothing in memory."""

import gc

from pente_core.identity import PlayerKind
from pente_core.room import Room
from pente_core.room import commands as cmd
from pente_protocol.messages.lists import Rooms
from pente_protocol.messages.rooms import Unwatch, Watch
from pente_server.live.lobby import REMEMBERED
from pente_server.rooms.loaded.loaded_room import LoadedRoom
from pente_server.store.memory.store import MemoryStore
from tests.support.games.live_rooms import live_rooms
from tests.support.peer import Peer, Served, a_game, peers, play
from tests.support.waiting import until

GAMES = 150


def in_memory(type_: type) -> int:
    gc.collect()
    return sum(isinstance(thing, type_) for thing in gc.get_objects())


def assert_nothing_is_left(served: Served) -> None:
    node = served.node
    assert len(node.hub) == len(node.keeper) == 0
    assert len(node.deadlines) < 70
    assert not node.keeper._recorder.unconfirmed
    assert isinstance(node.store, MemoryStore)
    assert not node.store.subscribed
    assert not node.own_rooms._players
    assert not node.own_rooms._private
    assert len(node.own_rooms) == len(node.hub._of_player)
    assert len(node.lobby._versions) <= REMEMBERED
    assert not node.store._memory.rooms.lists
    assert not node.store._memory.rooms.listed
    assert not node.store._memory.rooms.activity
    assert len(node.presence._stages) == 0


async def some_games(first: Peer, second: Peer) -> None:
    for number in range(GAMES):
        room = await a_game(first, second, time="5+3" if number % 2 else "-")
        await play(first, room, 1)
        await play(second, room, 2)
        await first.act(room, cmd.Resign())
        for peer in (first, second):
            await peer.ok(Unwatch, room=room)


async def test_games_that_are_over_and_watched_no_more(served: Served) -> None:
    rooms, kept = in_memory(Room), in_memory(LoadedRoom)
    async with peers(served.url, "alice", "bob") as (alice, bob):
        await some_games(alice, bob)
        assert_nothing_is_left(served)
        assert in_memory(Room) <= rooms + 2
        assert in_memory(LoadedRoom) <= kept + 2


async def test_games_whose_players_just_disappear(served: Served) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob):
        for number in range(20):
            room = await a_game(alice, bob, time="5+3" if number % 2 else "-")
            await play(alice, room, 1)
            if number % 4:
                await bob.act(room, cmd.Resign())
        alice.connection.transport.abort()
        bob.connection.transport.abort()
        await until(lambda: served.node.health.report()["connections"] == 0)

    assert len(served.node.hub) == len(served.node.keeper) == 0
    assert not served.node.hub._rooms
    assert not served.node.hub._of_player
    assert len(await live_rooms(served.node.store)) == 5
    assert len(served.node.own_rooms) == 0


async def test_rooms_that_never_began(served: Served) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob):
        for _ in range(GAMES):
            room = await alice.create()
            await bob.ok(Watch, room=room)
            await alice.act(room, cmd.Leave())
            for peer in (alice, bob):
                await peer.ok(Unwatch, room=room)
        assert_nothing_is_left(served)


async def test_who_only_lists_and_plays_without_watching_keeps_nothing(served: Served) -> None:
    async with peers(served.url, "alice", "bob") as (alice, bob):
        room = await a_game(alice, bob)
        for peer in (alice, bob):
            await peer.ok(Unwatch, room=room)
        await play(alice, room, 1)
        await alice.ok(Rooms)
        assert len(served.node.keeper) == 0


async def test_peers_come_and_go(served: Served) -> None:
    for number in range(60):
        async with Peer(served.url) as peer:
            await peer.hello(f"robot-{number}", kind=PlayerKind.BOT)
            room = await peer.create()
            if number % 2:
                await peer.act(room, cmd.Leave())
    await until(lambda: served.node.health.report()["connections"] == 0)
    assert not served.node.hub._rooms
    assert not served.node.connection_limits._sockets
    assert not served.node.connection_limits._players
    assert len(await live_rooms(served.node.store)) == 30
