"""A bot: an ordinary client that accepts invitations and plays many games at once."""

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Final, Protocol, assert_never

from pente_bots.player import Limit
from pente_bots.thinking import Answer
from pente_client.connection import (
    Connected,
    ConnectionEnded,
    Denied,
    Disconnected,
    Ended,
    InvitedTo,
    Replica,
    Resynced,
    Stepped,
    Update,
)
from pente_core.clock import ByoYomi, Clock, Delay, Fischer, PerMove, Unlimited
from pente_core.instant import Instant, Millis
from pente_core.player import Player
from pente_core.position import Position
from pente_core.room import Decline, Join, Leave, PlayerCommand, Room, Status
from pente_core.ruleset import Ruleset
from pente_protocol.messages import RoomId, RoomSummary, Welcome

_LOG: Final = logging.getLogger("pente.bot")
_FIRST_WAIT: Final = 0.25
_LONGEST_WAIT: Final = 5.0
"""Seconds to wait for news after a move was denied; doubled from the first to the longest."""
_REMEMBERED: Final = 1000
"""Rooms that are over, and of which late news may come."""
_SLACK: Final = 500
_LONGEST_THOUGHT: Final = 30_000
"""Milliseconds for a turn that may take longer, or days."""
"""Milliseconds of the clock that are left for the way to the server."""


class Connection(Protocol):
    """What a bot needs of `pente_client.connection.Client`."""

    @property
    def welcome(self) -> Welcome: ...
    @property
    def me(self) -> Player: ...
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
    ) -> RoomId: ...
    async def act(self, room: RoomId, command: PlayerCommand) -> int: ...
    async def watch(self, room: RoomId) -> Replica: ...
    async def unwatch(self, room: RoomId) -> None: ...
    def server_now(self) -> Instant: ...


class Mind(Protocol):
    """What a bot needs of `pente_bots.thinking.Thinker`."""

    async def think(self, position: Position, limit: Limit, game: str) -> Answer: ...


def ignore(_room_id: RoomId, _room: Room) -> None:
    """Do nothing about a game that ended."""


@dataclass(frozen=True, slots=True)
class Manners:
    """How a bot behaves at the tables."""

    supports: Callable[[Ruleset], bool]
    """Which rulesets it plays."""
    most_games: int = 20
    """Invitations beyond so many games at once are declined."""
    pace: float = 0.0
    """The least number of seconds for a move, where the clock allows."""


