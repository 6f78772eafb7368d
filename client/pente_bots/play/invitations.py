"""How a bot answers invitations: it joins, or declines and says why."""

import logging
from collections.abc import Callable
from typing import Final

from pente_bots.play.bot_games import BotGames
from pente_bots.play.policy import Invitation, Policy
from pente_bots.play.ports import BotConnection
from pente_bots.play.room_requests import ask_until_answered, send_command, stop_watching
from pente_bots.play.room_tasks import RoomTasks
from pente_client.connection import RequestRejected
from pente_core.identity import RoomId
from pente_core.room import Room
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.messages.lists import RoomSummary

_LOG: Final = logging.getLogger("pente.bot")


class InvitationReplies:
    """Answers every invitation once, as a policy says."""

    def __init__(
        self,
        connection: BotConnection,
        policy: Policy,
        games: BotGames,
        tasks: RoomTasks,
        joined: Callable[[RoomId], None],
    ) -> None:
        """``joined`` is called with each room that was joined."""
        self._connection = connection
        self._policy = policy
        self._games = games
        self._tasks = tasks
        self._joined = joined

    def notice(self, summary: RoomSummary) -> None:
        """Answer the invitation to a room, if it is one and has no answer yet."""
        me = self._connection.me
        if summary.id in self._games or summary.status is not ev.Status.WAITING:
            return
        if any(invited.id == me.id for invited in summary.invited):
            self._games.add(summary.id)
            self._tasks.start(self._answer(summary.id))

    def objection(self, room_id: RoomId, room: Room) -> str | None:
        """Why the bot does not want this game beside the ones it had before; None if it does."""
        created, games = room.created, self._games.before(room_id)
        options = created.options
        invitation = Invitation(
            created.by, created.ruleset, created.time, options.rated, is_hidden=options.hides_games
        )
        return self._policy.objection(
            invitation, self._games.count_active(games), self._games.count_with(created.by.name, games)
        )

    async def _answer(self, room_id: RoomId) -> None:
        room = await self._look_up(room_id)
        objection = None if room is None else self.objection(room_id, room)
        if room is not None and objection is None:
            _LOG.info("%s: plays %s with %s", room_id, room.created.ruleset.base, room.created.by.name)
            if await self._join(room_id):
                self._joined(room_id)
                return
        self._games.drop(room_id)
        if room is not None:
            await self._decline(room_id, room, objection)
        await stop_watching(self._connection, room_id)

    async def _join(self, room_id: RoomId) -> bool:
        """Take a seat; False if it was refused."""
        join = cmd.Join(accepts_rating=self._policy.accepts_rating)
        try:
            await ask_until_answered(room_id, lambda it: it.act(room_id, join), self._connection)
        except RequestRejected as rejected:
            room = self._connection.rooms.get(room_id)
            if room is not None and room.seat_of_me is not None:
                return True  # the attempt before has had its effect
            _LOG.info("%s: Join was rejected: %s", room_id, rejected)
            return False
        return True

    async def _decline(self, room_id: RoomId, room: Room, objection: str | None) -> None:
        """Decline, so that the host does not wait in vain; None: the server has refused the seat."""
        if objection is not None:
            _LOG.info("%s: declines to play with %s: %s", room_id, room.created.by.name, objection)
            await send_command(self._connection, room_id, cmd.Say(objection))
        await send_command(self._connection, room_id, cmd.Decline())

    async def _look_up(self, room_id: RoomId) -> Room | None:
        """The room of an invitation; None if it is gone."""
        try:
            replica = await ask_until_answered(room_id, lambda it: it.watch(room_id), self._connection)
        except RequestRejected as rejected:
            _LOG.info("%s: is no longer open: %s", room_id, rejected)
            return None
        return replica.room
