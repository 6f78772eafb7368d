"""The log format that the nodes of a store have in common, while two versions of them share it."""

from contextlib import suppress

import pytest

from pente_core.clock.instant import Millis
from pente_server.store import FormatUnknown, LogFormats, ProblemCode, Store
from pente_server.store.memory.store import MemoryStore
from pente_server.store.redis import store as redis_store
from pente_server.store.redis.store import RedisStore
from tests.contracts.store_opener import OpenStore
from tests.contracts.test_store import listening
from tests.support.waiting import patience

pytestmark = pytest.mark.asyncio(loop_scope="module")

OLD, NEW, NEXT = LogFormats(1, 1), LogFormats(1, 2), LogFormats(2, 3)
LONG = Millis(60_000)
MODULES = "pente_server.store.logs.log_formats", redis_store.__name__


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A node that is not connected is gone at once."""
    for module in MODULES:
        monkeypatch.setattr(f"{module}.COUNTED_FOR", Millis(-1))


async def a_node(place: OpenStore, formats: LogFormats) -> Store:
    store = await place()
    assert isinstance(store, MemoryStore | RedisStore)
    store.log_formats = formats
    return store


async def common(store: Store) -> int:
    return (await store.beat(LONG)).common_format


async def becomes_common(store: Store, format_: int) -> None:
    """Beat until this is the common format: the store may notice later than a node that it is gone."""
    async with patience(f"format {format_}"):
        while True:
            with suppress(FormatUnknown):
                if await common(store) == format_:
                    return


async def refusal(store: Store) -> FormatUnknown:
    with pytest.raises(FormatUnknown) as caught:
        await store.beat(LONG)
    return caught.value


async def test_a_node_alone_has_its_newest(place: OpenStore) -> None:
    assert await common(await a_node(place, NEW)) == 2


async def test_a_rolling_restart(place: OpenStore) -> None:
    first, second = await a_node(place, OLD), await a_node(place, OLD)
    async with listening(second):
        async with listening(first):
            assert [await common(first), await common(second)] == [1, 1]
        await first.close()
        newer = await a_node(place, NEW)
        async with listening(newer):
            assert [await common(newer), await common(second), await common(newer)] == [1, 1, 1]
    await second.close()
    await becomes_common(newer, 2)


async def test_it_never_goes_down(place: OpenStore) -> None:
    await common(await a_node(place, NEW))

    refused = await refusal(await a_node(place, OLD))

    assert refused.code is ProblemCode.NEWER_FORMAT
    assert str(refused) == "a newer version of pente has served this store; update this server"


async def test_a_node_that_is_refused_leaves_no_trace(place: OpenStore) -> None:
    newer, old = await a_node(place, NEW), await a_node(place, OLD)
    async with listening(old):
        await common(newer)
        await refusal(old)
        beat = await newer.beat(LONG)
        assert beat.common_format == 2
        assert beat.is_sure


async def test_a_node_that_writes_nothing_older_waits_for_the_others_to_stop(place: OpenStore) -> None:
    old, newest = await a_node(place, OLD), await a_node(place, NEXT)
    async with listening(old):
        await common(old)
        refused = await refusal(newest)
        assert await common(old) == 1
    await old.close()

    assert refused.code is ProblemCode.OLDER_SERVER
    assert str(refused).endswith("still uses it; stop that one first")
    await becomes_common(newest, 3)


async def test_a_node_that_has_just_beaten_counts_although_it_is_not_connected(
    place: OpenStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, newer = await a_node(place, OLD), await a_node(place, NEW)
    await common(old)
    await old.close()  # in memory, that is to lose the connection
    for module in MODULES:
        monkeypatch.setattr(f"{module}.COUNTED_FOR", LONG)
    assert await common(newer) == 1


async def test_a_silent_node_counts_only_so_long(place: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    old, newer = await a_node(place, OLD), await a_node(place, NEW)
    async with listening(old):
        await common(old)
        assert await common(newer) == 1
        for module in MODULES:
            monkeypatch.setattr(f"{module}.SILENT_FOR", Millis(-1))
        assert await common(newer) == 2
        assert (await refusal(old)).code is ProblemCode.NEWER_FORMAT
