"""What surrounds a game, between real clients and a real server, which may be killed in between."""

from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from pente_client.connection import Client, Removed, RequestRejected, Update
from pente_core.identity import RoomId
from pente_core.room import OfferKind, Options, Room, WatchPolicy
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_protocol.messages.base import Error, Ok
from pente_protocol.messages.hello import Greeting, Welcome
from pente_protocol.messages.rooms import Acted, Dismissed, Watch, Watching
from tests.support.peer import Peer
from tests.support.processes import ServerProcess
from tests.support.waiting import PATIENCE, patience, until

pytestmark = pytest.mark.asyncio(loop_scope="module")


@asynccontextmanager
async def guests(server: ServerProcess, count: int) -> AsyncIterator[list[Client]]:
    """Connected clients, each of a new player."""
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(Client(server.url, retry_first=PATIENCE)) for _ in range(count)
        ]


async def a_game(ann: Client, bob: Client, time: str = "5+3", options: Options | None = None) -> RoomId:
    room = await ann.create("freestyle", time, seat=0, options=options or Options())
    await bob.act(room, cmd.Join())
    await sees(ann, room, lambda seen: seen.status is ev.Status.PLAYING)
    return room


async def play(room: RoomId, *turns: tuple[Client, int]) -> None:
    for client, point in turns:
        await until(lambda client=client: client.rooms[room].is_my_turn)  # type: ignore[misc]
        await client.act(room, cmd.Play(Point(point)))


async def sees(client: Client, room: RoomId, holds: Callable[[Room], bool]) -> Room:
    """Wait until a client sees its room so; the room."""
    await until(lambda: room in client.rooms and holds(client.rooms[room].room))
    return client.rooms[room].room


async def denial(client: Client, room: RoomId, command: cmd.PlayerCommand) -> str:
    with pytest.raises(RequestRejected) as caught:
        await client.act(room, command)
    return caught.value.code


async def agree(room: RoomId, kind: OfferKind, one: Client, other: Client) -> None:
    await one.act(room, cmd.Offer(kind))
    await sees(other, room, lambda seen: bool(seen.offers))
    await other.act(room, cmd.Accept(kind))


async def test_a_turn_is_taken_back_and_the_clock_with_it(server: ServerProcess) -> None:
    async with guests(server, 3) as (ann, bob, eve):
        room = await a_game(ann, bob)
        await eve.watch(room)
        before = ann.rooms[room].room.clock.remaining
        await play(room, (ann, 0), (bob, 1))
        await agree(room, OfferKind.TAKEBACK, ann, bob)
        for client in (ann, bob, eve):
            seen = await sees(client, room, lambda seen: not seen.game.turns)
            assert (seen.clock.remaining, seen.clock.running) == (before, 0)
        await play(room, (ann, 2))
        await sees(eve, room, lambda seen: seen.game.tokens == ("C1",))


async def test_games_end_without_a_result(server: ServerProcess) -> None:
    async with guests(server, 2) as (ann, bob):
        aborted, cancelled = await a_game(ann, bob), await a_game(ann, bob)
        await play(aborted, (ann, 0))
        await bob.act(aborted, cmd.Abort())
        await play(cancelled, (ann, 0), (bob, 1))
        assert await denial(ann, cancelled, cmd.Abort()) == "under-way"
        await agree(cancelled, OfferKind.CANCEL, bob, ann)
        for room in (aborted, cancelled):
            seen = await sees(ann, room, lambda seen: seen.game.is_over)
            assert seen.game.outcome is not None
            assert seen.game.outcome.termination is Termination.ABORTED


async def test_a_rematch_survives_the_death_of_the_server(server: ServerProcess) -> None:
    async with guests(server, 2) as (ann, bob):
        room = await a_game(ann, bob)
        await bob.act(room, cmd.Resign())
        await agree(room, OfferKind.REMATCH, bob, ann)
        await server.kill()
        await server.start()
        seen = await sees(bob, room, lambda seen: bool(seen.sequel))
        for client in (ann, bob):
            replica = await client.watch(RoomId(seen.sequel))
            assert replica.room.created.continues == room
            assert replica.room.seats == (bob.me, ann.me)
        await play(RoomId(seen.sequel), (bob, 0), (ann, 1))


