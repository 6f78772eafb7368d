"""The process of a child program, and what it says."""

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import pytest

from pente_server.children import child_program
from pente_server.children.child_program import ChildProgram
from pente_server.children.log_relay import LINES, LogRelay
from tests.support.waiting import until

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")

STUBBORN = """
import os, signal, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print("WARNING bot: says", os.getpid(), sys.stdin.readline().strip(), file=sys.stderr, flush=True)
signal.pause()
"""
FAILING = """
import sys
print("ERROR random-bot: no luck; trying again in 1 s", file=sys.stderr)
sys.exit(7)
"""


@asynccontextmanager
async def keeping(program: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[None]:
    """A program in place of the bots, for the time of the block."""
    monkeypatch.setattr(child_program, "END_WITHIN", 0.5)
    monkeypatch.setattr(child_program, "FIRST_PAUSE", 0.01)
    monkeypatch.setattr(child_program, "die_with_parent", lambda *_: [sys.executable, "-c", program])
    keeping = asyncio.create_task(
        ChildProgram("house bots", ("bots", "-"), lambda: b"described\n", verb="have").keep_running()
    )
    try:
        yield
    finally:
        keeping.cancel()
        with suppress(asyncio.CancelledError):
            await keeping


async def test_no_process_is_left_that_does_not_end_by_itself(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with keeping(STUBBORN, monkeypatch):
        await until(lambda: " described" in caplog.text)
        pid = int(caplog.text.split("says ")[1].split()[0])
        os.kill(pid, 0)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


async def test_a_process_that_ends_is_started_again_and_its_reason_is_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with keeping(FAILING, monkeypatch):
        await until(lambda: caplog.text.count("have ended with status 7") > 1)
    assert "house bots: random-bot: no luck" in caplog.text


async def test_a_process_that_can_not_be_started_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async with keeping("", monkeypatch):
        monkeypatch.setattr(child_program, "die_with_parent", lambda *_: [str(tmp_path / "nothing")])
        await until(lambda: caplog.text.count("can't be started (No such file or directory)") > 1)


class TestLogRelay:
    def test_a_line_keeps_its_level_and_loses_what_controls_a_terminal(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        caplog.set_level(logging.INFO)
        relay = LogRelay("house bots")
        relay.relay("INFO show-black: here\x1b[2J\n")
        relay.relay("Traceback (most recent call last):\n")
        relay.relay("WARNING show-black: there\n")
        assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
            ("INFO", "house bots: show-black: here[2J"),
            ("INFO", "house bots: Traceback (most recent call last):"),
            ("WARNING", "house bots: show-black: there"),
        ]

    def test_a_flood_is_counted_instead(
        self, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        now = 0.0
        monkeypatch.setattr("pente_server.children.log_relay.monotonic", lambda: now)
        relay = LogRelay("house bots")
        for _ in range(1000):
            relay.relay("ERROR random-bot: again")
        assert len(caplog.records) == LINES[1]
        now = 3600.0
        relay.relay("ERROR random-bot: once more")
        assert caplog.messages[-2:] == [
            "house bots: 980 more lines were left out",
            "house bots: random-bot: once more",
        ]

    async def test_a_line_without_end_is_dropped(self, caplog: pytest.LogCaptureFixture) -> None:
        stderr = asyncio.StreamReader(limit=64)
        stderr.feed_data(b"x" * 1000)
        relaying = asyncio.create_task(LogRelay("house bots").run(stderr))
        stderr.feed_data(b"\nERROR random-bot: short\n")
        stderr.feed_eof()
        await relaying
        assert caplog.messages[-1] == "house bots: random-bot: short"
