"""A line to the store: answers in order, and never one to another question."""

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from typing import Any

import pytest
from hiredis import pack_command
from redis.asyncio import Redis
from redis.exceptions import RedisError, ResponseError

from pente_server.store.redis.wire.pipeline import CommandPipeline
from tests.support.valkey import Valkey, running_valkey
from tests.support.waiting import PATIENCE


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
async def line(client: Any) -> AsyncIterator[CommandPipeline]:
    line = CommandPipeline(client.connection_pool.make_connection(), PATIENCE)
    yield line
    await line.close()


async def ask(line: CommandPipeline, *commands: tuple[str | int, ...]) -> Sequence[object]:
    return await line.ask([pack_command(command) for command in commands])  # type: ignore[arg-type]


async def test_answers_come_in_order_with_errors_among_them(line: CommandPipeline) -> None:
    first, error, last = await ask(line, ("INCR", "a"), ("LPUSH", "a", 1), ("INCRBY", "a", 5))

    assert (first, last) == (1, 6)
    assert isinstance(error, ResponseError)


async def test_an_answer_that_comes_too_late_is_not_one_to_the_next_question(line: CommandPipeline) -> None:
    line._patience = 0.3
    with pytest.raises(TimeoutError):
        await ask(line, ("SET", "a", 1), ("BLPOP", "nothing", 1))
    line._patience = PATIENCE

    assert await ask(line, ("INCR", "a")) == [2]


async def test_nor_is_one_whose_asker_was_cancelled(line: CommandPipeline, client: Any) -> None:
    asking = asyncio.create_task(ask(line, ("RPUSH", "begun", 1), ("BLPOP", "later", 0)))
    await client.blpop("begun")
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking

    assert await ask(line, ("INCR", "b")) == [1]


async def test_a_connection_that_was_cut_is_made_again(line: CommandPipeline, client: Any) -> None:
    await ask(line, ("PING",))
    await client.client_kill_filter(skipme=True)

    with pytest.raises((RedisError, OSError)):
        await ask(line, ("PING",))
    assert await ask(line, ("INCR", "c")) == [1]
