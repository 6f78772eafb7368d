"""What every store keeps to: one suite, for memory, the embedded engine, and a server elsewhere."""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import replace
from secrets import token_hex

import pytest

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId, PlayerKind, RoomId
from pente_server.store import (
    Account,
    Commit,
    CommitAnswer,
    Committed,
    Conflict,
    Duplicate,
    LobbyWakeup,
    Loss,
    LostWakeups,
    Outage,
    RoomWakeup,
    Store,
    Wakeup,
    outage_detector,
)
from pente_server.store.accounts.account_store import MOST_BLOCKED, OLD_NAME_KEPT, ResultUpdate
from pente_server.store.redis import store as redis_store
from pente_server.store.room_list_store import RoomEntry
from pente_server.store.sequel_store import NamedSequel
from tests.contracts.store_opener import OpenStore
from tests.support.waiting import patience, until

pytestmark = pytest.mark.asyncio(loop_scope="module")

BEAT_HOLDS = Millis(10 * 60_000)
"""How long a beat counts in these tests: longer than a busy machine can stop between two of them."""


def a_room() -> RoomId:
    return RoomId(token_hex(6))


def a_step(room: RoomId, expected: int, *events: bytes, command: str = "") -> Commit:
    return Commit(room, expected, command or token_hex(8), events or (b"event",), deadline=None)


def an_account(name: str) -> Account:
    return Account(PlayerId(token_hex(16)), name, PlayerKind.BOT)


async def test_what_was_lost_is_kept_until_the_host_has_read_it(store: Store) -> None:
    one, other = a_room(), a_room()
    later = Loss(one, Instant(30), 7)
    gone = Loss(other, Instant(20), None)
    for loss in (Loss(one, Instant(10), 4), gone, later):
        await store.note_loss(loss)
    read = await store.losses()
    assert [loss for loss in read if loss.room in (one, other)] == [gone, later]

    await store.note_loss(Loss(a_room(), Instant(40), 1))
    await store.forget_losses(read)
    assert [loss.at for loss in await store.losses()] == [40]
    await store.forget_losses(await store.losses())
    await store.forget_losses([])
    assert not await store.losses()


class TestDeletion:
    """An account that its player deletes is gone with its results, and nothing brings it back."""

    async def test_all_of_an_account_is_gone(self, store: Store) -> None:
        accounts, account, room = store.accounts, an_account("Ann"), a_room()
        await accounts.open(account)
        count = replace(a_count(account.id, room), is_rated=True, score=1700.0)
        await accounts.count(count)
        assert (await accounts.ledger(account.id, 0)).entries == {room: count.entry}
        await accounts.rename(account, "Anne", Instant(5))
        assert list(await accounts.earlier_names(account.id, Instant(6))) == ["Ann"]
        assert list(await accounts.earlier_names(account.id, Instant(5 + OLD_NAME_KEPT))) == []

        for _ in range(2):
            await accounts.delete(account.id, "Anne")

        assert list(await accounts.earlier_names(account.id, Instant(6))) == []
        assert await accounts.account(account.id) is await accounts.find("ann") is None
        assert list(await accounts.by_ids([account.id])) == [None]
        assert list(await accounts.deleted([account.id, PlayerId(token_hex(16))])) == [True, False]
        assert dict(await accounts.standings(account.id)) == {}
        assert await accounts.counted(account.id, room) is None
        assert (await accounts.ledger(account.id, 0)).entries == {}
        assert account.id not in await accounts.leaders(count.pool, 100)

    async def test_nothing_counts_for_it_any_more(self, store: Store) -> None:
        accounts, account = store.accounts, an_account("Bea")
        await accounts.open(account)
        await accounts.delete(account.id, account.name)
        count = replace(a_count(account.id, a_room()), is_rated=True, score=1700.0)
        for _ in range(2):
            assert await accounts.count(count) == count.entry
        assert dict(await accounts.standings(account.id)) == {}
        assert account.id not in await accounts.leaders(count.pool, 100)

    async def test_neither_the_id_nor_at_once_the_name_can_be_used_again(self, store: Store) -> None:
        accounts, account = store.accounts, an_account("Cid")
        await accounts.open(account)
        await accounts.delete(account.id, account.name)
        assert not await accounts.open(account)
        assert not await accounts.open(replace(account, name="Somebody"))
        assert not await accounts.open(an_account("CID"))
        assert await accounts.find("somebody") is None

    async def test_a_ledger_comes_in_pages(self, store: Store) -> None:
        accounts, account = store.accounts, an_account("Dan")
        await accounts.open(account)
        rooms = {a_room() for _ in range(250)}
        for room in rooms:
            (before,) = await accounts.standing("pente/blitz", [account.id])
            await accounts.count(replace(a_count(account.id, room), before=before))
        found, cursor, pages = set[RoomId](), 0, 0
        while pages == 0 or cursor:
            page = await accounts.ledger(account.id, cursor)
            found |= set(page.entries)
            cursor, pages = page.cursor, pages + 1
        assert found == rooms


