"""Signing in: whose account it is, as the signature of a device proves; and what hostile peers make of it."""

import asyncio
import json
from collections.abc import Iterator
from dataclasses import replace as with_fields
from hashlib import scrypt
from typing import Any, get_args

import msgpack
import pytest
from msgspec import structs
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerKind, RoomId
from pente_core.value import replace
from pente_protocol.choices.message_policy import MessagePolicy
from pente_protocol.codec import decode_server, encode, plain
from pente_protocol.errors import CloseCode, ErrorCode
from pente_protocol.forms import FORMS, Form
from pente_protocol.login.keys import account_of, device_words, key_to_text
from pente_protocol.login.signed_texts import NOT_SIGNED, Handshake, sign_hello
from pente_protocol.messages import ClientMessage, Wire
from pente_protocol.messages.account import (
    AddDevice,
    AllowDevice,
    DeviceList,
    Devices,
    Guest,
    KeyText,
    LinkOffered,
    OfferLink,
    RevokeDevice,
    SignatureText,
    SignedSignIn,
    SignIn,
)
from pente_protocol.messages.base import Error, Request, RequestId, Right
from pente_protocol.messages.direct_messages import (
    MessageReceived,
    MessageSent,
    SendMessage,
    SetMessagePolicy,
)
from pente_protocol.messages.hello import Greeting, Hello, Welcome
from pente_protocol.messages.people import DeleteAccount, PersonalData, PersonalDataFound
from pente_protocol.messages.ping import Ping, Pong
from pente_protocol.spec.samples.from_client import FROM_CLIENT
from pente_protocol.spec.samples.login_vectors import vectors
from pente_protocol.version import SUBPROTOCOL
from pente_server.access import link_codes
from pente_server.access.access_control import AccessControl
from pente_server.access.link_codes import ALPHABET, LINK_KEPT, RESET_KEPT, offer_link, parse_code
from pente_server.access.room_passwords import slow_digest
from pente_server.store.accounts.account import MOST_DEVICES
from pente_server.store.accounts.device_store import MOST_GUESSES
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.contracts.accounts.devices import a_device, an_account
from tests.support.accounts.sign_in import TestedDevice, handshake_of
from tests.support.peer import Peer, Served, peers, serving


async def code_of(served: Served, **fields: Any) -> str:
    """The code with which a hello is refused, after which the connection ends; else the player's name."""
    async with Peer(served.url) as peer:
        answer = await (await peer.post(Hello, **await peer.introduced(**fields)))
        if not isinstance(answer, Error):
            return answer.player.name  # type: ignore[union-attr]
        assert answer.text.endswith(".")
        assert (await peer.closed())[0] == CloseCode.REFUSED_HELLO
        return answer.code


async def refusal(peer: Peer, hello: Hello) -> str:
    """The code with which a hello is refused that is sent as it is; else the player's name."""
    fields = {key: value for key, value in structs.asdict(hello).items() if key != "id"}
    answer = await (await peer.post(Hello, **fields))
    return answer.code if isinstance(answer, Error) else answer.player.name  # type: ignore[union-attr]


async def signed_by(peer: Peer, device: TestedDevice, account: SignIn, **fields: Any) -> Hello:
    """A hello to the server that has greeted a peer."""
    hello = Hello(RequestId(1), "test", account, **fields)
    return device.sign(hello, await peer.greeted(), peer.connection.subprotocol or "")


WAYS = ("known_device", "new_account", "link_code")


async def hello_of(peer: Peer, way: str, anna: Peer) -> Hello:
    """A valid hello of each kind, with every key that one can have."""
    device, room = TestedDevice(), RoomId("a" * 12)
    more: dict[str, Any] = {"rooms": {room: None}, "passwords": {room: "x"}, "address": peer._url}
    more |= {"password": "open sesame", "watch_only": True, "features": ("any",)}
    match way:
        case "known_device":
            return await signed_by(peer, TestedDevice(anna.credential), anna.device.known(), **more)
        case "new_account":
            return await signed_by(peer, device, device.new("boris"), **more)
        case _:
            offered = await anna.told(LinkOffered, OfferLink)
            return await signed_by(peer, device, device.link(offered.code), **more)


