"""How a bot takes its turns: it thinks, waits as long as its pace says, and sends the move."""

import asyncio
import logging
import time
from collections.abc import Callable
from random import Random
from typing import Final

from pente_bots.play.behaviour import Behaviour
from pente_bots.play.hopeless_games import HopelessGames
from pente_bots.play.ports import BotConnection, ThinkerPort
from pente_bots.play.room_requests import send_command
from pente_bots.play.room_tasks import RoomTasks
from pente_bots.search.limit import Limit
from pente_bots.thinking.think_request import PlayerDecision
from pente_bots.thinking.thinker import CannotThink
from pente_bots.thinking.time_budget import limit_for_move
from pente_core.identity import RoomId
from pente_core.room import Room
from pente_core.room import commands as cmd

_LOG: Final = logging.getLogger("pente.bot")
_SLOWEST: Final = 1.5
"""How many times its pace a quick move may take: not all take equally long."""
_FIRST_WAIT: Final = 0.25
_LONGEST_WAIT: Final = 5.0
"""Seconds to wait for news after a move was rejected; doubled from the first to the longest."""


class Turns:
    """Takes the turns of all games, each game in a task of its own. Mutable."""

    def __init__(
        self,
        connection: BotConnection,
        thinker: ThinkerPort,
        behaviour: Behaviour,
        chance: Random,
        *,
        tasks: RoomTasks,
        taken: Callable[[RoomId], None],
    ) -> None:
        """``taken`` is called with a room once its turns are taken."""
        self._connection = connection
        self._thinker = thinker
        self._behaviour = behaviour
        self._hopeless = HopelessGames(behaviour.resigns_after)
        self._chance = chance
        self._tasks = tasks
        self._taken = taken
        self._news: dict[RoomId, asyncio.Event] = {}
        """The rooms whose turns are being taken, each with an event that is set when the room changes."""

    def take(self, room_id: RoomId) -> None:
        """Take the turns in a room until it is the opponent's, unless that is going on already."""
        if room_id not in self._news:
            self._news[room_id] = asyncio.Event()
            self._tasks.start(self._take_all(room_id))

    def wake(self, room_id: RoomId) -> None:
        """Look again at a room that has changed, in case its last move was rejected."""
        if room_id in self._news:
            self._news[room_id].set()

    def forget(self, room_id: RoomId) -> None:
        """Forget a game that is over."""
        self._hopeless.forget(room_id)

    async def _take_all(self, room_id: RoomId) -> None:
        news, wait = self._news[room_id], _FIRST_WAIT
        try:
            while (replica := self._connection.rooms.get(room_id)) and replica.is_my_turn:
                news.clear()
                if await self._take_one(room_id, replica.room):
                    wait = _FIRST_WAIT
                else:
                    await _wait_for(news, wait)
                    wait = min(2 * wait, _LONGEST_WAIT)
        finally:
            del self._news[room_id]
        self._taken(room_id)

    async def _take_one(self, room_id: RoomId, room: Room) -> bool:
        """Think and move; False if no move was made. A move that events have overtaken is not sent."""
        started = time.monotonic()
        limit = limit_for_move(room.clock, self._connection.server_now())
        try:
            command = await self._thought(room_id, room, limit)
        except CannotThink as error:
            _LOG.warning("%s: no move yet: %s", room_id, error)
            return False
        if command is None:
            return True
        if isinstance(command, cmd.Play) and command.point not in room.game.position.legal_points:
            wrong = "%s: no move yet: the player chose %r, which is not one of position.legal_points"
            _LOG.warning(wrong, room_id, command.point)
            return False
        await asyncio.sleep(self._rest(room, limit, time.monotonic() - started))
        if self._is_overtaken(room_id, room):
            return True
        return await send_command(self._connection, room_id, command)

    async def _thought(self, room_id: RoomId, room: Room, limit: Limit) -> PlayerDecision | None:
        """What the player does; None: events have overtaken it, and it was stopped. Raises CannotThink."""
        thought = asyncio.ensure_future(self._decision(room_id, room, limit))
        overtaken = asyncio.ensure_future(self._overtaken(room_id, room))
        try:
            await asyncio.wait((thought, overtaken), return_when=asyncio.FIRST_COMPLETED)
            return thought.result() if thought.done() else None
        finally:
            thought.cancel()
            overtaken.cancel()

    async def _decision(self, room_id: RoomId, room: Room, limit: Limit) -> PlayerDecision:
        """What the player decides in a game, or to resign a hopeless one. Raises CannotThink."""
        game = room.game
        if not self._hopeless.are_counted:
            return await self._thinker.think(game.position, limit, room_id, game.turns)
        considered = await self._thinker.consider(game.position, limit, room_id, game.turns)
        is_enough = self._hopeless.is_enough(room_id, len(game.turns), considered.score)
        return cmd.Resign() if is_enough else considered.decision

    async def _overtaken(self, room_id: RoomId, room: Room) -> None:
        """Wait until the game is no longer where it was."""
        news = self._news[room_id]
        while not self._is_overtaken(room_id, room):
            news.clear()
            await news.wait()

    def _is_overtaken(self, room_id: RoomId, room: Room) -> bool:
        replica = self._connection.rooms.get(room_id)
        return replica is None or replica.room.changed != room.changed

    def _rest(self, room: Room, limit: Limit, spent: float) -> float:
        """Seconds to wait before a move is sent, so that people can follow the game."""
        pace = self._behaviour.pace_in(room, self._connection.me.id) * self._chance.uniform(1.0, _SLOWEST)
        longest = pace if limit.time is None else limit.time / 1000
        return max(0.0, min(pace, longest) - spent)


async def _wait_for(news: asyncio.Event, seconds: float) -> None:
    """Wait for news, but not for ever."""
    try:
        async with asyncio.timeout(seconds):
            await news.wait()
    except TimeoutError:
        pass
