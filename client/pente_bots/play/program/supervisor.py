"""Many bots in one process: each connects for itself, and is started again when it fails."""

import asyncio
import logging
from collections.abc import Iterable
from contextvars import ContextVar
from typing import Final

from pente_bots.play.program.challenger import OpponentUnwilling
from pente_bots.play.program.service import BotService, play
from pente_client.connection import CannotConnect, ConnectionEnded, RequestRejected

FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 30.0
"""Seconds until a bot that ended is started again; doubled each time."""
STEADY_AFTER: Final = 60.0
"""Seconds that a bot must have played for the pause to be the first one again."""

_LOG: Final = logging.getLogger("pente.bot")
_bot: Final = ContextVar("_bot", default="")


class BotNameFilter(logging.Filter):
    """Puts the name of the bot that logs before its message; for a handler."""

    def filter(self, record: logging.LogRecord) -> bool:
        if _bot.get():
            record.msg, record.args = f"{_bot.get()}: {record.getMessage()}", ()
        return True


async def keep_playing(services: Iterable[BotService]) -> None:
    """Run bots until cancelled. One that ends is started again, and disturbs no other."""
    async with asyncio.TaskGroup() as bots:
        for service in services:
            bots.create_task(_keep_playing(service))


async def _keep_playing(service: BotService) -> None:
    _bot.set(service.name)  # for this task, and those that it starts
    pause, loop = FIRST_PAUSE, asyncio.get_running_loop()
    while True:
        begin = loop.time()
        reason = await _play_to_the_end(service)
        pause = FIRST_PAUSE if loop.time() - begin > STEADY_AFTER else pause
        _LOG.error("%s; trying again in %g s", reason.rstrip("."), pause)
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


async def _play_to_the_end(service: BotService) -> str:
    """Play until the bot ends; the reason."""
    try:
        await play(service)
    except (CannotConnect, ConnectionEnded, RequestRejected, OpponentUnwilling) as error:
        return str(error)
    except Exception:  # noqa: BLE001 -- a bug in one bot must not end the others
        _LOG.exception("an error in this program")
        return "the bot has failed"
    return "the bot has ended"
