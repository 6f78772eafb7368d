"""What a store on a server of its own must get over: lost connections, restarts, silence, neighbours."""

import asyncio
import dataclasses
import os
import re
import signal
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing, asynccontextmanager
from dataclasses import replace
from typing import Any
from unittest.mock import AsyncMock

import hiredis
import pytest
from redis import Redis as SyncRedis
from redis.asyncio import Redis
from redis.exceptions import ResponseError

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId, RoomId
from pente_core.room import events as ev
from pente_server.store import (
    CommitAnswer,
    CommitResult,
    Committed,
    Conflict,
    DamagedKey,
    Duplicate,
    LobbyWakeup,
    LogFormats,
    LostWakeups,
    RoomWakeup,
    StoreUnavailable,
    Wakeup,
)
from pente_server.store.accounts.account_store import ResultUpdate
from pente_server.store.archive_store import ArchivedGame, PositionKey, PositionVisit
from pente_server.store.house_store import LeaseHolder
from pente_server.store.redis import commits
from pente_server.store.redis.store import RedisStore
from pente_server.store.redis.wire import keys
from pente_server.store.redis.wire import server as redis_server
from pente_server.store.redis.wire.pipeline import CommandPipeline
from tests.contracts.test_store import a_room, a_step, an_account, listening
from tests.support.ports import HeldPort
from tests.support.valkey import ALWAYS, KEYS, Valkey, redis_store, running_valkey
from tests.support.waiting import PATIENCE, patience, until


@pytest.fixture(scope="module")
def shared() -> Iterator[Valkey]:
    """A server that nobody stops."""
    with running_valkey(*ALWAYS) as running:
        yield running


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    """A server to be maltreated."""
    with running_valkey(*ALWAYS) as running:
        yield running


@pytest.fixture
def cluster() -> Iterator[Valkey]:
    """A server that is a cluster by itself, and refuses what a cluster of many would."""
    bus = HeldPort()  # by default it would be 10,000 above the other, where there may be no port any more
    options = ("--cluster-enabled", "yes", "--cluster-port", str(bus.number))
    with running_valkey(*options) as running, SyncRedis.from_url(running.url) as client:
        client.execute_command("CLUSTER", "ADDSLOTSRANGE", 0, 16383)
        end = time.monotonic() + PATIENCE
        while "cluster_state:ok" not in str(client.execute_command("CLUSTER", "INFO")):
            assert time.monotonic() < end, "the cluster does not form"
        yield running


@asynccontextmanager
async def looking_into(url: str) -> AsyncIterator[Any]:
    async with Redis.from_url(url) as client:
        await client.ping()
        yield client


@asynccontextmanager
async def emptied(url: str) -> AsyncIterator[Any]:
    """A client that looks into a store, of which nothing is left at first."""
    async with looking_into(url) as client:
        await client.flushdb()
        yield client


@asynccontextmanager
async def pair(url: str, *rooms: RoomId) -> AsyncIterator[tuple[RedisStore, Callable[[], Awaitable[Wakeup]]]]:
    """A store, and the wakeups of another one: the lobby's, and those of some rooms."""
    async with redis_store(url) as here, redis_store(url) as there, listening(there, *rooms) as theirs:
        yield here, theirs


def unpacked(command: bytes) -> list[str]:
    """The words of a command as it is sent."""
    reader = hiredis.Reader(encoding="utf-8", errors="replace")
    reader.feed(command)
    words: list[str] = reader.gets()
    return words


