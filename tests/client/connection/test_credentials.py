import asyncio
import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from pente_client.connection import CannotConnect, Client, Credentials, CredentialStore, RequestRejected
from pente_core.identity import PlayerKind
from pente_protocol.messages import Hello
from tests.support.client.scripted_room import ANN
from tests.support.client.scripted_server import QUICK, ScriptedServer, no, scripted, welcome

HERE = "ws://127.0.0.1:8765/"
THERE = "wss://example.org:443/"


def identity(
    name: str = "ann", server: str = HERE, token: str = "one", kind: PlayerKind = PlayerKind.PERSON
) -> Credentials:
    return Credentials(server, kind, name, token)


@pytest.fixture
def store(tmp_path: Path) -> CredentialStore:
    return CredentialStore(tmp_path / "state" / "identities.json")


def test_nothing_is_kept_at_first(store: CredentialStore) -> None:
    assert store.find(HERE, PlayerKind.PERSON, "ann") is None
    assert not store.path.parent.exists()


def test_what_is_kept_is_found_by_server_kind_and_name(store: CredentialStore) -> None:
    kept = [
        identity(),
        identity("bob", token="two"),
        identity(server=THERE, token="three"),
        identity(kind=PlayerKind.BOT, token="four"),
    ]
    for one in kept:
        store.keep(one)
    for one in kept:
        assert store.find(one.server, one.kind, one.name.upper()) == one
    assert store.find(HERE, PlayerKind.PERSON, "eve") is None


def test_without_a_name_the_one_used_last_is_found(store: CredentialStore) -> None:
    store.keep(identity())
    store.keep(identity("bob", token="two"))
    assert store.find(HERE, PlayerKind.PERSON, "") == identity("bob", token="two")
    store.keep(identity())
    assert store.find(HERE, PlayerKind.PERSON, "") == identity()
    assert store.find(THERE, PlayerKind.PERSON, "") is None


def test_only_the_owner_can_read_it(store: CredentialStore) -> None:
    store.keep(identity())
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.path.parent.stat().st_mode) == 0o700
    store.path.chmod(0o644)
    store.keep(identity("bob"))
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    assert sorted(file.name for file in store.path.parent.iterdir()) == ["identities.json", "identities.lock"]


def test_a_token_is_not_shown() -> None:
    assert "one" not in repr(identity())


@pytest.mark.parametrize("text", ["", "{", "[]", '{"identities": 7}', "\udcff", "[" * 100_000])
def test_a_broken_file_is_put_aside(store: CredentialStore, text: str) -> None:
    store.path.parent.mkdir()
    store.path.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert store.find(HERE, PlayerKind.PERSON, "ann") is None
    store.keep(identity())
    assert store.find(HERE, PlayerKind.PERSON, "ann") == identity()
    assert store.path.with_name("identities.json.broken").exists()


def test_odd_entries_are_passed_over(store: CredentialStore) -> None:
    store.keep(identity())
    whole = json.loads(store.path.read_text())
    whole["identities"] += [7, {}, {**whole["identities"][0], "kind": "ghost"}]
    store.path.write_text(json.dumps(whole))
    assert store.find(HERE, PlayerKind.PERSON, "") == identity()


def test_programs_that_write_at_once_lose_nothing(store: CredentialStore) -> None:
    program = (
        "import sys; from pathlib import Path; from pente_core.identity import PlayerKind\n"
        "from pente_client.connection.credentials import Credentials, CredentialStore\n"
        "store = CredentialStore(Path(sys.argv[1]))\n"
        "for name in (f'{sys.argv[2]}{n}' for n in range(20)):\n"
        "    store.keep(Credentials('s', PlayerKind.PERSON, name, f'secret of {name}'))\n"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", program, str(store.path), name]) for name in ("a", "b", "c")
    ]
    assert [process.wait() for process in running] == [0, 0, 0]
    for name in ("a", "b", "c"):
        assert all(store.find("s", PlayerKind.PERSON, f"{name}{n}") for n in range(20))


def test_the_directory_may_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PENTE_STATE", str(tmp_path))
    assert CredentialStore.default().path == tmp_path / "identities.json"
    monkeypatch.delenv("PENTE_STATE")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert CredentialStore.default().path.name == "identities.json"


# -- in the hands of a client ----------------------------------------------------------------------------


async def greeted(server: ScriptedServer, store: CredentialStore, name: str, token: str = "") -> Hello:
    """Connect once; the hello that the server got."""
    client = Client(server.url, name=name, identities=store, pace=QUICK)
    entering = asyncio.ensure_future(client.__aenter__())
    hello = await (await server.accept()).greet(token=token)
    await entering
    await client.close()
    return hello


async def test_a_new_account_is_kept_and_used_again(store: CredentialStore) -> None:
    async with scripted() as server:
        assert len((await greeted(server, store, "ann", token="secret")).token) >= 40
        assert store.find(f"{server.url}/", PlayerKind.PERSON, "ann") == identity(
            server=f"{server.url}/", token="secret"
        )
        assert (await greeted(server, store, "ann")).token == "secret"
        nameless = await greeted(server, store, "")
        assert (nameless.name, nameless.token) == ("ann", "secret")


