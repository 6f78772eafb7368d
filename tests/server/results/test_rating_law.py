"""Laws of ratings, over short random games of two to four accounts, held against what their logs say.

No rating moves but by a game, or a set, in which each player has completed a turn that stays in the game.
"""

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from random import Random
from typing import Final

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pente_core.clock.clock import parse_time_control
from pente_core.clock.instant import Millis, later
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.rating import NEW, Rating, Result, pool_of, ratings_after
from pente_core.room import OfferKind, Options, Reason, Refused, apply, create, deadline, opened, replay
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_core.rules.ruleset import ruleset_from
from pente_core.rules.setup import Setup
from pente_protocol.codec import decode_event
from pente_protocol.messages.archive import GameFilter
from pente_server.results.archive import GameSearch, file_game
from pente_server.results.pool_results import PoolResults
from pente_server.results.post_game import FinishedRoom
from pente_server.results.ratings import RatingUpdater
from pente_server.rooms.command_decider import RoomCommand
from pente_server.rooms.loaded.room_log import CommandKey
from pente_server.store.archive_store import ArchiveList, SortKey, room_of_sort_key
from pente_server.store.memory.accounts import MemoryAccounts
from pente_server.store.memory.store import MemoryDatabase
from tests.server.rooms.test_keeper import Scene
from tests.support.games.random_games import random_turn
from tests.support.games.room_scenario import GUEST, PEOPLE

STRANGER: Final = PlayerId("f" * 32)
FOUR_IN_A_ROW: Final = Setup(
    (tuple(map(Point, range(180, 184))), tuple(map(Point, range(100, 103)))), colour=0
)
EVERYTHING: Final = (
    *["turn"] * 4,
    *["takeback"] * 2,
    *("resign", "draw", "abort", "cancel", "leave", "wait"),
)
MOMENTS: Final = (Millis(1000), Millis(20_000), Millis(70_000))


