"""Finished games are counted exactly once, whatever dies between the steps."""

import asyncio
from collections.abc import Sequence
from typing import Final

import pytest

from pente_core.clock.clock import parse_time_control
from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.rating import NEW, RatingChange, Result, ratings_after
from pente_core.room import Options, create, replay
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.room.options import DEFAULT_OPTIONS
from pente_core.rules.point import Point
from pente_core.rules.ruleset import ruleset_from
from pente_core.value import replace
from pente_protocol.codec import decode_event
from pente_server.results.pool_results import LedgerEntry, PoolResults
from pente_server.results.post_game import FinishedRoom
from pente_server.results.ratings import RatingUpdater
from pente_server.rooms.command_decider import RoomCommand
from pente_server.rooms.keeper import Keeper
from pente_server.rooms.loaded.room_log import CommandKey
from pente_server.store import StoreUnavailable
from pente_server.store.accounts.account_store import ResultUpdate
from pente_server.store.memory.accounts import MemoryAccountData, MemoryAccounts
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.server.rooms.test_keeper import Scene

ANN, BOB, CAT = (Identity(PlayerId(name[0] * 32), name) for name in ("ann", "bob", "cat"))
RATED: Final = Options(rated=True)
POOL: Final = "pente/blitz"
ROOM: Final = RoomId("room-0001")


class Died(BaseException):
    """The process is gone."""


class Doomed(MemoryAccounts):
    """People at a node that dies, or loses its store, at one of its calls: before or after its effect."""

    def __init__(self, register: MemoryAccountData, at: int, *, after: bool, fate: BaseException) -> None:
        super().__init__(register)
        self.calls = 0
        self._at, self._after, self._fate = at, after, fate

    def _step(self, *, after: bool) -> None:
        self.calls += not after
        if self.calls == self._at and after is self._after:
            raise self._fate

    async def standing(self, pool: str, players: Sequence[PlayerId]) -> Sequence[bytes]:
        self._step(after=False)
        found = await super().standing(pool, players)
        self._step(after=True)
        return found

    async def counted(self, player: PlayerId, room: RoomId) -> bytes | None:
        self._step(after=False)
        found = await super().counted(player, room)
        self._step(after=True)
        return found

    async def count(self, count: ResultUpdate) -> bytes | None:
        self._step(after=False)
        entry = await super().count(count)
        self._step(after=True)
        return entry


class Server:
    """A store that outlives its nodes. Mutable."""

    def __init__(self) -> None:
        self.memory = MemoryDatabase()
        self.scene = Scene(self.memory)

    @property
    def accounts(self) -> MemoryAccounts:
        return MemoryAccounts(self.memory.register)

    def node(self, accounts: MemoryAccounts | None = None) -> RatingUpdater:
        """One more node on the store, which has heard of nothing yet."""
        return RatingUpdater(accounts or self.accounts, Scene(self.memory).keeper)

    async def game(
        self,
        room: str = "room-0001",
        *,
        loser: Identity = BOB,
        players: Sequence[Identity] = (ANN, BOB),
        options: Options = RATED,
        rules: object = "pente",
        time: str = "5+3",
    ) -> FinishedRoom:
        """A game that was resigned."""
        id_, keeper = RoomId(room), self.scene.keeper
        host, *others = players
        events = create(
            ruleset_from(rules), parse_time_control(time), by=host, now=self.scene.now, options=options
        )
        await keeper.create(id_, events, "create")
        for other in others:
            await keeper.act(RoomCommand(id_, cmd.Join(), other, CommandKey(f"join {other.name}")))
        for seat, player in enumerate(players):
            stone = cmd.Play(Point(20 * seat or 180))
            await keeper.act(RoomCommand(id_, stone, player, CommandKey(f"stone of {player.name}")))
        await keeper.act(RoomCommand(id_, cmd.Resign(), loser, CommandKey("resign")))
        return await self.ended(id_)

    async def ended(self, room: RoomId) -> FinishedRoom:
        log = tuple(map(decode_event, await MemoryStore(self.memory).read(room, 0)))
        return FinishedRoom(room, replay(log), log)

    async def standing(self, player: Identity, pool: str = POOL) -> PoolResults:
        (body,) = await self.accounts.standing(pool, [player.id])
        return PoolResults.decode(body)

    async def told(self, room: RoomId = ROOM) -> list[tuple[RatingChange, ...]]:
        """What the room tells of ratings."""
        return [
            event.changes for event in (await self.ended(room)).events if isinstance(event, ev.RatingsChanged)
        ]


@pytest.fixture
def server() -> Server:
    return Server()


