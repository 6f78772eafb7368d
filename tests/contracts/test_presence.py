"""Who is where: what every store keeps to."""

import pytest

from pente_server.store import Store
from pente_server.store.presence_store import NodeName
from tests.contracts.store_opener import OpenStore

pytestmark = pytest.mark.asyncio(loop_scope="module")

ONE, OTHER = NodeName("one"), NodeName("other")


async def test_a_page_is_read_by_others(place: OpenStore) -> None:
    one, other = await place(), await place()
    assert (await one.presence.renew(ONE, {"anna": b"here", "boris": b"there"})).is_new
    pages = await other.presence.renew(OTHER, {})
    assert set(pages.others) == {ONE}
    assert await other.presence.page(ONE) == {"anna": b"here", "boris": b"there"}


async def test_changes_make_another_edition_and_renewals_do_not(store: Store) -> None:
    await store.presence.renew(ONE, {"anna": b"here", "boris": b"here"})

    async def edition() -> int:
        return (await store.presence.renew(OTHER, {})).others[ONE]

    first = await edition()
    assert not (await store.presence.renew(ONE, {})).is_new
    assert await edition() == first
    await store.presence.renew(ONE, {"anna": b"", "carol": b"here"})
    assert await edition() > first
    assert await store.presence.page(ONE) == {"boris": b"here", "carol": b"here"}


async def test_a_node_that_stops_leaves_no_page(store: Store) -> None:
    await store.presence.renew(ONE, {"anna": b"here"})
    await store.presence.withdraw(ONE)
    assert (await store.presence.renew(OTHER, {})).others == {}
    assert await store.presence.page(ONE) == {}


async def test_who_comes_again_has_an_empty_page_of_a_new_edition(store: Store) -> None:
    await store.presence.renew(ONE, {"anna": b"here"})
    before = (await store.presence.renew(OTHER, {})).others[ONE]
    await store.presence.withdraw(ONE)
    assert (await store.presence.renew(ONE, {"boris": b"here"})).is_new
    assert (await store.presence.renew(OTHER, {})).others[ONE] >= before
    assert await store.presence.page(ONE) == {"boris": b"here"}


async def test_a_page_that_nobody_renews_goes(place: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await place()
    for module in ("memory.presence", "redis.presence"):
        monkeypatch.setattr(f"pente_server.store.{module}.PAGE_KEPT", 1)
    await store.presence.renew(ONE, {"anna": b"here"})
    while await store.presence.page(ONE):
        pass
    assert (await store.presence.renew(OTHER, {})).others == {}
    assert (await store.presence.renew(ONE, {})).is_new
