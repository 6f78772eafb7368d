"""Reports of players to the host."""

import logging
from dataclasses import replace

import pytest

from pente_core.identity import RoomId
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.people import Report
from pente_server.limits.limit import RateLimit
from pente_server.net.addresses.connection_limits import ConnectionLimiter
from tests.support.peer import GENEROUS, Peer, Served, a_command, peers, serving

ROOM = RoomId("room-0001")


async def report(peer: Peer, player: str, text: str = "insults everybody", **fields: object) -> None:
    await peer.ok(Report, command_id=a_command(), player=player, text=text, **fields)


async def test_are_kept_for_the_host_and_logged(served: Served, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.WARNING):
        async with peers(served.url, "alice", "eve") as (alice, eve):
            before = len(eve.said)
            await report(alice, "EVE", room=ROOM)
            await report(alice, eve.welcome.player.id, "stalls\x1b[2J")
            first, second = await served.node.store.reports.open()
            assert (first.number, first.report.sender.name, first.report.about.name) == (1, "alice", "eve")
            assert (first.report.text, first.report.room) == ("insults everybody", ROOM)
            assert (second.report.text, second.report.room) == ("stalls[2J", "")
            assert len(eve.said) == before
    assert "report" in caplog.text


async def test_one_that_is_sent_again_is_kept_once(served: Served) -> None:
    async with peers(served.url, "alice", "eve") as (alice, _):
        fields = {"command_id": a_command(), "player": "eve", "text": "stalls"}
        for _ in range(2):
            await alice.ok(Report, **fields)
        assert len(await served.node.store.reports.open()) == 1


async def test_need_words_and_another_player(served: Served) -> None:
    async with peers(served.url, "alice", "eve") as (alice, _):
        for player, text, code in (
            ("alice", "hm", ErrorCode.BAD_NAME),
            ("nobody", "hm", ErrorCode.UNKNOWN_PLAYER),
            ("eve", " ", ErrorCode.BAD_MESSAGE),
        ):
            assert await alice.code(Report, command_id=a_command(), player=player, text=text) == code


async def test_are_limited(served: Served) -> None:
    async with peers(served.url, "alice", "eve") as (alice, _):
        for _ in range(3):
            await report(alice, "eve")
        fields = {"command_id": a_command(), "player": "eve", "text": "again"}
        assert await alice.code(Report, **fields) == ErrorCode.RATE_LIMITED


async def test_new_names_from_one_address_do_not_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ConnectionLimiter, "is_exempt", lambda *_: False)
    allowance = replace(GENEROUS, reports_per_address=RateLimit(0.001, 4))
    async with (
        serving(allowance=allowance) as served,
        peers(served.url, "alice", "bob", "carol", "eve") as (alice, bob, carol, _),
    ):
        for peer in (alice, alice, bob, bob):
            await report(peer, "eve")
        fields = {"command_id": a_command(), "player": "eve", "text": "again"}
        assert await carol.code(Report, **fields) == ErrorCode.RATE_LIMITED
        assert len(await served.node.store.reports.open()) == 4
