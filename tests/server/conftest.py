"""A node with a store in memory, and players who are connected to it."""

from collections.abc import AsyncIterator

import pytest

from tests.support.peer import Peer, Served, peers, serving


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    async with serving() as served:
        yield served


@pytest.fixture
async def trio(served: Served) -> AsyncIterator[list[Peer]]:
    async with peers(served.url, "alice", "bob", "carol") as trio:
        yield trio
