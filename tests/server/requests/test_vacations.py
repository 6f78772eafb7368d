"""Vacations: asked for at one node, known in every correspondence game of the player, and in no other."""

import pytest

from pente_core.room import events as ev
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.account import TakeVacation, VacationFound
from pente_server.rooms import vacations
from pente_server.store.accounts import vacation as vacation_days
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.support.peer import Peer, a_game, peers, serving

DAY = 24 * 60 * 60 * 1000


async def vacation(peer: Peer, days: int | None) -> VacationFound:
    return await peer.told(VacationFound, TakeVacation, days=days)


async def test_a_vacation_reaches_correspondence_games_only(trio: list[Peer]) -> None:
    alice, bob, carol = trio
    first = await a_game(alice, bob, time="3d/move")
    second = await a_game(carol, alice, time="1d/move")
    others = [
        await a_game(alice, bob),
        await a_game(alice, carol, time="-"),
        await a_game(bob, carol, time="3d/move"),
    ]
    found = await vacation(alice, 7)
    assert found.until is not None
    assert found.days_left == 13
    for room, peer in ((first, bob), (second, carol)):
        event = await peer.happened(ev.VacationStarted)
        assert event.until == found.until
        assert [version for version, each in peer.events(room) if isinstance(each, ev.VacationStarted)]
    for peer in trio:
        for room in others:
            assert not [each for _, each in peer.events(room) if isinstance(each, ev.VacationStarted)]


async def test_a_game_that_begins_on_vacation_gets_it_too(trio: list[Peer]) -> None:
    alice, bob, _ = trio
    await vacation(alice, 7)
    await a_game(alice, bob, time="3d/move")
    assert (await alice.happened(ev.VacationStarted)).until == (await vacation(alice, None)).until


async def test_a_vacation_ends_early(trio: list[Peer]) -> None:
    alice, bob, _ = trio
    await a_game(alice, bob, time="3d/move")
    await vacation(alice, 7)
    await bob.happened(ev.VacationStarted)
    found = await vacation(alice, 0)
    assert (found.until, found.days_left) == (None, 20)  # it was taken back at once
    await bob.happened(ev.VacationEnded)
    assert (await vacation(alice, 0)).days_left == 20


async def test_nobody_takes_more_days_than_there_are(
    trio: list[Peer], monkeypatch: pytest.MonkeyPatch
) -> None:
    alice, _, _ = trio
    monkeypatch.setattr(vacation_days, "DAYS_A_YEAR", 10)
    await vacation(alice, 9)
    assert await alice.code(TakeVacation, days=11) == ErrorCode.TOO_MANY
    assert (await vacation(alice, None)).days_left == 1


async def test_a_vacation_is_changed_only_so_often(trio: list[Peer]) -> None:
    alice, bob, _ = trio
    for days in (2, 3, 2, 3, 2):
        await vacation(alice, days)
    for days in (3, 0):
        assert await alice.code(TakeVacation, days=days) == ErrorCode.RATE_LIMITED
    assert (await vacation(alice, 2)).days_left == (await vacation(alice, None)).days_left == 18
    await vacation(bob, 3)


async def test_what_a_node_left_undone_another_one_does(monkeypatch: pytest.MonkeyPatch) -> None:
    memory = MemoryDatabase()
    monkeypatch.setattr(vacations.VacationMarker, "changed", lambda *_: None)  # as if it died at once
    monkeypatch.setattr(vacations, "SWEEP_EVERY", 0.01)
    async with serving(MemoryStore(memory)) as one, peers(one.url, "alice", "bob") as (alice, bob):
        await a_game(alice, bob, time="3d/move")
        until = (await vacation(alice, 3)).until
        assert (await bob.happened(ev.VacationStarted)).until == until
