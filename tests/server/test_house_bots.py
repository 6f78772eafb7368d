"""The house bots' processes."""

import asyncio
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from pente_server import house_bots
from pente_server.house_bots import HouseBot, run_house_bots

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pipes with names, and signals")

BOT = """
import os, signal, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN if "stubborn" in sys.argv else signal.SIG_DFL)
with open(os.path.join(sys.argv[1], sys.argv[3]), "w") as pipe:
    print(os.getpid(), file=pipe)
signal.pause()
"""
"""Tells its number; its arguments are a directory, `--name` and a name."""


async def test_no_bot_is_left_because_another_has_ended(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # given bots of which one does not end when it is told to
    names = ["obedient", "stubborn", "obedient-too"]
    monkeypatch.setattr(house_bots, "HOUSE_BOTS", [HouseBot(name, ()) for name in names])
    monkeypatch.setattr(house_bots, "END_WITHIN", 0.5)
    monkeypatch.setattr(
        house_bots, "die_with_parent", lambda *command: [sys.executable, "-c", BOT, *command[-3:]]
    )
    for name in names:
        os.mkfifo(tmp_path / name)
    keeping = asyncio.create_task(run_house_bots(str(tmp_path), tmp_path))
    bots = [int(await asyncio.to_thread((tmp_path / name).read_text)) for name in names]
    # when the house is closed
    keeping.cancel()
    with suppress(asyncio.CancelledError):
        await keeping
    # then all are gone
    for bot in bots:
        with pytest.raises(ProcessLookupError):
            os.kill(bot, signal.SIGKILL)
