"""The account of a client: what it says to which server, and what it keeps of it."""

import asyncio
import dataclasses
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from pente_client.connection import (
    CannotConnect,
    Client,
    ConnectionEnded,
    CredentialStore,
    RequestRejected,
    UnconfirmedServer,
    login,
    server_proof,
)
from pente_client.credentials import DeviceKey, format_key
from pente_client.credentials.credential_file import FileContents
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, PlayerKind, RoomId
from pente_core.room import commands as cmd
from pente_protocol.errors import ProtocolError
from pente_protocol.login import signatures
from pente_protocol.login.fingerprints import fingerprint_of
from pente_protocol.login.keys import account_of, key_from_text, key_to_text, server_of
from pente_protocol.messages.account import Guest, KnownDevice, LinkCode, NewAccount
from pente_protocol.messages.base import RequestId, Right
from pente_protocol.messages.hello import FormerKey, Greeting, Hello
from pente_protocol.spec.samples.login_vectors import vectors
from tests.support.accounts.sign_in import TestedDevice
from tests.support.client.scripted_room import ANN
from tests.support.client.scripted_server import (
    OTHER_ID,
    QUICK,
    THIRD_ID,
    Peer,
    ScriptedServer,
    connected,
    former_keys,
    greeting,
    no,
    scripted,
    signed,
    welcome,
)

PERSON = PlayerKind.PERSON
ID = greeting().server_id
OTHER = greeting(server_id=OTHER_ID)


@pytest.fixture
def store(tmp_path: Path) -> CredentialStore:
    return CredentialStore(tmp_path / "state" / "accounts.json")


async def greeted(
    server: ScriptedServer, store: CredentialStore | None, name: str = "ann", **options: object
) -> Hello:
    """Connect once; the hello that the server got."""
    client = Client(server.url, name=name, identities=store, pace=QUICK, **options)  # type: ignore[arg-type]
    entering = asyncio.ensure_future(client.__aenter__())
    hello = await (await server.accept()).greet()
    await entering
    await client.close()
    return hello


async def failed(server: ScriptedServer, store: CredentialStore, **options: object) -> Exception:
    """Why a client does not connect to a server that says no more than its greeting."""
    client = Client(server.url, identities=store, pace=QUICK, **options)  # type: ignore[arg-type]
    entering = asyncio.ensure_future(client.__aenter__())
    await server.accept()
    with pytest.raises(CannotConnect) as caught:
        await entering
    return caught.value


async def test_a_new_account_is_kept_and_used_again(store: CredentialStore) -> None:
    async with scripted() as server:
        first = (await greeted(server, store)).account
        assert isinstance(first, NewAccount)
        assert first.name == "ann"
        kept = store.find(ID, PERSON, "ann")
        assert kept is not None
        assert kept.is_open
        assert kept.opens == account_of(key_from_text(first.key))
        for name in ("ann", ""):
            again = (await greeted(server, store, name)).account
            assert isinstance(again, KnownDevice)
            assert (again.player, again.key) == (ANN.id, first.key)


async def test_the_secret_is_kept_before_the_server_hears_of_its_keys(store: CredentialStore) -> None:
    async with scripted() as server:
        client = Client(server.url, name="ann", identities=store, pace=QUICK)
        entering = asyncio.ensure_future(client.__aenter__())
        peer = await server.accept()
        account = (await peer.expect(Hello)).account
        kept = store.find(ID, PERSON, "ann")
        # and the program is killed
        entering.cancel()
        await client.close()
        assert kept is not None
        assert not kept.is_open
        assert isinstance(account, NewAccount)
        again = (await greeted(server, store)).account
        assert isinstance(again, NewAccount)
        assert again.key == account.key


async def test_a_hello_whose_answer_was_lost_is_said_again_with_the_same_keys(
    store: CredentialStore,
) -> None:
    async with scripted() as server:
        client = Client(server.url, name="ann", identities=store, retry_first=60.0, pace=QUICK)
        entering = asyncio.ensure_future(client.__aenter__())
        peer = await server.accept()
        first = (await peer.expect(Hello)).account
        peer.kill()
        second = (await (await server.accept()).greet()).account
        await entering
        await client.close()
        assert isinstance(first, NewAccount)
        assert isinstance(second, NewAccount)
        assert first.key == second.key
        assert first.signature != second.signature


async def test_a_guest_keeps_the_name_that_the_server_found(store: CredentialStore) -> None:
    async with scripted() as server:
        account = (await greeted(server, store, "")).account
        assert isinstance(account, NewAccount)
        assert account.name == ""
        kept = store.find(ID, PERSON, "")
        assert kept is not None
        assert kept.name == ANN.name


