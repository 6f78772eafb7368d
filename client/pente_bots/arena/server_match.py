"""Matches on a server: the contestants join as ordinary clients, and anybody may watch."""

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
from pente_bots.arena.opening_thinker import OpeningThinker, game_of
from pente_bots.foreign_engines.engine_thinker import EngineThinker
from pente_bots.play.behaviour import Behaviour
from pente_bots.play.bot import Bot
from pente_bots.play.policy import Policy
from pente_bots.play.ports import OwnThinker, ThinkerPort
from pente_bots.play.program.challenger import TEMPORARY, OpponentUnwilling
from pente_bots.roster.named_player import EnginePlayerMaker, NamedPlayer
from pente_bots.thinking.thinker import Thinker
from pente_client.connection import Client, ConnectionEnded, CredentialStore, RequestRejected
from pente_core.identity import PlayerId, PlayerKind, RoomId
from pente_core.room import Room
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.outcome import Outcome, Termination

_AHEAD: Final = 4
"""Games that are prepared in advance for each one that may be played at a time."""
_PAUSE: Final = 1.0
_LONGEST_PAUSE: Final = 30.0
"""Seconds to wait when the server accepts no more rooms for now: at least, and at most."""
_LONGEST_NAME: Final = 20


@dataclass(frozen=True, slots=True)
class MatchServer:
    """A server to play on, and the clock of the games there."""

    url: str
    time: str
    """The time control as text."""
    identities: Path | None = None
    """The file of the contestants' credentials; None: the default one."""
    insecure: bool = False
    accepts_address: bool = False


def play_games_at(
    server: MatchServer, contestants: Sequence[NamedPlayer], plans: Iterable[GamePlan], at_once: int
) -> Generator[PlayedGame, None, None]:
    """The games in their order, whichever ends first. Close it to leave the current ones as they are.

    Raises CannotConnect, ConnectionEnded, RequestRejected, and OpponentUnwilling if a game was disturbed.
    """
    with asyncio.Runner() as runner:
        games = _played(server, contestants, iter(plans), at_once)
        try:
            while (game := runner.run(_next(games))) is not None:
                yield game
        finally:
            runner.run(games.aclose())


async def _next(games: AsyncGenerator[PlayedGame, None]) -> PlayedGame | None:
    return await anext(games, None)


async def _played(
    server: MatchServer, contestants: Sequence[NamedPlayer], plans: Iterator[GamePlan], at_once: int
) -> AsyncGenerator[PlayedGame, None]:
    async with _opened(server, contestants, at_once) as match:
        turn = asyncio.Semaphore(at_once)
        waiting = deque(match.begin(plan, turn) for plan in islice(plans, _AHEAD * at_once))
        while waiting:
            game = await match.result(waiting.popleft())
            waiting.extend(match.begin(plan, turn) for plan in islice(plans, 1))
            yield game


