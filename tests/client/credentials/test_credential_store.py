"""The file of a person's credentials: what is kept, found again, and never lost or shown."""

import json
import stat
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from secrets import token_bytes

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pente_client.credentials import (
    Credentials,
    CredentialStore,
    InvalidCredentials,
    format_credentials,
    parse_credentials,
)
from pente_client.credentials.accounts import NOBODY, KnownServer, new_credentials
from pente_client.credentials.credential_file import FileContents, read_credentials
from pente_client.credentials.credential_store import succeeded
from pente_core.identity import PlayerId, PlayerKind
from tests.support.client.scripted_server import SECRETS, former_keys

HERE = "ws://127.0.0.1:8765"
THERE = "wss://example.org"
ONE, OTHER = "1" * 22, "2" * 22
PERSON = PlayerKind.PERSON


def account(name: str = "ann", server: str = ONE, kind: PlayerKind = PERSON) -> Credentials:
    return Credentials(server, kind, name, PlayerId("a" * 32), token_bytes(32))


@pytest.fixture
def store(tmp_path: Path) -> CredentialStore:
    return CredentialStore(tmp_path / "state" / "accounts.json")


def test_nothing_is_kept_at_first(store: CredentialStore) -> None:
    assert store.find(ONE, PERSON, "ann") is None
    assert store.server_at(HERE) is None
    assert not store.path.parent.exists()


def test_what_is_kept_is_found_by_server_kind_and_name(store: CredentialStore) -> None:
    kept = [account(), account("bob"), account(server=OTHER), account(kind=PlayerKind.BOT)]
    for one in kept:
        store.keep(one, HERE)
    for one in kept:
        assert store.find(one.server, one.kind, one.name.upper()) == one
    assert store.find(ONE, PERSON, "eve") is None


def test_without_a_name_the_one_used_last_is_found(store: CredentialStore) -> None:
    ann, bob = account(), account("bob")
    for one in (ann, bob, ann):
        store.keep(one, HERE)
        assert store.find(ONE, PERSON, "") == one
    assert store.find(OTHER, PERSON, "") is None


def test_a_server_is_known_wherever_it_was_and_an_address_has_one_server(store: CredentialStore) -> None:
    store.keep(account(), HERE)
    store.keep(account(), THERE)
    known = store.server(ONE)
    assert known is not None
    assert known.addresses == (HERE, THERE)
    assert known.shown == "example.org"
    store.keep(account(server=OTHER), HERE)
    assert store.server_at(HERE) == store.server(OTHER)
    assert store.server_at(THERE) == store.server(ONE)
    assert store.find(ONE, PERSON, "ann") is not None
    store.confirm(ONE, HERE)
    assert store.server_at(HERE) == store.server(ONE)


def test_a_secret_that_is_claimed_is_the_one_that_stays(store: CredentialStore) -> None:
    first = store.claim(new_credentials(ONE, PERSON, "ann"))
    assert not first.is_open
    assert first.player == first.opens
    assert store.claim(new_credentials(ONE, PERSON, "Ann")) == first
    assert store.claim(new_credentials(OTHER, PERSON, "ann")) != first
    assert store.claim(new_credentials(ONE, PERSON, "")) != store.claim(new_credentials(ONE, PERSON, ""))


def test_a_device_that_is_about_to_be_linked_has_one_secret_and_is_no_account_yet(
    store: CredentialStore,
) -> None:
    pending = replace(new_credentials(ONE, PERSON, ""), player=NOBODY)
    first = store.claim(pending)
    assert store.claim(replace(new_credentials(ONE, PERSON, ""), player=NOBODY)) == first
    assert store.find(ONE, PERSON, "") is None
    store.keep(replace(first, name="ann", player=PlayerId("b" * 32), is_open=True), HERE)
    assert len(store.accounts_at(ONE)) == 1


def test_only_the_owner_can_read_it(store: CredentialStore) -> None:
    store.claim(account())
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.path.parent.stat().st_mode) == 0o700
    store.path.chmod(0o644)
    store.keep(account("bob"), HERE)
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    assert sorted(file.name for file in store.path.parent.iterdir()) == ["accounts.json", "accounts.lock"]


def test_a_secret_is_not_shown() -> None:
    one = account()
    assert str(one.secret) not in repr(one)


@pytest.mark.parametrize(
    "text", ["", "{", "[]", "7", "{}", '{"version": 1}', '{"accounts": {}}', "\udcff", "[" * 100_000]
)
def test_a_broken_file_is_put_aside(store: CredentialStore, text: str) -> None:
    store.path.parent.mkdir()
    store.path.write_bytes(text.encode("utf-8", "surrogateescape"))
    assert store.find(ONE, PERSON, "ann") is None
    kept = account()
    store.keep(kept, HERE)
    assert store.find(ONE, PERSON, "ann") == kept
    assert store.path.with_name("accounts.json.old").exists()


