"""Nodes of two versions on one store: what the newer one writes has to be readable for the older one."""

from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack

import pytest
from redis.asyncio import Redis

from pente_core.identity import RoomId
from pente_core.room import OfferKind
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.logs import format_versions
from pente_protocol.logs.format_versions import format_of_log
from pente_protocol.messages.rooms import Watch
from pente_server.store import FormatUnknown, LogFormats, Store
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from pente_server.store.redis.store import RedisStore
from tests.support.peer import Peer, a_game, peers, serving
from tests.support.valkey import ALWAYS, Valkey, running_valkey
from tests.support.waiting import until

pytestmark = pytest.mark.usefixtures("patient_stores")

TODAY, NEXT = ev.LOG_FORMAT, ev.LOG_FORMAT + 1
OLD, NEW = LogFormats(TODAY, TODAY), LogFormats(TODAY, NEXT)


@pytest.fixture(autouse=True)
def _next_format(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if a later version had one more format of logs, in which nothing has another form."""
    monkeypatch.setattr(ev, "LOG_FORMAT", NEXT)
    monkeypatch.setattr(format_versions, "UPGRADES", {**format_versions.UPGRADES, TODAY: lambda wire: wire})


@pytest.fixture(scope="module")
def valkey() -> Iterator[Valkey]:
    with running_valkey(*ALWAYS) as running:
        yield running


@pytest.fixture(params=["memory", "valkey"])
async def stores(request: pytest.FixtureRequest) -> AsyncIterator[tuple[Store, Store]]:
    """The store as an older and as a newer node see it."""
    older: MemoryStore | RedisStore
    newer: MemoryStore | RedisStore
    if request.param == "memory":
        memory = MemoryDatabase()
        older, newer = MemoryStore(memory), MemoryStore(memory)
    else:
        url = request.getfixturevalue("valkey").url
        async with Redis.from_url(url) as client:
            await client.flushall()
        older, newer = await RedisStore.connect(url), await RedisStore.connect(url)
    older.log_formats, newer.log_formats = OLD, NEW
    yield older, newer
    for store in (older, newer):
        await store.close()


async def format_of(store: Store, room: RoomId) -> int:
    return format_of_log(await store.read(room, 0))


async def test_rooms_are_opened_in_the_format_that_all_know(stores: tuple[Store, Store]) -> None:
    older, newer = stores
    async with serving(newer) as second, peers(second.url, "anna") as (anna,):
        assert await format_of(newer, await anna.create()) == NEXT
    with pytest.raises(FormatUnknown, match="update this server"):
        async with serving(older):
            pass


async def test_a_rolling_restart(stores: tuple[Store, Store]) -> None:
    older, newer = stores
    async with AsyncExitStack() as updating:
        await updating.enter_async_context(serving(older))
        async with serving(newer) as second, peers(second.url, "anna", "boris") as (anna, boris):
            room = await a_game(anna, boris)
            next_ = await rematch(anna, boris, room)
            await updating.aclose()
            await until(lambda: second.node.heartbeat.common_format() == NEXT)
            last = await rematch(anna, boris, next_)

            formats = [await format_of(newer, each) for each in (room, next_, last)]
            assert formats == [TODAY, TODAY, NEXT]


async def rematch(one: Peer, other: Peer, room: RoomId) -> RoomId:
    """End a game and go on in another; its room."""
    await other.act(room, cmd.Resign())
    await one.act(room, cmd.Offer(OfferKind.REMATCH))
    await other.act(room, cmd.Accept(OfferKind.REMATCH))
    sequel = (await other.happened(ev.Continued)).room
    for peer in (one, other):
        await peer.ok(Watch, room=sequel)
    return sequel


async def test_a_later_node_joins_those_that_are_older(stores: tuple[Store, Store]) -> None:
    older, newer = stores
    async with serving(older) as first, peers(first.url, "anna") as (anna,):
        room = await anna.create()
        async with serving(newer) as second, peers(second.url, "boris") as (boris,):
            await boris.act(room, cmd.Join())
            assert second.node.heartbeat.common_format() == TODAY