async def test_a_set_of_two_games(server: ServerProcess) -> None:
    async with guests(server, 2) as (ann, bob):
        room = await a_game(ann, bob, options=Options(games=2))
        await bob.act(room, cmd.Resign())
        sequel = RoomId((await sees(ann, room, lambda seen: bool(seen.sequel))).sequel)
        for client in (ann, bob):
            await client.watch(sequel)
        await play(sequel, (bob, 0))
        await bob.act(sequel, cmd.Resign())
        seen = await sees(ann, sequel, lambda seen: seen.status is ev.Status.FINISHED)
        assert not seen.sequel


async def test_a_private_room_with_a_password(server: ServerProcess) -> None:
    async with guests(server, 3) as (ann, bob, eve):
        room = await ann.create("freestyle", "-", options=Options(private=True), password="sesame")
        assert room not in {row.room.id for row in await eve.list_rooms()}
        with pytest.raises(RequestRejected) as caught:
            await eve.watch(room)
        assert caught.value.code == "password-needed"
        await eve.watch(room, password="sesame")
        await bob.act(room, cmd.Join(password="sesame"))

        await server.kill()
        await server.start()
        await ann.act(room, cmd.Say("there you are"))
        await sees(eve, room, lambda seen: bool(seen.chat))
        await ann.act(room, cmd.Resign())


async def test_a_host_keeps_order(server: ServerProcess) -> None:
    async with guests(server, 3) as (ann, bob, eve):
        room = await a_game(ann, bob)
        await eve.watch(room)
        await ann.act(room, cmd.Mute(eve.me.id))
        assert await denial(eve, room, cmd.Say("boo")) == "muted"
        await ann.act(room, cmd.Kick(eve.me.id))
        assert (await sent_away(eve)).code == "kicked"
        await eve.watch(room)
        await ann.act(room, cmd.Ban(eve.me.id))
        assert (await sent_away(eve)).code == "banned"
        assert room not in eve.rooms
        with pytest.raises(RequestRejected) as caught:
            await eve.watch(room)
        assert caught.value.code == "banned"


async def test_a_stranger_who_joins_and_leaves_a_room_for_invited_people(server: ServerProcess) -> None:
    async with guests(server, 2) as (ann, bob), Peer(server.url) as eve:
        await eve.hello("eve-joins")
        options = Options(watch=WatchPolicy.INVITED)
        room = await ann.create({"base": "freestyle", "sides": 3}, "-", seat=0, options=options)
        await eve.act(room, cmd.Join())
        await eve.act(room, cmd.Leave())
        assert (await eve.heard(Dismissed)).code == "not-invited"
        known = len(eve.said)

        await bob.act(room, cmd.Join())
        await ann.act(room, cmd.Say("at last we are alone"))
        await sees(bob, room, lambda seen: bool(seen.chat))
        await until(lambda: _online(ann, room) == (True, True, False))
        for since in (0, 1, 4):
            assert await eve.code(Watch, room=room, after=since) == "not-invited"
        assert {type(message) for message in eve.said[known:]} <= {Ok, Acted, Watching, Error}

        async with Peer(server.url) as again:
            await again.hello(credential=eve.credential, rooms={room: 4})
            assert [type(message) for message in again.said] == [Greeting, Dismissed, Welcome]


def _online(client: Client, room: RoomId) -> tuple[bool, ...]:
    presence = client.rooms[room].presence
    return () if presence is None else presence.present


async def test_a_host_ends_watching_and_allows_it_again(server: ServerProcess) -> None:
    async with guests(server, 3) as (ann, bob, eve):
        room = await a_game(ann, bob)
        await eve.watch(room)
        await ann.act(room, cmd.SetWatchPolicy(WatchPolicy.INVITED))
        assert (await sent_away(eve)).code == "not-invited"
        await play(room, (ann, 0))
        (summary,) = [row.room for row in await eve.list_rooms() if row.room.id == room]
        assert summary.options.watch is WatchPolicy.INVITED
        await server.kill()
        await server.start()
        with pytest.raises(RequestRejected, match="invitation"):
            await eve.watch(room)
        await ann.act(room, cmd.SetWatchPolicy(WatchPolicy.ANYBODY))
        assert (await eve.watch(room)).room.game.tokens == ("A1",)


async def sent_away(client: Client) -> Removed:
    heard: list[Update] = []
    async with patience("a Removed", lambda: heard):
        async for update in client.updates():
            heard.append(update)
            if isinstance(update, Removed):
                return update
    raise AssertionError("the connection ended")
