"""Time: fallen flags, whoever is there to see it, and time that nobody is charged for."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import RoomId
from pente_core.room import Reason
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.move import Choice
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point
from pente_protocol.codec import decode_event
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.base import Error
from pente_protocol.messages.lists import Rooms
from pente_protocol.messages.rooms import Act, Acted, Create, Happened, Synced, Watch
from pente_server.net.sessions import session
from pente_server.rooms import deadlines, outages
from pente_server.rooms.room_listing import CLOCKS
from pente_server.store import Account, Commit, CommitResult, HeartbeatReply, Outage, Store, StoreUnavailable
from pente_server.store.archive_store import SortKey
from pente_server.store.memory.accounts import MemoryAccountData, MemoryAccounts
from pente_server.store.memory.room_lists import MemoryRoomLists
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from pente_server.store.redis.store import RedisStore
from tests.support.frozen_clock import FrozenClock
from tests.support.games.live_rooms import has_heard_of_end, live_rooms
from tests.support.peer import Peer, a_game, creating, peers, play, serving
from tests.support.valkey import ALWAYS, running_valkey
from tests.support.waiting import PATIENCE, until

ONE_SECOND = "0.01667"
SECOND = Millis(1000)


async def log(store: Store, room: RoomId) -> list[ev.Event]:
    return [decode_event(body) for body in await store.read(room, 0)]


async def ended(store: Store, room: RoomId) -> ev.Finished:
    """Wait until a game is over: how."""

    async def is_over() -> bool:
        return isinstance((await log(store, room))[-1], ev.Finished)

    await until(is_over)
    last = (await log(store, room))[-1]
    assert isinstance(last, ev.Finished)
    return last


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch, no_first_moves_due: None) -> None:
    """What happens now and then happens all the time."""
    monkeypatch.setattr(deadlines, "SWEEP_EVERY", 0.1)
    monkeypatch.setattr(deadlines, "LONGEST_WAIT", 0.05)
    monkeypatch.setattr(outages, "TIME_TO_RETURN", Millis(100))
    monkeypatch.setattr("pente_server.heartbeat.heartbeat.INTERVAL", 0.05)
    monkeypatch.setattr("pente_server.rooms.outages.RETRY_AFTER", 0.05)


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FrozenClock:
    return FrozenClock.install(monkeypatch)


@pytest.fixture
def no_ticks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody looks at the clocks but who makes a move."""

    async def tick(*_: object) -> None:
        return

    monkeypatch.setattr(deadlines.DeadlineScheduler, "_tick", tick)


