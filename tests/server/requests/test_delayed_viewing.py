"""Watching games that viewers see later, over connections."""

import asyncio

from pente_core.identity import RoomId
from pente_core.room import Options, ViewerDelay
from pente_core.room import commands as cmd
from pente_protocol.messages.rooms import Synced, Unwatch, Watch, Watching
from pente_server.rooms.command_decider import RoomCommand
from pente_server.rooms.loaded.room_log import AT_ONCE
from tests.support.peer import Peer, Served, peers, play
from tests.support.waiting import patience, until

CENTRE = 180
TWO_MOVES = Options(viewer_delay=ViewerDelay(moves=2))


async def a_long_room(served: Served, alice: Peer, bob: Peer) -> RoomId:
    """A room whose log is replayed in parts."""
    room = await alice.create("freestyle", "30+30", options=TWO_MOVES)
    await bob.act(room, cmd.Join())
    for number in range(AT_ONCE):
        await served.node.keeper.act(RoomCommand(room, cmd.Say(f"line {number}"), alice.welcome.player))
    return room


async def test_who_begins_to_watch_a_long_game_keeps_nobody_waiting(served: Served) -> None:
    async with peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
        room = await a_long_room(served, alice, bob)
        await play(alice, room, CENTRE)
        await play(bob, room, 0)
        turn = served.node.keeper.room_log._one_at_a_time
        async with turn:  # others read long logs
            watching = asyncio.create_task(carol.ok(Watch, room=room))
            await until(lambda: bool(turn._waiters))
            async with patience("a move"):
                await play(alice, room, 1)
                await play(bob, room, 2)
        shown = await watching
        assert isinstance(shown, Watching)
        (synced,) = [message for message in carol.said if isinstance(message, Synced)]
        assert [synced.snapshot.version, len(synced.snapshot.turns)] == [shown.version, 2]
        await play(alice, room, 3)
        await until(lambda: carol.version(room) == shown.version + 1)


async def test_nor_does_who_comes_just_when_the_last_viewer_leaves(served: Served) -> None:
    async with peers(served.url, "alice", "bob", "carol", "dave") as (alice, bob, carol, dave):
        room = await a_long_room(served, alice, bob)
        await play(alice, room, CENTRE)
        await dave.ok(Watch, room=room)
        turn, loaded = served.node.keeper.room_log._one_at_a_time, served.node.keeper._rooms.loaded(room)
        assert loaded is not None
        async with turn:
            async with loaded:
                watching = asyncio.create_task(carol.ok(Watch, room=room))
                await until(lambda: bool(loaded._queue))
                await dave.ok(Unwatch, room=room)
            await until(lambda: bool(turn._waiters))
            async with patience("a move"):
                await play(bob, room, 0)
                await play(alice, room, 1)
        assert (await watching).version == carol.version(room)
        await play(bob, room, 2)
        await until(lambda: len(carol.events(room)) == 1)
