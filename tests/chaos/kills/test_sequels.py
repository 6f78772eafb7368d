"""A node is killed between the two commits of a sequel: the one that names it, and the one that opens it."""

import asyncio
import sys
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from pente_core.identity import RoomId
from pente_core.room import Options
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.logs.format_versions import read_log
from pente_protocol.messages.rooms import Act, Synced, Watch
from pente_server.store.redis.store import RedisStore
from tests.chaos.kills import killed_before_sequel
from tests.support.peer import Peer, peers, serving
from tests.support.ports import HeldPort
from tests.support.processes import Process
from tests.support.valkey import ALWAYS, Valkey, redis_store, running_valkey
from tests.support.waiting import until

pytestmark = pytest.mark.usefixtures("patient_stores")


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    with running_valkey(*ALWAYS) as running:
        yield running


@asynccontextmanager
async def killed_node(valkey: Valkey, data: Path) -> AsyncIterator[str]:
    """A node that dies before it opens a sequel; its address."""
    held = HeldPort()
    node = Process("--redis", valkey.url, "--port", str(held.number), state=data)
    node.command = (sys.executable, "-m", killed_before_sequel.__name__)
    async with node:
        await node.line_with("pente is serving")
        yield f"ws://127.0.0.1:{held.number}"
        await node.ended()


async def left_unopened(valkey: Valkey, data: Path) -> tuple[RoomId, list[str]]:
    """The first room of a private set whose second room was not opened, and its players' secrets."""
    async with killed_node(valkey, data) as url, peers(url, "ann", "bob") as (ann, bob):
        room = await ann.create("freestyle", options=Options(private=True, games=2))
        await bob.act(room, cmd.Join())
        with suppress(ConnectionResetError):
            await (await bob.post(Act, **bob.acting(room, cmd.Resign())))
        return room, [ann.credential, bob.credential]


async def sequel_of(store: RedisStore, room: RoomId) -> RoomId:
    return next(event.room for event in await events_of(store, room) if isinstance(event, ev.Continued))


async def events_of(store: RedisStore, room: RoomId) -> tuple[ev.Event, ...]:
    return read_log(await store.read(room, 0))


@pytest.mark.parametrize("end", ["the new room", "the old room", "the hello", "neither"])
async def test_the_next_game_begins_from_whichever_end_a_player_comes(
    valkey: Valkey, tmp_path: Path, end: str
) -> None:
    room, (ann_secret, bob_secret) = await left_unopened(valkey, tmp_path)
    async with redis_store(valkey.url) as reader:
        sequel = await sequel_of(reader, room)
        assert not await reader.read(sequel, 0)
        async with (
            serving(await RedisStore.connect(valkey.url)) as served,
            Peer(served.url) as ann,
            Peer(served.url) as bob,
        ):
            resume = {"the hello": {sequel: 0}, "the old room": {room: 1}}.get(end, {})
            await asyncio.gather(
                ann.hello(credential=ann_secret, rooms=resume), bob.hello(credential=bob_secret, rooms=resume)
            )
            if end == "the new room":
                await ann.ok(Watch, room=sequel)
            elif end == "the hello":
                assert (await ann.heard(Synced)).room == sequel
            await until(lambda: _is_open(reader, sequel))
            await bob.ok(Watch, room=sequel)
            await until(lambda: _is_queue_empty(reader))
        opened = await events_of(reader, sequel)
    assert [type(event) for event in opened].count(ev.Created) == 1
    assert isinstance(opened[0], ev.Created)
    assert (opened[0].continues, type(opened[-1])) == (room, ev.Started)


async def test_two_nodes_open_it_once(valkey: Valkey, tmp_path: Path) -> None:
    room, _ = await left_unopened(valkey, tmp_path)
    async with redis_store(valkey.url) as reader:
        stores = [await RedisStore.connect(valkey.url) for _ in range(2)]
        async with serving(stores[0]), serving(stores[1]):
            sequel = await sequel_of(reader, room)
            await until(lambda: _is_queue_empty(reader))
            assert [type(event) for event in await events_of(reader, sequel)].count(ev.Created) == 1


async def _is_open(store: RedisStore, room: RoomId) -> bool:
    return bool(await store.read(room, 0))


async def _is_queue_empty(store: RedisStore) -> bool:
    return not await store.sequels.unopened()
