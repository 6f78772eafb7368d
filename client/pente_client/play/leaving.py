"""Quitting while a room waits for players.

The seat is given up first, so that nobody joins a player who has gone.
"""

import asyncio
from contextlib import suppress
from typing import Final, Protocol

from pente_client.connection import ConnectionProblem
from pente_client.play.ports import CurrentRoom
from pente_client.words.waiting import gives_up_seat
from pente_core.identity import PlayerId, RoomId
from pente_core.room import commands as cmd

LONGEST_FAREWELL: Final = 2.0
"""Seconds in which a seat is given up before the player leaves all the same."""


class LeavingPort(Protocol):
    """The connection, as far as leaving needs it."""

    async def act(self, room: RoomId, command: cmd.PlayerCommand) -> int: ...


async def give_up_seat(connection: LeavingPort, current: CurrentRoom, me: PlayerId) -> bool:
    """Leave a room that waits for anybody; whether that was done.

    Without a connection the server finds out by itself, and closes the room a little later.
    """
    if not gives_up_seat(current.room, me):
        return False
    with suppress(ConnectionProblem, TimeoutError):
        async with asyncio.timeout(LONGEST_FAREWELL):
            await connection.act(current.id, cmd.Leave())
        return True
    return False
