"""What a store acknowledges is on the disk, or it says that it may not be, whatever is done to its server."""

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Any, Final

import pytest
from redis.asyncio import Redis

from pente_server.store import Committed, Duplicate, DurabilityLevel, ProblemCode, StoreUnavailable
from pente_server.store.redis import commits
from pente_server.store.redis.store import RedisStore
from pente_server.store.redis.wire import durability_check
from tests.contracts.test_store import a_room, a_step
from tests.support.valkey import ALWAYS, Valkey, redis_store, running_valkey
from tests.support.waiting import until

WITHOUT_WAITAOF: Final = ("--user", "default", "on", "nopass", "~*", "&*", "+@all", "-waitaof")


@pytest.fixture(params=[(), WITHOUT_WAITAOF], ids=["waitaof", "configuration"])
def valkey(request: pytest.FixtureRequest) -> Iterator[Valkey]:
    """A server to be maltreated, on which commits are proven in one way or the other."""
    with running_valkey(*ALWAYS, *request.param) as running:
        yield running


@pytest.fixture
async def admin(valkey: Valkey) -> AsyncIterator[Any]:
    """The one who maltreats it."""
    async with Redis.from_url(valkey.url) as client:
        await client.ping()
        yield client


@pytest.fixture
async def store(valkey: Valkey, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[RedisStore]:
    """A store that has its commits proven, and soon gives up."""
    monkeypatch.setattr(commits, "GIVE_UP_AFTER", 0.3)
    async with redis_store(valkey.url, proves_commits=True) as store:
        yield store


async def test_a_rewrite_without_fsync_is_less_where_no_batch_can_wait_for_the_disk(
    admin: Any, store: RedisStore, request: pytest.FixtureRequest
) -> None:
    await admin.config_set("no-appendfsync-on-rewrite", "yes")
    is_proven = "waitaof" in request.node.callspec.id
    assert await level(store) == (DurabilityLevel.STRICT if is_proven else DurabilityLevel.NONE)


async def test_replicas_are_counted_while_they_are_there(valkey: Valkey, store: RedisStore) -> None:
    async def number() -> int:
        return (await store.check_durability()).replicas

    assert await number() == 0
    with running_valkey("--replicaof", f"127.0.0.1 {valkey.port}"):
        await until(lambda: _is(number, 1))
    await until(lambda: _is(number, 0))


async def _is(number: Callable[[], Awaitable[int]], wanted: int) -> bool:
    return await number() == wanted


async def level(store: RedisStore) -> DurabilityLevel:
    return (await store.check_durability()).level


async def first_rewrite(admin: Any, *, delay: int) -> None:
    """Switch the append-only file off and on again, so that it has all data only after a while.

    ``delay``: microseconds for each of 500 keys.
    """
    await admin.config_set("appendonly", "no")
    async with admin.pipeline() as filling:
        for number in range(500):
            filling.set(f"filler:{number}", "")
        await filling.execute()
    await admin.config_set("rdb-key-save-delay", delay)
    await admin.config_set("appendonly", "yes")


class TestCommits:
    async def test_no_commit_is_acknowledged_without_a_log_and_each_is_once_it_is_there_again(
        self, store: RedisStore, admin: Any
    ) -> None:
        room = a_room()
        step = a_step(room, 1, b"b")
        assert await store.commit(a_step(room, 0, b"a")) == Committed(1)
        await admin.config_set("appendonly", "no")

        for _ in range(2):
            with pytest.raises(StoreUnavailable) as refused:
                await store.commit(step)
            assert refused.value.code is ProblemCode.NOT_DURABLE

        await admin.config_set("appendonly", "yes")
        await until(lambda: is_strict(store))
        assert await store.commit(step) == Duplicate(2)
        assert await store.commit(a_step(room, 2, b"c")) == Committed(3)

    async def test_nor_without_fsync(self, store: RedisStore, admin: Any) -> None:
        await admin.config_set("appendfsync", "no")
        with pytest.raises(StoreUnavailable) as refused:
            await store.commit(a_step(a_room(), 0))
        assert refused.value.code is ProblemCode.NOT_DURABLE

    async def test_nor_is_a_command_said_to_be_done(self, store: RedisStore, admin: Any) -> None:
        room, step = a_room(), a_step(a_room(), 0)
        await store.commit(step)
        assert await store.done(step.room, step.command) == Duplicate(1)
        assert await store.done(room, step.command) is None
        assert await store.done(step.room, "another") is None

        await admin.config_set("appendonly", "no")
        with pytest.raises(StoreUnavailable):
            await store.done(step.room, step.command)

    async def test_a_repeated_commit_is_not_acknowledged_before_the_first_rewrite_is_over(
        self, valkey: Valkey, store: RedisStore, admin: Any
    ) -> None:
        """`WAITAOF` alone would be content: nothing was written by the connection that it comes over."""
        step = a_step(a_room(), 0)
        await store.commit(step)
        await first_rewrite(admin, delay=100_000)
        async with redis_store(valkey.url, proves_commits=True) as other:
            for ask in (other.commit(step), other.done(step.room, step.command)):
                with pytest.raises(StoreUnavailable) as refused:
                    await ask
                assert refused.value.code is ProblemCode.NOT_DURABLE

    async def test_a_store_that_is_not_asked_for_proof_acknowledges_all_the_same(
        self, valkey: Valkey, admin: Any
    ) -> None:
        await admin.config_set("appendonly", "no")
        async with redis_store(valkey.url) as store:
            assert await store.commit(a_step(a_room(), 0)) == Committed(1)


async def is_strict(store: RedisStore) -> bool:
    return (await store.check_durability()).is_strict


class TestQuestions:
    @pytest.mark.parametrize(
        ("settings", "expected", "part"),
        [
            ({"appendonly": "no"}, "none", "appendonly yes"),
            ({"appendfsync": "everysec"}, "everysec", "appendfsync always"),
            ({"appendfsync": "no"}, "none", "appendfsync always"),
            ({"maxmemory": "1gb", "maxmemory-policy": "allkeys-lru"}, "none", "noeviction"),
            ({"maxmemory": "1gb", "maxmemory-policy": "volatile-ttl"}, "none", "noeviction"),
            ({"maxmemory": "1gb"}, "strict", ""),
            ({"maxmemory-policy": "allkeys-lru"}, "strict", ""),
        ],
    )
    async def test_a_setting_that_is_changed_while_it_runs(
        self, store: RedisStore, admin: Any, settings: dict[str, str], expected: str, part: str
    ) -> None:
        assert store.durability == "strict"
        await admin.config_set(*(word for setting in settings.items() for word in setting))

        found = await store.check_durability()

        assert found.level == store.durability == expected
        assert part in found.reason

    async def test_a_server_that_comes_back_with_other_settings(
        self, store: RedisStore, valkey: Valkey
    ) -> None:
        valkey.kill()
        with pytest.raises(StoreUnavailable):
            await store.check_durability()

        valkey.start("--appendfsync", "everysec")
        assert await level(store) == "everysec"
        valkey.kill()
        valkey.start()
        with pytest.raises(StoreUnavailable):  # on the connection that was cut
            await store.check_durability()
        assert await level(store) == "strict"

    async def test_a_log_that_was_just_switched_on_has_not_all_data_at_once(
        self, store: RedisStore, admin: Any
    ) -> None:
        await admin.config_set("appendonly", "no")
        assert await level(store) == "none"
        await first_rewrite(admin, delay=100_000)

        found = await store.check_durability()
        assert (found.level, found.is_passing) == ("none", True)

        await first_rewrite(admin, delay=0)
        await until(lambda: is_strict(store))

    async def test_an_ordinary_rewrite_is_no_harm(self, store: RedisStore, admin: Any) -> None:
        await admin.config_set("rdb-key-save-delay", 1_000_000)
        await admin.set("filler", "")
        await admin.bgrewriteaof()

        assert await level(store) == "strict"
        assert await store.commit(a_step(a_room(), 0)) == Committed(1)


class TestPermissions:
    async def test_who_may_not_ask_is_told_what_to_permit_and_that_is_enough(self, admin: Any) -> None:
        rights = ("on", ">secret", "~*", "&*", "+@all", "-@admin", "-@dangerous")
        await admin.execute_command("ACL", "SETUSER", "games", *rights)
        port = admin.connection_pool.connection_kwargs["port"]
        url = f"redis://games:secret@127.0.0.1:{port}/0"

        async with redis_store(url, proves_commits=True) as store:
            found = await store.check_durability()
            assert found.level == "unknown"
            assert "ACL" in found.reason
            assert "+config|get and +info" in found.reason

            await admin.execute_command("ACL", "SETUSER", "games", "+config|get", "+info")
            assert await level(store) == "strict"
            assert await store.commit(a_step(a_room(), 0)) == Committed(1)

    async def test_a_proof_that_is_forbidden_is_replaced_by_the_other(
        self, store: RedisStore, admin: Any
    ) -> None:
        await admin.execute_command("ACL", "SETUSER", "default", "-waitaof")
        await store.check_durability()
        assert isinstance(store._check.proof(), durability_check._Configuration)
        assert await store.commit(a_step(a_room(), 0)) == Committed(1)
