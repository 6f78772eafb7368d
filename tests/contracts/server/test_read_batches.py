"""Reads from the store: those of many callers go together, and each caller gets its own answers."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

import pytest
from hiredis import pack_command
from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError

from pente_core.identity import PlayerId
from pente_server.store.errors import StoreUnavailable
from pente_server.store.redis.wire import read_batches
from pente_server.store.redis.wire.pipeline import CommandPipeline
from pente_server.store.redis.wire.read_batches import ReadBatches
from tests.support.valkey import Valkey, redis_store, running_valkey
from tests.support.waiting import PATIENCE

MANY = 200


class CountedLine(CommandPipeline):
    """Counts its batches. Mutable."""

    batches = 0

    async def ask(self, commands: Sequence[bytes]) -> list[object]:
        self.batches += 1
        return await super().ask(commands)


@pytest.fixture(scope="module")
def valkey() -> Iterator[Valkey]:
    with running_valkey() as running:
        yield running


@pytest.fixture
async def client(valkey: Valkey) -> AsyncIterator[Any]:
    async with Redis.from_url(valkey.url, protocol=2) as client:
        await client.flushall()
        yield client


@pytest.fixture
def line(client: Any) -> CountedLine:
    return CountedLine(client.connection_pool.make_connection(), PATIENCE)


@pytest.fixture
async def reads(line: CountedLine) -> AsyncIterator[ReadBatches]:
    reads = ReadBatches(line)
    yield reads
    await reads.close()


async def ask(reads: ReadBatches, *commands: tuple[str | int, ...]) -> list[Any]:
    return await reads.ask([pack_command(command) for command in commands])  # type: ignore[arg-type]


async def test_many_callers_are_answered_together_each_with_its_own(
    reads: ReadBatches, line: CountedLine, client: Any
) -> None:
    for number in range(MANY):
        await client.set(f"key{number}", number)

    answers = await asyncio.gather(
        *(ask(reads, ("GET", f"key{number}"), ("STRLEN", f"key{number}")) for number in range(MANY))
    )

    assert answers == [[b"%d" % number, len(str(number))] for number in range(MANY)]
    assert line.batches == 1


async def test_an_error_of_one_is_none_of_the_others(reads: ReadBatches, client: Any) -> None:
    await client.set("text", 1)

    (error,), (text,) = await asyncio.gather(ask(reads, ("LLEN", "text")), ask(reads, ("GET", "text")))

    assert isinstance(error, ResponseError)
    assert text == b"1"


async def test_who_goes_away_leaves_the_others_their_answers(reads: ReadBatches, client: Any) -> None:
    await client.set("text", 1)
    asking = [asyncio.create_task(ask(reads, ("GET", "text"))) for _ in range(3)]
    await asyncio.sleep(0)
    asking[1].cancel()

    first, second, third = await asyncio.gather(*asking, return_exceptions=True)

    assert first == third == [b"1"]
    assert isinstance(second, asyncio.CancelledError)


async def test_a_batch_has_a_size_but_no_question_is_divided(
    reads: ReadBatches, line: CountedLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read_batches, "LARGEST_BATCH", 4)
    sizes = (3, 2, 2, 9, 1)

    answers = await asyncio.gather(*(ask(reads, *[("PING",)] * size) for size in sizes))

    assert [len(answer) for answer in answers] == list(sizes)
    assert line.batches == 4


async def test_a_lost_connection_fails_all_who_wait_and_nobody_later(reads: ReadBatches, client: Any) -> None:
    await ask(reads, ("PING",))
    await client.client_kill_filter(skipme=True)

    lost = await asyncio.gather(*(ask(reads, ("PING",)) for _ in range(3)), return_exceptions=True)

    assert all(isinstance(error, RedisError | OSError) for error in lost)
    assert await ask(reads, ("PING",)) == [b"PONG"]


async def test_too_many_are_told_that_the_store_is_overloaded(
    reads: ReadBatches, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(read_batches, "PLACE_WITHIN", -1)

    with pytest.raises(StoreUnavailable, match="overloaded"):
        await ask(reads, ("PING",))


async def test_nobody_waits_for_a_store_that_was_closed(reads: ReadBatches) -> None:
    asking = asyncio.create_task(ask(reads, ("BLPOP", "nothing", 0)))
    await asyncio.sleep(0)
    await reads.close()

    for question in (asking, ask(reads, ("PING",))):
        with pytest.raises(RedisError, match="closed"):
            await question


async def test_many_sign_ins_at_once_cost_the_server_few_packets(valkey: Valkey, client: Any) -> None:
    players = [PlayerId(f"{number:032x}") for number in range(MANY)]
    async with redis_store(valkey.url) as store:
        await store.friends.of(players[0])
        before = await client.info("stats")
        await asyncio.gather(*(_everything(store, player) for player in players))
        after = await client.info("stats")

    assert after["total_reads_processed"] - before["total_reads_processed"] < MANY


async def _everything(store: Any, player: PlayerId) -> None:
    """Ask what a sign-in asks, one after the other."""
    await store.accounts.account(player)
    await store.accounts.blocked(player)
    await store.friends.of(player)
    await store.messages.inbox(player)
    await store.room_lists.places(f"player:{player}", b"", 10)
