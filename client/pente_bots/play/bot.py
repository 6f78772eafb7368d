"""A bot: an ordinary client that accepts invitations and plays many games at once."""

import asyncio
import logging
from collections.abc import Callable
from random import Random
from typing import Final

from pente_bots.play.absence_claims import AbsenceClaims
from pente_bots.play.behaviour import Behaviour
from pente_bots.play.bot_games import BotGames
from pente_bots.play.chat import BotChat
from pente_bots.play.invitations import InvitationReplies
from pente_bots.play.move_questions import MoveQuestions
from pente_bots.play.offer_replies import OfferReplies
from pente_bots.play.ports import BotConnection, ThinkerPort
from pente_bots.play.recovery import GameRecovery
from pente_bots.play.room_requests import send_command, stop_watching
from pente_bots.play.room_tasks import RoomTasks
from pente_bots.play.turns import Turns
from pente_client.connection import (
    ClientStopped,
    Connected,
    Disconnected,
    InvitationReceived,
    Replica,
    Resynced,
    RoomAdvanced,
)
from pente_core.identity import Identity, RoomId
from pente_core.room import Room
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.options import DEFAULT_OPTIONS, Options
from pente_core.rules.ruleset import Ruleset

_LOG: Final = logging.getLogger("pente.bot")


def log_end(room_id: RoomId, room: Room) -> None:
    """Log how a game ended."""
    if room.game.outcome is not None:
        _LOG.info("%s: over: %s by %s", room_id, room.game.outcome.result, room.game.outcome.termination)


class Bot:
    """Plays all games of one connected account until the connection ends. Mutable; one event loop.

    What it does follows from the state of the rooms alone. So after a break of the connection, or a restart
    of either side, looking at the rooms again is enough.
    """

    def __init__(
        self,
        connection: BotConnection,
        thinker: ThinkerPort,
        behaviour: Behaviour,
        chance: Random,
        ended: Callable[[RoomId, Room], None] = log_end,
    ) -> None:
        """``ended`` is called once with each game that ends, and each room that closes before its game: it
        reports them, by default to the log.
        """
        self._connection = connection
        self._thinker = thinker
        self._ended = ended
        self._tasks = tasks = RoomTasks()
        self._games = games = BotGames(connection)
        self._invitations = InvitationReplies(connection, behaviour.policy, games, tasks, self._look_at)
        self._chat = BotChat(connection, behaviour, tasks)
        self._offers = OfferReplies(connection, thinker, behaviour, self._invitations, self._chat)
        self._turns = Turns(connection, thinker, behaviour, chance, tasks=tasks, taken=self._look_at)
        self._claims = AbsenceClaims(connection, behaviour, tasks)
        self._questions = MoveQuestions(connection, thinker, behaviour, tasks)
        self._recovery = GameRecovery(connection, games, tasks, self._invitations.notice, self._look_at)
        self.welcomed: Final = asyncio.Event()
        """Set once the bot has seen which games it has."""
        self.stirred: Final = asyncio.Event()
        """Set whenever a room may have changed; the waiter clears it."""

    async def run(self) -> str:
        """Play until the connection ends for good; the reason it ended."""
        try:
            async for update in self._connection.updates():
                match update:
                    case Connected(welcome=welcome):
                        self._recovery.connected(welcome)
                        self.welcomed.set()
                        self.stirred.set()
                    case Disconnected(reason=reason):
                        self._recovery.disconnected(reason)
                    case InvitationReceived(summary=summary):
                        self._invitations.notice(summary)
                    case RoomAdvanced(room=room, event=ev.Said() as line):
                        self._look_at(room)
                        self._questions.heard(room, line)
                    case RoomAdvanced(room=room) | Resynced(room=room):
                        self._look_at(room)
                    case ClientStopped(reason=reason):
                        return reason
                    case _:  # nothing that a bot reacts to
                        pass
        finally:
            await self._tasks.cancel_all()
        return "the connection was closed"

    async def open(
        self,
        ruleset: Ruleset,
        time_control: str,
        opponent: str,
        *,
        seat: int | None = None,
        options: Options = DEFAULT_OPTIONS,
    ) -> RoomId:
        """Open a room and invite ``opponent``. Raises RequestRejected."""
        room = await self._connection.create(
            ruleset.spec, time_control, seat=seat, invite=(opponent,), options=options
        )
        self._look_at(room)
        return room

    def games_with(self, name: str) -> int:
        """How many current games have ``name`` as a player or invited. Rooms not seen yet count too."""
        return self._games.count_with(name)

    def _look_at(self, room_id: RoomId) -> None:
        """React to the state of a room."""
        self.stirred.set()
        replica = self._connection.rooms.get(room_id)
        if replica is None or replica.seat_of_me is None:
            return
        room = replica.room
        self._chat.speak(room_id, room)
        for offer in room.offers:
            if offer.concerns(replica.seat_of_me):
                self._tasks.start_once(room_id, offer.kind, self._offers.answer(room_id, offer.kind))
        match room.status:
            case ev.Status.WAITING:
                self._games.add(room_id)
                self._wait_in(room_id, room, replica.seat_of_me)
            case ev.Status.PLAYING:
                self._games.add(room_id)
                self._play_in(room_id, replica)
            case ev.Status.FINISHED | ev.Status.CLOSED:
                self._leave_behind(room_id, room)

    def _wait_in(self, room_id: RoomId, room: Room, seat: int) -> None:
        if _is_deserted(room, self._connection.me):
            self._tasks.start_once(room_id, cmd.Leave(), self._leave(room_id))
        elif room.created.options.ready_check and None not in room.seats and seat not in room.ready:
            self._tasks.start_once(room_id, cmd.Ready(), send_command(self._connection, room_id, cmd.Ready()))

    def _play_in(self, room_id: RoomId, replica: Replica) -> None:
        self._turns.wake(room_id)
        self._claims.notice(room_id, replica.room)
        if replica.is_my_turn:
            self._turns.take(room_id)

    def _leave_behind(self, room_id: RoomId, room: Room) -> None:
        """Report the end of a room once, and follow its players into the next game."""
        self._turns.wake(room_id)
        sequel = RoomId(room.sequel)
        if sequel and sequel not in self._games and not self._games.has_ended(sequel):
            self._tasks.start_once(room_id, sequel, self._recovery.resume(sequel))
        if self._games.has_ended(room_id):
            self._games.drop(room_id)  # a welcome from before its end may have listed it
            return
        unwatched = self._games.end(room_id)
        self._thinker.forget(room_id)
        self._ended(room_id, room)
        self._turns.forget(room_id)
        if unwatched is not None:
            self._questions.forget(unwatched)
            self._tasks.start(stop_watching(self._connection, unwatched))

    async def _leave(self, room_id: RoomId) -> None:
        """Leave a room in which all others have left."""
        if await send_command(self._connection, room_id, cmd.Leave()):
            self._games.drop(room_id)
            await stop_watching(self._connection, room_id)


def _is_deserted(room: Room, me: Identity) -> bool:
    """Whether we are alone in a room that another player opened."""
    others = [player for player in room.seats if player is not None and player.id != me.id]
    return room.status is ev.Status.WAITING and room.created.by.id != me.id and not others
