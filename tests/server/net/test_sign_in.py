"""Signing in: whose account it is, as proven by the keys of a device; and what hostile peers make of it."""

import asyncio
from dataclasses import replace as with_fields
from hashlib import sha256
from typing import Any

import pytest
from pente_protocol.login.proof import account_of

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerKind
from pente_core.value import replace
from pente_protocol.errors import CloseCode, ErrorCode
from pente_protocol.messages import (
    DeviceList,
    Devices,
    Error,
    Hello,
    KeyText,
    LinkOffered,
    OfferLink,
    PersonalData,
    PersonalDataFound,
    RevokeDevice,
    SignIn,
)
from pente_server.access.access_control import AccessControl
from pente_server.access.link_codes import ALPHABET, offer_link, parse_code
from pente_server.store import Account
from pente_server.store.accounts.account import MOST_DEVICES
from pente_server.store.accounts.device_store import MOST_GUESSES
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.contracts.accounts.devices import a_device
from tests.support.accounts.sign_in import TestedDevice
from tests.support.peer import Peer, Served, peers, serving

TOKEN = "an old token, of at least forty characters"


async def code_of(served: Served, **fields: Any) -> str:
    """The code with which a hello is refused, after which the connection ends; else the player's name."""
    async with Peer(served.url) as peer:
        answer = await (await peer.post(Hello, **await peer.introduced(**fields)))
        if not isinstance(answer, Error):
            return answer.player.name  # type: ignore[union-attr]
        assert answer.text.endswith(".")
        assert (await peer.closed())[0] == CloseCode.REFUSED_HELLO
        return answer.code


async def proof_refused(served: Served, account: SignIn) -> bool:
    """Whether a sign-in is refused, with the proof that it has."""
    async with Peer(served.url) as peer:
        await peer.greeted()
        answer = await (await peer.post(Hello, version=1, client="test", account=account))
        return isinstance(answer, Error) and answer.code == ErrorCode.WRONG_PROOF


class TestProofs:
    async def test_one_for_another_connection_is_refused(self, served: Served) -> None:
        async with Peer(served.url) as peer:
            await peer.hello("anna")
            replayed = peer.device.prove(peer.device.known(), await peer.greeted())
        assert await proof_refused(served, replayed)

    @pytest.mark.parametrize(
        "change",
        [
            {"nonce": "x" * 22},
            {"proof": "A" * 43},
            {"proof": "B" * 43},  # not the only spelling of its bytes
        ],
    )
    async def test_what_was_changed_on_the_way_is_refused(
        self, served: Served, change: dict[str, str]
    ) -> None:
        async with Peer(served.url) as peer:
            await peer.hello("anna")
        async with Peer(served.url) as again:
            proven = again.device.prove(TestedDevice(peer.credential).known(), await again.greeted())
            changed = replace(proven, **change)  # type: ignore[arg-type]
            answer = await (await again.post(Hello, version=1, client="test", account=changed))
            assert isinstance(answer, Error)
            assert answer.code == ErrorCode.WRONG_PROOF

    async def test_one_for_another_server_is_refused(self, served: Served) -> None:
        device = TestedDevice()
        async with Peer(served.url) as peer:
            greeting = await peer.greeted()
            relayed = device.prove_to(device.new("anna"), "x" * 22, greeting.nonce)
            answer = await (await peer.post(Hello, version=1, client="test", account=relayed))
            assert isinstance(answer, Error)
            assert answer.code == ErrorCode.WRONG_PROOF

    async def test_a_stolen_backup_opens_no_account(self, served: Served) -> None:
        """Not even by asking to open the account again: that needs a proof as well."""
        async with Peer(served.url) as peer:
            await peer.hello("anna")
            own = peer.device
        thief = TestedDevice()
        for request in (own.known(), own.new("anna"), own.old(TOKEN)):
            async with Peer(served.url) as peer:
                proven = thief.prove(request, await peer.greeted())
                answer = await (await peer.post(Hello, version=1, client="test", account=proven))
                assert isinstance(answer, Error)
                assert answer.code == ErrorCode.WRONG_PROOF

    async def test_malformed_keys_are_refused(self, served: Served) -> None:
        request = TestedDevice().new("anna")
        twisted = replace(request.keys, stored_key=KeyText("B" * 43))
        assert await proof_refused(served, replace(request, keys=twisted, proof=KeyText("A" * 43)))

    async def test_the_server_never_gets_the_secret(self, served: Served) -> None:
        async with Peer(served.url) as peer:
            await peer.hello("anna")
            secret = peer.device.secret
        account = await served.node.store.accounts.find("anna")
        assert secret.hex() not in repr(account)
        assert str(secret) not in repr(account)