def test_odd_entries_are_passed_over(store: CredentialStore) -> None:
    kept = account()
    store.keep(kept, HERE)
    whole = json.loads(store.path.read_text())
    (entry,) = whole["accounts"]
    odd = [7, {}, {**entry, "kind": "ghost"}, {**entry, "secret": "x"}, {**entry, "player": "me"}]
    whole["accounts"] += odd
    whole["servers"] += [{"id": 7, "addresses": []}, {"id": ONE, "addresses": 7}]
    store.path.write_text(json.dumps(whole))
    assert store.contents().accounts == (kept,)


def test_programs_that_write_at_once_lose_nothing(store: CredentialStore) -> None:
    program = (
        "import sys; from pathlib import Path; from pente_core.identity import PlayerKind\n"
        "from pente_client.credentials import CredentialStore\n"
        "from pente_client.credentials.accounts import new_credentials\n"
        "store = CredentialStore(Path(sys.argv[1]))\n"
        "for name in (f'{sys.argv[2]}{n}' for n in range(20)):\n"
        "    store.keep(new_credentials('s', PlayerKind.PERSON, name), 'ws://h:1')\n"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", program, str(store.path), name]) for name in ("a", "b", "c")
    ]
    assert [process.wait() for process in running] == [0, 0, 0]
    for name in ("a", "b", "c"):
        assert all(store.find("s", PERSON, f"{name}{n}") for n in range(20))


def test_the_directory_may_be_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PENTE_STATE", str(tmp_path))
    assert CredentialStore.default().path == tmp_path / "accounts.json"
    monkeypatch.delenv("PENTE_STATE")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    assert CredentialStore.default().path.name == "accounts.json"


def test_what_is_exported_can_be_added_elsewhere(store: CredentialStore, tmp_path: Path) -> None:
    ann, elsewhere = account(), CredentialStore(tmp_path / "other.json")
    store.keep(ann, HERE)
    elsewhere.keep(account("bob"), THERE)
    elsewhere.add(parse_credentials(format_credentials(store.contents())))
    assert elsewhere.find(ONE, PERSON, "ann") == ann
    assert {HERE, THERE} <= set(elsewhere.contents().servers[0].addresses)
    elsewhere.remove(ann)
    assert elsewhere.find(ONE, PERSON, "ann") is None


@pytest.mark.parametrize("text", ["", "{}", '{"accounts": []}', '{"accounts": [7]}', '{"identities": [{}]}'])
def test_what_was_not_exported_is_refused(text: str) -> None:
    with pytest.raises(InvalidCredentials, match="pente account export"):
        parse_credentials(text)


class TestAddresses:
    def test_the_one_used_last_comes_last(self, store: CredentialStore) -> None:
        ann, bob = account(), account("bob", OTHER)
        store.keep(ann, HERE)
        store.keep(bob, THERE)
        assert store.addresses() == (HERE, THERE)
        store.confirm(ONE, HERE)
        assert store.addresses() == (THERE, HERE)
        store.keep(bob, THERE)
        assert store.addresses() == (HERE, THERE)

    def test_what_is_allowed_without_encryption_is_remembered(self, store: CredentialStore) -> None:
        assert not store.is_unencrypted_allowed(HERE)
        store.allow_unencrypted(HERE)
        store.keep(account(), HERE)
        assert store.is_unencrypted_allowed(HERE)
        assert not store.is_unencrypted_allowed(THERE)

    def test_an_address_is_forgotten_and_no_account(self, store: CredentialStore) -> None:
        store.keep(account(), HERE)
        store.allow_unencrypted(HERE)
        assert store.forget_address(HERE)
        assert not store.forget_address(HERE)
        assert store.addresses() == ()
        assert not store.is_unencrypted_allowed(HERE)
        assert store.find(ONE, PERSON, "ann") is not None


@st.composite
def known(draw: st.DrawFn) -> FileContents:
    """What a device may know of a server by any of its keys, and of another one."""
    ids = draw(st.permutations([*SECRETS, ONE]))
    homes = draw(st.lists(st.sampled_from(ids), min_size=4, max_size=4))
    servers = tuple(
        KnownServer(id_, tuple(f"ws://host{number}" for number, home in enumerate(homes) if home == id_))
        for id_ in ids
        if id_ in homes
    )
    at = draw(st.lists(st.sampled_from(ids), max_size=5))
    return FileContents(servers, tuple(account(f"name{number}", id_) for number, id_ in enumerate(at)))


@given(contents=known())
@settings(max_examples=100)
def test_what_is_known_by_former_keys_is_filed_under_the_present_one_and_nothing_is_lost(
    contents: FileContents,
) -> None:
    *former, present_id = SECRETS
    present = KnownServer(present_id, (), former_keys(*SECRETS))
    after = succeeded(contents, present)
    assert [replace(one, server=ONE) for one in after.accounts] == [
        replace(one, server=ONE) for one in contents.accounts
    ]
    assert not {one.server for one in after.accounts} & {*former}
    assert not {one.id for one in after.servers} & {*former}
    addresses = [sorted(a for one in each.servers for a in one.addresses) for each in (contents, after)]
    assert addresses[0] == addresses[1]
    assert [one for one in after.servers if one.id == ONE] == [
        one for one in contents.servers if one.id == ONE
    ]
    assert succeeded(after, present) == after
    assert read_credentials(format_credentials(after)) == after