async def test_without_a_store_the_keys_last_as_long_as_the_client() -> None:
    async with scripted() as server:
        client = Client(server.url, name="ann", pace=QUICK)
        entering = asyncio.ensure_future(client.__aenter__())
        peer = await server.accept()
        hello = await peer.greet()
        await entering
        peer.kill()
        again = (await (await server.accept()).greet()).account
        assert isinstance(hello.account, NewAccount)
        assert isinstance(again, KnownDevice)
        await client.close()


async def test_a_given_credential_is_used_and_not_kept(store: CredentialStore) -> None:
    async with scripted() as server:
        await greeted(server, store)
        kept = store.contents()
        device = TestedDevice()
        given = (await greeted(server, store, credential=f"{ANN.id}.{key_to_text(device.secret)}")).account
        assert isinstance(given, KnownDevice)
        assert given.key == key_to_text(device.key)
        assert store.contents() == kept


async def test_a_text_that_is_no_credential_is_refused() -> None:
    with pytest.raises(CannotConnect, match="pente account key"):
        await Client("ws://127.0.0.1:1", credential="secret").__aenter__()


async def says(peer: Peer, said: Greeting | None) -> None:
    """Do what an impostor does after a client has connected, and see that nothing is said to it."""
    if said is not None:
        await peer.send(said)
    await peer.gone()
    assert peer.heard == []


