"""The number of partitions: written into a store when it is made, and read by all who use it."""

from collections import Counter
from collections.abc import AsyncIterator, Iterator
from hashlib import sha256
from typing import Any

import pytest
from redis.asyncio import Redis
from redis.crc import REDIS_CLUSTER_HASH_SLOTS, key_slot

from pente_core.clock.instant import Millis
from pente_server.store import Committed, ProblemCode, StoreId, StoreUnavailable
from pente_server.store.redis.partitions import MOST, USUAL
from pente_server.store.redis.store import RedisStore
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire.keys import Keys
from tests.contracts.test_store import a_room, a_step
from tests.support.valkey import Valkey, redis_store, running_valkey


@pytest.fixture(scope="module")
def valkey() -> Iterator[Valkey]:
    with running_valkey() as running:
        yield running


@pytest.fixture
async def client(valkey: Valkey) -> AsyncIterator[Any]:
    async with Redis.from_url(valkey.url) as client:
        await client.flushall()
        yield client


@pytest.mark.parametrize("number", [1, 7, 64, 256, MOST])
@pytest.mark.parametrize("servers", [3, 6, 10, 64])
def test_the_servers_of_a_cluster_share_the_partitions_evenly(number: int, servers: int) -> None:
    slots = [key_slot(tag.encode()) for tag in keys.tags(number)]
    shares = Counter(slot * servers // REDIS_CLUSTER_HASH_SLOTS for slot in slots)

    assert len(set(keys.tags(number))) == number
    assert max(shares.values()) <= number / servers + 2


def test_tags_never_change_as_all_stores_have_them() -> None:
    known = {number: sha256(" ".join(keys.tags(number)).encode()).hexdigest()[:16] for number in (64, 256)}
    assert known == {64: "7ffa3a74f4e18151", 256: "897cfcd8abfea1fd"}


async def test_a_new_store_has_the_usual_number(valkey: Valkey, client: Any) -> None:
    async with redis_store(valkey.url) as store:
        assert store.partitions == USUAL
    assert await client.get(keys.PARTITIONS) == str(USUAL).encode()


async def test_who_only_looks_makes_none(valkey: Valkey, client: Any) -> None:
    store = await RedisStore.connect(valkey.url, makes=False)
    await store.close()
    assert await client.keys() == []


async def test_everybody_takes_the_number_that_a_store_was_made_with(valkey: Valkey, client: Any) -> None:
    room = a_room()
    async with redis_store(valkey.url, partitions=256) as maker, redis_store(valkey.url) as other:
        assert await maker.commit(a_step(room, 0, b"first")) == Committed(1)

        assert other.partitions == 256
        assert await other.read(room, 0) == [b"first"]
        assert await other.commit(a_step(room, 1, b"second")) == Committed(2)
        assert await client.exists(Keys(256).log(room))


async def test_two_that_make_it_at_once_agree(valkey: Valkey, client: Any) -> None:
    async with redis_store(valkey.url, partitions=7) as one, redis_store(valkey.url, partitions=8) as other:
        assert one.partitions == other.partitions == 7


async def test_what_a_server_leaves_that_has_no_data_yet_is_no_store(valkey: Valkey, client: Any) -> None:
    await client.hset(keys.STORE, "id", "f" * 32)
    async with redis_store(valkey.url) as store:
        assert store.partitions == USUAL


@pytest.mark.parametrize("number", [None, b"", b"0", b"-1", b"1025", b"many"])
async def test_data_without_a_number_is_refused(valkey: Valkey, client: Any, number: bytes | None) -> None:
    async with redis_store(valkey.url) as store:
        await store.commit(a_step(a_room(), 0))
    await client.delete(keys.PARTITIONS)
    if number is not None:
        await client.set(keys.PARTITIONS, number)

    with pytest.raises(StoreUnavailable, match="has data, but no number of partitions") as refused:
        async with redis_store(valkey.url):
            pass

    assert refused.value.code is ProblemCode.DAMAGED


async def test_so_is_a_number_of_another_type(valkey: Valkey, client: Any) -> None:
    await client.rpush(keys.PARTITIONS, "64")
    with pytest.raises(StoreUnavailable, match="no number of partitions"):
        async with redis_store(valkey.url):
            pass


async def test_an_adopted_store_may_have_another_number(valkey: Valkey, client: Any) -> None:
    room = a_room()
    async with redis_store(valkey.url) as store:
        await store.beat(Millis(0))
        await client.flushall()
        async with redis_store(valkey.url, partitions=256) as maker:
            await maker.commit(a_step(room, 0, b"there"))
        await client.hset(keys.STORE, "id", "f" * 32)

        await store.adopt(StoreId("f" * 32))

        assert await store.read(room, 0) == [b"there"]


async def test_one_that_can_not_be_read_is_not_adopted(valkey: Valkey, client: Any) -> None:
    async with redis_store(valkey.url) as store:
        await store.beat(Millis(0))
        await client.flushall()
        await client.rpush(keys.PARTITIONS, "64")

        with pytest.raises(StoreUnavailable, match="no number of partitions"):
            await store.adopt(StoreId("f" * 32))