def changes_of(wire: Wire, at: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Wire]]:
    """A hello with each of its keys changed, left out, and with one more, all that are signed."""
    for key, value in wire.items():
        path = (*at, key)
        if path in {(each,) for each in NOT_SIGNED} | {("t",), ("version",)}:
            continue
        if path != ("account",):  # which leaves the hello of a viewer
            yield (*path, "left out"), {name: each for name, each in wire.items() if name != key}
        if isinstance(value, dict):
            for inner, changed in changes_of(value, path):
                yield inner, {**wire, key: changed}
        elif path == ("account", "t"):
            for way in WAYS:
                if way != value:
                    yield (*path, way), {**wire, key: way}
        else:
            yield path, {**wire, key: _other(value)}
    if at in ((), ("account",)):
        yield (*at, "one more"), {**wire, "sparkle": 1}


def _other(value: object) -> object:
    if isinstance(value, bool):
        return not value
    if value is None:
        return {"version": 1, "mark": "0" * 16}
    if value == PlayerKind.PERSON:
        return PlayerKind.BOT
    assert isinstance(value, str)
    return ("b" if value[:1] == "a" else "a") + value[1:]


class TestSignatures:
    @pytest.mark.parametrize("form", FORMS, ids=lambda form: form.subprotocol)
    @pytest.mark.parametrize("way", WAYS)
    async def test_whatever_is_changed_on_the_way_is_refused(
        self, served: Served, way: str, form: Form
    ) -> None:
        tried: dict[tuple[str, ...], str] = {}
        async with peers(served.url, "anna") as (anna,):
            async with Peer(served.url, form) as peer:
                unchanged = plain(await hello_of(peer, way, anna))
                assert isinstance(unchanged, dict)
                paths = [path for path, _ in changes_of(unchanged)]
            for number, path in enumerate(paths):
                async with Peer(served.url, form) as peer:
                    wire = plain(await hello_of(peer, way, anna))
                    assert isinstance(wire, dict)
                    changed = [each for _, each in changes_of(wire)][number]
                    tried[path] = await said_to(peer, changed, form)
        odd = {path: code for path, code in tried.items() if code != ErrorCode.WRONG_PROOF}
        assert set(odd.values()) <= {ErrorCode.BAD_MESSAGE}, odd
        assert {path[-1] for path in odd} <= {"left out", "one more", *WAYS}, odd  # then it is no hello
        assert len(tried) > 14

    async def test_what_means_nothing_may_be_changed(self, served: Served) -> None:
        assert {*NOT_SIGNED} == {"id", "client", "features"}  # each has a reason in the documents
        async with peers(served.url, "anna") as (anna,), Peer(served.url) as peer:
            hello = await hello_of(peer, "known_device", anna)
            changed = replace(hello, client="other", features=())
            assert await refusal(peer, replace(changed)) == "anna"

    async def test_one_for_another_connection_is_refused(self, served: Served) -> None:
        async with Peer(served.url) as peer:
            await peer.hello("anna")
            replayed = await signed_by(peer, peer.device, peer.device.known())
        async with Peer(served.url) as again:
            await again.greeted()
            assert await refusal(again, replayed) == ErrorCode.WRONG_PROOF

    async def test_one_for_another_server_is_refused(self, served: Served) -> None:
        async with serving() as other, Peer(served.url) as peer, Peer(other.url) as relay:
            greeting = replace(await relay.greeted(), nonce=(await peer.greeted()).nonce)
            hello = Hello(RequestId(1), "test", peer.device.new("anna"))
            relayed = sign_hello(hello, peer.device.secret, handshake_of(greeting))
            assert await refusal(peer, relayed) == ErrorCode.WRONG_PROOF

    async def test_whoever_has_heard_everything_opens_nothing(self, served: Served) -> None:
        """A listener has the key and the signatures of a registration and of a sign-in, and the thief of a
        store all that the server knows; neither can make a signature.
        """
        async with Peer(served.url) as peer:
            registration = await signed_by(peer, peer.device, peer.device.new("anna"))
            assert await refusal(peer, registration) == "anna"
        thief, own = TestedDevice(), peer.device
        stolen = await served.node.store.accounts.find("anna")
        assert stolen is not None
        for heard in (own.known(), own.new("anna")):
            async with Peer(served.url) as peer:
                forged = await signed_by(peer, thief, heard)
                assert isinstance(forged.account, SignedSignIn)
                as_anna = replace(forged.account, key=key_to_text(stolen.devices[0].key))
                assert await refusal(peer, replace(forged, account=as_anna)) == ErrorCode.WRONG_PROOF
                await peer.closed()
            async with Peer(served.url) as peer:
                await peer.greeted()
                assert await refusal(peer, registration) == ErrorCode.WRONG_PROOF

    async def test_who_has_dialled_something_else_has_a_relay_in_between(self, served: Served) -> None:
        answers = {}
        for address in (served.url, served.url.replace("ws:", "wss:"), "wss://relay.example", ""):
            async with Peer(served.url) as peer:
                hello = await signed_by(peer, peer.device, peer.device.new(), address=address)
                answers[address] = (await refusal(peer, hello)).partition("-")[0]
        assert [*answers.values()] == ["guest", "wrong", "wrong", "guest"]

    @pytest.mark.parametrize("refused", vectors()["refused"], ids=lambda refused: refused["why"])
    async def test_a_key_or_signature_that_some_library_takes_is_refused(
        self, served: Served, refused: dict[str, str]
    ) -> None:
        async with Peer(served.url) as peer:
            hello = await signed_by(peer, peer.device, peer.device.new("anna"))
            assert isinstance(hello.account, SignedSignIn)
            weak = replace(
                hello.account, key=KeyText(refused["key"]), signature=SignatureText(refused["signature"])
            )
            assert await refusal(peer, replace(hello, account=weak)) == ErrorCode.WRONG_PROOF

    async def test_nobody_signs_in_without_a_nonce(self, served: Served) -> None:
        async with connect(served.url, subprotocols=[Subprotocol(SUBPROTOCOL)], proxy=None) as bare:
            greeting = decode_server(await bare.recv(decode=False))
            assert isinstance(greeting, Greeting)
            assert (greeting.server_key, greeting.signature, greeting.address) == ("", "", "")
            device = TestedDevice()
            handshake = Handshake(SUBPROTOCOL, "", greeting.nonce, "")
            hello = sign_hello(Hello(RequestId(1), "test", device.new("anna")), device.secret, handshake)
            await bare.send(encode(hello))
            answer = decode_server(await bare.recv(decode=False))
            assert isinstance(answer, Error)
            assert answer.code == ErrorCode.WRONG_PROOF
            assert "?nonce=" in answer.text
        assert await served.node.store.accounts.find("anna") is None

    async def test_the_server_never_gets_the_secret(self, served: Served) -> None:
        async with Peer(served.url) as peer:
            await peer.hello("anna")
            secret = peer.device.secret
        account = await served.node.store.accounts.find("anna")
        assert secret.hex() not in repr(account)
        assert str(secret) not in repr(account)


