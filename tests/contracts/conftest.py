"""Every store under test: in memory, the embedded engine, and a server elsewhere."""

import shutil
import tempfile
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
import pytest_asyncio
from redis.asyncio import Redis

from pente_server.embedded import EmbeddedStore, start_embedded
from pente_server.store import Store
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from pente_server.store.redis.partitions import USUAL
from pente_server.store.redis.store import RedisStore
from tests.contracts.store_opener import OpenStore
from tests.support.valkey import ALWAYS, Valkey, running_valkey


@pytest_asyncio.fixture(loop_scope="module", scope="module")
async def engine() -> AsyncIterator[EmbeddedStore]:
    directory = Path(tempfile.mkdtemp(prefix="pente"))
    embedded = await start_embedded(directory / "d")
    yield embedded
    await embedded.stop()
    shutil.rmtree(directory)


@pytest.fixture(scope="module")
def elsewhere() -> Iterator[Valkey]:
    with running_valkey(*ALWAYS) as valkey:
        yield valkey


@pytest.fixture(params=["memory", "engine", "elsewhere"])
def url(request: pytest.FixtureRequest) -> str | None:
    """Where the store under test is; None: in memory."""
    return None if request.param == "memory" else str(request.getfixturevalue(request.param).url)


@pytest.fixture
def proves_commits(url: str | None, elsewhere: Valkey) -> bool:
    """Whether the store under test has every commit proven. One of each is enough."""
    return url == elsewhere.url


@pytest.fixture
def partitions(url: str | None, elsewhere: Valkey) -> int:
    """Into how many partitions the store under test is divided: another number for one of each."""
    return 256 if url == elsewhere.url else USUAL


@pytest_asyncio.fixture(loop_scope="module")
async def place(
    url: str | None, proves_commits: bool, partitions: int, patient_stores: None
) -> AsyncIterator[OpenStore]:
    """Somewhere empty to keep things."""
    opened: list[Store] = []
    memory = MemoryDatabase()
    if url is not None:
        await _empty(url)

    async def open_() -> Store:
        store: Store = MemoryStore(memory)
        if url is not None:
            store = await RedisStore.connect(url, proves_commits=proves_commits, partitions=partitions)
        opened.append(store)
        return store

    yield open_
    for store in opened:
        await store.close()


@pytest_asyncio.fixture(loop_scope="module")
async def store(place: OpenStore) -> Store:
    return await place()


async def _empty(url: str) -> None:
    async with Redis.from_url(url) as client:
        await client.flushall()
