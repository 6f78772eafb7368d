"""In mid-game the store ceases to be durable: no acknowledged move is lost, and the server says why.

Every way to prove a batch of commits is tried: with `WAITAOF`, and without it, as where the engine is older.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any, Final

import pytest
from redis.asyncio import Redis

from pente_core.room import events as ev
from tests.chaos.kills.test_kills import DOWN, _spent, play_through, server
from tests.support.processes import ServerProcess
from tests.support.server_program import get
from tests.support.valkey import ALWAYS, Valkey, running_valkey
from tests.support.waiting import until

WITHOUT_WAITAOF: Final = ("--user", "default", "on", "nopass", "~*", "&*", "+@all", "-waitaof")
PROOFS = pytest.mark.parametrize("proof", [(), WITHOUT_WAITAOF], ids=["waitaof", "configuration"])
LONGEST_WAIT: Final = 0.8
"""Seconds after which the store is killed at most: more than it takes the server to notice."""


@asynccontextmanager
async def strict(tmp_path: Path, *options: str) -> AsyncIterator[tuple[Valkey, ServerProcess]]:
    """A store, and a server on it that insists on durability, as it does unless told otherwise."""
    with running_valkey(*ALWAYS, *options) as valkey:
        async with server(tmp_path / "d", "--redis", valkey.url) as process:
            yield valkey, process


async def configure(valkey: Valkey, **settings: str) -> None:
    async with Redis.from_url(valkey.url) as client:
        await client.config_set(*(word for setting in settings.items() for word in setting))


async def killed(valkey: Valkey, *options: str) -> None:
    """Kill the store, and start it again after a while, with other options."""
    valkey.kill()
    await asyncio.sleep(DOWN)
    await asyncio.to_thread(valkey.start, *options)


async def refuses(process: ServerProcess, part: str) -> bool:
    """Whether the server says that it does not serve, as the store is not durable, for a certain reason."""
    status, body = await get(process.port, "/readyz")
    return status == 503 and body.startswith("store-not-durable: ") and part in body


async def serves(process: ServerProcess) -> bool:
    return await get(process.port, "/readyz") == (200, "ready\n")


async def play_on_without_a_log(tmp_path: Path, proof: tuple[str, ...], times: int, chance: Random) -> None:
    async with strict(tmp_path, *proof) as (valkey, process):

        async def kill() -> None:
            await configure(valkey, appendonly="no")
            await asyncio.sleep(chance.random() * LONGEST_WAIT)
            await killed(valkey)

        await play_through(kill, times, process.url)


async def play_on_without_fsync(tmp_path: Path, proof: tuple[str, ...], times: int, chance: Random) -> None:
    async with strict(tmp_path, *proof) as (valkey, process):

        async def kill() -> None:
            await killed(valkey, "--appendfsync", "no")
            await until(lambda: refuses(process, "appendfsync always"))
            await asyncio.sleep(chance.random() * LONGEST_WAIT)
            await killed(valkey)

        await play_through(kill, times, process.url)


@PROOFS
async def test_a_log_that_is_switched_off(tmp_path: Path, proof: tuple[str, ...]) -> None:
    await play_on_without_a_log(tmp_path, proof, 2, Random(1))


@PROOFS
async def test_a_store_that_comes_back_without_fsync(tmp_path: Path, proof: tuple[str, ...]) -> None:
    await play_on_without_fsync(tmp_path, proof, 1, Random(2))


@pytest.mark.long
@PROOFS
@pytest.mark.parametrize("play_on", [play_on_without_a_log, play_on_without_fsync])
async def test_many_moments(tmp_path: Path, proof: tuple[str, ...], play_on: Any) -> None:
    await play_on(tmp_path, proof, 25, Random())


async def test_it_serves_again_by_itself_and_nobody_pays_for_the_time(tmp_path: Path) -> None:
    async with strict(tmp_path) as (valkey, process):
        dark = 0.0

        async def spoil() -> None:
            nonlocal dark
            await configure(valkey, appendonly="no")
            await until(lambda: refuses(process, "append-only file is off"))
            began = perf_counter()
            await asyncio.sleep(DOWN)
            dark += perf_counter() - began
            await configure(valkey, appendonly="yes")
            await until(lambda: serves(process))

        begin = perf_counter()
        _, log = await play_through(spoil, 2, process.url)
        served = perf_counter() - begin - dark

    assert any(isinstance(event, ev.OutageCredited) for event in log)
    assert _spent(log) <= 1000 * served