async def said_to(peer: Peer, wire: Wire, form: Form) -> str:
    """The code of the answer to a hello that is sent as it is."""
    await peer.greeted()
    numbered = {**wire, "id": 1}
    await peer.send(json.dumps(numbered) if form.is_text else msgpack.packb(numbered))
    await peer.closed()
    return next(message.code for message in peer.said if isinstance(message, Error))


class TestAccounts:
    async def test_opening_one_again_leads_to_the_same(self, served: Served) -> None:
        device = TestedDevice()
        for name in ("anna", "anna", "boris"):
            assert await code_of(served, account=device.new(name), device=device) == "anna"
        account = await served.node.store.accounts.find("anna")
        assert account is not None
        assert account.id == account_of(device.key)
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


REQUESTS: dict[type[object], Request] = {
    type(sample): sample for sample in FROM_CLIENT.values() if not isinstance(sample, Hello)
}


async def sent(peer: Peer, kind: type[Request]) -> object:
    """The answer to the sample of a request."""
    fields = {key: value for key, value in structs.asdict(REQUESTS[kind]).items() if key != "id"}
    return await (await peer.post(kind, **fields))


class TestRights:
    async def test_a_linked_device_may_do_what_each_request_says(self, served: Served) -> None:
        """Each request that there is, from a device that may play, and one that may do all."""
        kinds: list[type[Request]] = [kind for kind in get_args(ClientMessage) if kind is not Hello]
        async with peers(served.url, "anna", "boris") as (anna, boris), Peer(served.url) as phone:
            offered = await anna.told(LinkOffered, OfferLink)
            welcome = await phone.hello(account=phone.device.link(offered.code))
            assert (anna.welcome.right, welcome.right) == (Right.ACCOUNT, Right.PLAY)
            for kind in kinds:
                answer = await sent(phone, kind)
                denial = (
                    answer.text
                    if isinstance(answer, Error) and answer.code == ErrorCode.RIGHT_NEEDED
                    else None
                )
                assert (denial is not None) == (kind.needs is Right.ACCOUNT), kind
                assert denial is None or device_words(phone.device.id) in denial
            for kind in kinds:
                if kind is not DeleteAccount:
                    answer = await sent(boris, kind)
                    assert not isinstance(answer, Error) or answer.code != ErrorCode.RIGHT_NEEDED, kind

    async def test_a_device_that_may_do_all_says_more_and_less(self, served: Served) -> None:
        async with peers(served.url, "anna") as (anna,), Peer(served.url) as phone:
            offered = await anna.told(LinkOffered, OfferLink)
            await phone.hello(account=phone.device.link(offered.code))
            for right in (Right.ACCOUNT, Right.PLAY):
                await anna.told(DeviceList, AllowDevice, device=phone.device.id, right=right)
                answer = await (await phone.post(Devices))
                assert isinstance(answer, DeviceList) == (right is Right.ACCOUNT)
            assert await anna.code(AllowDevice, device=anna.device.id, right=Right.PLAY) == (
                ErrorCode.LAST_DEVICE
            )
            assert await anna.code(RevokeDevice, device=anna.device.id) == ErrorCode.LAST_DEVICE
            assert await anna.code(AllowDevice, device="x" * 22, right=Right.PLAY) == ErrorCode.UNKNOWN_DEVICE

    async def test_messages_go_to_devices_that_may_read_them(self, served: Served) -> None:
        async with peers(served.url, "anna", "boris") as (anna, boris), Peer(served.url) as phone:
            offered = await anna.told(LinkOffered, OfferLink)
            await phone.hello(account=phone.device.link(offered.code))
            await anna.ok(SetMessagePolicy, policy=MessagePolicy.EVERYBODY)
            await boris.told(MessageSent, SendMessage, to="anna", text="hello", command_id="c" * 8)
            await anna.heard(MessageReceived)
            await phone.told(Pong, Ping)
            assert not any(isinstance(each, MessageReceived) for each in phone.said)

    async def test_a_device_is_added_by_its_key(self, served: Served) -> None:
        async with peers(served.url, "anna") as (anna,), Peer(served.url) as bot:
            for _ in "ab":  # an answer may be lost
                added = await anna.told(DeviceList, AddDevice, key=key_to_text(bot.device.key))
                assert [each.right for each in added.devices] == [Right.ACCOUNT, Right.PLAY]
            bot.device.player = anna.device.player
            assert (await bot.hello(account=bot.device.known())).right is Right.PLAY
            of_small_order = key_to_text(bytes([1]) + bytes(31))
            assert await anna.code(AddDevice, key=of_small_order) == ErrorCode.BAD_MESSAGE

    async def test_nobody_comes_back_as_a_guest_without_a_key(self, served: Served) -> None:
        async with Peer(served.url) as guest, Peer(served.url) as other:
            await guest.told(Welcome, Hello, client="test", account=Guest())
            key = key_to_text(other.device.key)
            assert await guest.code(OfferLink) == ErrorCode.NOT_ALLOWED
            assert await guest.code(AddDevice, key=key, right=Right.ACCOUNT) == ErrorCode.NOT_ALLOWED
            assert (await guest.told(DeviceList, Devices)).devices == ()

    async def test_another_node_hears_of_a_right_that_is_gone(self) -> None:
        memory = MemoryDatabase()
        async with (
            serving(MemoryStore(memory)) as here,
            serving(MemoryStore(memory)) as there,
            peers(here.url, "anna") as (anna,),
            Peer(there.url) as other,
        ):
            key = key_to_text(other.device.key)
            await anna.told(DeviceList, AddDevice, key=key, right=Right.ACCOUNT)
            other.device.player = anna.device.player
            await other.hello(account=other.device.known())
            await anna.told(DeviceList, AllowDevice, device=other.device.id, right=Right.PLAY)
            for message in (AllowDevice, RevokeDevice):
                fields = {"right": Right.ACCOUNT} if message is AllowDevice else {}
                code = await other.code(message, device=other.device.id, **fields)
                assert code == ErrorCode.RIGHT_NEEDED

    async def test_the_hosts_code_says_to_the_old_devices_what_happened(self, served: Served) -> None:
        async with peers(served.url, "anna") as (anna,), Peer(served.url) as phone:
            devices = served.node.store.devices
            code = await offer_link(devices, anna.device.player, replaces_all=True)
            assert (await phone.hello(account=phone.device.link(code))).right is Right.ACCOUNT
            closed = await anna.closed()
            assert closed[0] == CloseCode.REFUSED_HELLO
            assert "a code of the host" in closed[1]


