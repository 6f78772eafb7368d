"""A peer is as patient with a store as clients are."""

import pytest

from pente_server.store import StoreUnavailable
from tests.support.peer import Peer, serving


async def test_a_peer_says_hello_again_once_the_store_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    async with serving() as served, Peer(served.url) as peer:
        check, refusals = served.node.heartbeat.check, [StoreUnavailable("away"), StoreUnavailable("away")]

        async def check_later(seconds: float) -> None:
            if refusals:
                raise refusals.pop()
            await check(seconds)

        monkeypatch.setattr(served.node.heartbeat, "check", check_later)
        welcome = await peer.hello("anna")
        assert (welcome.player.name, refusals) == ("anna", [])
        room = await peer.create()
        assert peer.version(room) > 0