class TestKeys:
    async def test_all_that_a_commit_touches_is_in_one_slot(
        self, shared: Valkey, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        sent: list[list[str]] = []
        ask = CommandPipeline.ask

        async def noting(self: CommandPipeline, commands: Sequence[bytes]) -> list[object]:
            sent.extend(command[3 : 3 + int(command[2])] for command in map(unpacked, commands))
            return await ask(self, commands)

        rooms = [a_room() for _ in range(20)]
        async with redis_store(shared.url) as store:
            monkeypatch.setattr(CommandPipeline, "ask", noting)
            for room in rooms:
                await store.commit(a_step(room, 0))

        for room, touched in zip(rooms, sent, strict=True):
            assert {re.findall(r"\{(.*?)\}", key)[0] for key in touched} == {KEYS.tag(room)[1:-1]}
            assert len(touched) == len(set(touched)) == 13

    @pytest.mark.parametrize("server", ["shared", "cluster"])
    async def test_every_key_is_in_the_list_and_no_command_needs_two_slots(
        self, server: str, request: pytest.FixtureRequest
    ) -> None:
        shared: Valkey = request.getfixturevalue(server)
        room, over, passing = a_room(), a_room(), a_room()
        async with emptied(shared.url) as client, redis_store(shared.url) as store:
            await store.commit(dataclasses.replace(a_step(room, 0), summary=b"one", deadline=Instant(5)))
            await store.commit(dataclasses.replace(a_step(over, 0), is_over=True))
            await store.commit(
                dataclasses.replace(a_step(passing, 0), is_over=True, expires_after=Millis(60_000))
            )
            await store.commit(dataclasses.replace(a_step(a_room(), 0), sequel=store.sequels.draw(over)))
            await store.accounts.open(account := an_account("Alice"))
            await store.accounts.block(account.id, PlayerId("0" * 32))
            rated = ResultUpdate(
                account.id, over, "pente/blitz", b"", b"1508", b"won", is_rated=True, score=1508.0
            )
            await store.accounts.count(rated)
            await store.accounts.rename(account, "Alice-B", Instant(int(time.time() * 1000)))
            await client.delete(KEYS.name("alice-b"))
            visits = (PositionVisit(PositionKey(bytes(8)), b"abc"),)
            await store.archive.file(ArchivedGame(over, Instant(5), b"entry", (account.id,), "pente", visits))
            await store.beat(Millis(0))
            await store.accounts.open(deleted := an_account("Bob"))
            await store.accounts.delete(deleted.id, deleted.name)
            await client.delete(KEYS.name("bob"))
            await store.house.hold(LeaseHolder("node"))
            found = {key.decode(): (await client.type(key)).decode() for key in await client.keys("*")}

        assert {key: keys.type_of(key) for key in found} == found
        listed = dict(
            re.findall(r"^``(\S+?)``\s+(string|list|hash|sorted set|set)", str(keys.__doc__), re.MULTILINE)
        )
        patterns = {
            re.escape(key)
            .replace(r"\{pN\}", r"\{p\d+\}")
            .replace("ID", "[0-9a-f]+")
            .replace("NAME", "alice")
            .replace("SKELETON", "(?:allce|allce-b|bob)")
            .replace("RULES", "[0-9a-f]{16}")
            .replace("XXXX", "[0-9a-f]{4}")
            .replace("POOL", "pente/blitz"): type_
            for key, type_ in listed.items()
        }
        for key, type_ in found.items():
            matching = [kind for pattern, kind in patterns.items() if re.fullmatch(pattern, key)]
            assert matching == [{"zset": "sorted set"}.get(type_, type_)], key

    async def test_accounts_and_their_names_expire_unless_used(self, shared: Valkey) -> None:
        account = an_account("Bertha")
        async with redis_store(shared.url) as store, looking_into(shared.url) as client:
            await store.accounts.open(account)
            await store.accounts.block(account.id, PlayerId("0" * 32))
            kept = (KEYS.player(account.id), KEYS.name("bertha"), KEYS.alike("bertha"))
            for key in (*kept, KEYS.blocked(account.id)):
                assert await client.pttl(key) > 179 * 24 * 3600 * 1000
                await client.pexpire(key, 5000)

            await store.accounts.find("bertha")
            assert await client.pttl(KEYS.player(account.id)) <= 5000
            await store.accounts.account(account.id)
            for key in (*kept, KEYS.blocked(account.id)):
                assert await client.pttl(key) > 179 * 24 * 3600 * 1000

    async def test_who_has_a_rating_is_never_forgotten(self, shared: Valkey) -> None:
        account, room = an_account("Cecily"), a_room()
        mine = (
            KEYS.player(account.id),
            KEYS.name("cecily"),
            KEYS.standings(account.id),
            KEYS.ledger(account.id),
            KEYS.blocked(account.id),
            KEYS.alike("cecily"),
        )
        count = ResultUpdate(account.id, room, "pente/blitz", b"", b"1508", b"won")
        async with redis_store(shared.url) as store, looking_into(shared.url) as client:
            await store.accounts.open(account)
            await store.accounts.block(account.id, PlayerId("0" * 32))
            await store.accounts.count(count)
            for key in mine:
                assert await client.pttl(key) > 179 * 24 * 3600 * 1000

            rated = dataclasses.replace(count, room=a_room(), before=b"1508", is_rated=True, score=1508.0)
            await store.accounts.count(rated)
            await store.accounts.account(account.id)
            await store.accounts.count(dataclasses.replace(count, room=a_room(), before=b"1508"))
            assert [await client.pttl(key) for key in mine] == [-1] * 6

    async def test_of_a_deleted_account_only_the_mark_and_for_a_month_the_name_are_kept(
        self, shared: Valkey
    ) -> None:
        account, room = an_account("Frida"), a_room()
        async with emptied(shared.url) as client, redis_store(shared.url) as store:
            await store.accounts.open(account)
            await store.accounts.count(
                ResultUpdate(account.id, room, "pente/blitz", b"", b"1508", b"won", is_rated=True, score=1.0)
            )
            await store.archive.file(ArchivedGame(room, Instant(5), b"entry", (account.id,), "pente", ()))
            await store.accounts.delete(account.id, account.name)
            left = {key.decode() for key in await client.keys("*")}
            assert {key for key in left if account.id in key} == {KEYS.player(account.id)}
            assert await client.hgetall(KEYS.player(account.id)) == {b"deleted": b"1"}
            assert await client.pttl(KEYS.player(account.id)) == -1
            assert 29 < await client.pttl(KEYS.name("frida")) / (24 * 3600 * 1000) <= 30
            for key in left:
                assert await client.type(key) != b"zset" or not await client.zscore(key, account.id)

    async def test_the_name_of_a_deleted_account_is_released_even_if_a_node_dies_before_that(
        self, shared: Valkey, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        account = an_account("Gerda")
        async with redis_store(shared.url) as store, looking_into(shared.url) as client:
            await store.accounts.open(account)
            await client.persist(KEYS.name("gerda"))  # as that of a rated player
            with monkeypatch.context() as patch:
                patch.setattr(store.accounts, "_release", AsyncMock(side_effect=StoreUnavailable("gone")))
                with pytest.raises(StoreUnavailable):
                    await store.accounts.delete(account.id, account.name)
            assert await client.pttl(KEYS.name("gerda")) == -1
            assert not await store.accounts.open(an_account("Gerda"))
            assert 29 < await client.pttl(KEYS.name("gerda")) / (24 * 3600 * 1000) <= 30

    async def test_the_account_of_a_house_bot_is_never_forgotten(self, shared: Valkey) -> None:
        account = an_account("Random-bot")
        mine = (KEYS.player(account.id), KEYS.name("random-bot"))
        async with redis_store(shared.url) as store, looking_into(shared.url) as client:
            await store.accounts.open(account)
            await store.accounts.reserve(account)
            await store.accounts.account(account.id)
            assert [await client.pttl(key) for key in mine] == [-1, -1]

    async def test_an_old_name_is_kept_for_a_month(self, shared: Valkey) -> None:
        account = an_account("Dora")
        async with redis_store(shared.url) as store, looking_into(shared.url) as client:
            await store.accounts.open(account)
            await store.accounts.rename(account, "Doris", Instant(5))
            for key in (KEYS.name("dora"), KEYS.alike("d0ra")):
                assert 29 < await client.pttl(key) / (24 * 3600 * 1000) <= 30
            for key in (KEYS.name("doris"), KEYS.alike("d0r1s")):
                assert await client.pttl(key) > 179 * 24 * 3600 * 1000


class TestLostAnswers:
    async def test_a_script_that_was_forgotten_is_taught_again(self, shared: Valkey) -> None:
        async with redis_store(shared.url) as store, looking_into(shared.url) as client:
            rooms = [a_room() for _ in range(10)]
            await client.script_flush()

            results = await asyncio.gather(*(store.commit(a_step(room, 0)) for room in rooms))

            assert results == [Committed(1)] * 10

    async def test_an_answer_that_is_lost_is_found_out(
        self, shared: Valkey, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        ask, losses = CommandPipeline.ask, iter([True])

        async def losing(self: CommandPipeline, commands: Sequence[bytes]) -> list[object]:
            answers = await ask(self, commands)
            if next(losses, False):
                raise ConnectionResetError("cut")
            return answers

        room = a_room()
        async with redis_store(shared.url) as store:
            monkeypatch.setattr(CommandPipeline, "ask", losing)
            assert await store.commit(a_step(room, 0, b"a")) == Duplicate(1)
            assert list(await store.read(room, 0)) == [b"a"]

    async def test_a_server_killed_in_the_middle_of_commits(self, valkey: Valkey) -> None:
        rooms = [a_room() for _ in range(20)]
        acknowledged = dict.fromkeys(rooms, 0)
        done = asyncio.Event()

        async def go_on(store: RedisStore, room: str) -> None:
            room_, version = rooms[rooms.index(room)], 0  # type: ignore[arg-type]
            while not done.is_set():
                step = a_step(room_, version, b"event %d" % version)
                result = await _insist(store, step)
                assert result in (Committed(version + 1), Duplicate(version + 1))
                version += 1
                acknowledged[room_] = version

        async def past(least: int) -> None:
            await until(lambda: all(count >= least for count in acknowledged.values()))

        async with redis_store(valkey.url) as store, asyncio.TaskGroup() as tasks:
            for room in rooms:
                tasks.create_task(go_on(store, room))
            for _ in range(3):
                await past(max(acknowledged.values()) + 5)
                valkey.kill()
                await asyncio.to_thread(valkey.start)
            await past(max(acknowledged.values()) + 5)
            done.set()

        async with redis_store(valkey.url) as store:
            for room, count in acknowledged.items():
                assert list(await store.read(room, 0)) == [b"event %d" % n for n in range(count)]

    async def test_a_server_that_is_gone_for_good(self, valkey: Valkey) -> None:
        async with redis_store(valkey.url) as store:
            await store.commit(a_step(a_room(), 0))
            valkey.kill()
            async with patience("answers without a server"):
                answers = await asyncio.gather(
                    *(store.commit(a_step(a_room(), 0)) for _ in range(600)),
                    store.read(a_room(), 0),
                    store.room_lists.count("all"),
                    store.beat(Millis(0)),
                    return_exceptions=True,
                )

            assert all(isinstance(answer, StoreUnavailable) for answer in answers)
            valkey.start()
            assert await store.commit(a_step(a_room(), 0)) == Committed(1)

    async def test_a_server_that_says_nothing(self, valkey: Valkey, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(
            "pente_server.store.redis.wire.subscriber.QUIET", 0.4
        )  # noticed long before a commit is given up
        room, other = a_room(), a_room()
        async with redis_store(valkey.url) as store, listening(store) as wakeups:
            await store.commit(a_step(room, 0))
            news = asyncio.ensure_future(wakeups())
            os.kill(valkey.pid, signal.SIGSTOP)
            try:
                async with patience("answers of a stopped server"):
                    answers = await asyncio.gather(
                        store.commit(a_step(room, 1, b"late")), store.read(room, 0), return_exceptions=True
                    )
            finally:
                os.kill(valkey.pid, signal.SIGCONT)

            assert [type(answer) for answer in answers] == [StoreUnavailable] * 2
            assert await news == LostWakeups()
            assert await store.commit(a_step(other, 0)) == Committed(1)

    async def test_commits_that_wait_when_the_store_is_closed(self, valkey: Valkey) -> None:
        store = await RedisStore.connect(valkey.url)
        called_back = list[CommitAnswer]()
        os.kill(valkey.pid, signal.SIGSTOP)
        try:
            waiting = [asyncio.create_task(store.commit(a_step(a_room(), 0))) for _ in range(300)]
            for _ in range(300):
                store.submit(a_step(a_room(), 0), called_back.append)
            await asyncio.sleep(0)
            await store.close()
            answers = await asyncio.gather(*waiting, return_exceptions=True)
        finally:
            os.kill(valkey.pid, signal.SIGCONT)

        assert all(isinstance(answer, StoreUnavailable) for answer in (*answers, *called_back))
        assert len(called_back) == 300
        store.submit(a_step(a_room(), 0), called_back.append)
        await until(lambda: len(called_back) == 301)
        assert isinstance(called_back[-1], StoreUnavailable)
        with pytest.raises(StoreUnavailable):
            await store.commit(a_step(a_room(), 0))

    async def test_of_a_batch_that_is_given_up_each_is_answered_once(
        self, shared: Valkey, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """One of two is written, and the other is not, as the server is busy at that moment."""
        ask = CommandPipeline.ask

        async def busy(self: CommandPipeline, commands: Sequence[bytes]) -> list[object]:
            answers = await ask(self, commands)
            return [*answers[:1], ResponseError("BUSY running a script"), *answers[2:]]

        monkeypatch.setattr(commits, "GIVE_UP_AFTER", 0.0)
        monkeypatch.setattr(CommandPipeline, "ask", busy)
        written, unwritten = list[CommitAnswer](), list[CommitAnswer]()
        async with redis_store(shared.url) as store:
            store.submit(a_step(a_room(), 0), written.append)
            store.submit(a_step(a_room(), 0), unwritten.append)
            await until(lambda: bool(written and unwritten))
        assert written == [Committed(1)]
        assert [type(answer) for answer in unwritten] == [StoreUnavailable]

    async def test_a_commit_is_answered_even_if_the_id_of_the_store_is_no_text(
        self, valkey: Valkey, caplog: pytest.LogCaptureFixture
    ) -> None:
        """An error that nobody has thought of: the room must not wait for ever."""
        async with redis_store(valkey.url) as store, Redis.from_url(valkey.url) as client:
            await store.beat(Millis(1000))
            await client.hset(keys.STORE, "id", b"\xff")
            async with patience("an answer"):
                with pytest.raises(StoreUnavailable):
                    await store.commit(a_step(a_room(), 0))
        assert "can't be confirmed" in caplog.text

    async def test_a_room_that_cannot_be_written_stops_no_other(self, shared: Valkey) -> None:
        bad, good = a_room(), a_room()
        async with redis_store(shared.url) as store, looking_into(shared.url) as client:
            await client.set(KEYS.log(bad), "not a list")

            answers = await asyncio.gather(
                store.commit(a_step(bad, 0)), store.commit(a_step(good, 0)), return_exceptions=True
            )

        assert isinstance(answers[0], DamagedKey)
        assert answers[1] == Committed(1)

    async def test_a_store_without_memory_left_refuses_and_recovers(
        self, valkey: Valkey, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(commits, "GIVE_UP_AFTER", 0.2)
        room = a_room()
        async with redis_store(valkey.url) as store, looking_into(valkey.url) as client:
            await client.config_set("maxmemory", 1)
            with pytest.raises(StoreUnavailable, match="maxmemory"):
                await store.commit(a_step(room, 0))
            await client.config_set("maxmemory", 0)

            assert await store.commit(a_step(room, 0)) == Committed(1)


class TestStart:
    async def test_a_server_that_comes_up_in_time_is_waited_for(self, valkey: Valkey) -> None:
        valkey.kill()
        connecting = asyncio.create_task(RedisStore.connect(valkey.url, patience=PATIENCE))
        await asyncio.to_thread(valkey.start)

        await (await connecting).close()

    async def test_one_that_does_not_is_told(self, valkey: Valkey) -> None:
        valkey.kill()
        with pytest.raises(StoreUnavailable, match="can't be used"):
            await RedisStore.connect(valkey.url)
        valkey.start()


class TestCrowd:
    async def test_a_beat_does_not_wait_for_those_who_ask(
        self, valkey: Valkey, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(redis_server, "PLACE_WITHIN", PATIENCE)
        asking, answer = 0, asyncio.Event()

        async with redis_store(f"{valkey.url}?socket_connect_timeout={PATIENCE}") as store:

            async def question() -> bool:
                nonlocal asking
                async with store._redis.client():  # a connection that nobody else has meanwhile
                    asking += 1
                    return await answer.wait()

            crowd = [asyncio.create_task(store._server.ask(question)) for _ in range(100)]
            await until(lambda: asking == redis_server.AT_ONCE)
            beat = await store.beat(Millis(2000))
            assert beat.now > 0
            assert asking == redis_server.AT_ONCE
            answer.set()
            assert await asyncio.gather(*crowd) == [True] * 100


class TestRestart:
    async def test_a_restart_is_no_continuation(self, valkey: Valkey) -> None:
        async with redis_store(valkey.url) as store:
            assert (await store.beat(Millis(0))).is_continuous
            assert (await store.beat(Millis(60_000))).is_continuous
            valkey.kill()
            valkey.start()
            assert not (await store.beat(Millis(60_000))).is_continuous
            assert (await store.beat(Millis(60_000))).is_continuous

    async def test_nobody_is_gone_because_the_store_has_restarted(
        self, valkey: Valkey, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Nobody is connected then: that must not end what an older node can read."""
        monkeypatch.setattr("pente_server.store.redis.store.COUNTED_FOR", Millis(-1))
        async with redis_store(valkey.url) as old, redis_store(valkey.url) as newer:
            old.log_formats = LogFormats(ev.LOG_FORMAT, ev.LOG_FORMAT)
            newer.log_formats = LogFormats(ev.LOG_FORMAT, ev.LOG_FORMAT + 1)
            await old.beat(Millis(60_000))
            valkey.kill()
            valkey.start()
            assert (await newer.beat(Millis(60_000))).common_format == ev.LOG_FORMAT

    async def test_neither_is_a_store_that_does_not_have_the_last_beat(self, valkey: Valkey) -> None:
        async with redis_store(valkey.url) as store, looking_into(valkey.url) as client:
            await store.beat(Millis(0))
            (node, beat), *_ = (await client.hgetall(keys.BEATS)).items()
            since, last, *rest = beat.decode().split(" ")
            earlier = " ".join([since, str(int(last) - 1), *rest])
            await client.hset(keys.BEATS, node, earlier)
            assert not (await store.beat(Millis(60_000))).is_continuous

    async def test_a_store_that_was_away_between_two_beats_was_away(self, valkey: Valkey) -> None:
        async with redis_store(valkey.url) as store:
            before = await store.beat(Millis(0))
            assert (await store.beat(Millis(60_000))).outages == ()
            valkey.kill()
            valkey.start()
            after = await store.beat(Millis(60_000))

        (outage,) = after.outages
        assert before.now <= outage.start <= outage.end == after.now


class TestNews:
    async def test_a_subscription_that_is_cut_says_so(self, shared: Valkey) -> None:
        room = a_room()
        async with pair(shared.url, room) as (here, theirs), looking_into(shared.url) as client:
            await here.commit(a_step(room, 0, b"a"))
            assert await theirs() == RoomWakeup(room, 1, (b"a",))
            await client.execute_command("CLIENT", "KILL", "TYPE", "pubsub")
            await here.commit(a_step(room, 1, b"b"))
            news = await theirs()
            while news != LostWakeups():  # the cut may be noticed after what came before it
                assert news == RoomWakeup(room, 2, (b"b",))
                news = await theirs()
            await here.commit(a_step(room, 2, b"c"))

            assert await theirs() == RoomWakeup(room, 3, (b"c",))

    async def test_a_subscription_survives_a_restart(self, valkey: Valkey) -> None:
        room = a_room()
        async with pair(valkey.url, room) as (here, theirs):
            valkey.kill()
            valkey.start()
            assert await theirs() == LostWakeups()
            assert await _insist(here, a_step(room, 0, b"a")) == Committed(1)

            assert await theirs() == RoomWakeup(room, 1, (b"a",))

    async def test_nobody_is_told_of_what_only_the_origin_would_hear(self, valkey: Valkey) -> None:
        room = a_room()
        async with redis_store(valkey.url) as here, looking_into(valkey.url) as client:
            async with listening(here, room):
                await here.commit(replace(a_step(room, 0, b"a"), summary=b"new"))
                async with redis_store(valkey.url) as there, listening(there, room) as theirs:
                    await here.commit(a_step(room, 1, b"b"))
                    assert await theirs() == RoomWakeup(room, 2, (b"b",))

            assert await _published(client) == 1

    async def test_a_node_without_the_room_is_told_of_the_lobby_only(self, valkey: Valkey) -> None:
        room = a_room()
        async with pair(valkey.url) as (here, theirs), looking_into(valkey.url) as client:
            await here.commit(replace(a_step(room, 0, b"a"), summary=b"new"))
            for version in range(1, 100):
                await here.commit(a_step(room, version, b"a move"))
            await here.commit(replace(a_step(room, 100, b"the last"), is_over=True))

            assert await theirs() == LobbyWakeup(room, 1, b"new")
            assert await theirs() == LobbyWakeup(room, 101, None)
            assert await _published(client) == 2

    async def test_a_damaged_list_of_ended_rooms_keeps_nobody_from_hearing_of_an_end(
        self, valkey: Valkey
    ) -> None:
        room = a_room()
        async with pair(valkey.url) as (here, theirs), looking_into(valkey.url) as client:
            await client.set(keys.finished(KEYS.tag(room)), "damaged")
            await here.commit(replace(a_step(room, 0), is_over=True))

            assert await theirs() == LobbyWakeup(room, 1, None)

    async def test_everybody_is_told_where_listeners_may_not_be_counted(self, valkey: Valkey) -> None:
        room = a_room()
        async with looking_into(valkey.url) as client:
            await client.execute_command("ACL", "SETUSER", "default", "-pubsub")
        async with pair(valkey.url, room) as (here, theirs):
            await here.commit(a_step(room, 0, b"a"))

            assert await theirs() == RoomWakeup(room, 1, (b"a",))

    async def test_who_may_not_subscribe_is_told_what_to_do(
        self, valkey: Valkey, caplog: pytest.LogCaptureFixture
    ) -> None:
        user = ("ACL", "SETUSER", "pente", "on", ">secret", "~*", "+@all", "resetchannels")
        async with looking_into(valkey.url) as client:
            await client.execute_command(*user)
        url = valkey.url.replace("redis://", "redis://pente:secret@")
        async with redis_store(url) as store, aclosing(store.wakeups()) as wakeups:
            hearing = asyncio.ensure_future(anext(wakeups))
            with pytest.raises(StoreUnavailable, match="ACL"):
                await store.subscribe(a_room())
            hearing.cancel()
            await asyncio.wait({hearing})
        assert [record for record in caplog.messages if "ACL" in record] == [caplog.messages[0]]

    async def test_everybody_is_told_in_a_cluster(self, cluster: Valkey) -> None:
        room = a_room()
        async with pair(cluster.url, room) as (here, theirs), looking_into(cluster.url) as client:
            await here.commit(a_step(room, 0, b"a"))
            assert await theirs() == RoomWakeup(room, 1, (b"a",))
            async with listening(here):
                await here.commit(a_step(a_room(), 0))

            assert await _published(client) == 2

    async def test_what_others_publish_there_is_left_alone(self, shared: Valkey) -> None:
        room = a_room()
        async with pair(shared.url, room) as (here, theirs), looking_into(shared.url) as client:
            for channel in (keys.lobby(0), keys.room_news(room, 0)):
                for payload in (b"", b"hello", b"\x93\x01\x02\x03", b"\x94" + b"\x01" * 4, b"\xc1"):
                    assert await client.publish(channel, payload) == 1
            await here.commit(a_step(room, 0, b"a"))

            assert await theirs() == RoomWakeup(room, 1, (b"a",))

    async def test_databases_do_not_hear_each_other(self, shared: Valkey) -> None:
        room = a_room()
        neighbour = shared.url.removesuffix("/0") + "/1"
        async with pair(neighbour, room) as (other, theirs), redis_store(shared.url) as here:
            await here.commit(a_step(room, 0))
            await other.commit(a_step(room, 0, b"their own"))

            assert await theirs() == RoomWakeup(room, 1, (b"their own",))


class TestSubscriptions:
    async def test_what_opens_in_one_turn_is_one_command(self, valkey: Valkey) -> None:
        rooms = [a_room() for _ in range(100)]
        async with redis_store(valkey.url) as store, listening(store), looking_into(valkey.url) as client:
            before = await _calls(client, "subscribe", "unsubscribe")
            await asyncio.gather(*map(store.subscribe, rooms))
            for room in rooms:
                store.unsubscribe(room)
            await store.subscribe(a_room())

            assert await _calls(client, "subscribe", "unsubscribe") == (before[0] + 2, before[1] + 1)
            assert len(store._news) == 1

    async def test_a_room_is_opened_while_there_is_no_connection(self, valkey: Valkey) -> None:
        room = a_room()
        async with (
            redis_store(valkey.url) as here,
            redis_store(valkey.url) as there,
            listening(there) as theirs,
            looking_into(valkey.url) as client,
        ):
            subscribing = asyncio.create_task(there.subscribe(room))
            await client.client_kill_filter(_type="pubsub")
            await subscribing
            await here.commit(a_step(room, 0, b"a"))

            assert RoomWakeup(room, 1, (b"a",)) in (await theirs(), await theirs())

    async def test_without_a_connection_a_room_cannot_be_opened(
        self, valkey: Valkey, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("pente_server.store.redis.pubsub.GIVE_UP_AFTER", 0.1)
        async with redis_store(valkey.url) as store, listening(store):
            valkey.kill()
            with pytest.raises(StoreUnavailable):
                await store.subscribe(a_room())

            assert len(store._news) == 0

    async def test_a_node_that_handles_nothing_loses_all_and_knows_it(
        self, shared: Valkey, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr("pente_server.store.redis.pubsub.MOST_WAITING", 10)
        room = a_room()
        async with (
            redis_store(shared.url) as here,
            redis_store(shared.url) as there,
            listening(there, room) as theirs,
        ):
            for version in range(15):
                await here.commit(a_step(room, version))
            await there.subscribe(a_room())  # and so everything before it has arrived

            assert await theirs() == LostWakeups()
            assert await theirs() == RoomWakeup(room, 12, (b"event",))


async def _published(client: Any) -> int:
    (calls,) = await _calls(client, "publish")
    return calls


async def _calls(client: Any, *commands: str) -> tuple[int, ...]:
    """How often commands have been carried out."""
    stats = await client.info("commandstats")
    return tuple(stats.get(f"cmdstat_{command}", {"calls": 0})["calls"] for command in commands)


class TestConnecting:
    @pytest.mark.parametrize(
        ("options", "durability"),
        [
            (ALWAYS, "strict"),
            (("--appendonly", "yes", "--appendfsync", "everysec"), "everysec"),
            (("--appendonly", "yes", "--appendfsync", "no"), "none"),
            ((), "none"),
            ((*ALWAYS, "--rename-command", "CONFIG", ""), "unknown"),
        ],
    )
    async def test_it_says_what_the_server_promises(self, options: tuple[str, ...], durability: str) -> None:
        with running_valkey(*options) as valkey:
            async with redis_store(valkey.url) as store:
                assert store.durability == durability
                assert await store.commit(a_step(a_room(), 0)) == Committed(1)

    async def test_a_password_is_needed_and_never_shown(self) -> None:
        with running_valkey("--requirepass", "hush") as valkey:
            port = valkey.port
            async with redis_store(f"redis://:hush@127.0.0.1:{port}/0") as store:
                assert await store.commit(a_step(a_room(), 0)) == Committed(1)
            for password in (":wrong@", ""):
                with pytest.raises(StoreUnavailable) as caught:
                    await RedisStore.connect(f"redis://{password}127.0.0.1:{port}/0")
                assert "wrong" not in str(caught.value)
                assert f"redis://127.0.0.1:{port}/0" in str(caught.value)

    @pytest.mark.parametrize(
        "url",
        [
            "redis://127.0.0.1:1/0",
            "unix:///nowhere/at/all.sock",
            "redis://no-such-host.invalid:6379",
            "http://127.0.0.1",
            "nonsense",
            "",
            "redis://127.0.0.1:port",
            "redis://127.0.0.1:99999999",
        ],
    )
    async def test_what_cannot_be_reached_is_one_sentence(self, url: str) -> None:
        with pytest.raises(StoreUnavailable) as caught:
            await RedisStore.connect(url)
        assert "\n" not in str(caught.value)
        assert "start it" in str(caught.value) or "not a valid store address" in str(caught.value)


async def _insist(store: RedisStore, step: Any) -> CommitResult:
    """Send a commit, under the same id, until there is an answer."""
    async with patience("an answer to a commit"):
        while True:
            try:
                result: CommitResult = await store.commit(step)
            except StoreUnavailable:
                continue
            assert not isinstance(result, Conflict)
            return result


def _pattern(key: str) -> re.Pattern[str]:
    """What keys look like that are listed like this."""
    escaped = re.escape(key).replace(r"\{pN\}", r"\{p\d+\}")
    return re.compile(escaped.replace("ID", "[0-9a-f]+").replace("NAME", "alice"))
