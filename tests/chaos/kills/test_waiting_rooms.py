"""A node and its store are killed while a room waits for players.

Its host has the time to come back, and a host who does not come back leaves no room behind.
"""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.absence import SEAT_KEPT
from pente_protocol.messages.rooms import Happened, Watch
from tests.chaos.kills.test_kills import DOWN, server
from tests.chaos.peers.history_check import kept_at
from tests.support.peer import Peer, peers
from tests.support.processes import ServerProcess
from tests.support.valkey import ALWAYS, Valkey, running_valkey
from tests.support.waiting import PATIENCE


async def event(peer: Peer, type_: type, *, seconds: float | None = None) -> None:
    await peer.heard(Happened, lambda news: isinstance(news.event, type_), seconds=seconds)


async def an_abandoned_room(process: ServerProcess) -> tuple[RoomId, str]:
    """A room whose host is killed with the node, and the host's credential."""
    async with peers(process.url, "alice") as (host,):
        room = await host.create(time="5+0")
        await process.kill()
    await process.start()
    return room, host.credential


async def away_for_a_while(valkey: Valkey) -> None:
    valkey.kill()
    await asyncio.sleep(DOWN)
    await asyncio.to_thread(valkey.start)


async def test_a_host_who_comes_back_keeps_the_room(tmp_path: Path) -> None:
    with running_valkey(*ALWAYS) as valkey:
        async with server(tmp_path / "d", "--redis", valkey.url) as process:
            room, credential = await an_abandoned_room(process)
            async with peers(process.url, "bob") as (bob,), AsyncExitStack() as later:
                await bob.ok(Watch, room=room)
                await event(bob, ev.Gone)
                assert await bob.refusal(room, cmd.Join()) == "host-away"
                again = await later.enter_async_context(Peer(process.url))
                await again.hello(credential=credential, rooms={room: 0})
                await event(bob, ev.Returned)
                await away_for_a_while(valkey)
                await bob.act(room, cmd.Join())
                await event(again, ev.Started)


@pytest.mark.long
@pytest.mark.timeout(400)
async def test_a_host_who_does_not_come_back_leaves_no_room_behind(tmp_path: Path) -> None:
    with running_valkey(*ALWAYS) as valkey:
        async with server(tmp_path / "d", "--redis", valkey.url) as process:
            room, _ = await an_abandoned_room(process)
            async with peers(process.url, "bob") as (bob,):
                await bob.ok(Watch, room=room)
                await event(bob, ev.Gone)
            await process.kill()
            await away_for_a_while(valkey)
            await process.start()
            async with peers(process.url, "carol") as (carol,):
                await carol.ok(Watch, room=room)
                await event(carol, ev.Closed, seconds=SEAT_KEPT / 1000 + PATIENCE)
            log = (await kept_at(valkey.url))[room]
    gone = next(event for event in log if isinstance(event, ev.Gone))
    credited = [event for event in log if isinstance(event, ev.OutageCredited)]
    closed = log[-1]
    assert isinstance(closed, ev.Closed)
    assert closed.reason is ev.Closing.AWAY
    assert closed.at >= max(gone.until, *(outage.end + SEAT_KEPT for outage in credited), 0)