class TestSequels:
    """A room that another names is found by its id and in the queue, until it has been opened."""

    async def test_a_commit_queues_the_room_that_it_names(self, store: Store) -> None:
        room, sequels = a_room(), store.sequels
        sequel = sequels.draw(room)
        named = NamedSequel(room, sequel)
        assert await sequels.predecessor(sequel) is None

        await store.commit(replace(a_step(room, 0), sequel=sequel))
        assert await sequels.predecessor(sequel) == room
        assert named in await sequels.unopened()

        for _ in range(2):
            await sequels.opened(named)
        assert await sequels.predecessor(sequel) is None
        assert named not in await sequels.unopened()

    async def test_a_commit_that_is_not_written_queues_nothing(self, store: Store) -> None:
        room = a_room()
        sequel = store.sequels.draw(room)
        await store.commit(a_step(room, 0, command="first"))
        for change in (a_step(room, 0), a_step(room, 1, command="first")):
            await store.commit(replace(change, sequel=sequel))
        assert await store.sequels.predecessor(sequel) is None

    async def test_nobody_can_guess_the_id_of_a_sequel(self, store: Store) -> None:
        room = a_room()
        drawn = {store.sequels.draw(room) for _ in range(50)}
        assert len(drawn) == 50
        assert not any(room in sequel for sequel in drawn)


class TestCommit:
    async def test_steps_make_one_contiguous_log(self, store: Store) -> None:
        room = a_room()

        assert await store.commit(a_step(room, 0, b"a", b"b")) == Committed(2)
        assert await store.commit(a_step(room, 2, b"c")) == Committed(3)

        assert list(await store.read(room, 0)) == [b"a", b"b", b"c"]
        assert list(await store.read(room, 2)) == [b"c"]
        assert list(await store.read(room, 3)) == list(await store.read(room, 99)) == []
        assert list(await store.read(a_room(), 0)) == []

    async def test_bytes_are_kept_as_they_are(self, store: Store) -> None:
        room, every = a_room(), bytes(range(256)) * 40

        await store.commit(a_step(room, 0, every, b"", b"\r\n$-1"))

        assert list(await store.read(room, 0)) == [every, b"", b"\r\n$-1"]

    async def test_the_same_command_again_gets_the_same_answer(self, store: Store) -> None:
        room = a_room()
        step = a_step(room, 0, b"a")
        await store.commit(step)
        await store.commit(a_step(room, 1, b"b"))

        assert await store.commit(step) == Duplicate(1)
        assert await store.commit(replace(step, expected=2)) == Duplicate(1)
        assert await store.done(room, step.command) == Duplicate(1)
        assert list(await store.read(room, 0)) == [b"a", b"b"]

    @pytest.mark.parametrize("digest", [0, 1, 0x80000000, 0xFFFFFFFF])
    async def test_the_digest_of_a_command_is_kept(self, store: Store, digest: int) -> None:
        room = a_room()
        long = replace(a_step(room, 0, *[b"x"] * 6000, command="long"), digest=digest)
        last = replace(a_step(room, 6000, b"y", command="last"), digest=digest)
        for step in (long, last):
            await store.commit(step)

        other = replace(long, digest=12345)
        assert await store.commit(other) == await store.done(room, "long") == Duplicate(6000, digest)
        assert await store.commit(last) == await store.done(room, "last") == Duplicate(6001, digest)
        assert len(await store.read(room, 0)) == 6001

    @pytest.mark.parametrize("expected", [0, 1, 3])
    async def test_a_step_from_another_version_changes_nothing(self, store: Store, expected: int) -> None:
        room = a_room()
        first = replace(a_step(room, 0, b"a", b"b"), deadline=Instant(5), summary=b"one")
        await store.commit(first)

        late = replace(
            a_step(room, expected, b"c"),
            deadline=Instant(7),
            summary=b"two",
            is_over=True,
            expires_after=Millis(1),
        )

        assert await store.commit(late) == Conflict(2)
        assert list(await store.read(room, 0)) == [b"a", b"b"]
        assert await store.done(room, late.command) is None
        assert list(await store.room_lists.entries([room])) == [RoomEntry(b"one", b"")]
        assert list(await store.due(Instant(6))) == [room]
        assert list(await store.finished(10)) == []

    async def test_a_room_that_is_not_there_conflicts(self, store: Store) -> None:
        room = a_room()

        assert await store.commit(a_step(room, 4)) == Conflict(0)
        assert await store.commit(a_step(room, 0)) == Committed(1)

    async def test_command_ids_are_forgotten_after_256(self, store: Store) -> None:
        room = a_room()
        for version in range(257):
            await store.commit(a_step(room, version, command=f"command {version}"))

        assert await store.done(room, "command 0") is None
        assert await store.done(room, "command 1") == Duplicate(2)
        assert await store.done(room, "command 256") == Duplicate(257)
        assert await store.done(a_room(), "command 1") is None

    async def test_command_ids_are_a_rooms_own(self, store: Store) -> None:
        one, other = a_room(), a_room()
        await store.commit(a_step(one, 0, command="the same"))

        assert await store.commit(a_step(other, 0, command="the same")) == Committed(1)

    async def test_one_of_many_at_once_wins(self, place: OpenStore) -> None:
        room, stores = a_room(), [await place() for _ in range(4)]
        steps = [a_step(room, 0, b"%d" % number) for number in range(40)]

        results = await asyncio.gather(*(stores[i % 4].commit(step) for i, step in enumerate(steps)))

        winners = [i for i, result in enumerate(results) if result == Committed(1)]
        assert len(winners) == 1
        assert results.count(Conflict(1)) == 39
        assert list(await stores[0].read(room, 0)) == list(steps[winners[0]].events)

    async def test_two_hundred_rooms_at_once(self, place: OpenStore) -> None:
        stores, rooms = [await place() for _ in range(2)], [a_room() for _ in range(200)]

        async def live(number: int, room: RoomId) -> None:
            for version in range(5):
                step = a_step(room, version, b"%s %d" % (room.encode(), version))
                assert await stores[(number + version) % 2].commit(step) == Committed(version + 1)

        await asyncio.gather(*(live(number, room) for number, room in enumerate(rooms)))

        for room in rooms:
            assert list(await stores[0].read(room, 0)) == [b"%s %d" % (room.encode(), n) for n in range(5)]

    async def test_whoever_waits_may_be_cancelled(self, store: Store) -> None:
        room = a_room()
        waiting = [asyncio.create_task(store.commit(a_step(room, 0, b"%d" % n))) for n in range(10)]
        await asyncio.sleep(0)
        for task in waiting[::2]:
            task.cancel()

        results = await asyncio.gather(*waiting, return_exceptions=True)

        assert all(result in (Committed(1), Conflict(1)) for result in results[1::2])
        assert len(await store.read(room, 0)) == 1
        assert await store.commit(a_step(room, 1)) == Committed(2)


