"""The server under test, with one store or the other."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from redis.asyncio import Redis

from pente_server.embedded import EmbeddedStore, start_embedded
from tests.bench.report import RESULTS
from tests.bench.wire.checkout import HERE, Checkout
from tests.support.measured.process import Measured, running
from tests.support.measured.usage import cpu_seconds

_SERVE: Final = ("-m", "pente_client", "serve", "--port", "0")
WITHOUT_LIMITS: Final = (
    ("--log-level", "error"),
    ("--messages-per-second", "1000000"),
    ("--questions-per-second", "1000000"),
    ("--joins-per-minute", "1000000"),
    ("--openings-per-minute", "1000000"),
    ("--rooms-per-bot", "1000000"),
)
"""Options that let one machine play all players, and say nothing of each, nor of each restart."""


@dataclass(frozen=True, slots=True)
class DurableServer:
    """A server whose moves are on the disk before anybody is told, and its engine."""

    server: Measured
    engine: EmbeddedStore

    def engine_seconds(self) -> float:
        """The processor time that the engine has used so far."""
        return cpu_seconds(self.engine.pid)


@asynccontextmanager
async def serving_memory() -> AsyncIterator[Measured]:
    """A server that keeps nothing."""
    async with _serving(HERE, ("--store", "memory")) as server:
        yield server


@asynccontextmanager
async def running_engine(fsync: str = "always") -> AsyncIterator[EmbeddedStore]:
    """The embedded engine, with its fsync of every commit, or ``everysec``.

    Its data is on the same disk as the results, which unlike a directory for temporary files is not in
    memory.
    """
    RESULTS.mkdir(exist_ok=True)
    with TemporaryDirectory(dir=RESULTS, prefix="data-") as data:
        engine = await start_embedded(Path(data))
        try:
            async with Redis.from_url(engine.url) as client:
                await client.config_set("appendfsync", fsync)
            yield engine
        finally:
            await engine.stop()


@asynccontextmanager
async def serving_on(
    engine: EmbeddedStore, durability: str = "strict", checkout: Checkout = HERE
) -> AsyncIterator[Measured]:
    """A server on an engine that runs."""
    async with _serving(checkout, ("--redis", engine.url), ("--durability", durability)) as server:
        yield server


@asynccontextmanager
async def serving_durable(fsync: str = "always", checkout: Checkout = HERE) -> AsyncIterator[DurableServer]:
    """A server on the embedded engine, which is not started by it, so that it can be measured too."""
    durability = "strict" if fsync == "always" else "any"
    async with running_engine(fsync) as engine, serving_on(engine, durability, checkout) as server:
        yield DurableServer(server, engine)


@asynccontextmanager
async def serving_beside(kept: DurableServer) -> AsyncIterator[Measured]:
    """Another server with the same rooms."""
    async with _serving(HERE, ("--redis", kept.engine.url)) as server:
        yield server


@asynccontextmanager
async def _serving(checkout: Checkout, *options: tuple[str, str]) -> AsyncIterator[Measured]:
    known = await checkout.known((*WITHOUT_LIMITS, *options))
    async with running(*_SERVE, *known, environment=checkout.environment) as server:
        yield server


@asynccontextmanager
async def serving_echo() -> AsyncIterator[Measured]:
    """The reference."""
    async with running("-m", "tests.bench.reference.echo_server") as server:
        yield server


@asynccontextmanager
async def serving_lean() -> AsyncIterator[Measured]:
    """The other reference."""
    async with running("-m", "tests.bench.reference.minimal_server") as server:
        yield server