class TestAccounts:
    async def test_opening_one_again_leads_to_the_same(self, served: Served) -> None:
        device = TestedDevice()
        for name in ("anna", "anna", "boris"):
            assert await code_of(served, account=device.new(name), device=device) == "anna"
        account = await served.node.store.accounts.find("anna")
        assert account is not None
        assert account.id == account_of(device.verifier.device)
        assert await served.node.store.accounts.find("boris") is None

    async def test_many_open_the_same_one_at_once(self, served: Served) -> None:
        device = TestedDevice()

        async def opened() -> str:
            async with Peer(served.url) as peer:
                peer.device = TestedDevice(device.credential)
                return (await peer.hello("anna")).player.id

        assert set(await asyncio.gather(*(opened() for _ in range(8)))) == {device.player}

    async def test_a_device_that_nobody_knows(self, served: Served) -> None:
        assert await code_of(served, credential=TestedDevice().credential) == ErrorCode.UNKNOWN_DEVICE

    async def test_one_that_expired_is_opened_again(self, served: Served) -> None:
        async with Peer(served.url) as peer:
            first = await peer.hello("anna")
        served.node.store._memory.register.accounts.clear()  # type: ignore[attr-defined]
        assert await code_of(served, credential=peer.credential) == ErrorCode.UNKNOWN_DEVICE
        async with Peer(served.url) as again:
            again.device = TestedDevice(peer.credential)
            assert (await again.hello("anna")).player.id == first.player.id

    async def test_when_it_was_used_is_noted(self, served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
        async with Peer(served.url) as peer:
            await peer.hello("anna")
        accounts = served.node.store.accounts
        account = await accounts.find("anna")
        assert account is not None
        old = tuple(with_fields(device, used=Instant(1)) for device in account.devices)
        await accounts.open(with_fields(account, devices=old))
        assert await code_of(served, credential=peer.credential) == "anna"
        account = await accounts.find("anna")
        assert account is not None
        assert account.devices[0].used > 1


class TestOldTokens:
    async def opened(self, served: Served, name: str = "anna") -> Account:
        token = sha256(TOKEN.encode()).hexdigest()
        account = Account(account_of(TOKEN), name, PlayerKind.PERSON, token)
        assert await served.node.store.accounts.open(account)
        return account

    async def test_an_old_account_gets_keys_and_its_token_ends(self, served: Served) -> None:
        account = await self.opened(served)
        device = TestedDevice()
        async with Peer(served.url) as peer:
            peer.device = device
            assert (await peer.hello(account=device.old(TOKEN))).player.id == account.id
        stored = await served.node.store.accounts.account(account.id)
        assert stored is not None
        assert stored.token_sha256 == ""
        assert [each.id for each in stored.devices] == [device.verifier.device]

        # the answer was lost, so it comes again; and then as any device
        async with Peer(served.url) as peer:
            peer.device = TestedDevice(device.credential)
            assert (await peer.hello(account=peer.device.old(TOKEN))).player.id == account.id
        assert await code_of(served, credential=device.credential) == "anna"

    async def test_it_works_for_one_device(self, served: Served) -> None:
        await self.opened(served)
        async with Peer(served.url) as peer:
            await peer.hello(account=peer.device.old(TOKEN))
        other = TestedDevice()
        assert await code_of(served, account=other.old(TOKEN), device=other) == ErrorCode.BAD_TOKEN

    async def test_another_token_opens_nothing(self, served: Served) -> None:
        await self.opened(served)
        device = TestedDevice()
        assert await code_of(served, account=device.old(f"{TOKEN}?"), device=device) == ErrorCode.BAD_TOKEN


class TestLinkedDevices:
    async def test_a_code_adds_a_device(self, served: Served) -> None:
        async with peers(served.url, "anna") as (anna,):
            offered = await anna.told(LinkOffered, OfferLink)
            assert offered.remaining == 300_000
            async with Peer(served.url) as phone:
                welcome = await phone.hello(account=phone.device.link(offered.code.lower()))
                assert welcome.player == anna.welcome.player
                found = (await phone.told(DeviceList, Devices)).devices
                assert [(each.name, each.current) for each in found] == [("test", False), ("linked", True)]
                data = await phone.told(PersonalDataFound, PersonalData)
                assert data.devices == found
            # the answer was lost, so the same device sends it again; it is of use to no other
            async with Peer(served.url) as phone_again:
                phone_again.device = TestedDevice(phone.credential)
                await phone_again.hello(account=phone_again.device.link(offered.code))
            thief = TestedDevice()
            assert (
                await code_of(served, account=thief.link(offered.code), device=thief) == ErrorCode.WRONG_CODE
            )
        assert await code_of(served, credential=phone.credential) == "anna"

    async def test_a_lost_one_is_revoked_and_its_connections_end(self, served: Served) -> None:
        async with peers(served.url, "anna") as (anna,):
            offered = await anna.told(LinkOffered, OfferLink)
            async with Peer(served.url) as lost:
                await lost.hello(account=lost.device.link(offered.code))
                left = await anna.told(DeviceList, RevokeDevice, device=lost.device.verifier.device)
                assert [each.current for each in left.devices] == [True]
                assert (await lost.closed())[0] == CloseCode.REFUSED_HELLO
            assert await code_of(served, credential=lost.credential) == ErrorCode.UNKNOWN_DEVICE
            assert await code_of(served, account=lost.device.new("anna"), device=lost.device) == (
                ErrorCode.NAME_TAKEN
            )
            only = anna.device.verifier.device
            assert await anna.code(RevokeDevice, device=only) == ErrorCode.LAST_DEVICE
            assert await anna.code(RevokeDevice, device="x" * 22) == ErrorCode.UNKNOWN_DEVICE

    async def test_its_connections_end_at_other_nodes_too(self) -> None:
        memory = MemoryDatabase()
        async with (
            serving(MemoryStore(memory)) as here,
            serving(MemoryStore(memory)) as there,
            peers(here.url, "anna") as (anna,),
            Peer(there.url) as again,
        ):
            await again.hello(credential=anna.credential)
            offered = await anna.told(LinkOffered, OfferLink)
            async with Peer(there.url) as lost:
                await lost.hello(account=lost.device.link(offered.code))
                await anna.told(DeviceList, RevokeDevice, device=lost.device.verifier.device)
                assert (await lost.closed())[0] == CloseCode.REFUSED_HELLO
            await again.told(DeviceList, Devices)

    async def test_the_first_device_that_was_revoked_does_not_open_the_account_again(
        self, served: Served
    ) -> None:
        async with Peer(served.url) as first:
            await first.hello("anna")
            offered = await first.told(LinkOffered, OfferLink)
            async with Peer(served.url) as second:
                await second.hello(account=second.device.link(offered.code))
                await second.told(DeviceList, RevokeDevice, device=first.device.verifier.device)
            await first.closed()
        again = first.device
        assert await code_of(served, account=again.new("anna"), device=again) == ErrorCode.UNKNOWN_DEVICE

    async def test_a_revoked_device_does_not_come_back_with_a_code(self, served: Served) -> None:
        async with peers(served.url, "anna") as (anna,):
            first = await anna.told(LinkOffered, OfferLink)
            async with Peer(served.url) as lost:
                await lost.hello(account=lost.device.link(first.code))
                second = await lost.told(LinkOffered, OfferLink)
                await anna.told(DeviceList, RevokeDevice, device=lost.device.verifier.device)
            for device, code in ((lost.device, first.code), (TestedDevice(), second.code)):
                assert await code_of(served, account=device.link(code), device=device) == ErrorCode.WRONG_CODE

    async def test_a_device_that_was_just_added_with_a_code_does_not_come_back(self, served: Served) -> None:
        async with peers(served.url, "anna") as (anna,):
            offered = await anna.told(LinkOffered, OfferLink)
            async with Peer(served.url) as lost:
                await lost.hello(account=lost.device.link(offered.code))
                await anna.told(DeviceList, RevokeDevice, device=lost.device.verifier.device)
            again = lost.device
            code = await code_of(served, account=again.link(offered.code), device=again)
            assert code == ErrorCode.WRONG_CODE

    async def test_there_is_room_for_some(self, served: Served) -> None:
        async with peers(served.url, "anna") as (anna,):
            player = anna.welcome.player.id
            for _ in range(MOST_DEVICES - 1):
                await served.node.store.devices.add(player, a_device())
            offered = await anna.told(LinkOffered, OfferLink)
        ninth = TestedDevice()
        async with Peer(served.url) as peer:
            fields = await peer.introduced(account=ninth.link(offered.code), device=ninth)
            answer = await (await peer.post(Hello, **fields))
            assert isinstance(answer, Error)
            assert answer.code == ErrorCode.TOO_MANY

    async def test_a_flood_of_guesses_ends_the_offer(self) -> None:
        generous = AccessControl(wrong=(1e6, 1e6))
        async with serving(access_control=generous) as served, peers(served.url, "anna") as (anna,):
            offered = await anna.told(LinkOffered, OfferLink)
            device = TestedDevice()
            for guess in range(MOST_GUESSES + 1):
                wrong = f"{offered.code[:-1]}{ALPHABET[guess]}"
                if wrong != offered.code:
                    code = await code_of(served, account=device.link(wrong), device=device)
                    assert code == ErrorCode.WRONG_CODE
            code = await code_of(served, account=device.link(offered.code), device=device)
            assert code == ErrorCode.WRONG_CODE

    async def test_guesses_from_one_address_have_to_wait(self) -> None:
        async with serving(access_control=AccessControl(wrong=(1e-6, 2))) as served:
            codes = []
            for _ in range(3):
                async with Peer(served.url) as peer:
                    proven = peer.device.prove(peer.device.link("AAAA-AAAAAA"), await peer.greeted())
                    answer = await (await peer.post(Hello, version=1, client="test", account=proven))
                    assert isinstance(answer, Error)
                    codes.append(answer.code)
            assert codes == [ErrorCode.WRONG_CODE, ErrorCode.WRONG_CODE, ErrorCode.RATE_LIMITED]

    async def test_the_hosts_code_takes_the_place_of_all_devices(self, served: Served) -> None:
        async with peers(served.url, "anna") as (anna,):
            code = await offer_link(served.node.store.devices, anna.welcome.player.id, replaces_all=True)
        async with Peer(served.url) as new:
            assert (await new.hello(account=new.device.link(code))).player.name == "anna"
            assert len((await new.told(DeviceList, Devices)).devices) == 1
        assert await code_of(served, credential=anna.credential) == ErrorCode.UNKNOWN_DEVICE

    async def test_the_connections_of_the_others_end(self, served: Served) -> None:
        async with peers(served.url, "anna") as (anna,):
            code = await offer_link(served.node.store.devices, anna.welcome.player.id, replaces_all=True)
            async with Peer(served.url) as new:
                await new.hello(account=new.device.link(code))
                assert (await anna.closed())[0] == CloseCode.REFUSED_HELLO
                assert len((await new.told(DeviceList, Devices)).devices) == 1

    async def test_all_devices_go_with_the_account(self, served: Served) -> None:
        async with peers(served.url, "anna") as (anna,):
            account = anna.welcome.player
            await served.node.store.accounts.delete(account.id, account.name)
            assert await anna.code(OfferLink) == ErrorCode.ACCOUNT_DELETED
        assert await code_of(served, credential=anna.credential) == ErrorCode.ACCOUNT_DELETED
        again = anna.device
        assert await code_of(served, account=again.new("anna"), device=again) == ErrorCode.ACCOUNT_DELETED


@pytest.mark.parametrize("text", ["k7qf-2m9xtr", "K7QF2M9XTR", " k7qf 2m9x tr ", "K7-QF2M9X-TR"])
def test_a_code_is_read_however_it_is_typed(text: str) -> None:
    assert parse_code(text) == parse_code("K7QF-2M9XTR")


@pytest.mark.parametrize("text", ["", "K7QF-2M9XT", "K7QF-2M9XTRR", "K7QF-2M9XT0", "K7QF-2M9XTÄ"])
def test_anything_else_is_no_code(text: str) -> None:
    assert parse_code(text) is None