class TestLinkedDevices:
    async def test_a_code_adds_a_device(self, served: Served) -> None:
        async with peers(served.url, "anna") as (anna,):
            offered = await anna.told(LinkOffered, OfferLink)
            assert offered.remaining == 300_000
            async with Peer(served.url) as phone:
                welcome = await phone.hello(account=phone.device.link(offered.code.lower()))
                assert welcome.player == anna.welcome.player
                may = await anna.told(DeviceList, AllowDevice, device=phone.device.id, right=Right.ACCOUNT)
                assert [each.right for each in may.devices] == [Right.ACCOUNT] * 2
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

    async def test_who_overhears_a_code_and_is_faster_may_play_and_is_seen(self, served: Served) -> None:
        async with peers(served.url, "anna") as (anna,), Peer(served.url) as phone:
            offered = await anna.told(LinkOffered, OfferLink)
            heard = await signed_by(phone, phone.device, phone.device.link(offered.code))
            async with Peer(served.url) as replay:
                await replay.greeted()
                assert await refusal(replay, heard) == ErrorCode.WRONG_PROOF
            async with Peer(served.url) as thief:
                assert (await thief.hello(account=thief.device.link(offered.code))).right is Right.PLAY
                assert await refusal(phone, heard) == ErrorCode.WRONG_CODE
                for forbidden in (OfferLink, Devices, PersonalData):
                    assert await thief.code(forbidden) == ErrorCode.RIGHT_NEEDED
                seen = (await anna.told(DeviceList, Devices)).devices[1]
                assert (seen.id, seen.name) == (thief.device.id, "linked")
                await anna.told(DeviceList, RevokeDevice, device=seen.id)
                assert (await thief.closed())[0] == CloseCode.REFUSED_HELLO

    async def test_a_lost_one_is_revoked_and_its_connections_end(self, served: Served) -> None:
        async with peers(served.url, "anna") as (anna,):
            offered = await anna.told(LinkOffered, OfferLink)
            async with Peer(served.url) as lost:
                await lost.hello(account=lost.device.link(offered.code))
                left = await anna.told(DeviceList, RevokeDevice, device=lost.device.id)
                assert [each.current for each in left.devices] == [True]
                assert (await lost.closed())[0] == CloseCode.REFUSED_HELLO
            assert await code_of(served, credential=lost.credential) == ErrorCode.UNKNOWN_DEVICE
            assert await code_of(served, account=lost.device.new("anna"), device=lost.device) == (
                ErrorCode.NAME_TAKEN
            )
            only = anna.device.id
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
                await anna.told(DeviceList, RevokeDevice, device=lost.device.id)
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
                await first.told(DeviceList, AllowDevice, device=second.device.id, right=Right.ACCOUNT)
                await second.told(DeviceList, RevokeDevice, device=first.device.id)
            await first.closed()
        again = first.device
        assert await code_of(served, account=again.new("anna"), device=again) == ErrorCode.UNKNOWN_DEVICE

    async def test_a_revoked_device_does_not_come_back_with_a_code(self, served: Served) -> None:
        async with peers(served.url, "anna") as (anna,):
            first = await anna.told(LinkOffered, OfferLink)
            async with Peer(served.url) as lost:
                await lost.hello(account=lost.device.link(first.code))
                await anna.told(DeviceList, AllowDevice, device=lost.device.id, right=Right.ACCOUNT)
                second = await lost.told(LinkOffered, OfferLink)
                await anna.told(DeviceList, RevokeDevice, device=lost.device.id)
            for device, code in ((lost.device, first.code), (TestedDevice(), second.code)):
                assert await code_of(served, account=device.link(code), device=device) == ErrorCode.WRONG_CODE

    async def test_a_device_that_is_revoked_as_it_asks_for_a_code_gets_none(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A code takes a while to make, and another node hears a moment later that a device was revoked."""
        memory = MemoryDatabase()
        async with (
            serving(MemoryStore(memory)) as here,
            serving(MemoryStore(memory)) as there,
            peers(here.url, "anna") as (anna,),
            Peer(there.url) as lost,
        ):
            key = key_to_text(lost.device.key)
            await anna.told(DeviceList, AddDevice, key=key, right=Right.ACCOUNT)
            lost.device.player = anna.device.player
            await lost.hello(account=lost.device.known())
            devices = there.node.store.devices
            offer = devices.offer

            async def revoked_before(*offered: Any) -> bool:
                await devices.revoke(anna.device.player, lost.device.id)
                return await offer(*offered)

            monkeypatch.setattr(devices, "offer", revoked_before)
            assert await lost.code(OfferLink) == ErrorCode.UNKNOWN_DEVICE

    @pytest.mark.parametrize("change", [RevokeDevice, AllowDevice])
    async def test_a_device_that_is_changed_while_it_signs_in_may_no_more_than_that(
        self, served: Served, change: type[Request], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Its account was read already, and its session can't be found yet."""
        check, right = AccessControl.check_password, {"right": Right.PLAY} if change is AllowDevice else {}
        async with peers(served.url, "anna") as (anna,), Peer(served.url) as lost:
            key = key_to_text(lost.device.key)
            await anna.told(DeviceList, AddDevice, key=key, right=Right.ACCOUNT)
            lost.device.player = anna.device.player

            async def changed_before(*asked: Any) -> None:
                await anna.told(DeviceList, change, device=lost.device.id, **right)
                await check(*asked)

            monkeypatch.setattr(AccessControl, "check_password", changed_before)
            await lost.hello(account=lost.device.known())
            if change is RevokeDevice:
                assert (await lost.closed())[0] == CloseCode.REFUSED_HELLO
            else:
                assert await lost.code(Devices) == ErrorCode.RIGHT_NEEDED

    async def test_a_device_that_was_just_added_with_a_code_does_not_come_back(self, served: Served) -> None:
        async with peers(served.url, "anna") as (anna,):
            offered = await anna.told(LinkOffered, OfferLink)
            async with Peer(served.url) as lost:
                await lost.hello(account=lost.device.link(offered.code))
                await anna.told(DeviceList, RevokeDevice, device=lost.device.id)
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

    async def test_few_digests_are_made_however_many_guess(self, monkeypatch: pytest.MonkeyPatch) -> None:
        hashed: list[str] = []

        def counted(text: str, salt: str) -> str:
            hashed.append(text)
            return slow_digest(text, salt)

        monkeypatch.setattr(link_codes, "slow_digest", counted)
        generous = AccessControl(wrong=(1e6, 1e6))
        async with serving(access_control=generous) as served, peers(served.url, "anna") as (anna,):
            code = (await anna.told(LinkOffered, OfferLink)).code
            others = "AAAA" if code[:4] != "AAAA" else "BBBB"
            guesses = [f"{start}-{letter * 6}" for start in (code[:4], others) for letter in ALPHABET[:12]]
            devices = [TestedDevice() for _ in guesses]
            tried = zip(guesses, devices, strict=True)
            await asyncio.gather(
                *(code_of(served, account=device.link(guess), device=device) for guess, device in tried)
            )
            assert hashed[0] == code.replace("-", "")
            assert len(hashed) <= 1 + MOST_GUESSES

    async def test_guesses_from_one_address_have_to_wait(self) -> None:
        async with serving(access_control=AccessControl(wrong=(1e-6, 2))) as served:
            codes = []
            for _ in range(3):
                async with Peer(served.url) as peer:
                    hello = await signed_by(peer, peer.device, peer.device.link("AAAA-AAAAAA"))
                    codes.append(await refusal(peer, hello))
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


async def test_a_copy_of_the_store_does_not_give_a_code_in_time() -> None:
    """Each guess of a thief takes memory and time; the longer a code lives, the more guesses are needed."""
    database = MemoryDatabase()
    store = MemoryStore(database)
    for kept, replaces_all in ((LINK_KEPT, False), (RESET_KEPT, True)):
        account = an_account("anna", a_device())
        await store.accounts.open(account)
        text = await offer_link(store.devices, account.id, kept, replaces_all=replaces_all)
        code = parse_code(text)
        assert code is not None
        salt = await store.devices.salt(code.selector)
        assert salt is not None
        digest = scrypt(code.text.encode(), salt=bytes.fromhex(salt), n=1 << 14, r=8, p=1, dklen=32)
        assert await store.devices.redeem(code.selector, f"{salt}:{digest.hex()}", a_device().id) is not None
        guesses = len(ALPHABET) ** (len(code.text) - len(code.selector))
        assert guesses > (1 << 80 if replaces_all else 5e8)


@pytest.mark.parametrize("text", ["k7qf-2m9xtr", "K7QF2M9XTR", " k7qf 2m9x tr ", "K7-QF2M9X-TR"])
def test_a_code_is_read_however_it_is_typed(text: str) -> None:
    assert parse_code(text) == parse_code("K7QF-2M9XTR")


@pytest.mark.parametrize("text", ["", "K7QF-2M9XT", "K7QF-2M9XTRR", "K7QF-2M9XT0", "K7QF-2M9XTÄ"])
def test_anything_else_is_no_code(text: str) -> None:
    assert parse_code(text) is None
