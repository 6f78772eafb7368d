"""The house bots: ordinary bot clients in processes of their own, and a game between two of them to watch."""

import asyncio
import logging
import os
import sys
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, Final

from pente_server.embedded.die_with_parent import die_with_parent

END_WITHIN: Final = 2.0
"""Seconds for a bot to end by itself."""
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 30.0
LONGEST_LOG: Final = 1 << 20
STEADY_AFTER: Final = 60.0
"""Seconds after which a bot that ended is started again without a pause."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class HouseBot:
    """A bot of the house: its name, and what `pente bot` is told."""

    name: str
    arguments: tuple[str, ...]


HOUSE_BOTS: Final = (
    HouseBot("random-bot", ("--player", "random")),
    HouseBot("priorities-bot", ("--player", "priorities")),
    HouseBot("patterns-bot", ("--player", "patterns", "--option", "level=2")),
    HouseBot("show-black", ("--player", "alphabeta", "--pace", "1.5")),
    HouseBot(
        "show-white",
        ("--player", "patterns", "--option", "level=1", "--pace", "1.5", "--showcase", "show-black"),
    ),
)


async def run_house_bots(url: str, data: Path, password: str = "") -> None:
    """Run the house bots until cancelled; one that ends is started again.

    ``data`` is for what they keep, ``password`` that of the server.
    """
    async with asyncio.TaskGroup() as bots:  # waits until each has ended, and interrupts that for no other
        for bot in HOUSE_BOTS:
            bots.create_task(_keep(bot, url, data, password))


async def _keep(bot: HouseBot, url: str, data: Path, password: str) -> None:
    pause, loop = FIRST_PAUSE, asyncio.get_running_loop()
    while True:
        begin = loop.time()
        try:
            status = await _run(bot, url, data, password)
            _log.warning("the house bot %s ended with status %d", bot.name, status)
        except OSError as error:  # the disk is full, or there are too many processes
            _log.error("the house bot %s can't be started: %s", bot.name, error)
        pause = FIRST_PAUSE if loop.time() - begin > STEADY_AFTER else min(2 * pause, LONGEST_PAUSE)
        await asyncio.sleep(pause)


async def _run(bot: HouseBot, url: str, data: Path, password: str) -> int:
    """Run a bot once; its exit status. Ends it when cancelled."""
    with _log_of(bot, data) as log:
        process = await asyncio.create_subprocess_exec(
            *die_with_parent(sys.executable, "-m", "pente_client", "bot", url, "--name", bot.name),
            *bot.arguments,
            *("--wait", "30", "--identities", str(data / "identities.json")),
            *("--log-level", "warning"),
            "--insecure",  # it is the way to ourselves
            env={**os.environ, "PENTE_PASSWORD": password},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,  # Ctrl-C is for the server
        )
    try:
        return await process.wait()
    finally:
        if process.returncode is None:
            await _end(process)


def _log_of(bot: HouseBot, data: Path) -> BinaryIO:
    """The bot's log, begun anew when it has become long."""
    path = data / f"{bot.name}.log"
    is_long = path.exists() and path.stat().st_size > LONGEST_LOG
    return path.open("wb" if is_long else "ab")


async def _end(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.terminate()
        try:
            await asyncio.wait_for(process.wait(), END_WITHIN)
        except TimeoutError:
            process.kill()
            await process.wait()