class TestFlags:
    async def test_a_flag_falls_on_time(self, clock: FrozenClock) -> None:
        async with serving() as served, peers(served.url, "alice", "bob") as (alice, bob):
            room = await a_game(alice, bob, time=ONE_SECOND)
            move = alice.acting(room, cmd.Play(Point(0)))
            ok = await alice.ok(Act, **move)
            moved = await bob.happened(ev.Moved)
            clock.let_pass(SECOND)
            finished = await bob.happened(ev.Finished)

            assert finished.termination is Termination.TIME
            assert finished.winners == (0,)
            assert finished.remaining[1] == 0
            assert finished.at - moved.at == SECOND
            assert await bob.refusal(room, cmd.Play(Point(1))) == Reason.GAME_OVER
            assert (await alice.ok(Act, **move)).version == ok.version
            assert (await bob.ok(Rooms)).rooms == ()

    async def test_also_when_nobody_is_there(self) -> None:
        store = MemoryStore()
        async with serving(store) as served:
            async with peers(served.url, "alice", "bob") as (alice, bob):
                room = await a_game(alice, bob, time=ONE_SECOND)
            await until(lambda: not served.node.hub._rooms)
            finished = await ended(store, room)

        assert finished.winners == (1,)

    async def test_also_when_the_node_that_knew_is_gone(self) -> None:
        memory = MemoryDatabase()
        async with serving(MemoryStore(memory)) as other:
            async with (
                serving(MemoryStore(memory)) as served,
                peers(served.url, "alice", "bob") as (alice, bob),
            ):
                room = await a_game(alice, bob, time=ONE_SECOND)
            finished = await ended(MemoryStore(memory), room)
            assert finished.termination is Termination.TIME
            await until(lambda: has_heard_of_end(other.node, room))

    async def test_two_nodes_tick_once(self, clock: FrozenClock) -> None:
        memory = MemoryDatabase()
        async with (
            serving(MemoryStore(memory)) as here,
            serving(MemoryStore(memory)) as there,
            peers(here.url, "alice", "bob") as (alice, bob),
            peers(there.url, "carol") as (carol,),
        ):
            room = await a_game(alice, bob, time=ONE_SECOND)
            await carol.ok(Watch, room=room)
            clock.let_pass(SECOND)
            await carol.happened(ev.Finished)
            await alice.happened(ev.Finished)
            await asyncio.sleep(0.3)  # some sweeps later
            events = await log(MemoryStore(memory), room)
        assert [type(event) for event in events].count(ev.Finished) == 1

    async def test_who_is_out_of_time_is_out_while_others_go_on(self, clock: FrozenClock) -> None:
        async with serving() as served, peers(served.url, "alice", "bob", "carol") as trio:
            alice, bob, carol = trio
            room = await alice.create({"base": "freestyle", "sides": 3}, ONE_SECOND)
            await bob.act(room, cmd.Join())
            await carol.act(room, cmd.Join())
            clock.let_pass(SECOND)
            retired = await bob.happened(ev.Retired)
            assert retired.seat == 0
            await bob.act(room, cmd.Resign())
            assert (await carol.happened(ev.Finished)).winners == (2,)

    async def test_a_room_that_nobody_joins_is_closed(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(sys.modules["pente_core.room.deadlines"], "WAITING_ENDS", Millis(300))
        async with serving() as served, peers(served.url, "alice") as (alice,):
            await alice.create()
            assert (await alice.happened(ev.Closed)).reason is ev.Closing.EXPIRED

    async def test_a_move_that_comes_too_late_is_told_so_again_and_again(
        self, no_ticks: None, clock: FrozenClock
    ) -> None:
        async with serving() as served, peers(served.url, "alice", "bob", "carol") as (alice, bob, carol):
            room = await a_game(alice, bob, time=ONE_SECOND)
            swap = await a_game(alice, bob, "swap2-pente", ONE_SECOND)
            await play(alice, swap, 0, 1, 2)
            trio = await alice.create({"base": "freestyle", "sides": 3}, ONE_SECOND)
            await bob.act(trio, cmd.Join())
            await carol.act(trio, cmd.Join())
            clock.let_pass(Millis(SECOND + 1))

            move = alice.acting(room, cmd.Play(Point(0)))
            choice = bob.acting(swap, cmd.Choose(Choice.SWAP))
            one_of_three = alice.acting(trio, cmd.Play(Point(0)))
            for _ in range(3):
                assert await alice.code(Act, **move) == Reason.TOO_LATE
                assert await bob.code(Act, **choice) == Reason.TOO_LATE
                assert await alice.code(Act, **one_of_three) == Reason.TOO_LATE
            assert (await bob.heard(Happened, _is_end_of(room))).version == 5
            await bob.act(trio, cmd.Play(Point(1)))


class FicklePeople(MemoryAccounts):
    """People in a store that comes and goes."""

    def __init__(self, register: MemoryAccountData, check: Callable[[], None]) -> None:
        super().__init__(register)
        self._check = check

    async def find(self, name: str) -> Account | None:
        self._check()
        return await super().find(name)


class Fickle(MemoryStore):
    """A store that comes and goes."""

    is_away = False

    def __init__(self) -> None:
        super().__init__()
        self.accounts = FicklePeople(self._memory.register, self._check)

    def _check(self) -> None:
        if self.is_away:
            raise StoreUnavailable("it is away")

    def write(self, change: Commit) -> CommitResult:
        self._check()
        return super().write(change)

    async def read(self, room: RoomId, since: int) -> Sequence[bytes]:
        self._check()
        return await super().read(room, since)

    async def due(self, now: Instant) -> Sequence[RoomId]:
        self._check()
        return await super().due(now)

    async def beat(self, longest_gap: Millis) -> HeartbeatReply:
        self._check()
        return await super().beat(longest_gap)

    async def outage_credited(self, outage: Outage) -> None:
        self._check()
        await super().outage_credited(outage)


class TestOutages:
    async def test_while_the_store_is_away_a_command_waits_and_is_then_refused_for_now(
        self, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        store = Fickle()
        loop = asyncio.get_running_loop()
        async with serving(store) as served, peers(served.url, "alice", "bob") as (alice, bob):
            room = await a_game(alice, bob)
            store.is_away = True
            await until(lambda: not served.node.heartbeat.is_serving)
            begin = loop.time()
            move = alice.acting(room, cmd.Play(Point(0)))
            with monkeypatch.context() as hurry:
                hurry.setattr(session, "PATIENCE", 0.4)
                answer = await alice.ask(Act, **move)
            waited = loop.time() - begin
            store.is_away = False

            assert isinstance(answer, Error)
            assert (answer.code, answer.retry_ms) == (ErrorCode.UNAVAILABLE, 500)
            assert waited >= 0.4
            await alice.ok(Act, **move)
            await bob.happened(ev.Moved)

    async def test_a_short_absence_is_only_a_delay(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(session, "PATIENCE", PATIENCE)
        store = Fickle()
        async with serving(store) as served, peers(served.url, "alice", "bob") as (alice, bob):
            room = await a_game(alice, bob)
            store.is_away = True
            await until(lambda: not served.node.heartbeat.is_serving)
            answer = await alice.post(Act, **alice.acting(room, cmd.Play(Point(0))))
            asyncio.get_running_loop().call_later(0.3, setattr, store, "is_away", False)
            assert isinstance(await answer, Acted)
            await bob.happened(ev.Moved)

    async def test_nobody_is_charged_for_it(self, clock: FrozenClock) -> None:
        store = Fickle()
        async with serving(store) as served, peers(served.url, "alice", "bob") as (alice, bob):
            room = await a_game(alice, bob, time=ONE_SECOND)
            store.is_away = True
            await until(lambda: not served.node.heartbeat.is_serving)
            clock.let_pass(Millis(1300))
            store.is_away = False
            forgiven = await alice.happened(ev.OutageCredited)
            assert forgiven.end - forgiven.start >= 1300
            await play(alice, room, 0)
            moved = await bob.happened(ev.Moved)
            assert moved.remaining[0] == SECOND
            assert served.node.outages.pending == []
            assert store._memory.beats.outages == []

    async def test_nor_for_the_time_between_two_servers(self, clock: FrozenClock) -> None:
        memory = MemoryDatabase()
        async with (
            serving(MemoryStore(memory)) as served,
            peers(served.url, "alice", "bob") as (alice, bob),
        ):
            room = await a_game(alice, bob, time=ONE_SECOND)
        clock.let_pass(Millis(1200))
        async with serving(MemoryStore(memory)) as served, Peer(served.url) as again:
            await again.hello(credential=alice.credential, rooms={room: 4})
            await play(again, room, 0)
            assert (await again.happened(ev.Moved)).remaining[0] == SECOND
            clock.let_pass(Millis(SECOND + outages.TIME_TO_RETURN))
            finished = await ended(MemoryStore(memory), room)
            assert finished.winners == (0,)
        events = await log(MemoryStore(memory), room)
        assert [type(event) for event in events].count(ev.OutageCredited) == 1

    async def test_with_many_rooms_the_first_is_served_at_once(self) -> None:
        memory, slow = MemoryDatabase(), asyncio.Event()
        async with (
            serving(MemoryStore(memory)) as served,
            peers(served.url, "alice", "bob") as (alice, bob),
        ):
            rooms = [await a_game(alice, bob, time="5+0") for _ in range(30)]

        class SlowLists(MemoryRoomLists):
            async def places(self, name: str, after: SortKey, count: int) -> Sequence[SortKey]:
                if name == CLOCKS:
                    await slow.wait()
                return await super().places(name, after, count)

        class Slow(MemoryStore):
            def __init__(self, memory: MemoryDatabase) -> None:
                super().__init__(memory)
                self.room_lists = SlowLists(memory.rooms, lambda: None)

        async with serving(Slow(memory)) as served, Peer(served.url) as again:
            await again.hello(credential=alice.credential, rooms={rooms[7]: 4})
            await again.act(rooms[7], cmd.Play(Point(0)), base=4)
            assert len(served.node.outages.pending) == 1
            slow.set()
            await until(lambda: not served.node.outages.pending)
        for room in rooms:
            events = await log(MemoryStore(memory), room)
            assert [type(event) for event in events].count(ev.OutageCredited) == 1

    async def test_one_room_that_cannot_be_read_keeps_no_other_from_it(
        self, caplog: pytest.LogCaptureFixture
    ) -> None:
        memory = MemoryDatabase()
        async with (
            serving(MemoryStore(memory)) as served,
            peers(served.url, "alice", "bob") as (alice, bob),
        ):
            rooms = [await a_game(alice, bob, time="5+0") for _ in range(3)]
        memory.logs[rooms[0]][2] = b"from the future"
        memory.rooms.live[rooms[1]] = b"from the future"
        async with serving(MemoryStore(memory)) as served, Peer(served.url) as again:
            await again.hello(credential=alice.credential, rooms=dict.fromkeys(rooms, 4))
            await until(lambda: not served.node.outages.pending)
            assert (
                await again.code(Act, **again.acting(rooms[0], cmd.Play(Point(0)), base=4))
                == ErrorCode.DAMAGED_ROOM
            )
            await again.act(rooms[2], cmd.Play(Point(0)), base=again.version(rooms[2]))
            await again.ok(Create, **creating())
        assert f"room {rooms[0]} can't be read" in caplog.text

    async def test_a_commit_without_an_answer_is_told_when_it_is_found_out(self) -> None:
        class Mute(Fickle):
            def write(self, change: Commit) -> CommitResult:
                result = super().write(change)
                if self.is_mute:
                    raise StoreUnavailable("no answer")
                return result

            is_mute = False

        store = Mute()
        async with serving(store) as served, peers(served.url, "alice", "bob", "carol") as trio:
            alice, bob, carol = trio
            room = await a_game(alice, bob)
            store.is_mute = True
            assert await alice.refusal(room, cmd.Play(Point(0))) == ErrorCode.UNAVAILABLE
            answer = await carol.ask(Create, **creating(invite=("bob",)))
            assert isinstance(answer, Error)
            store.is_mute = False
            assert (await bob.happened(ev.Moved)).point == 0
            assert len(await live_rooms(store)) == 2

    async def test_a_store_that_lost_the_end_of_a_log_does_not_jam_the_room(self) -> None:
        store = MemoryStore()
        async with serving(store) as served, peers(served.url, "alice", "bob") as (alice, bob):
            room = await a_game(alice, bob)
            await play(alice, room, 0)
            await play(bob, room, 1)
            del store._memory.logs[room][4:]
            del store._memory.commands[room]
            assert await alice.refusal(room, cmd.Play(Point(5))) == Reason.OTHER_HISTORY
            assert (await bob.happened(ev.Moved)).point == 0
            synced = await bob.heard(Synced, lambda m: m.snapshot.version == 4)
            assert synced.snapshot.turns == ()
            await alice.act(room, cmd.Play(Point(5)), base=4)
            assert (await bob.happened(ev.Moved)).point == 5
            await bob.act(room, cmd.Play(Point(1)), base=5)


class TestRealStore:
    async def test_its_death_costs_nobody_time_and_no_move(self) -> None:
        loop = asyncio.get_running_loop()
        with running_valkey(*ALWAYS) as valkey:
            store = await RedisStore.connect(valkey.url)
            try:
                async with serving(store) as served, peers(served.url, "alice", "bob") as (alice, bob):
                    room, begin = await a_game(alice, bob, time="0.5"), loop.time()
                    await play(alice, room, 0)
                    valkey.kill()
                    gone, move = loop.time(), bob.acting(room, cmd.Play(Point(1)))
                    answering = await bob.post(Act, **move)
                    await asyncio.sleep(1)
                    dark = loop.time() - gone
                    valkey.start()
                    answer = await answering
                    if isinstance(answer, Error):
                        assert answer.code == ErrorCode.UNAVAILABLE
                        await _insist(bob, move)
                    assert (await alice.happened(ev.Moved)).seat == 0
                    charged = 30_000 - (await alice.happened(ev.Moved)).remaining[1]
                    assert charged <= 1000 * (loop.time() - begin - dark)
            finally:
                await store.close()

    async def test_a_freeze_is_an_outage_too(self) -> None:
        loop = asyncio.get_running_loop()
        with running_valkey(*ALWAYS) as valkey:
            store = await RedisStore.connect(valkey.url)
            try:
                async with serving(store) as served, peers(served.url, "alice", "bob") as (alice, bob):
                    begin = loop.time()
                    room = await a_game(alice, bob, time="0.5")
                    os.kill(valkey.pid, signal.SIGSTOP)
                    stopped = loop.time()
                    try:
                        move = alice.acting(room, cmd.Play(Point(0)))
                        assert await alice.code(Act, **move) == ErrorCode.UNAVAILABLE
                    finally:
                        dark = loop.time() - stopped
                        os.kill(valkey.pid, signal.SIGCONT)
                    await _insist(alice, move)
                    charged = 30_000 - (await bob.happened(ev.Moved)).remaining[0]
                    assert charged <= 1000 * (loop.time() - begin - dark)
            finally:
                await store.close()


def _is_end_of(room: RoomId) -> Callable[[Happened], bool]:
    return lambda message: message.room == room and isinstance(message.event, ev.Finished)


async def _insist(peer: Peer, move: dict[str, Any]) -> None:
    """Send a command until it is carried out."""

    async def is_done() -> bool:
        answer = await peer.ask(Act, **move)
        return not isinstance(answer, Error)

    await until(is_done)
