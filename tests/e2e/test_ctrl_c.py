"""Ctrl-C at any moment, for a bot that thinks in processes."""

import sys
from pathlib import Path

import pytest

from tests.support.ctrl_c import interrupted
from tests.support.processes import Process, ServerProcess

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends signals as a terminal does")
CHALLENGE = ("--challenge", "partner", "--games", "1000", "--concurrency", "4", "--log-level", "warning")


async def interrupt_bots(server: ServerProcess, homes: Path, moments: list[float]) -> None:
    partner = ("bot", server.url, "--player", "random", "--name", "partner", "--max-games", "1000")
    async with Process(*partner, state=homes / "partner") as host:
        await host.line_with("plays at")
        for moment in moments:
            # A name each: one that was interrupted while it signed in may have got its name but no token.
            name = f"hasty-{round(moment * 1000)}"
            words = ("bot", server.url, "--player", "alphabeta", "--depth", "1", "--name", name)
            ended = await interrupted(moment, *words, *CHALLENGE, state=homes / name)
            assert ended.is_clean, (moment, ended)
            assert "was never awaited" not in ended.errors


async def test_ctrl_c_at_any_moment_of_a_bot(server: ServerProcess, homes: Path) -> None:
    await interrupt_bots(server, homes, [0.0, 0.3, 0.6, 0.9])


@pytest.mark.long
async def test_ctrl_c_at_many_moments_of_a_bot(server: ServerProcess, homes: Path) -> None:
    await interrupt_bots(server, homes, [number * 0.015 for number in range(100)])
