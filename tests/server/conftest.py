"""A node with a store in memory, and players who are connected to it."""

from collections.abc import AsyncIterator

import pytest

from pente_server.access.link_codes import ParsedCode
from pente_server.access.room_passwords import slow_digest
from tests.support.peer import Peer, Served, peers, serving


@pytest.fixture
async def served() -> AsyncIterator[Served]:
    async with serving() as served:
        yield served


@pytest.fixture
async def trio(served: Served) -> AsyncIterator[list[Peer]]:
    async with peers(served.url, "alice", "bob", "carol") as trio:
        yield trio


@pytest.fixture
def no_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    """Codes are digested in the loop: how long a thread takes is chance."""

    async def at_once(code: ParsedCode, salt: str) -> str:
        return f"{salt}:{slow_digest(code.text, salt)}"

    monkeypatch.setattr(ParsedCode, "digest", at_once)
