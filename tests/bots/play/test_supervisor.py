"""Many bots in one process."""

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest

from pente_bots.play.behaviour import Behaviour
from pente_bots.play.policy import Policy
from pente_bots.play.program import supervisor
from pente_bots.play.program.service import BotService
from pente_bots.play.program.supervisor import BotNameFilter, keep_playing
from pente_bots.thinking.thinker import Thinker
from pente_client.connection import CannotConnect, ConnectionEnded, RequestRejected
from tests.support.waiting import until


def a_service(name: str) -> BotService:
    return BotService(
        url="ws://127.0.0.1:1",
        name=name,
        identities=None,
        insecure=False,
        wait=0.0,
        thinker=Thinker.of("random", {}),
        behaviour=Behaviour(Policy(lambda _: True)),
        seed=None,
        credential="secret",
    )


@asynccontextmanager
async def playing(*names: str) -> AsyncIterator["asyncio.Task[None]"]:
    task = asyncio.create_task(keep_playing([a_service(name) for name in names]))
    try:
        yield task
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


@pytest.mark.parametrize(
    "error",
    [
        CannotConnect("nobody there"),
        RequestRejected("name-taken", "nobody there"),
        ConnectionEnded("nobody there"),
        ZeroDivisionError("nobody there"),
    ],
    ids=repr,
)
async def test_one_that_fails_starts_again_and_the_others_play_on(
    error: Exception, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun: list[str] = []
    caplog.handler.addFilter(BotNameFilter())

    async def play(service: BotService) -> None:
        begun.append(service.name)
        if service.name == "bad":
            raise error
        await asyncio.Event().wait()

    monkeypatch.setattr(supervisor, "play", play)
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0.001)
    async with playing("bad", "good") as task:
        await until(lambda: begun.count("bad") > 3)
        assert not task.done()
    assert begun.count("good") == 1
    assert "nobody there" in caplog.text
    assert all(message.startswith("bad: ") for message in caplog.messages)
    assert "trying again in 0.002 s" in caplog.text


async def test_pauses_grow_and_are_short_again_after_a_steady_time(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    begun = 0

    async def play(_service: BotService) -> None:
        nonlocal begun
        begun += 1

    monkeypatch.setattr(supervisor, "play", play)
    monkeypatch.setattr(supervisor, "FIRST_PAUSE", 0.001)
    monkeypatch.setattr(supervisor, "LONGEST_PAUSE", 0.004)
    async with playing("bot"):
        await until(lambda: begun > 4)
        monkeypatch.setattr(supervisor, "STEADY_AFTER", -1.0)
        caplog.clear()
        await until(lambda: len(caplog.messages) > 1)
    assert "trying again in 0.001 s" in caplog.messages[1]


def test_a_line_without_a_bot_has_no_name() -> None:
    record = logging.LogRecord("pente.bot", logging.INFO, "", 0, "stopped %s", ("now",), None)
    assert BotNameFilter().filter(record)
    assert record.getMessage() == "stopped now"