class Bot:
    """Plays all games of one connected player until told to stop. Mutable; everything in one event loop.

    Whatever it has to do follows from what the rooms are like now, so that a break of the connection, or a
    restart of either side, needs nothing but looking again. It never says anything.
    """

    def __init__(
        self,
        connection: Connection,
        mind: Mind,
        manners: Manners,
        chance: Random,
        ended: Callable[[RoomId, Room], None] = ignore,
    ) -> None:
        """``ended`` is told each game that ends, and each room that is closed before; once."""
        self._connection = connection
        self._mind = mind
        self._manners = manners
        self._chance = chance
        self._ended = ended
        self._games: set[RoomId] = set()
        self._leaving: set[RoomId] = set()
        self._past: deque[RoomId] = deque(maxlen=_REMEMBERED)
        self._turns: dict[RoomId, asyncio.Event] = {}
        """The rooms in which it is being thought, each with what is set by news of it."""
        self._tasks: set[asyncio.Task[object]] = set()
        self._is_away = False
        self.welcomed: Final = asyncio.Event()
        """Set once it has looked around for the first time."""
        self.stirred: Final = asyncio.Event()
        """Set whenever a room may have changed; whoever waits for that clears it."""

    def games_with(self, name: str) -> int:
        """How many games it has in which ``name`` is seated or invited; those not seen yet count too."""
        rooms = (self._connection.rooms.get(room_id) for room_id in self._games)
        return sum(replica is None or is_with(replica.room, name) for replica in rooms)

    async def run(self) -> str:
        """Play until the connection ends for good; why it did."""
        try:
            async for update in self._connection.updates():
                match update:
                    case Connected(welcome=welcome):
                        self._look_around(welcome)
                    case InvitedTo(summary=summary):
                        self._answer_invitation(summary)
                    case Stepped(room=room) | Resynced(room=room):
                        self._look_at(room)
                    case Disconnected(reason=reason):
                        self._miss(reason)
                    case Ended(reason=reason):
                        return reason
                    case _:
                        pass
        finally:
            await self._drop_everything()
        return "the connection was closed"

    async def open(self, ruleset: Ruleset, time_control: str, guest: str) -> RoomId:
        """Open a room and invite ``guest``. Raises Denied."""
        spec = ruleset.spec
        room = await self._connection.create(spec, time_control, invite=(guest,))
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
                self._games.add(summary.id)
                self._spawn(self._resume(summary.id))
            else:
                self._answer_invitation(summary)
        for room in self._games - {summary.id for summary in welcome.rooms}:
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
        if replica is None or replica.seat_of_me is None or room_id in self._past:
            return
        self._games.add(room_id)
        if replica.room.status in (Status.FINISHED, Status.CLOSED):
            self._leave_behind(room_id, replica.room)
        elif room_id in self._turns:
            self._turns[room_id].set()
        elif replica.is_my_turn:
            self._turns[room_id] = asyncio.Event()
            self._spawn(self._take_turns(room_id))
        elif _is_deserted(replica.room, self._connection.me) and room_id not in self._leaving:
            self._leaving.add(room_id)
            self._spawn(self._leave(room_id))

    def _leave_behind(self, room_id: RoomId, room: Room) -> None:
        self._games.discard(room_id)
        self._past.append(room_id)
        if room_id in self._turns:
            self._turns[room_id].set()
        if room.game.outcome is not None:
            _LOG.info("%s: over: %s by %s", room_id, room.game.outcome.result, room.game.outcome.termination)
        self._ended(room_id, room)
        self._spawn(self._unwatch(room_id))

    async def _leave(self, room_id: RoomId) -> None:
        """Get up from a table where nobody else is left."""
        if await self._ask(room_id, Leave()):
            self._games.discard(room_id)
            await self._unwatch(room_id)
        self._leaving.discard(room_id)

    async def _resume(self, room_id: RoomId) -> None:
        try:
            await self._connection.watch(room_id)
        except Denied as denied:
            _LOG.warning("%s: can't go on with it: %s", room_id, denied)
            self._games.discard(room_id)
        self._look_at(room_id)

    async def _inquire(self, room_id: RoomId) -> None:
        """Look anew at a game that the server no longer counts among ours; it may have ended, or be gone."""
        await self._unwatch(room_id)
        await self._resume(room_id)

    async def _unwatch(self, room_id: RoomId) -> None:
        try:
            await self._connection.unwatch(room_id)
        except Denied as denied:
            _LOG.debug("%s: %s", room_id, denied)

    # -- invitations -------------------------------------------------------------------------------------

    def _answer_invitation(self, summary: RoomSummary) -> None:
        me = self._connection.me
        if summary.id in self._games or summary.status is not Status.WAITING:
            return
        if not any(invited.id == me.id for invited in summary.invited):
            return
        objection = self._objection(summary)
        if objection is None:
            self._games.add(summary.id)
            _LOG.info("%s: plays %s with %s", summary.id, summary.ruleset.base, summary.host.name)
            self._spawn(self._join(summary.id))
        else:
            _LOG.info("%s: declines to play with %s: %s", summary.id, summary.host.name, objection)
            self._spawn(self._ask(summary.id, Decline()))

    def _objection(self, summary: RoomSummary) -> str | None:
        if not self._manners.supports(summary.ruleset):
            return f"it does not play {summary.ruleset.base} with these parameters"
        if len(self._games) >= self._manners.most_games:
            return f"it has {len(self._games)} games, and plays no more than {self._manners.most_games}"
        return None

    async def _join(self, room_id: RoomId) -> None:
        if not await self._ask(room_id, Join()):
            self._games.discard(room_id)
        self._look_at(room_id)

    async def _ask(self, room_id: RoomId, command: PlayerCommand) -> bool:
        try:
            await self._connection.act(room_id, command)
        except Denied as denied:
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
        """Think and answer; False when the answer was denied. What was overtaken by events is not sent."""
        started = time.monotonic()
        limit = self._limit(room)
        command = await self._mind.think(room.game.position, limit, room_id)
        await asyncio.sleep(self._rest(limit, time.monotonic() - started))
        replica = self._connection.rooms.get(room_id)
        if replica is None or replica.room.changed != room.changed:
            return True
        return await self._ask(room_id, command)

    def _limit(self, room: Room) -> Limit:
        return Limit(fair_share(room.clock, self._connection.server_now()))

    def _rest(self, limit: Limit, spent: float) -> float:
        """Seconds to wait before a move is sent, so that people can follow."""
        pace = self._manners.pace * self._chance.uniform(1.0, 1.25)
        longest = pace if limit.time is None else limit.time / 1000
        return max(0.0, min(pace, longest) - spent)

    # -- tasks -------------------------------------------------------------------------------------------

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


def fair_share(clock: Clock, now: Instant) -> Millis | None:
    """How long to think about one move, so that the time lasts: None where it is unlimited."""
    if clock.running is None or not clock.left:
        return None
    left = Millis(clock.left_at(now)[clock.running] + clock.free_at(now))
    return Millis(max(50, min(_share(clock, left), left - _SLACK)))


def _share(clock: Clock, left: Millis) -> int:
    """What of the time that is left, delay included, one move may cost."""
    match clock.control:
        case Fischer(increment=increment):
            return left // 25 + increment * 3 // 4
        case Delay(delay=delay):
            return left // 25 + delay * 3 // 4
        case ByoYomi() as control:
            reading = control.reading(left)
            # A period that is not used up costs nothing.
            return reading.time * 3 // 4 if reading.periods else reading.time // 25 + control.period // 2
        case PerMove():
            return min(left * 3 // 4, _LONGEST_THOUGHT)
        case Unlimited():
            return left
        case _ as unreachable:
            assert_never(unreachable)


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


def _has_seat(summary: RoomSummary, me: Player) -> bool:
    return any(taker is not None and taker.id == me.id for taker in summary.seats)


def _is_deserted(room: Room, me: Player) -> bool:
    """Whether nobody but us is left in a room that somebody else opened."""
    others = [taker for taker in room.seats if taker is not None and taker.id != me.id]
    return room.status is Status.WAITING and room.created.by.id != me.id and not others
