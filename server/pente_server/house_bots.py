"""House bots: ordinary bot clients in their own processes. Two of them play games for others to watch."""

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
"""Seconds that a bot has to end after SIGTERM, before it is killed."""
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 30.0
"""Seconds until a bot that ended is started again; doubled each time."""
LONGEST_LOG: Final = 1 << 20
"""Bytes."""
STEADY_AFTER: Final = 60.0
"""Seconds that a bot must have run for the pause to be the first one again."""

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class HouseBot:
    """A house bot: its name, and its options for `pente bot`."""

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
    """Run the house bots until cancelled; a bot that ends is started again.

    ``data`` is the directory for their identities and logs, ``password`` the server's.
    """
    async with asyncio.TaskGroup() as bots:  # waits until every bot has ended in an orderly way
        for bot in HOUSE_BOTS:
            bots.create_task(_run_repeatedly(bot, url, data, password))


async def _run_repeatedly(bot: HouseBot, url: str, data: Path, password: str) -> None:
    pause, loop = FIRST_PAUSE, asyncio.get_running_loop()
    while True:
        begin = loop.time()
        try:
            status = await _run(bot, url, data, password)
            _log.warning("the house bot %s ended with status %d", bot.name, status)
        except OSError as error:  # for example, the disk is full, or there are too many processes
            _log.error("the house bot %s can't be started: %s", bot.name, error)
        pause = FIRST_PAUSE if loop.time() - begin > STEADY_AFTER else min(2 * pause, LONGEST_PAUSE)
        await asyncio.sleep(pause)


async def _run(bot: HouseBot, url: str, data: Path, password: str) -> int:
    """Run a bot and return its exit status; stop it when cancelled."""
    with _log_of(bot, data) as log:
        process = await asyncio.create_subprocess_exec(
            *die_with_parent(sys.executable, "-m", "pente_client", "bot", url, "--name", bot.name),
            *bot.arguments,
            *("--wait", "30", "--identities", str(data / "identities.json")),
            *("--log-level", "warning"),
            "--insecure",  # the connection stays on this machine
            env={**os.environ, "PENTE_PASSWORD": password},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,  # Ctrl-C must reach the server only, which then stops the bots
        )
    try:
        return await process.wait()
    finally:
        if process.returncode is None:
            await _end(process)


def _log_of(bot: HouseBot, data: Path) -> BinaryIO:
    """The bot's log file, truncated when it is longer than LONGEST_LOG."""
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
