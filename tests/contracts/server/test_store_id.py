"""The id of a store: drawn once, and what a node may do while another store answers in place of its own."""

import pytest

from pente_core.clock.instant import Instant, Millis
from pente_server.store import CommitAnswer, Store, StoreId, StoreReplaced, StoreUnavailable
from pente_server.store.memory.store import MemoryStore
from pente_server.store.redis.store import RedisStore
from pente_server.store.redis.wire import keys
from tests.contracts.store_opener import OpenStore
from tests.contracts.test_store import a_room, a_step
from tests.support.waiting import until

pytestmark = pytest.mark.asyncio(loop_scope="module")

OTHER = StoreId("f" * 32)


async def id_in(store: Store) -> str | None:
    """What lies in the store itself."""
    if isinstance(store, MemoryStore):
        return store._memory.id
    assert isinstance(store, RedisStore)
    found: bytes | None = await store._redis.hget(keys.STORE, "id")
    return None if found is None else found.decode()


async def put(store: Store, id_: str | None, adopted: Instant | None = None) -> None:
    """Put another id there, as another store would have it."""
    if isinstance(store, MemoryStore):
        store._memory.id, store._memory.adopted = (None if id_ is None else StoreId(id_)), adopted
        return
    assert isinstance(store, RedisStore)
    await store._redis.delete(keys.STORE)
    if id_ is not None:
        await store._redis.hset(keys.STORE, "id", id_)
    if adopted is not None:
        await store._redis.hset(keys.STORE, "adopted", adopted)


async def test_the_first_beat_draws_it_and_all_nodes_share_it(place: OpenStore) -> None:
    one, other = await place(), await place()
    assert await id_in(one) is None

    await one.beat(Millis(0))
    drawn = await id_in(one)
    await other.beat(Millis(0))
    await one.beat(Millis(0))

    assert drawn
    assert await id_in(other) == drawn


async def test_data_without_an_id_gets_one(place: OpenStore) -> None:
    store, room = await place(), a_room()
    await store.commit(a_step(room, 0))

    await store.beat(Millis(0))

    assert await id_in(store)
    assert len(await store.read(room, 0)) == 1


@pytest.mark.parametrize("id_", [None, OTHER])
async def test_another_store_is_left_alone(place: OpenStore, id_: StoreId | None) -> None:
    store, room = await place(), a_room()
    await store.commit(a_step(room, 0))
    await store.beat(Millis(0))
    ours = await id_in(store)
    await put(store, id_, Instant(5) if id_ else None)

    for ask in (store.confirm, lambda: store.beat(Millis(0))):
        with pytest.raises(StoreReplaced) as caught:
            await ask()
        assert (caught.value.id, caught.value.adopted) == (id_, Instant(5) if id_ else None)
        assert caught.value.now > 0
    answers = list[CommitAnswer]()
    store.submit(a_step(room, 1), answers.append)
    await until(lambda: bool(answers))
    assert isinstance(answers[0], StoreReplaced)
    for request in (store.commit(a_step(room, 1)), store.read(room, 0), store.room_lists.count("all")):
        with pytest.raises(StoreReplaced):
            await request

    assert await id_in(store) == id_
    # and with the old one everything goes on
    await put(store, ours)
    await store.confirm()
    assert len(await store.read(room, 0)) == 1


async def test_an_adopted_one_takes_its_place(place: OpenStore) -> None:
    store = await place()
    await store.beat(Millis(0))
    await put(store, OTHER)
    with pytest.raises(StoreUnavailable):
        await store.beat(Millis(0))

    await store.adopt(OTHER)

    assert (await store.beat(Millis(60_000))).is_continuous
    assert await id_in(store) == OTHER
    assert await store.room_lists.count("all") == 0
