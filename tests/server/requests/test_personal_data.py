"""Personal data comes in pages, with cursors that are text, since stores count with 64 bits."""

import pytest

from pente_protocol.errors import ErrorCode
from pente_protocol.forms import JSON
from pente_protocol.messages.people import PersonalData, PersonalDataFound
from pente_server.store.accounts.account_store import LedgerPage
from tests.support.peer import Peer, Served

FAR = 2**64 - 1
"""The highest cursor that a store may have."""


class Ledger:
    """A ledger of two pages. Mutable: it notes what it was asked for."""

    def __init__(self) -> None:
        self.asked: list[int] = []

    async def __call__(self, player: object, cursor: int) -> LedgerPage:
        self.asked.append(cursor)
        return LedgerPage({}, 0 if cursor else FAR)


async def test_a_cursor_of_64_bits_comes_back(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    ledger = Ledger()
    monkeypatch.setattr(served.node.store.accounts, "ledger", ledger)
    async with Peer(served.url, JSON) as peer:
        await peer.hello()
        first = await peer.told(PersonalDataFound, PersonalData)
        second = await peer.told(PersonalDataFound, PersonalData, cursor=first.cursor)
    assert (first.cursor, second.cursor) == (str(FAR), "")
    assert ledger.asked == [0, FAR]


@pytest.mark.parametrize(
    "cursor", ["x", "-1", " 1", "1.0", "1_0", "\u0661", str(FAR + 1), "9" * 21, "1" * 5000]
)
async def test_other_cursors_are_refused(served: Served, cursor: str) -> None:
    async with Peer(served.url) as peer:
        await peer.hello()
        assert await peer.code(PersonalData, cursor=cursor) == ErrorCode.BAD_CURSOR
