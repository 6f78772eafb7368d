"""A bot: an ordinary client that accepts invitations and plays many games at once."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Mapping, Sequence
from itertools import takewhile
from random import Random
from typing import Any, Final, Protocol

from pente_bots.play.behaviour import Behaviour, due_message
from pente_bots.play.offer_replies import reply
from pente_bots.play.policy import Invitation
from pente_bots.players.player import Limit
from pente_bots.thinking.thinker import CannotThink, PlayerDecision
from pente_bots.thinking.time_budget import time_for_move
from pente_client.connection import (
    ClientStopped,
    Connected,
    ConnectionEnded,
    Disconnected,
    InvitationReceived,
    Replica,
    RequestRejected,
    Resynced,
    RoomAdvanced,
    Update,
)
from pente_core.clock.instant import Instant, Millis, elapsed
from pente_core.identity import Identity, RoomId
from pente_core.room import Decline, Join, Leave, Play, PlayerCommand, Ready, Room, Say, Status
from pente_core.room.values.offers import OfferKind
from pente_core.room.values.options import DEFAULT_OPTIONS, Options
from pente_core.rules.position import Position
from pente_core.rules.ruleset import Ruleset
from pente_protocol.messages import (
    RoomSummary,
    Welcome,
)

_LOG: Final = logging.getLogger("pente.bot")
_FIRST_WAIT: Final = 0.25
_LONGEST_WAIT: Final = 5.0
"""Seconds to wait for news after a move was denied; doubled from the first to the longest."""
_REMEMBERED: Final = 1000
"""Rooms that are over, and of which late news may come."""
_KEPT: Final = 8
"""Games that are over and still watched: the latest, in which another one may be offered."""
_ASLEEP: Final = Millis(24 * 60 * 60 * 1000)
"""A game in which nothing has happened for so long keeps nobody from getting another one."""


class BotConnection(Protocol):
    """What a bot needs of `pente_client.connection.Client`."""

    @property
    def welcome(self) -> Welcome: ...
    @property
    def me(self) -> Identity: ...
    @property
    def rooms(self) -> Mapping[RoomId, Replica]: ...
    def updates(self) -> AsyncIterator[Update]: ...
    async def create(
        self,
        ruleset: str | Mapping[str, Any],
        time: str,
        *,
        seat: int | None = None,
        invite: Sequence[str] = (),
        options: Options = DEFAULT_OPTIONS,
    ) -> RoomId: ...
    async def act(self, room: RoomId, command: PlayerCommand) -> int: ...
    async def watch(self, room: RoomId) -> Replica: ...
    async def unwatch(self, room: RoomId) -> None: ...
    def server_now(self) -> Instant: ...


class ThinkerPort(Protocol):
    """What a bot needs of `pente_bots.thinking.thinker.Thinker`."""

    async def think(self, position: Position, limit: Limit, game: str) -> PlayerDecision: ...
    async def agrees_to_draw(self, position: Position, seat: int, game: str) -> bool: ...


def ignore(_room_id: RoomId, _room: Room) -> None:
    """Do nothing about a game that ended."""


class Bot:
    """Plays all games of one connected player until told to stop. Mutable; everything in one event loop.

    Whatever it has to do follows from what the rooms are like now, so that a break of the connection, or a
    restart of either side, needs nothing but looking again.
    """

    def __init__(
        self,
        connection: BotConnection,
        mind: ThinkerPort,
        manners: Behaviour,
        chance: Random,
        ended: Callable[[RoomId, Room], None] = ignore,
    ) -> None:
        """``ended`` is told each game that ends, and each room that is closed before; once."""
        self._connection = connection
        self._mind = mind
        self._manners = manners
        self._chance = chance
        self._ended = ended
        self._games: dict[RoomId, None] = {}
        """Those that are on, and those that are about to be, in the order in which it got to know them."""
        self._kept: deque[RoomId] = deque()
        self._doing: set[tuple[RoomId, object]] = set()
        """What is being asked of which room, so that it is asked once."""
        self._said: deque[tuple[RoomId, str]] = deque(maxlen=_REMEMBERED)
        self._past: deque[RoomId] = deque(maxlen=_REMEMBERED)
        self._turns: dict[RoomId, asyncio.Event] = {}
        """The rooms in which it is being thought, each with what is set by news of it."""
        self._tasks: set[asyncio.Task[object]] = set()
        self._is_away = False
        self.welcomed: Final = asyncio.Event()
        """Set once it has looked around for the first time."""
        self.stirred: Final = asyncio.Event()
        """Set whenever a room may have changed; whoever waits for that clears it."""

    def games_with(self, name: str, games: Collection[RoomId] | None = None) -> int:
        """How many games it has in which ``name`` is seated or invited; those not seen yet count too."""
        among = self._games if games is None else games
        rooms = (self._connection.rooms.get(room_id) for room_id in among)
        return sum(replica is None or is_with(replica.room, name) for replica in rooms)

    async def run(self) -> str:
        """Play until the connection ends for good; why it did."""
        try:
            async for update in self._connection.updates():
                match update:
                    case Connected(welcome=welcome):
                        self._look_around(welcome)
                    case InvitationReceived(summary=summary):
                        self._notice_invitation(summary)
                    case RoomAdvanced(room=room) | Resynced(room=room):
                        self._look_at(room)
                    case Disconnected(reason=reason):
                        self._miss(reason)
                    case ClientStopped(reason=reason):
                        return reason
                    case _:
                        pass
        finally:
            await self._drop_everything()
        return "the connection was closed"

    async def open(
        self,
        ruleset: Ruleset,
        time_control: str,
        guest: str,
        *,
        seat: int | None = None,
        options: Options = DEFAULT_OPTIONS,
    ) -> RoomId:
        """Open a room and invite ``guest``. Raises Denied."""
        room = await self._connection.create(
            ruleset.spec, time_control, seat=seat, invite=(guest,), options=options
        )
        self._look_at(room)
        return room

    # -- seeing what there is ----------------------------------------------------------------------------

    def _look_around(self, welcome: Welcome) -> None:
        """Go on with everything that is open, after a first or another welcome."""
        if self._is_away:
            self._is_away = False
            _LOG.info("connected again")
        for summary in welcome.rooms:
            if _has_seat(summary, self._connection.me):
                self._games[summary.id] = None
                self._spawn(self._resume(summary.id))
            else:
                self._notice_invitation(summary)
        for room in self._games.keys() - {summary.id for summary in welcome.rooms}:
            self._spawn(self._inquire(room))
        self.welcomed.set()
        self.stirred.set()

    def _miss(self, reason: str) -> None:
        if not self._is_away:
            self._is_away = True
            _LOG.info("the connection is lost, and tried again until it is back: %s", reason)

    def _look_at(self, room_id: RoomId) -> None:
        """Do what a room, as it is now, asks for."""
        self.stirred.set()
        replica = self._connection.rooms.get(room_id)
        if replica is None or replica.seat_of_me is None:
            return
        room = replica.room
        self._talk(room_id, room, replica.seat_of_me)
        match room.status:
            case Status.FINISHED | Status.CLOSED:
                self._leave_behind(room_id, room)
            case Status.WAITING:
                self._games[room_id] = None
                self._wait_at(room_id, room, replica.seat_of_me)
            case Status.PLAYING:
                self._games[room_id] = None
                self._play_at(room_id, is_my_turn=replica.is_my_turn)

    def _talk(self, room_id: RoomId, room: Room, seat: int) -> None:
        """Say what is to be said, and answer what was offered."""
        words = due_message(self._manners, room, self._connection.me.id)
        if words and (room_id, words) not in self._said:
            self._said.append((room_id, words))
            self._spawn(self._ask(room_id, Say(words)))
        for offer in room.offers:
            if offer.concerns(seat):
                self._do_once(room_id, offer.kind, self._answer_offer(room_id, offer.kind))

    def _wait_at(self, room_id: RoomId, room: Room, seat: int) -> None:
        if _is_deserted(room, self._connection.me):
            self._do_once(room_id, Leave(), self._leave(room_id))
        elif room.created.options.ready and None not in room.seats and seat not in room.ready:
            self._ask_once(room_id, Ready())

    def _play_at(self, room_id: RoomId, *, is_my_turn: bool) -> None:
        if room_id in self._turns:
            self._turns[room_id].set()
        elif is_my_turn:
            self._turns[room_id] = asyncio.Event()
            self._spawn(self._take_turns(room_id))

    def _leave_behind(self, room_id: RoomId, room: Room) -> None:
        """Tell what came of a room, once, and go on where its players go on."""
        if room_id in self._turns:
            self._turns[room_id].set()
        sequel = RoomId(room.sequel)
        if sequel and sequel not in self._games and sequel not in self._past:
            self._do_once(room_id, sequel, self._resume(sequel))
        if room_id in self._past:
            return
        self._games.pop(room_id, None)
        self._past.append(room_id)
        if room.game.outcome is not None:
            _LOG.info("%s: over: %s by %s", room_id, room.game.outcome.result, room.game.outcome.termination)
        self._ended(room_id, room)
        self._keep(room_id)

    def _keep(self, room_id: RoomId) -> None:
        """Watch it for a while longer: the opponent may want to play again."""
        self._kept.append(room_id)
        if len(self._kept) > _KEPT:
            self._spawn(self._unwatch(self._kept.popleft()))

    async def _leave(self, room_id: RoomId) -> None:
        """Get up from a table where nobody else is left."""
        if await self._ask(room_id, Leave()):
            self._games.pop(room_id, None)
            await self._unwatch(room_id)

    async def _resume(self, room_id: RoomId) -> None:
        try:
            is_ours = (await self._connection.watch(room_id)).seat_of_me is not None
        except RequestRejected as denied:
            _LOG.warning("%s: can't go on with it: %s", room_id, denied)
            is_ours = False
        if not is_ours:
            self._games.pop(room_id, None)
        self._look_at(room_id)

    async def _inquire(self, room_id: RoomId) -> None:
        """Look anew at a game that the server no longer counts among ours; it may have ended, or be gone."""
        await self._unwatch(room_id)
        await self._resume(room_id)

    async def _unwatch(self, room_id: RoomId) -> None:
        try:
            await self._connection.unwatch(room_id)
        except RequestRejected as denied:
            _LOG.debug("%s: %s", room_id, denied)

    # -- invitations and offers --------------------------------------------------------------------------

    def _notice_invitation(self, summary: RoomSummary) -> None:
        me = self._connection.me
        if summary.id in self._games or summary.status is not Status.WAITING:
            return
        if any(invited.id == me.id for invited in summary.invited):
            self._games[summary.id] = None
            self._spawn(self._answer_invitation(summary.id))

    async def _answer_invitation(self, room_id: RoomId) -> None:
        """Look at what is proposed, and sit down or say why not."""
        room = await self._seen(room_id)
        objection = None if room is None else self._objection(room_id, room)
        if room is not None and objection is None:
            _LOG.info("%s: plays %s with %s", room_id, room.created.ruleset.base, room.created.by.name)
            if await self._ask(room_id, Join()):
                self._look_at(room_id)
                return
        self._games.pop(room_id, None)
        if room is not None and objection is not None:
            _LOG.info("%s: declines to play with %s: %s", room_id, room.created.by.name, objection)
            await self._ask(room_id, Say(objection))
            await self._ask(room_id, Decline())
        await self._unwatch(room_id)

    async def _seen(self, room_id: RoomId) -> Room | None:
        """A room that is not known yet; None when it is gone."""
        try:
            return (await self._connection.watch(room_id)).room
        except RequestRejected as denied:
            _LOG.info("%s: is no longer open: %s", room_id, denied)
            return None

    def _objection(self, room_id: RoomId, room: Room) -> str | None:
        """Why it does not play a game that somebody else proposes, beside those that it had before."""
        created, games = room.created, list(takewhile(lambda game: game != room_id, self._games))
        proposal = Invitation(created.by, created.ruleset, created.time, created.options.rated)
        busy = sum(self._is_awake(game) for game in games)
        return self._manners.policy.objection(proposal, busy, self.games_with(created.by.name, games))

    def _is_awake(self, room_id: RoomId) -> bool:
        replica = self._connection.rooms.get(room_id)
        return replica is None or elapsed(replica.room.active, self._connection.server_now()) < _ASLEEP

    async def _answer_offer(self, room_id: RoomId, kind: OfferKind) -> None:
        replica = self._connection.rooms[room_id]
        room, seat = replica.room, replica.seat_of_me

        async def draw() -> bool:
            if seat is None or not self._manners.draws:
                return False
            try:
                return await self._mind.agrees_to_draw(room.game.position, seat, room_id)
            except CannotThink:
                return False

        async def rematch() -> bool:
            return self._objection(room_id, room) is None

        await self._ask(room_id, await reply(room, kind, draw, rematch))

    async def _ask(self, room_id: RoomId, command: PlayerCommand) -> bool:
        try:
            await self._connection.act(room_id, command)
        except RequestRejected as denied:
            _LOG.info("%s: %s was denied: %s", room_id, type(command).__name__, denied)
            return False
        return True

    # -- turns -------------------------------------------------------------------------------------------

    async def _take_turns(self, room_id: RoomId) -> None:
        """Move for as long as it is our turn."""
        news, wait = self._turns[room_id], _FIRST_WAIT
        try:
            while (replica := self._connection.rooms.get(room_id)) and replica.is_my_turn:
                news.clear()
                if await self._take_turn(room_id, replica.room):
                    wait = _FIRST_WAIT
                else:
                    await _either(news, wait)
                    wait = min(2 * wait, _LONGEST_WAIT)
        finally:
            del self._turns[room_id]
        self._look_at(room_id)

    async def _take_turn(self, room_id: RoomId, room: Room) -> bool:
        """Think and answer; False when that came to nothing. What was overtaken by events is not sent."""
        started = time.monotonic()
        limit = self._limit(room)
        try:
            command = await self._mind.think(room.game.position, limit, room_id)
        except CannotThink as error:
            _LOG.warning("%s: no move yet: %s", room_id, error)
            return False
        if isinstance(command, Play) and command.point not in room.game.position.legal_points:
            wrong = "%s: no move yet: the player chose %r, which is none of position.legal_points"
            _LOG.warning(wrong, room_id, command.point)
            return False
        await asyncio.sleep(self._rest(limit, time.monotonic() - started))
        replica = self._connection.rooms.get(room_id)
        if replica is None or replica.room.changed != room.changed:
            return True
        return await self._ask(room_id, command)

    def _limit(self, room: Room) -> Limit:
        return Limit(time_for_move(room.clock, self._connection.server_now()))

    def _rest(self, limit: Limit, spent: float) -> float:
        """Seconds to wait before a move is sent, so that people can follow."""
        pace = self._manners.pace * self._chance.uniform(1.0, 1.25)
        longest = pace if limit.time is None else limit.time / 1000
        return max(0.0, min(pace, longest) - spent)

    # -- tasks -------------------------------------------------------------------------------------------

    def _ask_once(self, room_id: RoomId, command: PlayerCommand) -> None:
        self._do_once(room_id, command, self._ask(room_id, command))

    def _do_once(self, room_id: RoomId, what: object, work: Coroutine[Any, Any, object]) -> None:
        """Start something, unless it is being done already: news may come before it has an effect."""
        if (room_id, what) in self._doing:
            work.close()
            return
        self._doing.add((room_id, what))
        self._spawn(self._done_once(room_id, what, work))

    async def _done_once(self, room_id: RoomId, what: object, work: Coroutine[Any, Any, object]) -> None:
        try:
            await work
        finally:
            self._doing.discard((room_id, what))

    def _spawn(self, work: Coroutine[Any, Any, object]) -> None:
        task: asyncio.Task[object] = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[object]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, ConnectionEnded):
            _LOG.error("a game can't go on, by a mistake of this program", exc_info=error)

    async def _drop_everything(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


def is_with(room: Room, name: str) -> bool:
    """Whether somebody of that name is seated or invited."""
    players = (*room.seats, *room.invited)
    return any(player is not None and player.name.casefold() == name.casefold() for player in players)


async def _either(news: asyncio.Event, seconds: float) -> None:
    """Wait for news, but not for ever."""
    try:
        async with asyncio.timeout(seconds):
            await news.wait()
    except TimeoutError:
        pass


def _has_seat(summary: RoomSummary, me: Identity) -> bool:
    return any(taker is not None and taker.id == me.id for taker in summary.seats)


def _is_deserted(room: Room, me: Identity) -> bool:
    """Whether nobody but us is left in a room that somebody else opened."""
    others = [taker for taker in room.seats if taker is not None and taker.id != me.id]
    return room.status is Status.WAITING and room.created.by.id != me.id and not others
