"""Games that nobody came to play, and clocks that wait for those who come: with real sockets."""

import sys
from typing import TypeVar

import pytest

from pente_core.clock.instant import Millis
from pente_core.identity import RoomId
from pente_core.room import OfferKind, Options, first_moves
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.outcome import Termination
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.archive import GameFilter, Games, GameSummary
from pente_protocol.messages.base import Error
from pente_protocol.messages.people import Profile
from pente_protocol.messages.rooms import Act, Create, Happened, Synced, Watch
from pente_server.live.presence import absence_monitor
from pente_server.rooms import deadlines
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.support.frozen_clock import FrozenClock
from tests.support.peer import Peer, a_game, creating, peers, play, serving
from tests.support.waiting import until

_Event = TypeVar("_Event")
CLOCKS_WAIT = Millis(900)
FIRST_MOVE = Millis(500)
"""The time for a first move. More would pass for an outage."""


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deadlines and absences are looked at all the time, and nobody waits for long."""
    monkeypatch.setattr(first_moves, "_SHORTEST", FIRST_MOVE)
    monkeypatch.setattr(first_moves, "_LONGEST", FIRST_MOVE)
    monkeypatch.setattr(sys.modules["pente_core.room.ending"], "CLOCKS_WAIT", CLOCKS_WAIT)
    monkeypatch.setattr(deadlines, "SWEEP_EVERY", 0.1)
    monkeypatch.setattr(deadlines, "LONGEST_WAIT", 0.05)
    monkeypatch.setattr(absence_monitor, "CHECK_EVERY", 0.05)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FrozenClock:
    return FrozenClock.install(monkeypatch)


async def a_rated_game(host: Peer, guest: Peer, time: str = "5+0", ruleset: str = "pente") -> RoomId:
    room = await host.create(ruleset, time, options=Options(rated=True))
    await guest.act(room, cmd.Join())
    return room


async def event_in(room: RoomId, peer: Peer, kind: type[_Event]) -> _Event:
    """The next event of a kind in a room."""
    news = await peer.heard(Happened, lambda news: news.room == room and isinstance(news.event, kind))
    assert isinstance(news.event, kind)
    return news.event


async def archived(peer: Peer, room: RoomId) -> GameSummary:
    """A finished game in the archive, as soon as it is there."""
    found: dict[RoomId, GameSummary] = {}

    async def is_there() -> bool:
        for which in (GameFilter(), GameFilter(peer.welcome.player.id, unplayed=True)):
            found.update({game.id: game for game in (await peer.ok(Games, which=which)).games})
        return room in found

    await until(is_there)
    return found[room]


async def test_a_rated_game_without_a_first_move_is_aborted_and_rates_nobody(clock: FrozenClock) -> None:
    async with serving() as served, peers(served.url, "alice", "bob") as (alice, bob):
        room = await a_rated_game(alice, bob)
        await play(alice, room, 180)  # the only legal point: no move of her own
        await play(bob, room, 0)
        clock.let_pass(FIRST_MOVE)
        end = await bob.happened(ev.Finished)
        assert (end.termination, end.winners, end.no_show) == (Termination.ABORTED, (), (0,))
        assert (await archived(bob, room)).no_show == (0,)
        assert [(await peer.ok(Profile)).scores for peer in (alice, bob)] == [(), ()]


@pytest.mark.parametrize("leader_is_away", [True, False])
async def test_an_absence_in_its_second_game_leaves_a_rated_set_as_it_stood(
    clock: FrozenClock, leader_is_away: bool
) -> None:
    async with serving() as served, peers(served.url, "alice", "bob") as (alice, bob):
        room = await alice.create("pente", "5+0", options=Options(rated=True, games=2))
        await bob.act(room, cmd.Join())
        await play(alice, room, 180)
        await play(bob, room, 0)
        await (alice if leader_is_away else bob).act(room, cmd.Resign())
        again = (await bob.happened(ev.Continued)).room
        for peer in (alice, bob):  # alice first, who then sees that both are there
            await peer.ok(Watch, room=again)
            await event_in(again, alice, ev.Readied)
        clock.let_pass(FIRST_MOVE)
        end = await event_in(again, alice, ev.Finished)
        assert (end.termination, end.no_show) == (Termination.ABORTED, (0,))  # bob, who moves first now
        changes = (await event_in(again, alice, ev.RatingsChanged)).changes
        after = {change.seat: change.after for change in changes}
        assert after == ({0: 1662, 1: 1338} if leader_is_away else {0: 1338, 1: 1662})


async def test_the_clocks_of_a_rematch_wait_for_its_players(clock: FrozenClock) -> None:
    async with serving() as served, peers(served.url, "alice", "bob") as (alice, bob):
        room = await a_game(alice, bob, time="5+0")
        await play(alice, room, 0)
        await alice.act(room, cmd.Resign())
        await alice.act(room, cmd.Offer(OfferKind.REMATCH))
        await bob.act(room, cmd.Accept(OfferKind.REMATCH))
        again = (await alice.happened(ev.Continued)).room
        clock.let_pass(Millis(300))
        await alice.ok(Watch, room=again)
        await event_in(again, alice, ev.Readied)
        clock.let_pass(Millis(100))
        await bob.ok(Watch, room=again)
        assert (await event_in(again, bob, ev.Readied)).seat == 0
        shot = next(m.snapshot for m in bob.said if isinstance(m, Synced) and m.room == again)
        assert (shot.remaining, shot.running) == ((300_000, 300_000), 0)
        clock.let_pass(Millis(200))
        await play(bob, again, 0)
        mine, others = (await event_in(again, alice, ev.Moved)).remaining
        assert 299_800 <= mine < 299_900  # what a busy machine takes to answer a ping is given back
        assert others == 300_000


async def test_nobody_is_waited_for_longer_than_that(clock: FrozenClock) -> None:
    async with serving() as served, peers(served.url, "alice", "bob") as (alice, bob):
        room = await a_game(alice, bob, time="5+0")
        await play(alice, room, 0)
        await alice.act(room, cmd.Resign())
        await alice.act(room, cmd.Offer(OfferKind.REMATCH))
        await bob.act(room, cmd.Accept(OfferKind.REMATCH))
        again = (await alice.happened(ev.Continued)).room
        await alice.ok(Watch, room=again)
        clock.let_pass(CLOCKS_WAIT)
        clock.let_pass(FIRST_MOVE)
        assert (await event_in(again, alice, ev.Finished)).no_show == (0,)


async def test_after_three_in_a_day_there_are_no_rated_games_for_an_hour(clock: FrozenClock) -> None:
    async with serving() as served, peers(served.url, "alice", "bob") as (alice, bob):
        rooms = []
        for _ in range(3):
            rooms.append(await a_rated_game(alice, bob))
            clock.let_pass(FIRST_MOVE)
            await archived(bob, rooms[-1])
        room = rooms[-1]
        rated = Options(rated=True)
        refusal = await alice.ask(Create, **creating(ruleset="pente", time="5+0", options=rated))
        assert isinstance(refusal, Error)
        assert (refusal.code, refusal.text[:70]) == (
            ErrorCode.NOT_RATED,
            "You made no first move in three games of a day. You can play rated gam",
        )
        assert " again in 60 minutes, at " in refusal.text
        assert refusal.retry_ms is not None
        assert refusal.retry_ms > 3_590_000
        assert (
            await alice.code(Act, **alice.acting(room, cmd.Offer(OfferKind.REMATCH))) == ErrorCode.NOT_RATED
        )

        theirs = await bob.create("pente", "5+0", options=rated)
        assert await alice.refusal(theirs, cmd.Join()) == ErrorCode.NOT_RATED
        casual = await alice.create("pente", "5+0")
        await bob.act(casual, cmd.Join())
        await bob.act(room, cmd.Offer(OfferKind.REMATCH))
        assert await alice.refusal(room, cmd.Accept(OfferKind.REMATCH)) == ErrorCode.NOT_RATED


async def test_also_when_the_node_that_knew_is_gone(clock: FrozenClock) -> None:
    memory = MemoryDatabase()
    async with serving(MemoryStore(memory)) as other, peers(other.url, "carol") as (carol,):
        async with serving(MemoryStore(memory)) as served, peers(served.url, "alice", "bob") as (alice, bob):
            room = await a_rated_game(alice, bob)
            await play(alice, room, 180)
            await play(bob, room, 0)
        clock.let_pass(FIRST_MOVE)
        game = await archived(carol, room)
        assert (game.termination, game.no_show) == (Termination.ABORTED, (0,))
        assert (await carol.ok(Profile, player="bob")).scores == ()
