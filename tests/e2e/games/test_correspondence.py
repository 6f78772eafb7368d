"""Correspondence games between real clients and a real server, which is killed in between."""

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

import pytest

from pente_client.connection import Client, RequestRejected
from pente_core.identity import RoomId
from pente_core.room import Join, Play, SetConditions, Status, Viewer
from pente_core.rules.point import Point
from tests.support.processes import ServerProcess
from tests.support.waiting import PATIENCE, until

pytestmark = pytest.mark.asyncio(loop_scope="module")
PLAN = SetConditions(((Point(1), Point(2), Point(3), Point(4)),))


@asynccontextmanager
async def guests(server: ServerProcess, count: int) -> AsyncIterator[list[Client]]:
    async with AsyncExitStack() as stack:
        yield [
            await stack.enter_async_context(Client(server.url, retry_first=PATIENCE)) for _ in range(count)
        ]


async def a_game(ann: Client, bob: Client) -> RoomId:
    """Ann has moved; it is Bob's turn."""
    room = await ann.create("freestyle", "3d/move", seat=0)
    await bob.act(room, Join())
    await until(lambda: ann.rooms[room].room.status is Status.PLAYING)
    await ann.act(room, Play(Point(0)))
    return room


async def test_planned_answers_survive_the_death_of_the_server_and_stay_hidden(server: ServerProcess) -> None:
    async with guests(server, 3) as (ann, bob, eve):
        room = await a_game(ann, bob)
        await eve.watch(room)
        version = await ann.act(room, PLAN)
        await server.kill()
        await server.start()
        for client in (ann, bob, eve):
            await until(lambda client=client: client.rooms[room].room.version >= version)  # type: ignore[misc]
        await until(lambda: bob.rooms[room].is_my_turn)
        await bob.act(room, Play(Point(1)))
        for client in (ann, bob, eve):
            await until(lambda client=client: len(client.rooms[room].room.game.turns) == 3)  # type: ignore[misc]
            own = client.rooms[room].room.conditions
            assert bool(own) is (client is ann)
        await bob.act(room, Play(Point(3)))
        await until(lambda: len(eve.rooms[room].room.game.turns) == 5)
        assert ann.rooms[room].room.clock.remaining[0] == 3 * 24 * 60 * 60 * 1000


async def test_plans_that_the_game_has_overtaken_are_refused(server: ServerProcess) -> None:
    async with guests(server, 2) as (ann, bob):
        room = await a_game(ann, bob)
        await bob.act(room, Play(Point(9)))
        with pytest.raises(RequestRejected) as caught:
            await ann.act(room, PLAN)
        assert caught.value.code in {"your-turn", "stale"}


async def test_who_comes_later_sees_own_plans_and_no_others(server: ServerProcess) -> None:
    async with guests(server, 3) as (ann, bob, eve):
        room = await a_game(ann, bob)
        await ann.act(room, PLAN)
        for client, viewer in ((ann, Viewer.PLAYER), (bob, Viewer.PLAYER), (eve, Viewer.WATCHER)):
            if viewer is Viewer.PLAYER:
                await client.unwatch(room)
            seen = (await client.watch(room)).room
            assert bool(seen.conditions) is (client is ann)