class TestServersThatCannotProve:
    """An impostor knows all that is public, and what a real server has said to others."""

    @pytest.mark.parametrize(
        "changes",
        [
            {},
            {"server_key": ""},
            {"signature": "A" * 86},
            {"signature": ""},
            {"address": "wss://other.example.org"},
            {"nonce": "m" * 22},
            {"server_id": OTHER_ID},
            {"server_key": key_to_text(TestedDevice().key)},
        ],
        ids=lambda changes: next(iter(changes), "for another client"),
    )
    @pytest.mark.parametrize("is_known", [True, False])
    async def test_nothing_is_said_to_an_impostor(
        self, store: CredentialStore, changes: dict[str, str], *, is_known: bool
    ) -> None:
        async with scripted() as server:
            if is_known:
                await greeted(server, store)
            kept = store.contents()
            server.greeting = None
            client = Client(server.url, name="ann", identities=store, server_password="secret", pace=QUICK)
            entering = asyncio.ensure_future(client.__aenter__())
            peer = await server.accept()
            nonce = peer.nonce if changes else "the-nonce-of-somebody-else"
            true = signed(greeting(address=server.url), nonce)
            await says(peer, structs.replace(true, **changes))
            with pytest.raises(CannotConnect, match="can't prove who it is, so nothing was said"):
                await entering
            assert store.contents() == kept

    @pytest.mark.parametrize("code", [1013, 1000, 4002])
    async def test_one_that_says_it_is_full_or_closes_gets_nothing_either(
        self, store: CredentialStore, code: int
    ) -> None:
        async with scripted(greeting=None) as server:
            client = Client(server.url, name="ann", identities=store, pace=QUICK)
            entering = asyncio.ensure_future(client.__aenter__())
            peer = await server.accept()
            await peer.close(code, "This server is full.")
            with pytest.raises(CannotConnect):
                await entering
            await says(peer, None)
            assert store.contents().accounts == ()

    async def test_a_silent_one_gets_nothing_either(self, store: CredentialStore) -> None:
        async with scripted(greeting=None) as server:
            hasty = dataclasses.replace(QUICK, greeting=0.01)
            client = Client(server.url, name="ann", identities=store, pace=hasty)
            entering = asyncio.ensure_future(client.__aenter__())
            await says(await server.accept(), None)
            with pytest.raises(CannotConnect, match="does not greet"):
                await entering
            assert store.contents().accounts == ()

    @pytest.mark.parametrize("refused", vectors()["refused"], ids=lambda refused: refused["why"])
    async def test_nothing_is_said_to_one_whose_key_or_signature_some_library_takes(
        self, store: CredentialStore, refused: dict[str, str], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(server_proof, "greeting_text", lambda *_: refused["text"].encode())
        weak = {"server_key": refused["key"], "signature": refused["signature"]}
        weak["server_id"] = server_of(key_from_text(refused["key"]))
        async with scripted(greeting=greeting(**weak)) as server:
            assert "nothing was said" in str(await failed(server, store, name="ann"))

    async def test_a_viewer_without_an_account_needs_no_proof_until_there_is_a_secret_to_tell(self) -> None:
        unsigned = greeting(features=("anonymous-viewers",), server_id="nobody-has-proven-this")
        async with scripted(greeting=unsigned) as server:
            hello = await greeted(server, None, "", aside=True, needs_account=False)
            assert hello.account is None
            client = Client(server.url, server_password="secret", aside=True, needs_account=False, pace=QUICK)
            entering = asyncio.ensure_future(client.__aenter__())
            peer = await server.accept()
            await peer.send(no(await peer.expect(Hello), "password-needed"))
            again = await server.accept()
            await says(again, None)
            with pytest.raises(CannotConnect, match="can't prove"):
                await entering

    async def test_a_viewer_without_an_account_is_warned_of_another_server_and_tells_it_no_secret(
        self, store: CredentialStore
    ) -> None:
        """Whoever knows a server there is not one who has never been there, even where no name is needed."""
        watching: dict[str, Any] = {"aside": True, "needs_account": False}
        async with scripted() as server:
            await greeted(server, store)
            kept = store.contents()
            server.greeting = structs.replace(OTHER, features=("anonymous-viewers",))
            problem = str(await failed(server, store, server_password="secret", **watching))
            assert "another server answers" in problem
            assert "Neither a password nor a code was sent" in problem

            notices: list[str] = []
            watching |= {"server_password": "", "on_notice": notices.append}
            assert (await greeted(server, store, "", **watching)).account is None
            assert "another server answers" in notices[0]
            assert store.contents() == kept

    async def test_no_password_of_a_room_is_told_without_a_proof(self) -> None:
        unsigned = greeting(features=("anonymous-viewers",), server_id="nobody-has-proven-this")
        watching: dict[str, Any] = {"name": "", "aside": True, "needs_account": False}
        async with scripted(greeting=unsigned) as server, connected(server, **watching) as (client, peer):
            with pytest.raises(RequestRejected, match="can't prove"):
                await client.watch(RoomId("a" * 12), "secret")
            await client.close()
            await peer.gone()
            assert [type(message) for message in peer.heard] == [Hello]

    @pytest.mark.parametrize("name", ["", "bob"], ids=["a viewer", "a player"])
    async def test_no_password_of_a_room_is_told_to_who_took_the_place_of_a_known_server(
        self, store: CredentialStore, name: str
    ) -> None:
        async with scripted() as server:
            await greeted(server, store)
            server.greeting = structs.replace(OTHER, features=("anonymous-viewers",))
            watching: dict[str, Any] = {"name": name, "aside": not name, "needs_account": bool(name)}
            async with connected(server, identities=store, **watching) as (client, peer):
                with pytest.raises(RequestRejected, match="another server answers") as told:
                    await client.watch(RoomId("a" * 12), "secret")
                assert "pente account servers --forget" in str(told.value)
                with pytest.raises(RequestRejected, match="another server answers"):
                    await client.act(RoomId("a" * 12), cmd.Join(None, "secret"))
                with pytest.raises(RequestRejected, match="another server answers"):
                    await client.create("pente", "-", password="secret")
                await client.close()
                await peer.gone()
                assert [type(message) for message in peer.heard] == [Hello]

    async def test_one_that_takes_us_for_another_player_is_left(self, store: CredentialStore) -> None:
        async with scripted() as server:
            await greeted(server, store)
            client = Client(server.url, name="ann", identities=store, pace=QUICK)
            entering = asyncio.ensure_future(client.__aenter__())
            peer = await server.accept()
            other = Identity(PlayerId("f" * 32), "ann")
            await peer.send(welcome(await peer.expect(Hello), player=other))
            with pytest.raises(ConnectionEnded, match="for another"):
                await entering

    async def test_another_server_in_the_place_of_the_first_is_left(self) -> None:
        async with scripted() as server:
            client = Client(server.url, name="ann", pace=QUICK)
            entering = asyncio.ensure_future(client.__aenter__())
            peer = await server.greet()
            await entering
            server.greeting = OTHER
            peer.kill()
            again = await server.accept()
            await again.gone()
            assert again.heard == []
            await client.close()


class TestMovedServers:
    async def test_a_known_server_at_a_new_address_is_confirmed_once(self, store: CredentialStore) -> None:
        async with scripted() as here:
            await greeted(here, store)
            before = here.url
        async with scripted() as there:
            problem = await failed(there, store)
            assert isinstance(problem, UnconfirmedServer)
            known_as = before.removeprefix("ws://")
            assert problem.question == (
                f"This is the server you know as {known_as}. Use your name {ANN.name} here? y/n"
            )
            assert "--accept-address" in str(problem)

            account = (await greeted(there, store, "", accepts_address=True)).account
            assert isinstance(account, KnownDevice)
            assert isinstance((await greeted(there, store, "")).account, KnownDevice)

    async def test_one_that_signs_that_the_address_is_its_own_is_not_asked_about(
        self, store: CredentialStore
    ) -> None:
        async with scripted() as here, scripted() as there:
            await greeted(here, store)
            there.greeting = greeting(address=there.url)
            assert isinstance((await greeted(there, store, "")).account, KnownDevice)

    async def test_a_relay_of_its_true_signature_is(self, store: CredentialStore) -> None:
        """It passes on what a server signs for the name that the relay has asked for, in its place or not."""
        async with scripted() as here, scripted() as relay:
            await greeted(here, store)
            for address in ("", here.url, "wss://" + relay.url.partition("://")[2]):
                relay.greeting = greeting(address=address)
                assert isinstance(await failed(relay, store), UnconfirmedServer)

    async def test_another_one_there_gets_neither_password_nor_code(self, store: CredentialStore) -> None:
        async with scripted() as server:
            await greeted(server, store)
            server.greeting = OTHER
            assert "Neither a password nor a code" in str(
                await failed(server, store, server_password="secret")
            )
            assert "another server answers" in str(await failed(server, store, code="K7QF-2M9XTR"))

    async def test_nothing_is_said_to_it_before(self, store: CredentialStore) -> None:
        async with scripted() as here, scripted() as there:
            await greeted(here, store)
            client = Client(there.url, identities=store, pace=QUICK)
            entering = asyncio.ensure_future(client.__aenter__())
            peer = await there.accept()
            with pytest.raises(UnconfirmedServer):
                await entering
            await peer.gone()
            assert peer.heard == []

    async def test_another_server_at_a_known_address_gets_no_name(self, store: CredentialStore) -> None:
        async with scripted() as server:
            await greeted(server, store)
            server.greeting = OTHER
            notices: list[str] = []
            account = (await greeted(server, store, "", on_notice=notices.append)).account
            assert isinstance(account, NewAccount)
            assert account.name == ""
            assert "another server answers" in notices[0]
            assert ANN.name in notices[0]
            assert store.find(ID, PERSON, "ann") is not None

    async def test_another_one_that_is_known_from_elsewhere_is_asked_about(
        self, store: CredentialStore
    ) -> None:
        async with scripted() as first, scripted(greeting=OTHER) as second:
            await greeted(first, store)
            await greeted(second, store)
            first.greeting = OTHER
            problem = await failed(first, store)
            assert isinstance(problem, UnconfirmedServer)
            assert problem.question.startswith("Careful: another server answers at ")

    async def test_a_server_without_a_valid_id_is_left(self, store: CredentialStore) -> None:
        async with scripted(greeting=greeting(server_id="\x1b[2J")) as server:
            assert "can't prove" in str(await failed(server, store))


class TestTheServerOfALink:
    @pytest.mark.parametrize(
        "options", [{}, {"aside": True, "needs_account": False}], ids=["player", "viewer"]
    )
    async def test_another_one_is_told_nothing_and_kept_nowhere(
        self, store: CredentialStore, options: dict[str, bool]
    ) -> None:
        kept = store.contents()
        async with scripted(greeting=structs.replace(OTHER, features=("anonymous-viewers",))) as server:
            url = f"{server.url}#{fingerprint_of(ID)}"
            client = Client(url, identities=store, pace=QUICK, **options)  # type: ignore[arg-type]
            entering = asyncio.ensure_future(client.__aenter__())
            await says(await server.accept(), None)
            with pytest.raises(CannotConnect, match="not the one that the link is for") as caught:
                await entering
            assert fingerprint_of(OTHER_ID) in str(caught.value)
            assert "which you know" not in str(caught.value)
        assert store.contents() == kept

    async def test_one_that_only_says_that_it_is_the_one_is_told_nothing(
        self, store: CredentialStore
    ) -> None:
        async with scripted(greeting=None) as server:
            client = Client(
                f"{server.url}#{fingerprint_of(ID)}",
                identities=store,
                aside=True,
                needs_account=False,
                pace=QUICK,
            )
            entering = asyncio.ensure_future(client.__aenter__())
            said = greeting(features=("anonymous-viewers",))
            await says(await server.accept(), signed(said, "the-nonce-of-somebody-else"))
            with pytest.raises(CannotConnect, match="can't prove"):
                await entering

    async def test_a_known_one_is_compared_too(self, store: CredentialStore) -> None:
        async with scripted() as server:
            await greeted(server, store)
            url = f"{server.url}#{fingerprint_of(OTHER_ID)}"
            entering = asyncio.ensure_future(Client(url, identities=store, pace=QUICK).__aenter__())
            await says(await server.accept(), None)
            with pytest.raises(CannotConnect, match="which you know, is not the one"):
                await entering

    @pytest.mark.parametrize("meant", [ID, OTHER_ID, THIRD_ID])
    async def test_an_old_link_leads_to_a_server_with_a_new_key(self, meant: str) -> None:
        async with scripted(greeting=ROTATED_TWICE) as server:
            client = Client(f"{server.url}#{fingerprint_of(meant)}", name="ann", pace=QUICK)
            entering = asyncio.ensure_future(client.__aenter__())
            await (await server.accept()).greet()
            await entering
            assert client.fingerprint == fingerprint_of(THIRD_ID)
            await client.close()

    async def test_a_known_server_elsewhere_is_still_asked_about(self, store: CredentialStore) -> None:
        async with scripted() as here, scripted() as there:
            await greeted(here, store)
            url = f"{there.url}#{fingerprint_of(ID)}"
            entering = asyncio.ensure_future(Client(url, identities=store, pace=QUICK).__aenter__())
            await there.accept()
            with pytest.raises(UnconfirmedServer):
                await entering


@pytest.fixture
def unsigned(monkeypatch: pytest.MonkeyPatch) -> None:
    """A client on a machine for which there is no wheel of the library for signatures; the server has it."""

    def lacking(*_: object) -> bool:
        raise signatures._missing()

    monkeypatch.setattr(login, "proves_itself", lacking)


class TestWithoutTheLibraryForSignatures:
    async def test_who_has_no_name_is_a_guest_and_is_told_that_there_is_no_way_back(
        self, store: CredentialStore, unsigned: None
    ) -> None:
        notices = list[str]()
        async with scripted() as server:
            client = Client(server.url, identities=store, pace=QUICK, on_notice=notices.append)
            entering = asyncio.ensure_future(client.__aenter__())
            peer = await server.accept()
            assert isinstance((await peer.greet()).account, Guest)
            await entering
            peer.kill()
            assert isinstance((await (await server.accept()).greet()).account, Guest)
            await client.close()
        (notice,) = notices
        assert "can't come back to a game. What to install: pente doctor" in notice
        assert store.contents() == FileContents()

    @pytest.mark.parametrize("options", [{"name": "ann"}, {"code": "K7QF-2M9XTR"}], ids=["a name", "a code"])
    async def test_who_wants_an_account_reads_what_to_do(
        self, store: CredentialStore, unsigned: None, options: dict[str, str]
    ) -> None:
        async with scripted() as server:
            assert "pente doctor says what to do" in str(await failed(server, store, **options))
        assert store.contents() == FileContents()

    async def test_the_server_of_a_link_is_compared_all_the_same(
        self, store: CredentialStore, unsigned: None
    ) -> None:
        async with scripted() as server:
            client = Client(f"{server.url}#{fingerprint_of(ID)}", identities=store, pace=QUICK)
            entering = asyncio.ensure_future(client.__aenter__())
            assert isinstance((await (await server.accept()).greet()).account, Guest)
            await entering
            await client.close()
            other = Client(f"{server.url}#{fingerprint_of(OTHER_ID)}", identities=store, pace=QUICK)
            entering = asyncio.ensure_future(other.__aenter__())
            await says(await server.accept(), None)
            with pytest.raises(CannotConnect, match="not the one that the link is for"):
                await entering

    async def test_a_password_is_told_to_nobody(self, store: CredentialStore, unsigned: None) -> None:
        async with scripted() as server:
            client = Client(server.url, identities=store, pace=QUICK, server_password="secret")
            entering = asyncio.ensure_future(client.__aenter__())
            peer = await server.accept()
            await peer.send(no(await peer.expect(Hello), "password-needed"))
            await says(await server.accept(), None)
            with pytest.raises(CannotConnect, match="pente doctor"):
                await entering

    async def test_a_guest_tells_no_password_of_a_room(self, unsigned: None) -> None:
        async with scripted() as server, connected(server, name="") as (client, peer):
            with pytest.raises(RequestRejected, match="pente doctor"):
                await client.act(RoomId("a" * 12), cmd.Join(None, "secret"))
            with pytest.raises(RequestRejected, match="pente doctor"):
                await client.create("pente", "-", password="secret")
            await client.close()
            await peer.gone()
            assert [type(message) for message in peer.heard] == [Hello]


ROTATED = greeting(server_id=OTHER_ID, succeeds=former_keys(ID, OTHER_ID))
ROTATED_TWICE = greeting(server_id=THIRD_ID, succeeds=former_keys(ID, OTHER_ID, THIRD_ID))
FIRST, SECOND = ROTATED_TWICE.succeeds
(ELSEWHERE,) = former_keys(OTHER_ID, ID)


class TestServersWithANewKey:
    @pytest.mark.parametrize("now", [ROTATED, ROTATED_TWICE], ids=["once", "twice"])
    async def test_the_accounts_go_with_the_server_and_that_is_said_once(
        self, store: CredentialStore, now: Greeting
    ) -> None:
        async with scripted() as server:
            await greeted(server, store)
            server.greeting, notices = now, list[str]()
            for _ in range(2):
                account = (await greeted(server, store, "", on_notice=notices.append)).account
                assert isinstance(account, KnownDevice)
            (notice,) = notices
            assert "has a new key, signed with the one that you know" in notice
            (known,), (kept,) = store.contents().servers, store.contents().accounts
            assert (known.id, known.addresses, known.succeeds) == (now.server_id, (server.url,), now.succeeds)
            assert (kept.server, kept.player) == (now.server_id, ANN.id)

    async def test_one_write_files_them_all(
        self, store: CredentialStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async with scripted() as server:
            for name in ("ann", "bob"):
                await greeted(server, store, name)
            writes, write = list[FileContents](), CredentialStore._write

            def counted(own: CredentialStore, contents: FileContents) -> None:
                writes.append(contents)
                write(own, contents)

            monkeypatch.setattr(CredentialStore, "_write", counted)
            server.greeting = ROTATED
            await greeted(server, store, "")
            assert {one.server for one in writes[0].accounts} == {OTHER_ID}
            assert len(writes) == 1

    async def test_a_client_that_comes_back_follows(self, store: CredentialStore) -> None:
        async with scripted() as server:
            client = Client(server.url, name="ann", identities=store, pace=QUICK)
            entering = asyncio.ensure_future(client.__aenter__())
            peer = await server.accept()
            await peer.greet()
            await entering
            server.greeting = ROTATED_TWICE
            peer.kill()
            again = (await (await server.accept()).greet()).account
            assert isinstance(again, KnownDevice)
            assert client.server_id == THIRD_ID
            await client.close()
            assert store.find(THIRD_ID, PERSON, "ann") is not None

    async def test_a_key_for_a_bot_is_of_use_and_a_new_one_advised(self) -> None:
        device, notices = TestedDevice(), list[str]()
        async with scripted(greeting=ROTATED) as server:
            key = format_key(DeviceKey(ID, server.url, ANN.id, Right.PLAY, device.secret))
            account = (await greeted(server, None, credential=key, on_notice=notices.append)).account
            assert isinstance(account, KnownDevice)
            assert "Make a new one" in notices[0]
            other = format_key(DeviceKey(THIRD_ID, server.url, ANN.id, Right.PLAY, device.secret))
            entering = asyncio.ensure_future(Client(server.url, credential=other, pace=QUICK).__aenter__())
            await says(await server.accept(), None)
            with pytest.raises(CannotConnect, match="another server"):
                await entering

    async def test_at_another_address_it_is_asked_about_like_any_known_server(
        self, store: CredentialStore
    ) -> None:
        async with scripted() as here, scripted(greeting=ROTATED) as there:
            await greeted(here, store)
            kept = store.contents()
            assert isinstance(await failed(there, store), UnconfirmedServer)
            assert store.contents() == kept
            there.greeting = structs.replace(ROTATED, address=there.url)
            assert isinstance((await greeted(there, store, "")).account, KnownDevice)

    @pytest.mark.parametrize(
        "succeeds",
        [
            (FIRST, structs.replace(SECOND, at=Instant(SECOND.at + 1))),
            (FIRST, structs.replace(SECOND, signature=FIRST.signature)),
            (FIRST, structs.replace(SECOND, key="A" * 43)),
            (FIRST, structs.replace(SECOND, key="")),
            (SECOND, FIRST),
            (FIRST, ELSEWHERE),
            (FIRST,),
            (SECOND, FIRST, SECOND),
            (structs.replace(FIRST, at=Instant(1 << 60)), SECOND),
        ],
        ids=["time", "signature", "small order", "no key", "order", "foreign", "gap", "twice", "no text"],
    )
    @pytest.mark.parametrize("is_known", [True, False])
    async def test_nothing_is_said_to_one_with_a_forged_chain(
        self, store: CredentialStore, succeeds: tuple[FormerKey, ...], *, is_known: bool
    ) -> None:
        async with scripted() as server:
            if is_known:
                await greeted(server, store)
            kept, server.greeting = store.contents(), None
            client = Client(server.url, name="ann", identities=store, pace=QUICK)
            entering = asyncio.ensure_future(client.__aenter__())
            peer = await server.accept()
            forged = structs.replace(ROTATED_TWICE, succeeds=succeeds)
            try:
                said = signed(forged, peer.nonce)
            except ProtocolError:
                said = structs.replace(signed(ROTATED_TWICE, peer.nonce), succeeds=succeeds)
            await says(peer, said)
            with pytest.raises(CannotConnect, match="can't prove who it is, so nothing was said"):
                await entering
            assert store.contents() == kept

    @pytest.mark.parametrize("succeeds", [(), (FIRST,), (SECOND, FIRST)], ids=["stripped", "cut", "turned"])
    async def test_nobody_in_between_can_change_the_chain(
        self, store: CredentialStore, succeeds: tuple[FormerKey, ...]
    ) -> None:
        async with scripted() as server:
            await greeted(server, store)
            server.greeting = None
            client = Client(server.url, identities=store, pace=QUICK)
            entering = asyncio.ensure_future(client.__aenter__())
            peer = await server.accept()
            await says(peer, structs.replace(signed(ROTATED_TWICE, peer.nonce), succeeds=succeeds))
            with pytest.raises(CannotConnect, match="can't prove"):
                await entering

    async def test_two_successors_of_one_key_end_with_a_sentence(self, store: CredentialStore) -> None:
        rival = greeting(server_id=THIRD_ID, succeeds=former_keys(ID, THIRD_ID))
        async with scripted() as server:
            await greeted(server, store)
            server.greeting = ROTATED
            await greeted(server, store, "")
            kept, server.greeting = store.contents(), rival
            problem = str(await failed(server, store))
            assert "may have stolen that key" in problem
            assert store.contents() == kept

            *_, address = problem.split()
            assert store.forget_address(f"ws://{address}")
            assert isinstance((await greeted(server, store, "")).account, NewAccount)
            assert store.find(OTHER_ID, PERSON, "ann") is not None

    async def test_the_thief_of_a_key_passes_for_the_server_until_it_is_distrusted(
        self, store: CredentialStore
    ) -> None:
        thief, distrusted = greeting(), greeting(server_id=THIRD_ID)
        async with scripted() as server:
            await greeted(server, store)
            server.greeting = thief
            assert isinstance((await greeted(server, store, "")).account, KnownDevice)
            server.greeting = distrusted
            await greeted(server, store, "")
            server.greeting = thief
            problem = await failed(server, store)
            assert isinstance(problem, UnconfirmedServer)
            assert problem.question.startswith("Careful: another server answers")

    async def test_one_that_nobody_vouches_for_is_another_server(self, store: CredentialStore) -> None:
        async with scripted() as server:
            await greeted(server, store)
            server.greeting, notices = greeting(server_id=THIRD_ID), list[str]()
            account = (await greeted(server, store, "", on_notice=notices.append)).account
            assert isinstance(account, NewAccount)
            assert "another server answers" in notices[0]


@pytest.mark.parametrize(
    "text",
    [
        '{"version": 2, "servers": [], "accounts": [{}], "unencrypted": []}',
        "{",
    ],
)
async def test_a_file_that_can_not_be_read_is_put_aside_with_a_sentence(
    store: CredentialStore, text: str
) -> None:
    store.path.parent.mkdir()
    store.path.write_text(text)
    async with scripted() as server:
        notices: list[str] = []
        account = (await greeted(server, store, on_notice=notices.append)).account
        assert isinstance(account, NewAccount)
        aside = store.path.with_name("accounts.json.old")
        (notice,) = notices
        assert "can't be read" in notice
        assert f"kept as {aside};" in notice
        assert aside.read_text() == text
        assert isinstance((await greeted(server, store, on_notice=notices.append)).account, KnownDevice)
        assert len(notices) == 1


class TestRefusals:
    async def test_a_server_that_forgot_everything_gets_the_name_and_the_same_keys(
        self, store: CredentialStore
    ) -> None:
        async with scripted() as server:
            first = (await greeted(server, store)).account
            client = Client(server.url, name="ann", identities=store, pace=QUICK)
            entering = asyncio.ensure_future(client.__aenter__())
            peer = await server.accept()
            await peer.send(no(await peer.expect(Hello), "unknown-device"))
            again = (await (await server.accept()).greet()).account
            await entering
            await client.close()
            assert isinstance(first, NewAccount)
            assert isinstance(again, NewAccount)
            assert (again.name, again.key) == (ANN.name, first.key)

    async def test_a_device_that_was_revoked_is_told_so_and_keeps_its_secret(
        self, store: CredentialStore
    ) -> None:
        async with scripted() as server:
            await greeted(server, store)
            kept = store.contents()
            entering = asyncio.ensure_future(
                Client(server.url, name="ann", identities=store, pace=QUICK).__aenter__()
            )
            for code in ("unknown-device", "name-taken"):
                peer = await server.accept()
                await peer.send(no(await peer.expect(Hello), code, code))
            with pytest.raises(RequestRejected) as denied:
                await entering
            assert denied.value.code == "unknown-device"
            assert store.contents() == kept

    async def test_a_name_that_can_not_be_had_leaves_nothing_behind(self, store: CredentialStore) -> None:
        async with scripted() as server:
            entering = asyncio.ensure_future(
                Client(server.url, name="ann", identities=store, pace=QUICK).__aenter__()
            )
            peer = await server.accept()
            await peer.send(no(await peer.expect(Hello), "name-taken"))
            with pytest.raises(RequestRejected):
                await entering
            assert store.contents().accounts == ()

    @pytest.mark.parametrize("code", ["password-needed", "wrong-password"])
    async def test_a_password_that_is_missing_costs_no_secret(
        self, store: CredentialStore, code: str
    ) -> None:
        async with scripted() as server:
            client = Client(server.url, name="ann", identities=store, pace=QUICK)
            entering = asyncio.ensure_future(client.__aenter__())
            peer = await server.accept()
            first = (await peer.expect(Hello)).account
            await peer.send(no(Hello(RequestId(1), "test"), code))
            with pytest.raises(RequestRejected):
                await entering
            again = (await greeted(server, store)).account
            assert isinstance(first, NewAccount)
            assert isinstance(again, NewAccount)
            assert again.key == first.key

    async def test_no_account_is_opened_in_place_of_a_given_one(self) -> None:
        async with scripted() as server:
            credential = TestedDevice().credential
            client = Client(server.url, name="ann", credential=credential, retry_first=60, pace=QUICK)
            entering = asyncio.ensure_future(client.__aenter__())
            peer = await server.accept()
            await peer.send(no(await peer.expect(Hello), "unknown-device"))
            with pytest.raises(RequestRejected) as denied:
                await entering
            assert denied.value.code == "unknown-device"


async def test_a_code_adds_this_device_and_what_the_server_says_is_kept(store: CredentialStore) -> None:
    async with scripted() as server:
        account = (await greeted(server, store, "", code="K7QF-2M9XTR")).account
        assert isinstance(account, LinkCode)
        assert account.code == "K7QF-2M9XTR"
        kept = store.find(ID, PERSON, "ann")
        assert kept is not None
        assert kept.player == ANN.id
        assert isinstance((await greeted(server, store, "")).account, KnownDevice)


async def test_two_programs_that_open_a_name_at_once_have_one_secret(store: CredentialStore) -> None:
    async with scripted() as server:
        clients = [Client(server.url, name="ann", identities=store, pace=QUICK) for _ in range(2)]
        entering = [asyncio.ensure_future(client.__aenter__()) for client in clients]
        peers = [await server.accept() for _ in clients]
        accounts = [(await peer.greet()).account for peer in peers]
        await asyncio.gather(*entering)
        for client in clients:
            await client.close()
        assert len({account.key for account in accounts if isinstance(account, NewAccount)}) == 1


async def test_a_store_that_can_not_be_written_is_said_before_a_name_is_used_up(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    store = CredentialStore(tmp_path / "file" / "accounts.json")
    async with scripted() as server:
        with pytest.raises(CannotConnect, match="PENTE_STATE"):
            await Client(server.url, name="ann", identities=store).__aenter__()