class TestCounting:
    async def test_a_rated_game_changes_both_ratings_and_its_room_tells(self, server: Server) -> None:
        ended = await server.game()

        await server.node().file(ended)

        ann, bob = await server.standing(ANN), await server.standing(BOB)
        expected = ratings_after((NEW, NEW), (Result.WIN, Result.LOSS), ended.finished.at)
        assert (ann.rating, bob.rating) == expected
        assert (ann.wins, ann.losses, ann.rated) == (1, 0, 1)
        assert (bob.wins, bob.losses, bob.rated) == (0, 1, 1)
        assert await server.told() == [
            (RatingChange(0, 1500, 1662, provisional=True), RatingChange(1, 1500, 1338, provisional=True))
        ]

    async def test_a_casual_game_counts_without_changing_ratings(self, server: Server) -> None:
        await server.node().file(await server.game(options=DEFAULT_OPTIONS))

        ann = await server.standing(ANN)
        assert (ann.wins, ann.rated, ann.rating) == (1, 0, NEW)
        assert await server.told() == []

    async def test_an_aborted_game_counts_nowhere(self, server: Server) -> None:
        id_, keeper = RoomId("room-0001"), server.scene.keeper
        events = create(
            ruleset_from("pente"), parse_time_control("5+3"), by=ANN, now=server.scene.now, options=RATED
        )
        await keeper.create(id_, events, "create")
        await keeper.act(RoomCommand(id_, cmd.Join(), BOB, CommandKey("join")))
        await keeper.act(RoomCommand(id_, cmd.Abort(), BOB, CommandKey("abort")))

        await server.node().file(await server.ended(id_))

        assert await server.accounts.standings(ANN.id) == {}
        assert await server.told() == []

    async def test_games_of_three_count_without_changing_ratings(self, server: Server) -> None:
        ended = await server.game(players=(ANN, BOB, CAT), rules={"base": "pente", "sides": 3}, loser=ANN)
        assert ended.room.game.outcome is None
        await server.scene.keeper.act(RoomCommand(ended.id, cmd.Resign(), CAT, CommandKey("cat too")))
        await server.node().file(await server.ended(ended.id))

        assert (await server.standing(BOB, "custom/blitz")).wins == 1
        assert (await server.standing(CAT, "custom/blitz")).losses == 1

    async def test_filing_again_changes_nothing(self, server: Server) -> None:
        ended = await server.game()
        await server.node().file(ended)
        before = await server.standing(ANN)

        await server.node().file(ended)
        await server.node().file(await server.ended(ended.id))

        assert await server.standing(ANN) == before
        assert len(await server.told()) == 1

    async def test_each_game_builds_on_the_last(self, server: Server) -> None:
        for number, loser in enumerate((BOB, ANN, BOB)):
            await server.node().file(await server.game(f"room-{number:04}", loser=loser))

        ann = await server.standing(ANN)
        assert (ann.wins, ann.losses, ann.rated) == (2, 1, 3)
        entries = [
            LedgerEntry.decode(body)
            for number in range(3)
            if (body := await server.accounts.counted(ANN.id, RoomId(f"room-{number:04}")))
        ]
        assert [entry.before for entry in entries[1:]] == [entry.after for entry in entries[:-1]]
        assert entries[-1].after == ann.rating


class TestFaults:
    @pytest.mark.parametrize("after", [False, True])
    @pytest.mark.parametrize("fate", [Died(), StoreUnavailable("it is away")], ids=["killed", "store away"])
    @pytest.mark.parametrize("at", range(1, 6))
    async def test_broken_off_at_any_step_it_counts_once(
        self, server: Server, at: int, fate: BaseException, after: bool
    ) -> None:
        ended = await server.game()
        doomed = Doomed(server.memory.register, at, after=after, fate=fate)

        with pytest.raises(type(fate)):
            await server.node(doomed).file(ended)
        await server.node().file(ended)

        expected = ratings_after((NEW, NEW), (Result.WIN, Result.LOSS), ended.finished.at)
        assert ((await server.standing(ANN)).rating, (await server.standing(BOB)).rating) == expected
        assert [(await server.standing(one)).rated for one in (ANN, BOB)] == [1, 1]
        assert len(await server.told()) == 1

    async def test_there_are_no_more_steps_than_are_broken_off_above(self, server: Server) -> None:
        watched = Doomed(server.memory.register, 0, after=True, fate=Died())
        await server.node(watched).file(await server.game())
        assert watched.calls == 5

    async def test_killed_before_the_room_tells(self, server: Server) -> None:
        ended = await server.game()

        class Dying(Keeper):
            async def act(self, *_: object, **__: object) -> int:
                raise Died

        scene = server.scene
        keeper = Dying(scene.store, scene, is_wanted=lambda _: True, now=lambda: scene.now)
        with pytest.raises(Died):
            await RatingUpdater(server.accounts, keeper).file(ended)
        assert await server.told() == []

        await server.node().file(ended)
        assert len(await server.told()) == 1
        assert (await server.standing(ANN)).rated == 1

    async def test_what_another_game_did_meanwhile_is_not_lost(self, server: Server) -> None:
        first, second = await server.game(), await server.game("room-0002", loser=ANN)
        doomed = Doomed(server.memory.register, 4, after=True, fate=Died())

        with pytest.raises(Died):
            await server.node(doomed).file(first)  # counted for ann, and not for bob
        await server.node().file(second)
        await server.node().file(first)

        for player in (ANN, BOB):
            standing = await server.standing(player)
            assert (standing.wins, standing.losses, standing.rated) == (1, 1, 2)

    async def test_many_nodes_and_games_at_once(self, server: Server) -> None:
        class Slow(MemoryAccounts):
            """Lets others come between any two steps."""

            async def standing(self, pool: str, players: Sequence[PlayerId]) -> Sequence[bytes]:
                await asyncio.sleep(0)
                return await super().standing(pool, players)

            async def count(self, count: ResultUpdate) -> bytes | None:
                await asyncio.sleep(0)
                return await super().count(count)

        games = [await server.game(f"room-{number:04}", loser=(ANN, BOB)[number % 2]) for number in range(6)]

        nodes = [server.node(Slow(server.memory.register)) for _ in range(3)]
        await asyncio.gather(*(node.file(game) for node in nodes for game in games))

        ann, bob = await server.standing(ANN), await server.standing(BOB)
        assert (ann.wins, ann.losses, ann.rated) == (bob.losses, bob.wins, bob.rated) == (3, 3, 6)
        for game in games:
            assert len(await server.told(game.id)) == 1


def test_a_standing_is_read_as_it_was_written() -> None:
    standing = PoolResults().after(Result.WIN, replace(NEW, value=1662.3, at=Instant(7)), Instant(7))
    assert PoolResults.decode(standing.encode()) == standing
    assert PoolResults.decode(b"") == PoolResults()
