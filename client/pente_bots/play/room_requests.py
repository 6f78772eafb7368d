"""Requests of a bot: those that may be rejected without harm, and those that are repeated meanwhile."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

from pente_bots.play.ports import BotConnection
from pente_client.connection import UNANSWERED, RequestRejected
from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_protocol.errors import ErrorCode

Answer = TypeVar("Answer")

_LOG: Final = logging.getLogger("pente.bot")
_PASSING: Final = frozenset({ErrorCode.UNAVAILABLE, ErrorCode.RATE_LIMITED, UNANSWERED})
"""Rejections that have nothing to do with what was asked."""
_FIRST_WAIT: Final = 0.5
_LONGEST_WAIT: Final = 10.0
"""Seconds before the same is asked again; doubled from the first to the longest."""


async def ask_until_answered(
    room_id: RoomId, ask: Callable[[BotConnection], Awaitable[Answer]], connection: BotConnection
) -> Answer:
    """The answer to a request about a room, which is repeated while the server can't carry it out.

    Raises RequestRejected.
    """
    wait = _FIRST_WAIT
    while True:
        try:
            return await ask(connection)
        except RequestRejected as rejected:
            if rejected.code not in _PASSING:
                raise
            _LOG.info("%s: trying again: %s", room_id, rejected)
            await asyncio.sleep(max(wait, rejected.retry or 0.0))
            wait = min(2 * wait, _LONGEST_WAIT)


async def send_command(connection: BotConnection, room_id: RoomId, command: cmd.PlayerCommand) -> bool:
    """Send a command to a room; False if it was rejected."""
    try:
        await connection.act(room_id, command)
    except RequestRejected as rejected:
        _LOG.info("%s: %s was rejected: %s", room_id, type(command).__name__, rejected)
        return False
    return True


async def stop_watching(connection: BotConnection, room_id: RoomId) -> None:
    """Stop watching a room, whether or not it still exists."""
    try:
        await connection.unwatch(room_id)
    except RequestRejected as rejected:
        _LOG.debug("%s: %s", room_id, rejected)
