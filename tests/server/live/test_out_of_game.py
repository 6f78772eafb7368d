"""Players who are out of a game that goes on without them: nothing leads them back to it."""

from pente_core.room import Options
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.messages.lists import RoomFilter, Rooms
from pente_protocol.messages.rooms import Watch
from tests.support.peer import Peer, peers, serving
from tests.support.waiting import until

THREE = {"base": "freestyle", "sides": 3}


async def test_who_has_resigned_among_three_is_not_led_back() -> None:
    async with serving() as served, peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
        room = await alice.create(THREE, "5+0", options=Options(private=True))
        await bob.act(room, cmd.Join())
        await carol.act(room, cmd.Join())
        await carol.act(room, cmd.Resign())
        await alice.happened(ev.Retired)

        await until(lambda: not served.node.own_rooms.is_expected(room, carol.welcome.player.id))
        assert (await carol.ok(Rooms)).rooms == ()
        async with Peer(served.url) as again:
            assert (await again.hello(credential=carol.credential)).rooms == ()
            await again.ok(Watch, room=room)  # who remembers it may look on
        (row,) = (await alice.ok(Rooms)).rooms
        assert row.room.out == (2,)
        assert [player.name for player in row.room.players] == ["alice", "bob"]


async def test_nor_is_the_game_found_by_their_name() -> None:
    async with serving() as served, peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
        room = await alice.create(THREE, "5+0")
        await bob.act(room, cmd.Join())
        await carol.act(room, cmd.Join())
        await carol.act(room, cmd.Resign())
        await alice.happened(ev.Retired)

        assert (await bob.ok(Rooms, which=RoomFilter(player="carol"))).rooms == ()
        (row,) = (await carol.ok(Rooms)).rooms
        assert row.room.id == room
        assert (await carol.ok(Rooms, which=RoomFilter(my_turn=True))).rooms == ()
