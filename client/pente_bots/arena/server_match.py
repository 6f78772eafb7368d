"""The games of an arena at a server: its contestants join as ordinary clients, and anybody may watch.

The stones of an opening are played as moves, by whoever's turn it is, before a player is asked.
"""

import asyncio
import re
from collections import deque
from collections.abc import AsyncGenerator, Coroutine, Generator, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, closing, suppress
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from random import Random
from socket import gethostname
from typing import Any, Final

from pente_bots.arena.match_game import GamePlan, PlayedGame
from pente_bots.arena.match_player import MatchPlayer
from pente_bots.play.behaviour import Behaviour
from pente_bots.play.bot import Bot
from pente_bots.play.challenger import PASSING, OpponentUnwilling
from pente_bots.play.policy import Policy
from pente_bots.players.catalogue import entry_of
from pente_bots.players.player import Limit
from pente_bots.thinking.thinker import CataloguePlayerMaker, PlayerDecision, Thinker
from pente_client.connection import Client, ConnectionEnded, CredentialStore, RequestRejected
from pente_core.identity import PlayerId, PlayerKind, RoomId
from pente_core.room import Decline, Leave, Offer, Play, Resign, Room, Status
from pente_core.room.values.offers import OfferKind
from pente_core.rules.outcome import Outcome, Termination
from pente_core.rules.position import Position

_AHEAD: Final = 4
"""Games that are begun, or wait for their turn, for each that may be on at once."""
_PAUSE: Final = 1.0
"""Seconds to wait when the server wants no more rooms for now."""
_LONGEST_NAME: Final = 20


@dataclass(frozen=True, slots=True)
class MatchServer:
    """Where the games are played, and with which clocks."""

    url: str
    time: str
    """The time control as people write it."""
    identities: Path | None = None
    """Where the contestants keep who they are; None: where all do."""
    insecure: bool = False


def play_games_at(
    venue: MatchServer, contestants: Sequence[MatchPlayer], bouts: Iterable[GamePlan], at_once: int
) -> Generator[PlayedGame, None, None]:
    """The games in their order, whichever ends first. Close it to leave those that are on as they are.

    Raises CannotConnect, ConnectionEnded, Denied, and Unwilling when somebody has interfered.
    """
    with asyncio.Runner() as runner:
        games = _played(venue, contestants, iter(bouts), at_once)
        try:
            while (game := runner.run(_next(games))) is not None:
                yield game
        finally:
            runner.run(games.aclose())


async def _next(games: AsyncGenerator[PlayedGame, None]) -> PlayedGame | None:
    return await anext(games, None)


async def _played(
    venue: MatchServer, contestants: Sequence[MatchPlayer], bouts: Iterator[GamePlan], at_once: int
) -> AsyncGenerator[PlayedGame, None]:
    async with _opened(venue, contestants) as hall:
        turn = asyncio.Semaphore(at_once)
        waiting = deque(hall.begin(bout, turn) for bout in islice(bouts, _AHEAD * at_once))
        while waiting:
            game = await hall.result(waiting.popleft())
            waiting.extend(hall.begin(bout, turn) for bout in islice(bouts, 1))
            yield game


