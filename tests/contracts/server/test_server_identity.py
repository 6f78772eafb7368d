"""The identity of a server: what every store keeps to."""

import asyncio

import pytest

from pente_server.store import DamagedKey, Store
from pente_server.store.redis.store import RedisStore
from pente_server.store.redis.wire import keys
from pente_server.store.server_identity import SECRET_BYTES, new_server_identity
from tests.contracts.store_opener import OpenStore

pytestmark = pytest.mark.asyncio(loop_scope="module")


async def test_it_is_drawn_once_and_all_nodes_share_it(place: OpenStore) -> None:
    one, other = await place(), await place()
    assert await one.server_identity.find() is None

    first, second = await asyncio.gather(one.server_identity.load(), other.server_identity.load())

    assert first == second == await other.server_identity.find() == await one.server_identity.load()
    assert len(first.server_id) == 22
    assert len(first.secret) == SECRET_BYTES


async def test_one_that_is_known_is_put_where_there_is_none(store: Store) -> None:
    known = new_server_identity()
    assert await store.server_identity.load(known) == known
    assert await store.server_identity.load(new_server_identity()) == known


async def test_another_can_be_put_there(store: Store) -> None:
    await store.server_identity.load()
    other = new_server_identity()
    await store.server_identity.put(other)
    assert await store.server_identity.load() == other


@pytest.mark.parametrize("text", [b"", b"short", b"a" * 22 + b" 00", b"\xff" * 22])
async def test_one_that_cannot_be_read_is_not_replaced(store: Store, text: bytes) -> None:
    if not isinstance(store, RedisStore):
        pytest.skip("nothing can be damaged in memory")
    await store._redis.set(keys.SERVER_IDENTITY, text)
    with pytest.raises(DamagedKey, match="no identity"):
        await store.server_identity.load()
    assert await store._redis.get(keys.SERVER_IDENTITY) == text
