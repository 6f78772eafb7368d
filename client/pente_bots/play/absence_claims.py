"""How a bot claims a win over an opponent who has left, some time after it may."""

import asyncio
from typing import Final

from pente_bots.play.behaviour import Behaviour
from pente_bots.play.ports import BotConnection
from pente_bots.play.room_requests import send_command
from pente_bots.play.room_tasks import RoomTasks
from pente_client.connection import Replica
from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import Room
from pente_core.room import commands as cmd
from pente_core.room import events as ev

_KEY: Final = "claim"
_AGAIN_AFTER: Final = 5.0
"""Seconds after which a claim is repeated that was rejected, as one that comes a moment too early is."""


class AbsenceClaims:
    """Waits for absent opponents, and claims when they have not come back."""

    def __init__(self, connection: BotConnection, behaviour: Behaviour, tasks: RoomTasks) -> None:
        self._connection = connection
        self._after = behaviour.claims_after
        self._tasks = tasks

    def notice(self, room_id: RoomId, room: Room) -> None:
        """Wait for an opponent who is absent now, unless that is going on already."""
        if self._after is not None and room.absent and room.status is ev.Status.PLAYING:
            self._tasks.start_once(room_id, _KEY, self._wait_and_claim(room_id))

    async def _wait_and_claim(self, room_id: RoomId) -> None:
        """Claim once an opponent has been away long enough; return when nobody is away any more."""
        while (due := self._due(self._connection.rooms.get(room_id))) is not None:
            left = due - self._connection.server_now()
            if left > 0:
                await asyncio.sleep(left / 1000)
            elif await send_command(self._connection, room_id, cmd.Claim(cmd.ClaimKind.WIN)):
                return
            else:
                await asyncio.sleep(_AGAIN_AFTER)

    def _due(self, replica: Replica | None) -> Instant | None:
        """When to claim in a room; None: nothing can be claimed."""
        if replica is None or self._after is None or (seat := replica.seat_of_me) is None:
            return None
        room = replica.room
        if room.status is not ev.Status.PLAYING or room.paused is not None:
            return None
        team = room.created.ruleset.team(seat)
        ends = [absence.until for absence in room.absent if absence.seat not in team]
        return Instant(min(ends) + int(1000 * self._after)) if ends else None
