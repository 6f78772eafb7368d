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
    assert (await other.presence.page(ONE)).fields == {"anna": b"here", "boris": b"there"}


async def test_changes_make_another_edition_and_renewals_do_not(store: Store) -> None:
    await store.presence.renew(ONE, {"anna": b"here", "boris": b"here"})

    async def edition() -> int:
        return (await store.presence.renew(OTHER, {})).others[ONE]

    first = await edition()
    assert not (await store.presence.renew(ONE, {})).is_new
    assert await edition() == first
    await store.presence.renew(ONE, {"anna": b"", "carol": b"here"})
    assert await edition() > first
    assert (await store.presence.page(ONE)).fields == {"boris": b"here", "carol": b"here"}


async def test_a_node_that_stops_leaves_no_page(store: Store) -> None:
    await store.presence.renew(ONE, {"anna": b"here"})
    await store.presence.withdraw(ONE)
    assert (await store.presence.renew(OTHER, {})).others == {}
    assert (await store.presence.page(ONE)).fields == {}


async def test_who_comes_again_has_an_empty_page_of_a_new_edition(store: Store) -> None:
    await store.presence.renew(ONE, {"anna": b"here"})
    before = (await store.presence.renew(OTHER, {})).others[ONE]
    await store.presence.withdraw(ONE)
    assert (await store.presence.renew(ONE, {"boris": b"here"})).is_new
    assert (await store.presence.renew(OTHER, {})).others[ONE] >= before
    assert (await store.presence.page(ONE)).fields == {"boris": b"here"}


async def test_a_page_that_nobody_renews_goes(place: OpenStore, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await place()
    for module in ("memory.presence", "redis.presence"):
        monkeypatch.setattr(f"pente_server.store.{module}.PAGE_KEPT", 1)
    await store.presence.renew(ONE, {"anna": b"here"})
    while (await store.presence.page(ONE)).fields:
        pass
    assert (await store.presence.renew(OTHER, {})).others == {}
    assert (await store.presence.renew(ONE, {})).is_new


async def changes(store: Store, since: int) -> tuple[bool, dict[str, bytes]]:
    page = await store.presence.page(ONE, since)
    return page.is_whole, dict(page.fields)


async def edition(store: Store) -> int:
    return (await store.presence.renew(OTHER, {})).others[ONE]


async def test_only_what_has_changed_since_an_edition_is_read(store: Store) -> None:
    await store.presence.renew(ONE, {"anna": b"here", "boris": b"here"})
    first = await edition(store)
    assert await changes(store, 0) == (True, {"anna": b"here", "boris": b"here"})
    assert await changes(store, first) == (False, {})

    await store.presence.renew(ONE, {"anna": b"", "carol": b"here"})
    second = await edition(store)
    await store.presence.renew(ONE, {"carol": b"there"})

    assert await changes(store, first) == (False, {"anna": b"", "carol": b"there"})
    assert await changes(store, second) == (False, {"carol": b"there"})
    assert (await store.presence.page(ONE, second)).edition == await edition(store)


async def test_a_page_that_was_begun_again_is_read_as_a_whole(store: Store) -> None:
    await store.presence.renew(ONE, {"anna": b"here"})
    before = await edition(store)
    await store.presence.withdraw(ONE)
    assert await changes(store, before) == (True, {})
    await store.presence.renew(ONE, {"boris": b"here"})
    assert await edition(store) >= before
    if await edition(store) > before:
        assert await changes(store, before) == (True, {"boris": b"here"})


async def test_changes_that_are_forgotten_are_read_as_a_whole(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in ("redis", "memory"):
        monkeypatch.setattr(f"pente_server.store.{kind}.presence.CHANGES_KEPT", 1)
    await store.presence.renew(ONE, {"anna": b"here", "boris": b"here"})
    first = await edition(store)
    while await edition(store) < first + 3:
        await store.presence.renew(ONE, {"anna": str(await edition(store)).encode()})
    await store.presence.renew(ONE, {"boris": b""})
    _, found = await changes(store, first)
    assert "anna" in found
    assert not found.get("boris")
