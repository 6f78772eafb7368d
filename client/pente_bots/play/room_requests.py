"""Requests of a bot that may be rejected without harm: the rejection is logged."""

import logging
from typing import Final

from pente_bots.play.ports import BotConnection
from pente_client.connection import RequestRejected
from pente_core.identity import RoomId
from pente_core.room import PlayerCommand

_LOG: Final = logging.getLogger("pente.bot")


async def send_command(connection: BotConnection, room_id: RoomId, command: PlayerCommand) -> bool:
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