class Evening:
    """A server with an archive and ratings, and what they must be by the logs of its games. Mutable."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance
        self._memory = MemoryDatabase()
        self.scene = Scene(self._memory)
        self.accounts = MemoryAccounts(self._memory.register)
        self.search = GameSearch(self.scene.store)
        self.ratings: dict[tuple[str, PlayerId], Rating] = {}
        self.played: set[RoomId] = set()
        self.unplayed: dict[RoomId, set[PlayerId]] = {}

    async def game(self, number: int) -> None:
        """A game, or a set, of two players who do whatever they like, and what follows from it."""
        chance, scene = self._chance, self.scene
        host, other = (
            chance.sample((*PEOPLE, GUEST), 2) if chance.random() < 0.1 else chance.sample(PEOPLE, 2)
        )
        options = Options(rated=chance.random() < 0.8, games=chance.choice((1, 2)))
        rules = ruleset_from(chance.choice(("pente", "swap2-pente", "freestyle")))
        setup = FOUR_IN_A_ROW if rules.base == "freestyle" and chance.random() < 0.5 else None
        time = parse_time_control(chance.choice(("5+3", "1d/move")))
        room = RoomId(f"room-{number:06}")
        try:
            events = create(rules, time, by=host, now=scene.now, options=options, setup=setup)
            await scene.keeper.create(room, events, "create")
            await self._act(room, cmd.Join(), other)
            is_refused = False
        except Refused as refused:
            is_refused = refused.reason is Reason.GUEST_RATED
        assert is_refused is (options.rated and GUEST in (host, other))
        if is_refused:
            return
        logs = [await self._played(room)]
        while sequel := replay(logs[-1].events).sequel:
            logs.append(await self._played(sequel))
        self._count(logs)

    async def _played(self, room: RoomId) -> FinishedRoom:
        """A game to its end, after which the server has done its work, perhaps more than once."""
        opening = self._chance.randrange(6)
        for turn in range(200):
            if (await self.scene.keeper.current(room)).status is ev.Status.FINISHED:
                break
            with suppress(Refused):
                await self._something(room, EVERYTHING if turn >= opening else ("turn",), is_long=turn > 12)
        for _ in range(self._chance.choice((1, 1, 2))):
            ended = await self._ended(room)
            await file_game(self.scene.store.archive, ended)
            await RatingUpdater(self.accounts, self.scene.keeper).file(ended)
        return await self._ended(room)

    async def _something(self, id_: RoomId, which: Sequence[str], *, is_long: bool) -> None:
        chance, room = self._chance, await self.scene.keeper.current(id_)
        seat = chance.choice((0, 1))
        me, other = room.seats[seat], room.seats[1 - seat]
        assert me is not None
        assert other is not None
        what = chance.choice(which)
        if is_long and what in ("turn", "takeback"):
            what = "resign"
        if what == "turn" and room.to_act is not None:
            turn, actor = random_turn(room.game, chance), room.seats[room.to_act]
            if isinstance(turn, Choice):
                await self._act(id_, cmd.Choose(turn), actor)
            elif isinstance(turn, int):
                await self._act(id_, cmd.Play(turn), actor)
        elif what == "wait" and (due := deadline(room)) is not None:
            self.scene.now = due
            await self._act(id_, cmd.Tick(), None)
        elif what == "leave":
            await self._act(id_, cmd.MarkAbsent(seat), None)
            self.scene.now = later(self.scene.now, chance.choice(MOMENTS))
            await self._act(id_, cmd.Claim(chance.choice(list(cmd.ClaimKind))), other)
        elif what in ("draw", "takeback", "cancel"):
            await self._act(id_, cmd.Offer(OfferKind(what)), me)
            await self._act(id_, cmd.Accept(OfferKind(what)), other)
        elif what in ("resign", "abort"):
            await self._act(id_, cmd.Resign() if what == "resign" else cmd.Abort(), me)

    async def _act(self, room: RoomId, command: cmd.Command, by: Identity | None) -> None:
        self.scene.now = later(self.scene.now, Millis(10))
        await self.scene.keeper.act(RoomCommand(room, command, by, CommandKey(f"{self.scene.now}")))

    async def _ended(self, room: RoomId) -> FinishedRoom:
        log = tuple(map(decode_event, await self.scene.store.read(room, 0)))
        return FinishedRoom(room, replay(log), log)

    def _count(self, games: list[FinishedRoom]) -> None:
        """What must follow from a game, or from the games of a set."""
        created = games[0].room.created
        points = dict.fromkeys((player.id for player in games[0].room.seats if player), 0.0)
        is_counted = False
        for game in games:
            players = [player.id for player in game.room.seats if player is not None]
            end, is_played = game.finished, placed_by(game) == set(players)
            is_aborted = end.termination is Termination.ABORTED
            if created.options.rated and not is_played and game is games[0]:
                assert is_aborted, f"{end.termination} of a rated game that not everybody has played"
            if is_aborted and not is_played:
                self.unplayed[game.id] = set(players)
            else:
                self.played.add(game.id)
            if not is_aborted:
                is_counted = True
                for seat, player in enumerate(players):
                    points[player] += (seat in end.winners) if end.winners else 0.5
        is_told = [any(isinstance(event, ev.RatingsChanged) for event in game.events) for game in games]
        is_rated = created.options.rated and is_counted
        assert is_told == [*[False] * (len(games) - 1), is_rated], "a room that tells of other ratings"
        if is_rated:
            self._rate(str(pool_of(created.ruleset, created.time)), points, games[-1].finished)

    def _rate(self, pool: str, points: dict[PlayerId, float], end: ev.Finished) -> None:
        (one, own), (other, others) = points.items()
        result = Result.DRAW if own == others else Result.WIN if own > others else Result.LOSS
        before = [self.ratings.get((pool, player), NEW) for player in (one, other)]
        after = ratings_after(before, (result, result.opposite), end.at)
        self.ratings |= {(pool, one): after[0], (pool, other): after[1]}

    async def check(self) -> None:
        for player in (*PEOPLE, GUEST):
            standings = await self.accounts.standings(player.id)
            found = {pool: PoolResults.decode(body) for pool, body in standings.items()}
            moved = {pool: results.rating for pool, results in found.items() if results.rating != NEW}
            assert moved == {pool: r for (pool, id_), r in self.ratings.items() if id_ == player.id}
            own = {id_ for id_, players in self.unplayed.items() if player.id in players}
            everything = await self._found(GameFilter(player.id, unplayed=True), player.id)
            assert everything - self.played == own, "not the data of a player"
            assert not await self._found(GameFilter(player.id), player.id) & own
            assert not await self._found(GameFilter(player.id, unplayed=True), STRANGER) & own
        assert await self._found(GameFilter(), STRANGER) == self.played
        listed = await self.scene.store.archive.places(ArchiveList(), SortKey(b""), SortKey(b""), 100)
        assert {room_of_sort_key(place) for place in listed} == self.played

    async def _found(self, which: GameFilter, asker: PlayerId) -> set[RoomId]:
        return {game.id for game in (await self.search.find(which, "", asker))[0]}


def placed_by(game: FinishedRoom) -> set[PlayerId]:
    """The players with a whole turn of stones that was not taken back, by the events alone."""
    room, turns = opened(game.room.created), list[PlayerId | None]()
    for event in game.events[1:]:
        before, room = room, apply(room, event)
        match event:
            case ev.Moved(seat=seat):
                player, goes_on = before.seats[seat], room.to_act == seat and not room.game.is_over
                turns.append(None if player is None or goes_on else player.id)
            case ev.Chosen():
                turns.append(None)
            case ev.TakenBack(turn_count=count):
                del turns[count:]
            case _:
                pass
    return set(filter(None, turns))


@pytest.mark.usefixtures("untraced")
@settings(max_examples=120)
@given(st.integers(0, 2**32).map(Random))
def test_ratings_and_lists_are_what_the_games_say(chance: Random) -> None:
    async def evening() -> None:
        server = Evening(chance)
        for number in range(chance.choice((1, 2, 4))):
            await server.game(number)
        await server.check()

    asyncio.run(evening())