class TestCallbacks:
    """A commit that calls back."""

    async def test_each_gets_its_result_once_and_later(self, store: Store) -> None:
        room, answers = a_room(), list[tuple[str, CommitAnswer]]()

        def submit(name: str, change: Commit) -> None:
            store.submit(change, lambda answer: answers.append((name, answer)))

        first = a_step(room, 0)
        submit("first", first)
        submit("again", first)
        submit("second", a_step(room, 1, b"b", b"c"))
        submit("late", a_step(room, 1))
        submit("elsewhere", a_step(a_room(), 4))

        assert answers == []
        await until(lambda: len(answers) == 5)
        await store.commit(a_step(a_room(), 0))
        assert sorted(answers, key=str) == [
            ("again", Duplicate(1)),
            ("elsewhere", Conflict(0)),
            ("first", Committed(1)),
            ("late", Conflict(3)),
            ("second", Committed(3)),
        ]

    async def test_an_answer_may_lead_to_the_next_commit(self, store: Store) -> None:
        room, answers = a_room(), list[CommitAnswer]()

        def go_on(answer: CommitAnswer) -> None:
            answers.append(answer)
            if len(answers) < 5:
                store.submit(a_step(room, len(answers)), go_on)

        store.submit(a_step(room, 0), go_on)
        await until(lambda: len(answers) == 5)
        assert answers == [Committed(n + 1) for n in range(5)]

    async def test_a_bug_in_one_callback_is_logged_and_loses_no_other_answer(
        self, store: Store, caplog: pytest.LogCaptureFixture
    ) -> None:
        rooms, answers = [a_room() for _ in range(3)], list[CommitAnswer]()
        for room in rooms:
            await store.commit(a_step(room, 0))

        def broken(answer: CommitAnswer) -> None:
            raise ZeroDivisionError(answer)

        for room, answered in zip(rooms, (answers.append, broken, answers.append), strict=True):
            store.submit(a_step(room, 1), answered)
        await until(lambda: len(answers) == 2)
        assert answers == [Committed(2)] * 2
        assert "ZeroDivisionError" in caplog.text
        assert await store.commit(a_step(rooms[1], 2)) == Committed(3)


