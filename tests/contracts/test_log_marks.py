"""The marks of logs: what a store keeps beside a log, and which commits it refuses for it."""

import pytest

from pente_core.clock.instant import Millis
from pente_core.identity import RoomId
from pente_protocol.messages.checkpoint import NO_MARK, Checkpoint, Mark
from pente_server.store import Commit, Committed, Conflict, RoomWakeup, Store
from pente_server.store.logs.log_marks import NO_MARKS, LogMarks, mark_key
from pente_server.store.memory.store import MemoryStore
from pente_server.store.redis.store import RedisStore
from tests.contracts.store_opener import OpenStore
from tests.contracts.test_store import a_room
from tests.support.waiting import patience

pytestmark = pytest.mark.asyncio(loop_scope="module")

KEY = mark_key(b"the secret of these tests")
OTHER = Mark("ffffffffffffffff")


def marked(
    room: RoomId, before: LogMarks, *events: bytes, over: int | None = None
) -> tuple[Commit, LogMarks]:
    """A commit to a log with these marks, and those after it."""
    after = before.with_events(events, KEY)
    command = f"to {after.version}"
    change = Commit(
        room,
        before.version,
        command,
        events,
        deadline=None,
        is_over=over is not None,
        expires_after=None if over is None else Millis(over),
        expected_mark=before.newest,
        mark=after.newest,
    )
    return change, after


async def a_log(store: Store, room: RoomId, *steps: tuple[bytes, ...]) -> LogMarks:
    """A room with some steps; its marks."""
    marks = NO_MARKS
    for events in steps:
        change, marks = marked(room, marks, *events)
        assert await store.commit(change) == Committed(marks.version)
    return marks


async def put_stored(store: Store, room: RoomId, stored: str | None) -> None:
    """Put something in the place of a mark, as a backup or another program would have left it."""
    if isinstance(store, MemoryStore):
        version, _, mark = (stored or "").partition(" ")
        store._memory.marks.pop(room, None)
        if mark:
            store._memory.marks[room] = Checkpoint(int(version), Mark(mark))
        return
    assert isinstance(store, RedisStore)
    await store._redis.delete(store._keys.mark(room))
    if stored is not None:
        await store._redis.set(store._keys.mark(room), stored)


async def test_it_is_stored_with_each_commit(store: Store) -> None:
    room = a_room()

    marks = await a_log(store, room, (b"one",), (b"two", b"three"))

    assert await store.read_end(room, 1) == ([b"two", b"three"], marks.checkpoint)
    assert await store.read_end(room, 3) == ([], marks.checkpoint)


async def test_another_history_of_the_same_length_is_not_written(store: Store) -> None:
    room = a_room()
    await a_log(store, room, (b"one",), (b"two",))
    ours = NO_MARKS.with_events((b"one", b"other"), KEY)
    change, _ = marked(room, ours, b"three")

    assert await store.commit(change) == Conflict(2)

    assert list(await store.read(room, 0)) == [b"one", b"two"]


@pytest.mark.parametrize("stored", [None, "1 ffffffffffffffff", "2 ffffffffffffffff", "nonsense"])
async def test_a_log_without_its_mark_is_not_written_until_it_has_it(
    store: Store, stored: str | None
) -> None:
    room = a_room()
    marks = await a_log(store, room, (b"one",), (b"two",))
    await put_stored(store, room, stored)
    change, after = marked(room, marks, b"three")
    assert await store.commit(change) == Conflict(2)

    await store.put_mark(room, marks.checkpoint, b"two")

    assert await store.commit(change) == Committed(3)
    assert (await store.read_end(room, 0)).checkpoint == after.checkpoint


@pytest.mark.parametrize(("version", "last"), [(1, b"two"), (3, b"two"), (2, b"one")])
async def test_a_mark_is_not_put_beside_a_log_that_has_changed(
    store: Store, version: int, last: bytes
) -> None:
    room = a_room()
    marks = await a_log(store, room, (b"one",), (b"two",))

    await store.put_mark(room, Checkpoint(version, OTHER), last)

    assert (await store.read_end(room, 0)).checkpoint == marks.checkpoint


async def test_a_commit_without_marks_leaves_none(store: Store) -> None:
    room = a_room()
    marks = await a_log(store, room, (b"one",))

    assert await store.commit(Commit(room, 1, "import", (b"two",), None)) == Committed(2)

    assert (await store.read_end(room, 0)).checkpoint is None
    change, _ = marked(room, marks.with_events((b"two",), KEY), b"three")
    assert await store.commit(change) == Conflict(2)


async def test_other_nodes_get_it(place: OpenStore) -> None:
    here, there = await place(), await place()
    room, wakeups = a_room(), there.wakeups()
    await anext(wakeups)
    await there.subscribe(room)

    marks = await a_log(here, room, (b"one", b"two"))

    async with patience("a wakeup"):
        while not isinstance(wakeup := await anext(wakeups), RoomWakeup):
            pass
    assert wakeup == RoomWakeup(room, 1, (b"one", b"two"), marks.newest)
    await wakeups.aclose()


async def test_it_expires_with_the_log(store: Store) -> None:
    if not isinstance(store, RedisStore):
        pytest.skip("only Redis has keys that expire")
    room = a_room()
    marks = await a_log(store, room, (b"one",))
    change, marks = marked(room, marks, b"the end", over=60_000)
    await store.commit(change)
    change, marks = marked(room, marks, b"chat", over=60_000)
    await store.commit(change)

    assert 0 < await store._redis.pttl(store._keys.mark(room)) <= 60_000
    await store._redis.delete(store._keys.mark(room))
    await store.put_mark(room, marks.checkpoint, b"chat")
    assert 0 < await store._redis.pttl(store._keys.mark(room)) <= 60_000


async def test_a_key_of_another_type_is_no_mark(store: Store) -> None:
    if not isinstance(store, RedisStore):
        pytest.skip("only Redis has keys with types")
    room = a_room()
    marks = await a_log(store, room, (b"one",))
    await store._redis.delete(store._keys.mark(room))
    await store._redis.rpush(store._keys.mark(room), "x")

    change, _ = marked(room, marks, b"two")
    assert await store.commit(change) == Conflict(1)
    assert (await store.read_end(room, 0)) == ([b"one"], None)
    await store.put_mark(room, marks.checkpoint, b"one")
    assert await store.commit(change) == Committed(2)


async def test_marks_of_two_histories_differ_after_the_first_difference() -> None:
    one = NO_MARKS.with_events((b"a", b"b", b"c"), KEY)
    other = NO_MARKS.with_events((b"a", b"x", b"c"), KEY)

    assert one.at(1) == other.at(1)
    assert [one.at(version) == other.at(version) for version in (2, 3)] == [False, False]
    assert one.at(0) is one.at(4) is None
    assert NO_MARKS.newest == NO_MARK
    assert NO_MARKS.with_events((b"a",), mark_key(b"another secret")).at(1) != one.at(1)


async def test_the_marks_of_the_latest_versions_are_kept() -> None:
    marks = NO_MARKS
    for number in range(200):
        marks = marks.with_events((b"%d" % number,), KEY)

    whole = NO_MARKS.with_events([b"%d" % number for number in range(200)], KEY)
    assert whole.at(1) is not None
    assert marks.at(100) is None
    assert [marks.at(version) for version in range(140, 201)] == [whole.at(n) for n in range(140, 201)]
