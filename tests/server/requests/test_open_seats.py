"""Open seats: those whom a room lets in without an invitation."""

from collections.abc import AsyncIterator

import pytest

from pente_core.clock.instant import Millis
from pente_core.identity import PlayerKind, RoomId
from pente_core.room import BotPolicy, Options, Reason
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.outcome import Termination
from pente_protocol.messages.lists import Rooms
from pente_protocol.messages.people import Rename
from pente_protocol.messages.rooms import Synced
from tests.support.peer import Peer, Served, peers, serving


@pytest.fixture
async def bot(served: Served) -> AsyncIterator[Peer]:
    async with Peer(served.url) as gizmo:
        await gizmo.hello("gizmo", kind=PlayerKind.BOT)
        yield gizmo


def snapshot_of(peer: Peer, room: RoomId) -> Synced:
    return next(m for m in reversed(peer.said) if isinstance(m, Synced) and m.room == room)


class TestBots:
    async def test_a_bot_takes_none_of_the_open_seats_of_people(self, served: Served, bot: Peer) -> None:
        async with peers(served.url, "alice", "bob") as (alice, bob):
            rooms = [await alice.create() for _ in range(3)]
            assert [await bot.refusal(room, cmd.Join()) for room in rooms] == [Reason.NO_BOTS] * 3
            await bob.act(rooms[0], cmd.Join())
            assert (await alice.happened(ev.Joined)).player.name == "bob"

    async def test_it_joins_where_it_is_invited(self, served: Served, bot: Peer) -> None:
        async with peers(served.url, "alice") as (alice,):
            room = await alice.create(invite=("gizmo",))
            await bot.act(room, cmd.Join())
            assert (await alice.happened(ev.Joined)).player.name == "gizmo"

    async def test_it_joins_where_the_room_is_for_anybody(self, served: Served, bot: Peer) -> None:
        async with peers(served.url, "alice") as (alice,):
            room = await alice.create(options=Options(bots=BotPolicy.ANYBODY))
            await bot.act(room, cmd.Join())

    async def test_the_room_says_so_in_lists_and_to_viewers(self, served: Served, bot: Peer) -> None:
        async with peers(served.url, "alice") as (alice,):
            rooms = [await alice.create(), await alice.create(options=Options(bots=BotPolicy.ANYBODY))]
            policies = [BotPolicy.INVITED, BotPolicy.ANYBODY]
            assert [row.room.options.bots for row in reversed((await bot.ok(Rooms)).rooms)] == policies
            shown = [snapshot_of(alice, room).snapshot.created.options.bots for room in rooms]
            assert shown == policies


class TestGuests:
    async def test_a_room_for_named_players_keeps_guests_from_its_seats_and_its_chat(
        self, served: Served
    ) -> None:
        async with peers(served.url, "alice", "", "bob") as (alice, guest, bob):
            room = await alice.create(options=Options(named_only=True))
            for command in (cmd.Join(), cmd.Say("hello")):
                assert await guest.refusal(room, command) == Reason.NAMED_ONLY
            await bob.act(room, cmd.Join())

    async def test_a_guest_who_has_taken_a_name_is_let_in(self, served: Served) -> None:
        async with peers(served.url, "alice", "") as (alice, guest):
            room = await alice.create(options=Options(named_only=True))
            await guest.ok(Rename, name="greta")
            await guest.act(room, cmd.Join())


async def test_a_game_that_stands_still_is_ended_for_its_players() -> None:
    async with serving(idle=Millis(1)) as served, peers(served.url, "alice", "bob") as (alice, bob):
        room = await alice.create()
        await bob.act(room, cmd.Join())
        assert (await alice.happened(ev.Finished)).termination is Termination.ABORTED


async def test_a_room_keeps_how_long_its_game_may_stand_still() -> None:
    async with serving(idle=Millis(86_400_000)) as served, peers(served.url, "alice") as (alice,):
        room = await alice.create()
        assert snapshot_of(alice, room).snapshot.created.idle == 86_400_000