class TestIndexes:
    async def test_summaries_of_live_rooms(self, store: Store) -> None:
        one, other = a_room(), a_room()
        await store.commit(replace(a_step(one, 0), summary=b"one"))
        await store.commit(replace(a_step(other, 0), summary=b"other"))
        await store.commit(a_step(one, 1))
        await store.commit(replace(a_step(other, 1), summary=b"other, anew"))

        entries = await store.room_lists.entries([one, other])
        assert [entry and entry.summary for entry in entries] == [b"one", b"other, anew"]

    async def test_what_is_over_is_not_live_and_its_log_stays(self, store: Store) -> None:
        room = a_room()
        await store.commit(replace(a_step(room, 0, b"a"), summary=b"one", deadline=Instant(5)))
        await store.commit(replace(a_step(room, 1, b"b"), is_over=True))

        assert list(await store.room_lists.entries([room])) == [None]
        assert not await store.due(Instant(9))
        assert list(await store.finished(10)) == [room]
        assert list(await store.read(room, 0)) == [b"a", b"b"]

    async def test_deadlines_move_and_go(self, store: Store) -> None:
        room = a_room()
        await store.commit(replace(a_step(room, 0), deadline=Instant(1_800_000_000_123)))

        assert list(await store.due(Instant(1_800_000_000_122))) == []
        assert list(await store.due(Instant(1_800_000_000_123))) == [room]
        await store.commit(replace(a_step(room, 1), deadline=Instant(1_900_000_000_000)))
        assert list(await store.due(Instant(1_800_000_000_123))) == []
        await store.commit(a_step(room, 2))
        assert list(await store.due(Instant(2_000_000_000_000))) == []

    async def test_the_newest_end_comes_first(self, store: Store) -> None:
        rooms = [a_room() for _ in range(5)]
        for number, room in enumerate(rooms):
            expires = Millis(60_000) if number % 2 else None
            await store.commit(replace(a_step(room, 0), is_over=True, expires_after=expires))
            await _next_millisecond(store)

        assert list(await store.finished(10)) == rooms[::-1]
        assert list(await store.finished(2)) == rooms[:2:-1]

    async def test_words_after_the_end_do_not_move_it(self, store: Store) -> None:
        early, late = a_room(), a_room()
        for room in (early, late):
            await store.commit(replace(a_step(room, 0), is_over=True))
            await _next_millisecond(store)
        await store.commit(replace(a_step(early, 1), is_over=True))

        assert list(await store.finished(10)) == [late, early]
        assert len(await store.read(early, 0)) == 2

    async def test_a_log_expires_when_it_may(self, store: Store) -> None:
        passing, kept = a_room(), a_room()

        def over(step: Commit) -> Commit:
            return replace(step, is_over=True, expires_after=Millis(20))

        await store.commit(over(a_step(passing, 0, command="the first")))
        await store.commit(replace(a_step(kept, 0), is_over=True))
        await store.commit(replace(a_step(passing, 1), is_over=True, expires_after=Millis(600_000)))

        async def is_gone() -> bool:
            return not await store.read(passing, 0)

        await until(is_gone)
        await store.commit(over(a_step(a_room(), 0)))

        assert await store.done(passing, "the first") is None
        assert len(await store.read(kept, 0)) == 1
        assert passing not in await store.finished(10)


