"""Join codes: what every store keeps to."""

import asyncio

import pytest

from pente_core.clock.instant import Millis
from pente_core.identity import RoomId
from pente_protocol.join_codes import JoinCode
from pente_server.store import Store
from pente_server.store.redis.store import RedisStore
from tests.contracts.store_opener import OpenStore

pytestmark = pytest.mark.asyncio(loop_scope="module")

ROOM, OTHER = RoomId("0123456789ab"), RoomId("ba9876543210")
CODE, ANOTHER = JoinCode("K7M2QX"), JoinCode("K7M2QY")
WEEK = Millis(7 * 24 * 3600 * 1000)


async def test_a_room_gets_a_code_and_all_nodes_find_it(place: OpenStore) -> None:
    one, other = await place(), await place()
    assert await one.codes.room(CODE) is None
    assert await one.codes.claim(ROOM, CODE, WEEK) == CODE
    assert await other.codes.room(CODE) == ROOM


async def test_a_room_keeps_its_first_code(store: Store) -> None:
    await store.codes.claim(ROOM, CODE, WEEK)
    assert await store.codes.claim(ROOM, ANOTHER, WEEK) == CODE
    assert await store.codes.room(CODE) == ROOM
    assert await store.codes.room(ANOTHER) is None


async def test_codes_that_two_nodes_claim_at_once_lead_to_the_room(place: OpenStore) -> None:
    one, other = await place(), await place()
    claims = await asyncio.gather(one.codes.claim(ROOM, CODE, WEEK), other.codes.claim(ROOM, ANOTHER, WEEK))
    assert None not in claims
    assert [await one.codes.room(code) for code in claims if code] == [ROOM, ROOM]
    kept = await one.codes.claim(ROOM, JoinCode("K7M2QZ"), WEEK)
    assert kept in claims
    assert await other.codes.claim(ROOM, JoinCode("K7M2QZ"), WEEK) == kept


async def test_a_room_whose_code_has_become_another_s_gets_a_new_one(store: Store) -> None:
    if not isinstance(store, RedisStore):
        pytest.skip("only Redis has two keys, which may expire at different moments")
    await store.codes.claim(ROOM, CODE, WEEK)
    await store._redis.set(store._keys.room_of_code(CODE), OTHER)

    assert await store.codes.claim(ROOM, CODE, WEEK) is None
    assert await store.codes.claim(ROOM, ANOTHER, WEEK) == ANOTHER
    assert await store.codes.room(CODE) == OTHER


async def test_no_two_rooms_have_the_same_code(store: Store) -> None:
    await store.codes.claim(ROOM, CODE, WEEK)
    assert await store.codes.claim(OTHER, CODE, WEEK) is None
    assert await store.codes.claim(OTHER, ANOTHER, WEEK) == ANOTHER
    assert await store.codes.room(CODE) == ROOM


async def test_a_code_that_nobody_asks_for_is_free_again(store: Store) -> None:
    await store.codes.claim(ROOM, CODE, Millis(1))
    while await store.codes.room(CODE) is not None:
        pass
    while await store.codes.claim(OTHER, CODE, WEEK) is None:
        pass
    assert await store.codes.claim(ROOM, ANOTHER, WEEK) == ANOTHER


async def test_asking_keeps_a_code_for_longer(store: Store) -> None:
    await store.codes.claim(ROOM, CODE, Millis(200))
    await store.codes.claim(ROOM, ANOTHER, WEEK)
    await store.codes.claim(OTHER, ANOTHER, Millis(300))  # expires later than the first would have
    while await store.codes.room(ANOTHER) is not None:
        pass
    assert await store.codes.room(CODE) == ROOM
