"""The greeting: the first message of a connection, which says what a client can expect."""

import re

import pytest
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from pente_core.value import replace
from pente_protocol.choices.server_limit import Per, ServerLimit
from pente_protocol.codec import decode_server
from pente_protocol.login.keys import key_from_text, server_of, signature_from_text
from pente_protocol.login.signatures import is_signed
from pente_protocol.login.signed_texts import greeting_text
from pente_protocol.messages.features import ServerFeature
from pente_protocol.messages.hello import Greeting
from pente_protocol.version import JSON_SUBPROTOCOL, SUBPROTOCOL
from pente_server.limits.limits import Allowance
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.support.accounts.sign_in import NONCE, QUERY, handshake_of
from tests.support.peer import Peer, Served, serving


async def greeting(served: Served) -> Greeting:
    async with Peer(served.url) as peer:
        await peer.heard(Greeting)
        (message,) = peer.said
        assert isinstance(message, Greeting)
        return message


async def test_the_server_speaks_first(served: Served) -> None:
    said = await greeting(served)
    assert re.fullmatch(r"[\w-]{22}", said.server_id)
    assert said.name == ""
    assert said.server.startswith("pente/")
    assert ServerLimit("frame_bytes", 8192, Per.CONNECTION) in said.limits
    assert said.durability == "memory"
    assert said.now > 1_700_000_000_000


async def test_each_connection_has_a_nonce_of_its_own(served: Served) -> None:
    nonces = {(await greeting(served)).nonce for _ in range(4)}
    assert len(nonces) == 4
    assert all(re.fullmatch(r"[\w-]{22,}", nonce) for nonce in nonces)


async def test_every_node_of_a_store_has_the_same_id() -> None:
    memory = MemoryDatabase()
    async with serving(MemoryStore(memory)) as one, serving(MemoryStore(memory)) as two, serving() as other:
        ids = [(await greeting(served)).server_id for served in (one, two, other)]
    assert ids[0] == ids[1] != ids[2]


async def test_it_has_the_name_that_the_host_gives_and_the_limits_that_are_set() -> None:
    async with serving(allowance=Allowance(watched_rooms=7), name="Café Central") as served:
        said = await greeting(served)
    assert said.name == "Café Central"
    assert ServerLimit("watched_rooms", 7, Per.CONNECTION) in said.limits


async def test_it_lists_the_features_that_the_server_has() -> None:
    async with serving() as served, serving(rates_bots=True) as other:
        assert set((await greeting(other)).features) - set((await greeting(served)).features) == {
            ServerFeature.RATED_BOTS
        }


async def test_it_is_signed_for_who_has_sent_a_nonce_and_says_where_it_was_found(served: Served) -> None:
    said = await greeting(served)
    handshake = handshake_of(said)
    signature = signature_from_text(said.signature)
    assert said.address == served.url
    assert said.server_id == server_of(key_from_text(said.server_key))
    assert is_signed(key_from_text(said.server_key), greeting_text(handshake, said.address), signature)
    for other in (replace(handshake, client_nonce="n" * 22), replace(handshake, form=JSON_SUBPROTOCOL)):
        assert not is_signed(key_from_text(said.server_key), greeting_text(other, said.address), signature)


@pytest.mark.parametrize("query", ["", "?nonce=short", f"?nonce={'n' * 65}", f"?nonce={NONCE}&nonce={NONCE}"])
async def test_it_is_not_for_who_has_sent_none(served: Served, query: str) -> None:
    async with connect(f"{served.url}/{query}", subprotocols=[Subprotocol(SUBPROTOCOL)], proxy=None) as bare:
        said = decode_server(await bare.recv(decode=False))
    assert isinstance(said, Greeting)
    assert (said.server_key, said.address, said.signature) == ("", "", "")


async def test_another_name_is_not_its_own(served: Served) -> None:
    where = f"ws://evil.example/{QUERY}"
    subprotocols = [Subprotocol(SUBPROTOCOL)]
    async with connect(
        where, host="127.0.0.1", port=served.port, subprotocols=subprotocols, proxy=None
    ) as relay:
        said = decode_server(await relay.recv(decode=False))
    assert isinstance(said, Greeting)
    assert said.server_key
    assert said.address == ""
