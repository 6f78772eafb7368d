"""The queue of the webhook: what every store keeps to."""

import pytest

from pente_server.store import Store
from pente_server.store.house_store import LeaseHolder
from pente_server.store.webhook_store import MOST_WAITING
from tests.contracts.store_opener import OpenStore

pytestmark = pytest.mark.asyncio(loop_scope="module")

ONE, OTHER = LeaseHolder("one"), LeaseHolder("other")


async def test_the_oldest_comes_first_at_every_node(place: OpenStore) -> None:
    one, other = await place(), await place()
    assert await one.webhook.first() is None
    for body in (b"first", b"second"):
        await one.webhook.push(body)
    assert await other.webhook.first() == b"first"
    await other.webhook.remove(b"first")
    await other.webhook.remove(b"first")
    assert await one.webhook.first() == b"second"


async def test_too_many_push_out_the_oldest(store: Store) -> None:
    for number in range(MOST_WAITING + 2):
        await store.webhook.push(b"%d" % number)
    assert await store.webhook.first() == b"2"


async def test_one_node_sends(place: OpenStore) -> None:
    one, other = await place(), await place()
    assert await one.webhook.hold(ONE)
    assert not await other.webhook.hold(OTHER)
    assert await one.webhook.hold(ONE)
    await other.webhook.release(OTHER)
    assert not await other.webhook.hold(OTHER)
    await one.webhook.release(ONE)
    assert await other.webhook.hold(OTHER)
