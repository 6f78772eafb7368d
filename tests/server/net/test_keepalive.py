"""Pings find out who is gone, and how far away the others are."""

import asyncio
from collections.abc import AsyncIterator

import pytest

from pente_server.net.frames import keepalive
from pente_server.net.frames.keepalive import Keepalive
from tests.support.waiting import until


class Pings:
    """What a keepalive sends, and whether it gave up. Mutable."""

    def __init__(self) -> None:
        self.sent: list[bytes] = []
        self.has_failed = False
        self.keepalive = Keepalive(self.sent.append, self._fail)

    def _fail(self) -> None:
        self.has_failed = True


@pytest.fixture
async def pings() -> AsyncIterator[Pings]:
    """One that pings only when it is told to."""
    pings = Pings()
    yield pings
    pings.keepalive.stop()


async def test_an_answer_measures_the_round_trip(pings: Pings) -> None:
    assert pings.keepalive.round_trip == 0
    pings.keepalive.ping()
    await asyncio.sleep(0)
    pings.keepalive.answered(pings.sent[0])
    assert pings.keepalive.round_trip > 0


async def test_only_the_last_ping_is_answered_and_once(pings: Pings) -> None:
    pings.keepalive.ping()
    pings.keepalive.ping()
    for payload in (b"", b"?", pings.sent[0]):
        pings.keepalive.answered(payload)
        assert pings.keepalive.round_trip == 0
    pings.keepalive.answered(pings.sent[1])
    measured = pings.keepalive.round_trip
    pings.keepalive.answered(pings.sent[1])
    assert pings.keepalive.round_trip == measured > 0


async def test_a_peer_that_does_not_answer_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keepalive, "PING_EVERY", 0.0)
    pings = Pings()
    await until(lambda: pings.has_failed)
    assert len(pings.sent) == 1


async def test_a_peer_that_answers_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keepalive, "PING_EVERY", 0.0)
    pings = Pings()
    answered = 0
    while answered < 5:
        await asyncio.sleep(0)
        if len(pings.sent) > answered:
            pings.keepalive.answered(pings.sent[-1])
            answered += 1
    pings.keepalive.stop()
    assert not pings.has_failed