class TestWakeups:
    async def test_others_are_told_in_order_and_the_origin_is_not(self, place: OpenStore) -> None:
        here, there = await place(), await place()
        room = a_room()
        async with listening(here, room) as ours, listening(there, room) as theirs:
            await here.commit(replace(a_step(room, 0, b"a", b"b"), summary=b"one"))
            await there.commit(a_step(room, 2, b"c"))
            await here.commit(replace(a_step(room, 3, b"d"), is_over=True))

            assert await theirs() == LobbyWakeup(room, 2, b"one")
            assert await theirs() == RoomWakeup(room, 1, (b"a", b"b"))
            assert await theirs() == LobbyWakeup(room, 4, None)
            assert await theirs() == RoomWakeup(room, 4, (b"d",))
            assert await ours() == RoomWakeup(room, 3, (b"c",))

    async def test_what_changed_nothing_is_not_told(self, place: OpenStore) -> None:
        here, there = await place(), await place()
        room, step = a_room(), a_step(a_room(), 0, b"a")
        async with listening(there, step.room, room) as theirs:
            await here.commit(step)
            await here.commit(step)
            await here.commit(a_step(step.room, 7))
            await here.commit(a_step(room, 0, b"last"))

            assert await theirs() == RoomWakeup(step.room, 1, (b"a",))
            assert await theirs() == RoomWakeup(room, 1, (b"last",))

    async def test_of_a_room_that_is_not_open_only_the_lobby_hears(self, place: OpenStore) -> None:
        here, there = await place(), await place()
        room, passing, last = a_room(), a_room(), a_room()
        async with listening(there) as theirs:
            await here.commit(replace(a_step(room, 0), summary=b"new"))
            await here.commit(a_step(room, 1, b"a move"))
            await here.commit(replace(a_step(room, 2), is_over=True))
            await here.commit(replace(a_step(room, 3, b"chat after the end"), is_over=True))
            for version in range(2):
                gone = replace(a_step(passing, version), is_over=True, expires_after=Millis(60_000))
                await here.commit(gone)
            await here.commit(replace(a_step(last, 0), summary=b"last"))

            assert await theirs() == LobbyWakeup(room, 1, b"new")
            assert await theirs() == LobbyWakeup(room, 3, None)
            assert await theirs() == LobbyWakeup(passing, 1, None)
            assert await theirs() == LobbyWakeup(last, 1, b"last")

    async def test_a_room_that_is_opened_and_closed_is_heard_in_between(self, place: OpenStore) -> None:
        here, there = await place(), await place()
        room, last = a_room(), a_room()
        async with listening(there, last) as theirs:
            await here.commit(a_step(room, 0, b"before"))
            await there.subscribe(room)
            await here.commit(a_step(room, 1, b"heard"))
            assert await theirs() == RoomWakeup(room, 2, (b"heard",))
            there.unsubscribe(room)
            await there.subscribe(room)
            await here.commit(a_step(room, 2, b"heard again"))
            assert await theirs() == RoomWakeup(room, 3, (b"heard again",))
            there.unsubscribe(room)
            there.unsubscribe(a_room())
            await there.subscribe(other := a_room())  # and so the store has carried out what was asked before
            await here.commit(a_step(room, 3, b"after"))
            await here.commit(a_step(other, 0, b"other"))

            assert await theirs() == RoomWakeup(other, 1, (b"other",))

    async def test_every_partition_is_heard(self, place: OpenStore) -> None:
        here, there = await place(), await place()
        rooms = [a_room() for _ in range(400)]
        async with listening(there) as theirs:
            await asyncio.gather(*(here.commit(replace(a_step(room, 0), summary=b"new")) for room in rooms))

            assert {(await theirs()).room for _ in rooms} == set(rooms)  # type: ignore[union-attr]

    async def test_many_rooms_are_opened_and_closed_at_once(self, place: OpenStore) -> None:
        here, there = await place(), await place()
        rooms = [a_room() for _ in range(300)]
        async with listening(there) as theirs:
            await asyncio.gather(*map(there.subscribe, rooms))
            await asyncio.gather(*(here.commit(a_step(room, 0)) for room in rooms))
            assert {(await theirs()).room for _ in rooms} == set(rooms)  # type: ignore[union-attr]
            for room in rooms[1:]:
                there.unsubscribe(room)
            await there.subscribe(last := a_room())
            await asyncio.gather(*(here.commit(a_step(room, 1)) for room in rooms))
            await here.commit(a_step(last, 0))

            assert [(await theirs()).room for _ in range(2)] == [rooms[0], last]  # type: ignore[union-attr]