async def test_a_guest_keeps_the_name_that_the_server_found(store: CredentialStore) -> None:
    async with scripted() as server:
        assert (await greeted(server, store, "", token="secret")).name == ""
        assert (await greeted(server, store, "")).name == ANN.name


async def test_a_token_goes_to_no_other_server(store: CredentialStore) -> None:
    async with scripted() as first, scripted() as second:
        await greeted(first, store, "ann", token="secret")
        assert (await greeted(second, store, "ann")).token != "secret"


async def test_a_hello_whose_answer_was_lost_is_said_again_with_the_same_token(
    store: CredentialStore,
) -> None:
    async with scripted() as server:
        client = Client(server.url, name="ann", identities=store, retry_first=60.0, pace=QUICK)
        entering = asyncio.ensure_future(client.__aenter__())
        peer = await server.accept()
        drawn = (await peer.expect(Hello)).token
        peer.kill()
        assert (await (await server.accept()).greet()).token == drawn
        await entering
        await client.close()
        assert store.find(f"{server.url}/", PlayerKind.PERSON, "ann") == identity(
            server=f"{server.url}/", token=drawn
        )


async def test_without_a_store_the_token_lasts_as_long_as_the_client() -> None:
    async with scripted() as server:
        client = Client(server.url, name="ann", pace=QUICK)
        entering = asyncio.ensure_future(client.__aenter__())
        peer = await server.accept()
        await peer.greet(token="secret")
        await entering
        peer.kill()
        assert (await (await server.accept()).greet()).token == "secret"
        await client.close()


async def test_a_given_token_is_used_and_not_kept(store: CredentialStore) -> None:
    async with scripted() as server:
        await greeted(server, store, "ann", token="kept")
        client = Client(server.url, name="ann", identities=store, token="given", pace=QUICK)
        entering = asyncio.ensure_future(client.__aenter__())
        assert (await (await server.accept()).greet()).token == "given"
        await entering
        await client.close()
        assert store.find(f"{server.url}/", PlayerKind.PERSON, "ann") == identity(
            server=f"{server.url}/", token="kept"
        )


async def test_no_other_token_is_drawn_in_place_of_a_given_one() -> None:
    async with scripted() as server:
        entering = asyncio.ensure_future(
            Client(server.url, name="ann", token="given", retry_first=60, pace=QUICK).__aenter__()
        )
        peer = await server.accept()
        await peer.send(no(await peer.expect(Hello), "bad-token"))
        with pytest.raises(RequestRejected) as denied:
            await entering
        assert denied.value.code == "bad-token"


async def test_a_server_that_forgot_everything_gets_the_name_again(store: CredentialStore) -> None:
    async with scripted() as server:
        await greeted(server, store, "ann", token="old")
        client = Client(server.url, name="ann", identities=store, pace=QUICK)
        entering = asyncio.ensure_future(client.__aenter__())
        peer = await server.accept()
        await peer.send(no(await peer.expect(Hello), "bad-token"))
        peer = await server.accept()
        hello = await peer.expect(Hello)
        assert hello.name == "ann"
        assert hello.token != "old"
        await peer.send(welcome(hello, token="new"))
        await entering
        await client.close()
        assert (await greeted(server, store, "ann")).token == "new"


async def test_a_token_that_is_not_accepted_is_not_thrown_away(store: CredentialStore) -> None:
    async with scripted() as server:
        await greeted(server, store, "ann", token="old")
        entering = asyncio.ensure_future(
            Client(server.url, name="ann", identities=store, pace=QUICK).__aenter__()
        )
        for code in ("bad-token", "name-taken"):
            peer = await server.accept()
            await peer.send(no(await peer.expect(Hello), code, code))
        with pytest.raises(RequestRejected) as denied:
            await entering
        assert denied.value.code == "bad-token"
        assert (await greeted(server, store, "ann")).token == "old"


async def test_a_name_that_this_user_has_just_registered_elsewhere_is_used(store: CredentialStore) -> None:
    async with scripted() as server:
        entering = asyncio.ensure_future(
            (client := Client(server.url, name="ann", identities=store, pace=QUICK)).__aenter__()
        )
        peer = await server.accept()
        hello = await peer.expect(Hello)
        store.keep(identity(server=f"{server.url}/", token="theirs"))
        await peer.send(no(hello, "name-taken"))
        assert (await (await server.accept()).greet()).token == "theirs"
        await entering
        await client.close()


async def test_a_store_that_can_not_be_written_is_said_before_a_name_is_used_up(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    store = CredentialStore(tmp_path / "file" / "identities.json")
    async with scripted() as server:
        with pytest.raises(CannotConnect, match="PENTE_STATE"):
            await Client(server.url, name="ann", identities=store).__aenter__()
