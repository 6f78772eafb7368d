"""The greeting: the first message of a connection, which says what a client can expect."""

import re

from pente_protocol.features import ServerFeature
from pente_protocol.messages import Greeting
from pente_protocol.version import VERSION
from pente_server.limits.limits import Allowance
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
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
    assert said.versions == (VERSION,)
    assert said.limits.frame_bytes == 8192
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
    async with serving(allowance=Allowance(watched=7), name="Café Central") as served:
        said = await greeting(served)
    assert said.name == "Café Central"
    assert said.limits.watched_rooms == 7


async def test_it_lists_the_features_that_the_server_has() -> None:
    async with serving() as served, serving(rates_bots=True) as other:
        assert set((await greeting(other)).features) - set((await greeting(served)).features) == {
            ServerFeature.RATED_BOTS
        }