def _hold_for(span: Millis, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (outage_detector, redis_store):
        monkeypatch.setattr(module, "HOLDS_FOR", span)


class TestOutages:
    @pytest.fixture(autouse=True)
    def _patient(self, monkeypatch: pytest.MonkeyPatch) -> None:
        _hold_for(BEAT_HOLDS, monkeypatch)

    async def test_regular_beats_are_no_outage(self, store: Store) -> None:
        first, second = await store.beat(Millis(60_000)), await store.beat(Millis(60_000))

        assert first.outages == second.outages == ()
        assert 1_600_000_000_000 < first.now <= second.now

    async def test_a_gap_is_told_to_all_until_it_is_forgiven(self, place: OpenStore) -> None:
        here, there = await place(), await place()
        async with listening(here):
            start = (await here.beat(Millis(0))).now
            await _later(start)
            beat = await here.beat(Millis(1))

            assert beat.is_sure
            assert beat.outages == (Outage(start, beat.now),)
            assert (await there.beat(BEAT_HOLDS)).outages == beat.outages
            await here.outage_credited(beat.outages[0])
            await there.outage_credited(beat.outages[0])
            assert (await there.beat(BEAT_HOLDS)).outages == ()

    async def test_a_node_that_starts_beside_another_one_waits_for_its_beat(self, place: OpenStore) -> None:
        here, there = await place(), await place()
        async with listening(here):
            await _later((await here.beat(Millis(0))).now)

            first = await there.beat(Millis(0))
            await here.beat(BEAT_HOLDS)
            second = await there.beat(BEAT_HOLDS)

        assert (first.is_sure, second.is_sure) == (False, True)
        assert first.outages == second.outages == ()

    async def test_a_node_that_starts_after_the_last_one_is_gone_need_not_wait(
        self, place: OpenStore
    ) -> None:
        here, there = await place(), await place()
        async with listening(here):
            start = (await here.beat(Millis(0))).now
        await here.close()
        await _later(start)

        beat = await there.beat(Millis(0))

        assert beat.is_sure
        assert beat.outages == (Outage(start, beat.now),)

    async def test_a_node_that_starts_beside_a_silent_one_waits_only_so_long(
        self, place: OpenStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        here, there = await place(), await place()
        async with listening(here):
            start = (await here.beat(Millis(0))).now
            await _later(start)
            assert not (await there.beat(Millis(0))).is_sure
            _hold_for(Millis(1), monkeypatch)
            await _later(start, 2)

            beat = await there.beat(Millis(10_000))

        assert beat.is_sure
        assert beat.outages == (Outage(start, beat.now),)

    async def test_a_break_of_all_nodes_is_one_outage(self, place: OpenStore) -> None:
        here, there = await place(), await place()
        async with listening(here), listening(there):
            await here.beat(Millis(0))
            await there.beat(BEAT_HOLDS)
            await here.beat(BEAT_HOLDS)
            last = await there.beat(BEAT_HOLDS)
            await _later(last.now)

            answers = [await store.beat(Millis(0)) for store in (here, there)]
            again = await here.beat(BEAT_HOLDS)

        assert [answer.is_sure for answer in (last, *answers, again)] == [True, False, True, True]
        assert again.outages == answers[1].outages == (Outage(last.now, answers[1].now),)


class TestAccounts:
    async def test_an_account_is_found_by_id_and_by_name_in_any_case(self, store: Store) -> None:
        account = an_account("Alice")

        assert await store.accounts.open(account)

        assert await store.accounts.account(account.id) == account
        assert await store.accounts.find("aLICE") == await store.accounts.find("Alice") == account
        assert await store.accounts.find("bob") is None
        assert await store.accounts.account(PlayerId("0" * 32)) is None

    async def test_a_name_belongs_to_one_account_in_any_case(self, store: Store) -> None:
        account, other = an_account("Alice"), an_account("ALICE")
        await store.accounts.open(account)

        assert not await store.accounts.open(other)
        assert await store.accounts.account(other.id) is None
        assert await store.accounts.find("alice") == account

    @pytest.mark.parametrize(("name", "alike"), [("Il1ana", "llIana"), ("b0b", "BOB"), ("an-na", "an__na")])
    async def test_a_name_that_looks_like_anothers_is_taken(
        self, store: Store, name: str, alike: str
    ) -> None:
        account, other = an_account(name), an_account(alike)
        third = an_account("Cecil")
        assert await store.accounts.open(account)
        assert await store.accounts.open(third)

        assert not await store.accounts.open(other)
        assert not await store.accounts.rename(third, alike, Instant(5))
        assert await store.accounts.find(alike) is None
        assert await store.accounts.account(third.id) == third

    async def test_a_player_may_change_to_a_name_that_looks_the_same(self, store: Store) -> None:
        account = an_account("Il1ana")
        await store.accounts.open(account)
        assert await store.accounts.rename(account, "IlIana", Instant(5))
        found = await store.accounts.find("IlIana")
        assert found is not None
        assert found.id == account.id
        assert not await store.accounts.open(an_account("Il1ana"))

    async def test_one_of_many_claims_names_that_look_alike(self, place: OpenStore) -> None:
        stores = [await place() for _ in range(3)]
        accounts = [an_account(name) for name in ("ILIA", "lIia", "1lia", "i1Ia") * 3]

        claims = await asyncio.gather(*(stores[i % 3].accounts.open(a) for i, a in enumerate(accounts)))

        assert claims.count(True) == 1
        assert await stores[0].accounts.find(accounts[claims.index(True)].name) is not None

    async def test_opening_again_succeeds_again(self, store: Store) -> None:
        account = an_account("Alice")

        assert await store.accounts.open(account)
        assert await store.accounts.open(account)

    async def test_one_of_many_claims_a_name(self, place: OpenStore) -> None:
        stores = [await place() for _ in range(3)]
        accounts = [an_account("Alice") for _ in range(12)]

        claims = await asyncio.gather(*(stores[i % 3].accounts.open(a) for i, a in enumerate(accounts)))

        assert claims.count(True) == 1
        assert await stores[0].accounts.find("alice") == accounts[claims.index(True)]


class TestBlocking:
    async def test_a_list_is_as_long_as_it_was_made(self, store: Store) -> None:
        ann, bob, cat = (PlayerId(token_hex(16)) for _ in range(3))
        for other in (bob, cat, bob):
            assert await store.accounts.block(ann, other)
        assert await store.accounts.blocked(ann) == {bob, cat}
        await store.accounts.unblock(ann, bob)
        await store.accounts.unblock(ann, bob)
        assert await store.accounts.blocked(ann) == {cat}
        assert await store.accounts.blocked(bob) == frozenset()

    async def test_who_has_blocked_a_player_is_found_among_others(self, store: Store) -> None:
        ann, bob, cat = (PlayerId(token_hex(16)) for _ in range(3))
        await store.accounts.block(ann, cat)
        assert await store.accounts.blocking(cat, [bob, ann]) == {ann}
        assert await store.accounts.blocking(ann, [bob, cat]) == frozenset()
        assert await store.accounts.blocking(cat, []) == frozenset()

    async def test_a_list_has_an_end(self, store: Store) -> None:
        ann, bob = PlayerId(token_hex(16)), PlayerId(token_hex(16))
        others = [PlayerId(f"{number:032x}") for number in range(MOST_BLOCKED)]
        assert all([await store.accounts.block(ann, other) for other in others])
        assert not await store.accounts.block(ann, bob)
        assert await store.accounts.block(ann, others[0])
        assert await store.accounts.blocked(ann) == set(others)


class TestPeople:
    async def test_a_new_name_takes_the_place_of_the_old_one(self, store: Store) -> None:
        account, now = an_account("Alice"), Instant(5)
        await store.accounts.open(account)

        assert await store.accounts.rename(account, "Carol", now)

        renamed = replace(account, name="Carol", renamed=now)
        assert await store.accounts.account(account.id) == renamed
        assert await store.accounts.find("carol") == renamed

    async def test_the_old_name_still_finds_the_player_and_is_nobody_elses(self, store: Store) -> None:
        account = an_account("Alice")
        await store.accounts.open(account)
        await store.accounts.rename(account, "Carol", Instant(5))

        found = await store.accounts.find("alice")
        assert found is not None
        assert found.name == "Carol"
        assert not await store.accounts.open(an_account("alice"))
        assert await store.accounts.rename(found, "ALICE", Instant(6))

    async def test_nobody_gets_the_name_of_another(self, store: Store) -> None:
        account, other = an_account("Alice"), an_account("Bob")
        await store.accounts.open(account)
        await store.accounts.open(other)

        assert not await store.accounts.rename(account, "BOB", Instant(5))
        assert await store.accounts.account(account.id) == account
        assert await store.accounts.find("bob") == other

    async def test_a_name_changes_its_case(self, store: Store) -> None:
        account = an_account("Alice")
        await store.accounts.open(account)

        assert await store.accounts.rename(account, "ALICE", Instant(5))
        found = await store.accounts.find("alice")
        assert found is not None
        assert found.name == "ALICE"

    async def test_a_game_is_counted_once(self, store: Store) -> None:
        player = an_account("Alice").id
        count = a_count(player, RoomId("room-0001"))

        assert await store.accounts.counted(player, count.room) is None
        assert await store.accounts.count(count) == b"won 8"
        again = replace(count, before=b"1508", after=b"1516", entry=b"won 8 more")
        assert await store.accounts.count(again) == b"won 8"

        assert await store.accounts.counted(player, count.room) == b"won 8"
        assert await store.accounts.standings(player) == {"pente/blitz": b"1508"}

    async def test_a_game_counts_only_on_what_it_was_worked_out_from(self, store: Store) -> None:
        player = an_account("Alice").id
        await store.accounts.count(a_count(player, RoomId("room-0001")))
        count = a_count(player, RoomId("room-0002"))

        assert await store.accounts.count(count) is None
        assert await store.accounts.counted(player, count.room) is None
        assert await store.accounts.standings(player) == {"pente/blitz": b"1508"}
        assert await store.accounts.count(replace(count, before=b"1508", after=b"1516")) == b"won 8"

    async def test_many_nodes_count_each_game_once(self, place: OpenStore) -> None:
        stores = [await place() for _ in range(3)]
        player, rooms = an_account("Alice").id, [RoomId(f"room-{n:04}") for n in range(4)]

        async def file(store: Store, room: RoomId) -> None:
            while True:
                (before,) = await store.accounts.standing("pente/blitz", [player])
                after = str(int(before or b"1500") + 8).encode()
                if await store.accounts.count(a_count(player, room, before, after)) is not None:
                    return

        await asyncio.gather(*(file(store, room) for store in stores for room in rooms))

        assert await stores[0].accounts.standings(player) == {"pente/blitz": b"1532"}

    async def test_the_entries_of_some_games_are_read_at_once(self, store: Store) -> None:
        player, rooms = an_account("Alice").id, [RoomId(f"room-{n:04}") for n in range(3)]
        assert await store.accounts.counted_in(player, rooms) == [None, None, None]
        counted = a_count(player, rooms[1])
        await store.accounts.count(counted)
        assert await store.accounts.counted_in(player, rooms) == [None, counted.entry, None]
        assert await store.accounts.counted_in(player, []) == []

    async def test_pools_are_apart(self, store: Store) -> None:
        player, other = an_account("Alice").id, an_account("Bob").id
        await store.accounts.count(a_count(player, RoomId("room-0001")))
        await store.accounts.count(replace(a_count(player, RoomId("room-0002")), pool="pente/rapid"))

        assert await store.accounts.standings(player) == {"pente/blitz": b"1508", "pente/rapid": b"1508"}
        assert await store.accounts.standing("pente/rapid", [other, player]) == [b"", b"1508"]
        assert await store.accounts.standing("gomoku/rapid", [player]) == [b""]

    async def test_those_with_the_highest_scores_lead(self, store: Store) -> None:
        players = [an_account(name).id for name in ("Alice", "Bob", "Carol", "Dan")]
        for player, score in zip(players, (1512.5, 1700.0, None, 1600.25), strict=True):
            count = replace(a_count(player, RoomId("room-0001")), is_rated=True, score=score)
            await store.accounts.count(count)

        assert await store.accounts.leaders("pente/blitz", 10) == [players[1], players[3], players[0]]
        assert await store.accounts.leaders("pente/blitz", 2) == [players[1], players[3]]
        assert await store.accounts.leaders("pente/rapid", 10) == []

        back = a_count(players[1], RoomId("room-0002"), b"1508", b"1490")
        await store.accounts.count(replace(back, is_rated=True, score=None))
        assert await store.accounts.leaders("pente/blitz", 10) == [players[3], players[0]]

    async def test_those_with_provisional_ratings_are_apart(self, store: Store) -> None:
        alice, bob = an_account("Alice"), an_account("Bob")
        for account, score in ((alice, 1512.5), (bob, 1700.0)):
            assert await store.accounts.open(account)
            count = a_count(account.id, RoomId("room-0001"))
            await store.accounts.count(replace(count, is_rated=True, provisional_score=score))
        assert await store.accounts.leaders("pente/blitz", 10) == []
        assert await store.accounts.leaders("pente/blitz", 10, provisional=True) == [bob.id, alice.id]

        sure = a_count(alice.id, RoomId("room-0002"), b"1508", b"1520")
        await store.accounts.count(replace(sure, is_rated=True, score=1520.0))
        assert await store.accounts.leaders("pente/blitz", 10) == [alice.id]
        await store.accounts.delete(bob.id, bob.name)
        assert await store.accounts.leaders("pente/blitz", 10, provisional=True) == []

    async def test_who_is_not_rated_leads_nobody(self, store: Store) -> None:
        await store.accounts.count(
            replace(a_count(an_account("Alice").id, RoomId("room-0001")), score=1900.0)
        )

        assert await store.accounts.leaders("pente/blitz", 10) == []

    async def test_accounts_are_found_by_their_ids(self, store: Store) -> None:
        account, other = an_account("Alice"), an_account("Bob")
        await store.accounts.open(account)
        await store.accounts.count(replace(a_count(other.id, RoomId("room-0001")), is_rated=True))

        assert await store.accounts.by_ids([other.id, account.id]) == [None, account]
        assert await store.accounts.by_ids([]) == []


def a_count(player: PlayerId, room: RoomId, before: bytes = b"", after: bytes = b"1508") -> ResultUpdate:
    return ResultUpdate(player, room, "pente/blitz", before, after, b"won 8")


@asynccontextmanager
async def listening(store: Store, *rooms: RoomId) -> AsyncIterator[Callable[[], Awaitable[Wakeup]]]:
    """The wakeups of a store, one a call, from now on: the lobby's, and those of some rooms."""
    wakeups = store.wakeups()

    async def heard() -> Wakeup:
        async with patience("a wakeup"):
            return await anext(wakeups)

    try:
        assert await heard() == LostWakeups()
        for room in rooms:
            await store.subscribe(room)
        yield heard
    finally:
        await wakeups.aclose()


async def _later(start: Instant, millis: int = 2) -> None:
    """Return once the clock shows so much more than ``start``."""
    await until(lambda: time.time_ns() > (start + millis) * 1_000_000)


async def _next_millisecond(store: Store) -> None:
    """Return once the store's clock shows another moment."""
    start = (await store.beat(Millis(10**12))).now

    async def is_later() -> bool:
        return (await store.beat(Millis(10**12))).now > start

    await until(is_later)
