"""`pente admin identity`, and what becomes of a server's identity in exports and imports."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from redis.asyncio import Redis

from pente_client.cli import main
from pente_client.connection import Client, CredentialStore
from pente_protocol.login.keys import key_to_text
from pente_server.access.loaded_identity import LOOKED_UP_EVERY
from pente_server.access.server_key import KeyFile
from pente_server.admin.importer import is_served
from pente_server.heartbeat.heartbeat import INTERVAL as HEARTBEAT
from pente_server.store import ServerIdentity
from pente_server.store.redis.wire import keys
from tests.support.peer import Served, serving
from tests.support.server_program import one_sentence, refused
from tests.support.valkey import ALWAYS, KEYS, Valkey, redis_store, running_valkey
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


async def test_nobody_takes_a_copy_for_the_server(urls: tuple[str, str], tmp_path: Path) -> None:
    here, there = urls
    file, exported = tmp_path / "accounts.json", tmp_path / "file"
    async with redis_store(here) as store, serving(store) as served, seen(served, file, "anna") as (anna, _):
        me = anna.me.id
        assert await run("export", exported, "--redis", here) == 0
    assert await run("import", exported, "--redis", there, "--new-identity") == 0
    async with redis_store(there) as store, serving(store) as copy, seen(copy, file) as (guest, _):
        assert guest.me.id != me
        assert await store.accounts.account(me) is not None
    async with redis_store(here) as store, serving(store) as served, seen(served, file) as (anna, _):
        assert anna.me.id == me


async def test_two_servers_with_one_key_are_noticed_in_the_log(
    urls: tuple[str, str], tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    here, there = urls
    exported = tmp_path / "file"
    await served_once(here)
    assert await run("export", exported, "--redis", here) == 0
    assert await run("import", exported, "--redis", there) == 0
    async with redis_store(here) as one, redis_store(there) as other, serving(one) as served:
        for name in ("anna", "boris"):
            async with seen(served, tmp_path / name, name):
                pass
        async with serving(other) as twin:
            assert twin.node.identity.server_id == served.node.identity.server_id
            for name in ("anna", "boris"):
                text = (tmp_path / name).read_text().replace(str(served.port), str(twin.port))
                (tmp_path / name).write_text(text)
                async with seen(twin, tmp_path / name):
                    pass
        async with seen(served, tmp_path / "carla", "carla"), seen(served, tmp_path / "carla"):
            pass
    (noticed,) = [each.getMessage() for each in caplog.records if "another server" in each.getMessage()]
    assert "pente admin identity new" in noticed


async def test_a_store_with_data_keeps_its_identity(
    urls: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    here, there = urls
    await served_once(here)
    other = await served_once(there)
    async with Redis.from_url(there) as client:
        await client.set(KEYS.name("anna"), "a" * 32)
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


@asynccontextmanager
async def seen(served: Served, state: Path, name: str = "") -> AsyncIterator[tuple[Client, list[str]]]:
    """A client of a person with an account file, and what it tells them."""
    notices: list[str] = []
    store = CredentialStore(state)
    async with Client(served.url, name=name, identities=store, on_notice=notices.append) as client:
        yield client, notices


async def rotated(served: Sequence[Served], url: str, *more: str) -> str:
    """Have the host replace the key, and wait until all nodes have the new one; its id."""
    assert await run("identity", "rotate", *more, "--redis", url) == 0
    found = await identity_in(url)
    assert found is not None
    for one in served:
        await until(lambda one=one: one.node.identity.server_id == found.server_id)  # type: ignore[misc]
    return found.server_id


async def test_clients_follow_a_server_whose_key_is_rotated(
    urls: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert LOOKED_UP_EVERY <= HEARTBEAT  # all nodes have it within one
    file, behind = tmp_path / "accounts.json", tmp_path / "behind.json"
    async with (
        redis_store(urls[0]) as store,
        redis_store(urls[0]) as same,
        serving(store) as served,
        serving(same) as other,
    ):
        secret = served.node.identity.secret
        async with seen(served, file, "anna") as (anna, _):
            before, me = anna.server_id, anna.me.id
            behind.write_text(file.read_text())
            first = await rotated([served, other], urls[0])
            assert capsys.readouterr().out == f"{first}\n"
            assert first != before
            assert (await anna.rename("anja")).id == me  # the session goes on
        async with seen(served, file) as (anna, notices):
            assert (anna.me.id, anna.server_id) == (me, first)
            assert "has a new key" in notices[0]
        kept = file.read_bytes()
        async with seen(served, file) as (_, notices):
            assert notices == []
            assert file.read_bytes() == kept

        second = await rotated([served, other], urls[0])
        for each in (file, behind):
            async with seen(served, each) as (anna, _):
                assert (anna.me.id, anna.server_id) == (me, second)
            assert before not in json.dumps(json.loads(each.read_text())["accounts"])
        assert served.node.identity.secret == secret  # the marks of logs are as before


async def test_nobody_follows_a_key_that_is_distrusted(urls: tuple[str, str], tmp_path: Path) -> None:
    file = tmp_path / "accounts.json"
    async with redis_store(urls[0]) as store, serving(store) as served:
        async with seen(served, file, "anna") as (anna, _):
            me = anna.me.id
            await rotated([served], urls[0])
            await rotated([served], urls[0], "--distrust")
            assert (await anna.rename("anja")).id == me
        async with seen(served, file) as (anna, notices):
            assert anna.me.id != me
            assert "another server answers" in notices[0]
        assert served.node.identity.loaded.succeeds == ()


async def test_a_store_that_goes_back_behind_a_rotation_gets_the_new_key_again(urls: tuple[str, str]) -> None:
    async with redis_store(urls[0]) as store, serving(store) as served:
        before = served.node.identity.loaded
        new = await rotated([served], urls[0])
        await store.server_identity.put(before)

        async def is_back() -> bool:
            return (await store.server_identity.load()).server_id == new

        await until(is_back)
        assert served.node.identity.server_id == new


async def test_a_moved_server_takes_its_former_keys_along_and_a_copy_has_none(
    urls: tuple[str, str], tmp_path: Path
) -> None:
    here, there = urls
    file = tmp_path / "accounts.json"
    async with redis_store(here) as store, serving(store) as served:
        async with seen(served, file, "anna") as (anna, _):
            me = anna.me.id
        for _ in range(9):
            await rotated([], here)
        identity = await identity_in(here)
    assert identity is not None
    assert len(identity.succeeds) == 8
    async with Redis.from_url(here) as client:
        await client.delete("pente:{pulse}:beats")
    assert await run("export", tmp_path / "file", "--redis", here) == 0
    assert await run("import", tmp_path / "file", "--redis", there) == 0
    assert await identity_in(there) == identity
    async with redis_store(there) as store, serving(store) as served, seen(served, file) as (anna, _):
        assert anna.server_id == identity.server_id
        assert anna.me.id != me  # nine keys are too many

    async with Redis.from_url(there) as client:
        await client.flushdb()
    assert await run("import", tmp_path / "file", "--new-identity", "--redis", there) == 0
    copied = await identity_in(there)
    assert copied is not None
    assert copied.succeeds == ()


async def test_distrust_is_for_a_rotation(urls: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    assert await run("identity", "--distrust", "--redis", urls[0]) == 1
    assert "identity rotate" in capsys.readouterr().err


class TestKeyFile:
    """A server whose key is in a file of its host."""

    async def test_the_key_moves_there_from_the_store_and_clients_notice_nothing(
        self, urls: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file, accounts = tmp_path / "server.key", tmp_path / "accounts.json"
        async with redis_store(urls[0]) as store, serving(store) as served, seen(served, accounts, "anna"):
            key = served.node.identity.loaded.key
        async with redis_store(urls[0]) as store, serving(store, key_file=KeyFile(file)) as served:
            assert file.stat().st_mode & 0o777 == 0o600
            assert file.read_text() == f"pente-server-key 1 {key_to_text(key)}\n"
            async with seen(served, accounts) as (anna, notices):
                assert (anna.me.name, notices) == ("anna", [])
            async with Redis.from_url(urls[0]) as client:
                assert key.hex() not in str(await client.get(keys.SERVER_IDENTITY))
            exported = tmp_path / "file"
            assert await run("export", exported, "--redis", urls[0]) == 0
            assert key.hex() not in exported.read_text()
            assert "contains messages" in capsys.readouterr().err
            assert await run("identity", "--redis", urls[0]) == 0
            assert capsys.readouterr().out.strip() == served.node.identity.server_id

        assert await run("import", exported, "--redis", urls[1]) == 0
        assert "don't run both" in capsys.readouterr().err
        async with redis_store(urls[1]) as store, serving(store, key_file=KeyFile(file)) as served:
            assert served.node.identity.loaded.key == key

    async def test_a_rotation_writes_it_and_nodes_read_it(
        self, urls: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file, copy, accounts = (tmp_path / name for name in ("server.key", "copy.key", "accounts.json"))
        async with (
            redis_store(urls[0]) as store,
            redis_store(urls[0]) as same,
            serving(store, key_file=KeyFile(file)) as served,
        ):
            copy.write_text(file.read_text())
            copy.chmod(0o600)
            before = served.node.identity.server_id
            async with serving(same, key_file=KeyFile(copy)) as other, seen(served, accounts, "anna"):
                assert await run("identity", "rotate", "--redis", urls[0]) == 1
                assert "--server-key FILE" in capsys.readouterr().err
                new = await rotated([served], urls[0], "--server-key", str(file))
                assert other.node.identity.server_id == before  # until its host has copied the file
                copy.write_text(file.read_text())
                await until(lambda: other.node.identity.server_id == new)
            async with seen(served, accounts) as (anna, notices):
                assert (anna.server_id, anna.me.name) == (new, "anna")
                assert "has a new key" in notices[0]
            assert not file.with_name("server.key.new").exists()

    async def test_a_key_in_the_store_is_not_rotated_into_a_file(
        self, urls: tuple[str, str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
    ) -> None:
        await served_once(urls[0])
        assert await run("identity", "rotate", "--server-key", tmp_path / "key", "--redis", urls[0]) == 1
        assert "is in the store" in capsys.readouterr().err

    @pytest.mark.parametrize(
        ("harm", "said"),
        [
            (lambda file: file.chmod(0o640), "can be read by others; make it private with: chmod 600"),
            (lambda file: file.write_text("secret"), "has no key of a server"),
            (lambda file: file.write_text(f"pente-server-key 1 {'A' * 43}"), "has another key than"),
            (lambda file: file.unlink(), "is not there, and the server's key is in a file"),
            (None, "start with --server-key FILE"),
        ],
    )
    async def test_a_server_without_its_key_does_not_start_and_says_why(
        self, urls: tuple[str, str], tmp_path: Path, harm: Callable[[Path], object] | None, said: str
    ) -> None:
        file = tmp_path / "server.key"
        async with redis_store(urls[0]) as store, serving(store, key_file=KeyFile(file)):
            pass
        if harm is not None:
            harm(file)
        given = ("--server-key", str(file)) if harm else ()
        quiet = ("--port", "0", "--log-level", "error")
        status, complaint = await refused("--redis", urls[0], *quiet, *given)
        assert status == 1
        assert one_sentence(complaint, said)


async def test_an_export_can_leave_out_the_identity(urls: tuple[str, str], tmp_path: Path) -> None:
    here, there = urls
    identity = await served_once(here)
    assert await run("export", tmp_path / "file", "--without-identity", "--redis", here) == 0
    for secret in (identity.key, identity.secret):
        assert secret.hex() not in (tmp_path / "file").read_text()
    assert await run("import", tmp_path / "file", "--redis", there) == 0
    assert await identity_in(there) is None


async def test_a_check_finds_a_damaged_one(urls: tuple[str, str], capsys: pytest.CaptureFixture[str]) -> None:
    async with Redis.from_url(urls[0]) as client:
        await client.set(keys.SERVER_IDENTITY, "nobody")
    assert await run("check", "--redis", urls[0]) == 5
    assert "is no identity of a server" in capsys.readouterr().out
    assert await run("check", "--repair", "--redis", urls[0]) == 0
    assert await identity_in(urls[0]) is None
