"""How a bot returns to its games, at the start and after every break of the connection."""

import logging
from collections.abc import Callable
from typing import Final

from pente_bots.play.bot_games import BotGames
from pente_bots.play.ports import BotConnection
from pente_bots.play.room_requests import ask_until_answered, stop_watching
from pente_bots.play.room_tasks import RoomTasks
from pente_client.connection import RequestRejected
from pente_core.identity import Identity, RoomId
from pente_protocol.messages.hello import Welcome
from pente_protocol.messages.lists import RoomSummary

_LOG: Final = logging.getLogger("pente.bot")


class GameRecovery:
    """Watches the games again that the server, or the bot, knows of. Mutable."""

    def __init__(
        self,
        connection: BotConnection,
        games: BotGames,
        tasks: RoomTasks,
        invited: Callable[[RoomSummary], None],
        resumed: Callable[[RoomId], None],
    ) -> None:
        """``invited`` gets each room without a seat of ours, ``resumed`` each room that is watched again."""
        self._connection = connection
        self._games = games
        self._tasks = tasks
        self._invited = invited
        self._resumed = resumed
        self._lost: set[str] = set()
        """The reasons that were logged since the connection was lost; empty while there is one."""

    def disconnected(self, reason: str) -> None:
        """Log the loss of the connection, and every other reason for which it is not back yet, once."""
        if reason not in self._lost:
            self._lost.add(reason)
            _LOG.info("connection lost, reconnecting: %s", reason)

    def connected(self, welcome: Welcome) -> None:
        """Return to every game, and to every invitation."""
        if self._lost:
            self._lost.clear()
            _LOG.info("reconnected")
        rooms = [row.room for row in welcome.rooms]
        for summary in rooms:
            if _has_seat(summary, self._connection.me):
                self._games.add(summary.id)
                self._tasks.start(self.resume(summary.id))
            else:
                self._invited(summary)
        for room_id in set(self._games) - {summary.id for summary in rooms}:
            self._tasks.start(self._recheck(room_id))

    async def resume(self, room_id: RoomId) -> None:
        """Watch a game; if it is gone, or has no seat of ours, it is no longer one of our games."""
        try:
            replica = await ask_until_answered(room_id, lambda it: it.watch(room_id), self._connection)
            is_ours = replica.seat_of_me is not None
        except RequestRejected as rejected:
            _LOG.warning("%s: can't continue: %s", room_id, rejected)
            is_ours = False
        if not is_ours:
            self._games.drop(room_id)
        self._resumed(room_id)

    async def _recheck(self, room_id: RoomId) -> None:
        """Look again at a game that the server no longer lists as ours: it may have ended, or be gone."""
        await stop_watching(self._connection, room_id)
        await self.resume(room_id)


def _has_seat(summary: RoomSummary, me: Identity) -> bool:
    return any(player is not None and player.id == me.id for player in summary.seats)