class ServerMatch:
    """The contestants on the server, and their current games. Mutable."""

    def __init__(self, time: str) -> None:
        self._time = time
        self._players: list[_ConnectedPlayer] = []
        self._numbers: dict[PlayerId, int] = {}
        self._plans: dict[str, asyncio.Future[GamePlan]] = {}
        """The plan of each room: a future, because a game may start before we learn the id of its room."""
        self._ended_rooms: dict[RoomId, asyncio.Future[Room]] = {}
        self._failures: dict[str, str] = {}
        """Why programs gave up, by the seed of the game and their place in it."""
        self._tasks: set[asyncio.Task[Any]] = set()

    def failed(self, game: str, failure: str) -> None:
        """Note why an engine or a file of one's own gives up a game: that of a seed and a place."""
        self._failures[game] = failure

    def admit(
        self, client: Client, contestant: NamedPlayer, thinker: ThinkerPort, names: tuple[str, ...]
    ) -> None:
        """Let the next contestant answer the invitations of the others."""
        behaviour = Behaviour(Policy(lambda _rules: True, names=names, most_games=1_000_000), draws_after=0)
        opening_thinker = OpeningThinker(self, contestant, thinker, len(self._players))
        bot = Bot(client, opening_thinker, behaviour, Random(0), self._ended)
        self._numbers[client.me.id] = len(self._players)
        self._players.append(_ConnectedPlayer(client.me.name, bot, self._spawn(bot.run())))

    def begin(self, plan: GamePlan, turn: asyncio.Semaphore) -> asyncio.Task[PlayedGame]:
        """Play a game as soon as its turn comes."""
        return self._spawn(self._play(plan, turn))

    async def result(self, game: asyncio.Task[PlayedGame]) -> PlayedGame:
        """Wait for a game. Raises the errors of `play_games_at`."""
        ends = {player.running for player in self._players}
        await asyncio.wait({game, *ends}, return_when=asyncio.FIRST_COMPLETED)
        if not game.done():
            raise ConnectionEnded(next(end.result() for end in ends if end.done()))
        return game.result()

    async def close(self) -> None:
        """Stop, and leave the games as they are."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def plan_in(self, room: str) -> "asyncio.Future[GamePlan]":
        """The plan of the game in a room, as soon as it is known."""
        return self._plans.setdefault(room, asyncio.get_running_loop().create_future())

    def known_plan_in(self, room: str) -> GamePlan | None:
        """The plan of the game in a room; None: not yet, or no longer."""
        plan = self._plans.get(room)
        return plan.result() if plan is not None and plan.done() else None

    async def _play(self, plan: GamePlan, turn: asyncio.Semaphore) -> PlayedGame:
        first, second = (self._players[number] for number in plan.players)
        async with turn:
            room_id = await self._open(plan, first.bot, second.name)
            over = self._ended_rooms.setdefault(room_id, asyncio.get_running_loop().create_future())
            self.plan_in(room_id).set_result(plan)
            room = await over
            del self._ended_rooms[room_id], self._plans[room_id]
        return self._played_game(plan, room)

    async def _open(self, plan: GamePlan, bot: Bot, opponent: str) -> RoomId:
        """Open a room as soon as the server accepts it."""
        while True:
            try:
                return await bot.open(plan.rules, self._time, opponent, seat=0)
            except RequestRejected as rejected:
                if rejected.code not in TEMPORARY:
                    raise
                pause = min(max(_PAUSE, rejected.retry or 0.0), _LONGEST_PAUSE)
            await asyncio.sleep(pause)

    def _ended(self, room_id: RoomId, room: Room) -> None:
        """Note the end of a game; the second contestant reports it too."""
        over = self._ended_rooms.get(room_id)
        if over is not None and not over.done():
            over.set_result(room)

    def _played_game(self, plan: GamePlan, room: Room) -> PlayedGame:
        outcome = room.game.outcome
        if room.status is not ev.Status.FINISHED or outcome is None:
            raise OpponentUnwilling(f"Game {plan.number} was closed before it started; try again")
        if outcome.termination is Termination.ABORTED:
            raise OpponentUnwilling(f"Game {plan.number} was aborted on the server; try again")
        seats = [self._numbers[player.id] for player in room.seats if player is not None]
        return PlayedGame(
            plan,
            room.game.turns,
            outcome.termination,
            _winner(outcome, seats),
            (seats[0], seats[1]),
            outcome.termination is Termination.AGREEMENT,
            "".join(self._failures.pop(game_of(plan, place), "") for place in (0, 1)),
        )

    def _spawn(self, work: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        return task


@dataclass(frozen=True, slots=True)
class _ConnectedPlayer:
    """A contestant on the server."""

    name: str
    bot: Bot
    running: asyncio.Task[str]


@asynccontextmanager
async def _opened(
    server: MatchServer, contestants: Sequence[NamedPlayer], at_once: int
) -> AsyncGenerator[ServerMatch, None]:
    """A match with all contestants connected."""
    identities = CredentialStore(server.identities) if server.identities else CredentialStore.default()
    names = tuple(names_at_server([one.label for one in contestants], _mark(identities.path)))
    match = ServerMatch(server.time)
    async with AsyncExitStack() as stack:
        try:
            for contestant, name in zip(contestants, names, strict=True):
                client = Client(
                    server.url,
                    name=name,
                    kind=PlayerKind.BOT,
                    identities=identities,
                    insecure=server.insecure,
                    accepts_address=server.accepts_address,
                )
                await stack.enter_async_context(client)
                await _leave_old_games(client)
                thinker = stack.enter_context(closing(_thinker(contestant, match, at_once)))
                match.admit(client, contestant, thinker, names)
            yield match
        finally:
            await match.close()


async def _leave_old_games(client: Client) -> None:
    """End the games that an interrupted arena has left: nothing else does, and rooms are limited."""
    for summary in (row.room for row in client.welcome.rooms):
        is_seated = any(player is not None and player.id == client.me.id for player in summary.seats)
        if summary.status is ev.Status.PLAYING:
            command: cmd.Resign | cmd.Leave | cmd.Decline = cmd.Resign()
        else:
            command = cmd.Leave() if is_seated else cmd.Decline()
        with suppress(RequestRejected):  # the opponent was quicker
            await client.act(summary.id, command)


def _thinker(contestant: NamedPlayer, match: ServerMatch, at_once: int) -> OwnThinker:
    """What thinks for a contestant in so many games at once; an engine that fails has lost."""
    make = contestant.make
    if isinstance(make, EnginePlayerMaker):
        return EngineThinker(make.command, at_once, 0, match.failed)
    return Thinker(make, 0, is_heavy=contestant.is_heavy, varies=True)


def names_at_server(labels: Sequence[str], mark: str) -> Iterator[str]:
    """Different names for the contestants; ``mark`` keeps them apart from those of other arenas.

    >>> list(names_at_server(["random", "random#2", "weights:mode=defensive"], "3f2a"))
    ['random-1-3f2a', 'random-2-2-3f2a', 'weights-mode-3-3f2a']
    """
    for number, label in enumerate(labels, start=1):
        end = f"-{number}-{mark}"
        words = re.sub(r"[^A-Za-z0-9]+", "-", label)
        room = _LONGEST_NAME - len(end)
        yield (words if len(words) <= room else words[: room + 1].rpartition("-")[0] or words[:room]) + end


def _mark(identities: Path) -> str:
    """A mark for all names whose secrets are in one file, since names on a server are unique."""
    return sha256(f"{gethostname()} {identities.resolve()}".encode()).hexdigest()[:4]


def _winner(outcome: Outcome, seats: Sequence[int]) -> int | None:
    return seats[outcome.winners[0]] if outcome.winners else None
