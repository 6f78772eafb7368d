"""What requests cost: who asks for much pays for it, and who plays does not."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId, PlayerKind, RoomId
from pente_core.rating import Speed
from pente_core.room import BotPolicy, OfferKind, Options
from pente_core.room import commands as cmd
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.archive import GameList, Games, LogList, Logs
from pente_protocol.messages.base import Error
from pente_protocol.messages.friends import Befriend, Friends
from pente_protocol.messages.lists import PlayerList, Rooms
from pente_protocol.messages.people import Block, Blocked, LeaderList, Leaders
from pente_protocol.messages.rooms import Act, Create, Unwatch, Watch
from pente_server.limits.limit import RateLimit
from pente_server.limits.limits import Allowance
from pente_server.limits.token_bucket import TokenBucket
from pente_server.net.sessions.session import Session
from pente_server.requests.costs import (
    ACCOUNT,
    LEADERBOARD,
    LOG,
    LOG_KIB,
    LOOKED_AT,
    SENT_KIB,
    STANDINGS,
)
from pente_server.results.no_shows import NoShows
from tests.support.peer import GENEROUS, Peer, Served, a_game, creating, peers, play, serving
from tests.support.waiting import until

Charged = Callable[[], list[float]]
RATED = Options(rated=True, bots=BotPolicy.ANYBODY)


@pytest.fixture
def charged(monkeypatch: pytest.MonkeyPatch) -> Charged:
    """What was charged on top of the cost of any question, since the last call."""
    costs: list[float] = []
    charge = Session.charge

    def noted(session: Session, cost: float) -> None:
        costs.append(cost)
        charge(session, cost)

    def taken() -> list[float]:
        so_far = costs[:]
        costs.clear()
        return so_far

    monkeypatch.setattr(Session, "charge", noted)
    return taken


async def finished(first: Peer, second: Peer, *points: int) -> RoomId:
    room = await a_game(first, second)
    for number, point in enumerate(points):
        await play((first, second)[number % 2], room, point)
    await first.act(room, cmd.Resign())
    return room


async def filed(served: Served) -> None:
    async def is_filed() -> bool:
        return not await served.node.store.archive.unfiled(Instant(1 << 45))

    await until(is_filed)


class TestLogs:
    async def test_a_room_that_is_named_twice_is_refused(self, trio: list[Peer]) -> None:
        alice, bob, _ = trio
        room = await finished(alice, bob)
        assert await alice.code(Logs, rooms=(room,) * 256) == ErrorCode.DUPLICATE
        assert await alice.code(Logs, rooms=(room, RoomId("0123456789ab"), room)) == ErrorCode.DUPLICATE
        await alice.told(LogList, Logs, rooms=(room,))

    async def test_each_log_is_paid_for_by_what_is_read(self, trio: list[Peer], charged: Charged) -> None:
        alice, bob, _ = trio
        short, long = await finished(alice, bob), await finished(alice, bob, *range(0, 60, 7))
        charged()
        await alice.told(LogList, Logs, rooms=(short, long))
        for_short, for_long, for_bytes = charged()
        assert LOG < for_short < for_long < LOG + 2 * LOG_KIB
        assert 0 < for_bytes < 2 * SENT_KIB

    async def test_a_part_of_a_log_costs_as_much_as_the_whole(
        self, trio: list[Peer], charged: Charged
    ) -> None:
        alice, bob, _ = trio
        room = await finished(alice, bob, *range(9))
        charged()
        await alice.told(LogList, Logs, rooms=(room,))
        await alice.told(LogList, Logs, rooms=(room,), after=8)
        whole, _, part, _ = charged()
        assert part == whole


class TestSearches:
    async def test_every_game_that_is_looked_at_counts(
        self, served: Served, trio: list[Peer], charged: Charged
    ) -> None:
        alice, bob, carol = trio
        for _ in range(3):
            await finished(alice, bob)
        await filed(served)
        charged()
        await carol.told(GameList, Games)
        assert charged()[0] == pytest.approx(3 * LOOKED_AT)

    async def test_and_every_leaderboard(self, trio: list[Peer], charged: Charged) -> None:
        await trio[0].told(LeaderList, Leaders)
        assert charged()[0] == LEADERBOARD * len(Speed)


class TestPeople:
    async def test_every_friend_counts_and_who_is_here_more(self, trio: list[Peer], charged: Charged) -> None:
        alice, _, _ = trio
        for friend in ("bob", "carol"):
            await alice.ok(Befriend, player=friend)
        charged()
        await alice.ok(Friends)
        assert charged()[:2] == [2 * ACCOUNT, 2 * STANDINGS * len(Speed)]

    async def test_so_does_everybody_who_is_blocked(self, trio: list[Peer], charged: Charged) -> None:
        alice, _, _ = trio
        for other in ("bob", "carol"):
            await alice.ok(Block, player=other)
        charged()
        await alice.told(PlayerList, Blocked)
        assert charged()[0] == 2 * ACCOUNT


class TestBreaks:
    """Who takes part in a rated game must have come to others, which is looked up in the archive."""

    @pytest.fixture
    def looked_up(self, monkeypatch: pytest.MonkeyPatch) -> list[PlayerId]:
        players: list[PlayerId] = []
        break_until = NoShows.break_until

        async def noted(no_shows: NoShows, player: PlayerId, *others: Any) -> Instant | None:
            players.append(player)
            return await break_until(no_shows, player, *others)

        monkeypatch.setattr(NoShows, "break_until", noted)
        return players

    async def test_each_game_that_is_looked_at_counts(
        self, served: Served, trio: list[Peer], charged: Charged
    ) -> None:
        alice, bob, carol = trio
        for _ in range(3):
            await finished(alice, bob)
        await filed(served)
        room = await alice.create("pente", "5+0", options=RATED)
        await carol.ok(Watch, room=room)
        charged()
        await carol.act(room, cmd.Join())
        assert sum(charged()[:2]) == pytest.approx(3 * LOOKED_AT)

    async def test_a_game_that_has_begun_is_refused_without(
        self, trio: list[Peer], looked_up: list[PlayerId]
    ) -> None:
        alice, bob, carol = trio
        room = await alice.create("pente", "5+0", options=RATED)
        await bob.act(room, cmd.Join())
        looked_up.clear()
        await carol.refusal(room, cmd.Join())
        await alice.refusal(room, cmd.Offer(OfferKind.REMATCH))
        assert looked_up == []

    async def test_bots_have_none(self, looked_up: list[PlayerId]) -> None:
        async with (
            serving(rates_bots=True) as served,
            peers(served.url, "alice") as (alice,),
            Peer(served.url) as robot,
        ):
            await robot.hello("robot", kind=PlayerKind.BOT)
            room = await robot.create("pente", "5+0", options=RATED)
            await alice.act(room, cmd.Join())
            assert set(looked_up) == {alice.welcome.player.id}


class TestQuestions:
    async def test_watching_a_room_again_and_again_is_one(self, trio: list[Peer], charged: Charged) -> None:
        alice, bob, _ = trio
        room = await alice.create()
        charged()
        for _ in range(3):
            await alice.ok(Watch, room=room)
            await bob.ok(Watch, room=room)
        assert len(charged()) == 6

    async def test_so_is_stopping_to_watch_it_before(self, trio: list[Peer], charged: Charged) -> None:
        alice, _, _ = trio
        room = await alice.create()
        charged()
        for _ in range(3):
            await alice.ok(Unwatch, room=room)
            await alice.ok(Watch, room=room)
        assert len(charged()) == 3

    async def test_and_what_has_to_be_loaded_to_be_refused(self, trio: list[Peer], charged: Charged) -> None:
        alice, bob, carol = trio
        over = await finished(alice, bob)
        await alice.ok(Unwatch, room=over)
        charged()
        for peer in (alice, carol):
            await peer.refusal(over, cmd.Resign())
        assert len(charged()) == 2

    async def test_so_are_joining_and_rematches_that_are_refused(
        self, trio: list[Peer], charged: Charged
    ) -> None:
        alice, bob, carol = trio
        room = await a_game(alice, bob)
        await carol.ok(Watch, room=room)
        charged()
        await carol.refusal(room, cmd.Join())
        await alice.refusal(room, cmd.Offer(OfferKind.REMATCH))
        await alice.refusal(room, cmd.Accept(OfferKind.REMATCH))
        assert len(charged()) == 3

    async def test_playing_costs_nothing(self, trio: list[Peer], charged: Charged) -> None:
        alice, bob, _ = trio
        room = await alice.create("freestyle", invite=("bob",))
        await bob.act(room, cmd.Join())
        await play(alice, room, 0)
        await alice.act(room, cmd.Resign())
        await bob.act(await bob.create(), cmd.Leave())
        assert charged() == []

    async def test_who_returns_to_a_game_asks_nothing(
        self, served: Served, trio: list[Peer], charged: Charged
    ) -> None:
        alice, bob, _ = trio
        room = await a_game(alice, bob)
        charged()
        async with Peer(served.url) as again:
            await again.hello(credential=alice.credential)
            await again.ok(Watch, room=room)
        assert charged() == []

    async def test_debts_are_paid_before_the_next_question(self) -> None:
        allowance = Allowance(questions=RateLimit(0.001, 2.5), messages=RateLimit(1e6, 1e6))
        async with serving(allowance=allowance) as served, peers(served.url, "alice", "bob") as (alice, bob):
            room = await finished(alice, bob)
            await alice.told(LogList, Logs, rooms=(room,))
            await alice.ok(Rooms)
            _ = await alice.post(Rooms)  # waits for a quarter of an hour
            late = await alice.post(Create, **creating())
            await bob.act(await bob.create(), cmd.Leave())
            await bob.ok(Rooms)
            assert not late.done()
            assert not isinstance(alice.said[-1], Error)
            alice.connection.transport.abort()


async def test_acts_are_charged_by_the_room_and_not_by_the_answer(
    served: Served, trio: list[Peer], charged: Charged
) -> None:
    _, _, carol = trio
    assert await carol.code(Act, **carol.acting(RoomId("0123456789ab"), cmd.Join())) == ErrorCode.UNKNOWN_ROOM
    assert len(charged()) == 1


async def test_resuming_the_rooms_of_others_is_asked_for_each(monkeypatch: pytest.MonkeyPatch) -> None:
    taken: list[float] = []
    take = TokenBucket.take

    def noted(bucket: TokenBucket, tokens: float = 1.0) -> float:
        if bucket._burst == 77:
            taken.append(tokens)
        return take(bucket, tokens)

    monkeypatch.setattr(TokenBucket, "take", noted)
    allowance = replace(GENEROUS, questions=RateLimit(1e6, 77))
    async with serving(allowance=allowance) as served, peers(served.url, "alice", "bob") as (alice, bob):
        mine, others = await bob.create(), [await alice.create() for _ in range(3)]
        taken.clear()
        async with Peer(served.url) as again:
            await again.hello(
                credential=bob.credential, kind=PlayerKind.BOT, rooms=dict.fromkeys([mine, *others], 0)
            )
        assert taken == [1.0] * 3
