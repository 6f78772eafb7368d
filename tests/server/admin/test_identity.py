"""`pente admin identity`, and what becomes of a server's identity in exports and imports."""

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis.asyncio import Redis

from pente_client.cli import main
from pente_server.admin.importer import is_served
from pente_server.store import ServerIdentity
from pente_server.store.redis.wire import keys
from tests.support.peer import serving
from tests.support.valkey import ALWAYS, Valkey, redis_store, running_valkey
from tests.support.waiting import until


@pytest.fixture(scope="module")
def valkey() -> Iterator[Valkey]:
    with running_valkey(*ALWAYS) as running:
        yield running


@pytest.fixture
async def urls(valkey: Valkey) -> tuple[str, str]:
    """Two empty stores."""
    async with Redis.from_url(valkey.url) as client:
        await client.flushall()
    return valkey.url, valkey.url.replace("/0", "/1")


async def run(*arguments: object) -> int:
    """`pente admin` in a thread, as it has an event loop of its own."""
    return await asyncio.to_thread(main, ["admin", *map(str, arguments)])


async def identity_in(url: str) -> ServerIdentity | None:
    async with redis_store(url) as store:
        return await store.server_identity.find()


async def served_once(url: str) -> ServerIdentity:
    async with redis_store(url) as store, serving(store) as served:
        return served.node.identity.loaded


async def test_a_server_keeps_its_identity_when_it_starts_again(urls: tuple[str, str]) -> None:
    first = await served_once(urls[0])
    assert await served_once(urls[0]) == first
    assert await served_once(urls[1]) != first


async def test_it_moves_with_an_export_also_into_a_store_that_was_served(
    urls: tuple[str, str], tmp_path: Path
) -> None:
    here, there = urls
    identity = await served_once(here)
    await served_once(there)
    assert await run("export", tmp_path / "file", "--redis", here) == 0
    async with Redis.from_url(there) as client:
        await client.delete("pente:{pulse}:beats")

    assert await run("import", tmp_path / "file", "--redis", there) == 0

    assert await identity_in(there) == identity
    async with Redis.from_url(here) as one, Redis.from_url(there) as other:
        assert await one.hget(keys.STORE, "id") != await other.hget(keys.STORE, "id")


async def test_a_copy_gets_an_identity_of_its_own(urls: tuple[str, str], tmp_path: Path) -> None:
    here, there = urls
    identity = await served_once(here)
    assert await run("export", tmp_path / "file", "--redis", here) == 0

    assert await run("import", tmp_path / "file", "--redis", there, "--new-identity") == 0

    copied = await identity_in(there)
    assert copied is not None
    assert copied.server_id != identity.server_id
    assert copied.secret != identity.secret


async def test_a_store_with_data_keeps_its_identity(
    urls: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there = urls
    await served_once(here)
    other = await served_once(there)
    async with Redis.from_url(there) as client:
        await client.set(keys.name("anna"), "a" * 32)
    assert await run("export", tmp_path / "file", "--redis", here) == 0

    assert await run("import", tmp_path / "file", "--redis", there, "--merge") == 0

    assert "left unchanged: the identity of this server" in capsys.readouterr().err
    assert await identity_in(there) == other


async def test_it_is_shown_and_replaced(urls: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    identity = await served_once(urls[0])
    assert await run("identity", "--redis", urls[0]) == 0
    assert capsys.readouterr().out == f"{identity.server_id}\n"

    assert await run("identity", "new", "--redis", urls[0]) == 0

    new = capsys.readouterr().out.strip()
    assert new != identity.server_id
    found = await identity_in(urls[0])
    assert found is not None
    assert found.server_id == new
    assert found.secret != identity.secret


async def test_it_is_not_replaced_while_a_server_runs(
    urls: tuple[str, str], capsys: pytest.CaptureFixture[str]
) -> None:
    async with redis_store(urls[0]) as store, serving(store) as served:
        await until(lambda: is_served(store))
        assert await run("identity", "--redis", urls[0]) == 0
        assert served.node.identity.server_id in capsys.readouterr().out
        assert await run("identity", "new", "--redis", urls[0]) == 1
        assert "stop it" in capsys.readouterr().err
        assert await store.server_identity.load() == served.node.identity.loaded


async def test_a_check_finds_a_damaged_one(urls: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    async with Redis.from_url(urls[0]) as client:
        await client.set(keys.SERVER_IDENTITY, "nobody")
    assert await run("check", "--redis", urls[0]) == 5
    assert "is no identity of a server" in capsys.readouterr().out
    assert await run("check", "--repair", "--redis", urls[0]) == 0
    assert await identity_in(urls[0]) is None