class ServerMatch:
    """The contestants at the server, and the games that are on. Mutable."""

    def __init__(self, time: str) -> None:
        self._time = time
        self._guests: list[_Guest] = []
        self._numbers: dict[PlayerId, int] = {}
        self._bouts: dict[str, asyncio.Future[GamePlan]] = {}
        """What is played in which room; awaited, since a game may begin before we are told its room."""
        self._over: dict[RoomId, asyncio.Future[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def admit(self, client: Client, thinker: Thinker, names: tuple[str, ...]) -> None:
        """Let the next contestant begin to answer invitations of the others."""
        manners = Behaviour(Policy(lambda _rules: True, names=names, most_games=1_000_000))
        mind = _Rehearsed(self, thinker, len(self._guests))
        bot = Bot(client, mind, manners, Random(0), self._ended)
        self._numbers[client.me.id] = len(self._guests)
        self._guests.append(_Guest(client.me.name, bot, self._spawn(bot.run())))

    def begin(self, bout: GamePlan, turn: asyncio.Semaphore) -> asyncio.Task[PlayedGame]:
        """Have a game played as soon as it is its turn."""
        return self._spawn(self._play(bout, turn))

    async def result(self, game: asyncio.Task[PlayedGame]) -> PlayedGame:
        """Wait for a game. Raises what became of it, and ConnectionEnded."""
        ends = {guest.running for guest in self._guests}
        await asyncio.wait({game, *ends}, return_when=asyncio.FIRST_COMPLETED)
        if not game.done():
            raise ConnectionEnded(next(end.result() for end in ends if end.done()))
        return game.result()

    async def close(self) -> None:
        """Leave everything as it is."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def bout_in(self, room: str) -> "asyncio.Future[GamePlan]":
        """What is played in a room, as soon as that is known."""
        return self._bouts.setdefault(room, asyncio.get_running_loop().create_future())

    async def _play(self, bout: GamePlan, turn: asyncio.Semaphore) -> PlayedGame:
        first, second = (self._guests[number] for number in bout.players)
        async with turn:
            room_id = await self._open(bout, first.bot, second.name)
            over = self._over.setdefault(room_id, asyncio.get_running_loop().create_future())
            self.bout_in(room_id).set_result(bout)
            room = await over
            del self._over[room_id], self._bouts[room_id]
        return self._told(bout, room)

    async def _open(self, bout: GamePlan, bot: Bot, guest: str) -> RoomId:
        """Open a room, as soon as the server lets us."""
        while True:
            try:
                return await bot.open(bout.rules, self._time, guest, seat=0)
            except RequestRejected as denied:
                if denied.code not in PASSING:
                    raise
            await asyncio.sleep(_PAUSE)

    def _ended(self, room_id: RoomId, room: Room) -> None:
        """A contestant was told the end of a game; the other is told it, too."""
        over = self._over.get(room_id)
        if over is not None and not over.done():
            over.set_result(room)

    def _told(self, bout: GamePlan, room: Room) -> PlayedGame:
        outcome = room.game.outcome
        if room.status is not Status.FINISHED or outcome is None:
            raise OpponentUnwilling(f"game {bout.number} was closed before it began; try again")
        if outcome.termination is Termination.ABORTED:
            raise OpponentUnwilling(f"game {bout.number} was cancelled at the server; try again")
        seats = [self._numbers[player.id] for player in room.seats if player is not None]
        return PlayedGame(
            bout,
            room.game.turns,
            outcome.termination,
            _winner(outcome, seats),
            (seats[0], seats[1]),
            outcome.termination is Termination.AGREEMENT,
        )

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        return task


@dataclass(frozen=True, slots=True)
class _Guest:
    """A contestant at the server."""

    name: str
    bot: Bot
    running: asyncio.Task[str]


class _Rehearsed:
    """The mind of a contestant: it knows which game is played in which room, and how that begins."""

    def __init__(self, hall: ServerMatch, thinker: Thinker, number: int) -> None:
        self._hall = hall
        self._thinker = thinker
        self._number = number

    async def think(self, position: Position, limit: Limit, game: str) -> PlayerDecision:
        bout = await self._hall.bout_in(game)
        if position.ply < len(bout.opening):
            return Play(bout.opening[position.ply])
        if position.ply >= bout.most_plies:
            return Offer(OfferKind.DRAW)
        place = bout.players.index(self._number)
        return await self._thinker.think(position, limit, f"{bout.seed}:{place}")

    async def agrees_to_draw(self, position: Position, seat: int, game: str) -> bool:  # noqa: ARG002
        return position.ply >= (await self._hall.bout_in(game)).most_plies


@asynccontextmanager
async def _opened(
    venue: MatchServer, contestants: Sequence[MatchPlayer]
) -> AsyncGenerator[ServerMatch, None]:
    """All contestants at the server."""
    identities = CredentialStore(venue.identities) if venue.identities else CredentialStore.default()
    names = tuple(names_at_server([one.label for one in contestants], _mark(identities.path)))
    hall = ServerMatch(venue.time)
    async with AsyncExitStack() as stack:
        try:
            for contestant, name in zip(contestants, names, strict=True):
                client = Client(
                    venue.url, name=name, kind=PlayerKind.BOT, identities=identities, insecure=venue.insecure
                )
                await stack.enter_async_context(client)
                await _give_up(client)
                thinker = stack.enter_context(closing(_thinker(contestant)))
                hall.admit(client, thinker, names)
            yield hall
        finally:
            await hall.close()


async def _give_up(client: Client) -> None:
    """End what an arena that was interrupted has left: nobody else would, and rooms are limited."""
    for summary in client.welcome.rooms:
        is_seated = any(player is not None and player.id == client.me.id for player in summary.seats)
        if summary.status is Status.PLAYING:
            command: Resign | Leave | Decline = Resign()
        else:
            command = Leave() if is_seated else Decline()
        with suppress(RequestRejected):  # the other one was quicker
            await client.act(summary.id, command)


def _thinker(contestant: MatchPlayer) -> Thinker:
    make = CataloguePlayerMaker(contestant.player, contestant.options)
    return Thinker(make, 0, is_heavy=entry_of(contestant.player).is_heavy, varies=True)


def names_at_server(labels: Sequence[str], mark: str) -> Iterator[str]:
    """Names for contestants, no two alike; ``mark`` tells them from those of others at the same server.

    >>> list(names_at_server(["random", "random#2", "weights:mode=defensive"], "3f2a"))
    ['random-1-3f2a', 'random-2-2-3f2a', 'weights-mode-3-3f2a']
    """
    for number, label in enumerate(labels, start=1):
        end = f"-{number}-{mark}"
        words = re.sub(r"[^A-Za-z0-9]+", "-", label)
        room = _LONGEST_NAME - len(end)
        yield (words if len(words) <= room else words[: room + 1].rpartition("-")[0] or words[:room]) + end


def _mark(identities: Path) -> str:
    """What the names of those have in common whose identities are kept in one place; names are unique."""
    return sha256(f"{gethostname()} {identities.resolve()}".encode()).hexdigest()[:4]


def _winner(outcome: Outcome, seats: Sequence[int]) -> int | None:
    return seats[outcome.winners[0]] if outcome.winners else None
