"""The start and the end of a node."""

import asyncio
import socket
from contextlib import suppress
from itertools import filterfalse

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidMessage

from pente_core.clock.instant import Instant, Millis, later
from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_protocol.errors import CloseCode
from pente_protocol.messages.rooms import Act, Create, Dismissed
from pente_server.background import end_all, restarted
from pente_server.live.listening.frames import MessageFrames
from pente_server.node import Node
from pente_server.store import Commit, CommitResult, HeartbeatReply, Outage, StoreUnavailable
from pente_server.store.memory.room_lists import MemoryRoomLists
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from tests.support.peer import Peer, a_game, creating, peers, play, serving
from tests.support.waiting import PATIENCE, patience, until

LONG = MessageFrames(Dismissed(RoomId("room0001"), "kicked", "x" * 5000))


async def test_everybody_is_told_to_come_back() -> None:
    memory = MemoryDatabase()
    async with serving(MemoryStore(memory)) as served:
        alice, bob, silent = await asyncio.gather(*(Peer(served.url).__aenter__() for _ in range(3)))
        await alice.hello("alice")
        await bob.hello("bob")
        room = await a_game(alice, bob)
        await play(alice, room, 0)
    for peer in (alice, bob, silent):
        assert await peer.closed() == (CloseCode.RESTART, "the server is restarting; reconnect")
        await peer.connection.close()

    async with serving(MemoryStore(memory)) as served, Peer(served.url) as again:
        await again.hello(credential=bob.credential, rooms={room: 4})
        assert [type(event) for _, event in again.events(room)] == [ev.Moved]
        await play(again, room, 1)


async def test_nobody_can_hold_it_up() -> None:
    loop = asyncio.get_running_loop()
    memory = MemoryDatabase()
    async with serving(MemoryStore(memory)) as served:
        deaf, hesitant, polite = await asyncio.gather(*(Peer(served.url).__aenter__() for _ in range(3)))
        await deaf.hello("deaf")
        deaf.connection.transport.pause_reading()
        half_open = await asyncio.open_connection("127.0.0.1", served.port)
        half_open[1].write(b"GET / HTTP/1.1\r\nHost: ")
        await until(lambda: served.node.connection_limits.open_sockets == 4)
        for session in served.node.hub._rooms:
            for _ in range(40):
                session.send(LONG)
        begin = loop.time()
    took = loop.time() - begin

    assert took < PATIENCE  # without a limit of its own it would never end
    assert (await polite.closed())[0] == CloseCode.RESTART
    assert (await hesitant.closed())[0] == CloseCode.RESTART
    for peer in (deaf, hesitant, polite):
        peer.connection.transport.abort()
        await peer.__aexit__()
    half_open[1].transport.abort()


class Stuck(MemoryStore):
    """A store that can be stopped from answering."""

    def __init__(self, memory: MemoryDatabase) -> None:
        super().__init__(memory)
        self.is_stuck = False

    async def commit(self, change: Commit) -> CommitResult:
        if self.is_stuck:
            await asyncio.Event().wait()
        return await super().commit(change)


async def test_nor_can_a_store_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pente_server.net.websocket_server.STOP_WITHIN", 0.5)
    store = Stuck(MemoryDatabase())
    async with serving(store) as served:
        alice = await Peer(served.url).__aenter__()
        await alice.hello("alice")
        store.is_stuck = True
        answer = await alice.post(Create, **creating())
        await until(lambda: bool(served.node.hub._rooms))
        begin = asyncio.get_running_loop().time()
    assert asyncio.get_running_loop().time() - begin < PATIENCE
    assert (await alice.closed())[0] == CloseCode.RESTART
    with pytest.raises(ConnectionResetError):
        await answer
    await alice.__aexit__()


async def test_no_task_and_no_socket_is_left() -> None:
    before = asyncio.all_tasks()
    async with serving() as served, peers(served.url, "alice", "bob") as (alice, bob):
        room = await a_game(alice, bob)
        await play(alice, room, 0)
    await until(lambda: asyncio.all_tasks() == before)
    with pytest.raises(OSError, match="Connect call failed"):
        await asyncio.open_connection("127.0.0.1", served.port)


class Away(MemoryStore):
    """A store that is not there."""

    async def beat(self, longest_gap: Millis) -> HeartbeatReply:
        raise StoreUnavailable("it is away")


class NoLists(MemoryRoomLists):
    async def count(self, name: str) -> int:
        raise StoreUnavailable(f"{name} is away")


class HalfThere(MemoryStore):
    """A store that is there, and then is not."""

    def __init__(self) -> None:
        super().__init__()
        self.room_lists = NoLists(self._memory.rooms, lambda: None)


@pytest.mark.parametrize("kind", [Away, HalfThere])
async def test_a_start_that_fails_leaves_nothing(
    kind: type[MemoryStore], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pente_server.background.START_PATIENCE", 0.0)
    before = asyncio.all_tasks()
    with socket.create_server(("127.0.0.1", 0)) as listener, pytest.raises(StoreUnavailable):
        async with Node(kind()).serving(listener):
            raise AssertionError
    assert asyncio.all_tasks() == before


async def test_a_start_on_a_bad_socket_leaves_nothing() -> None:
    before = asyncio.all_tasks()
    listener = socket.create_server(("127.0.0.1", 0))
    listener.close()
    with pytest.raises(OSError, match="Bad file descriptor"):
        async with Node(MemoryStore()).serving(listener):
            raise AssertionError
    assert asyncio.all_tasks() == before


@pytest.mark.parametrize("turns", range(8))
async def test_its_work_ends_at_any_moment(turns: int) -> None:
    """``turns``: of the event loop, after something that many parts of the node react to."""
    node = Node(MemoryStore())
    await node._begin()
    tasks = [asyncio.create_task(restarted(work)) for work in node._work()]
    await _turn(50)  # until all wait for something
    node.recheck()
    node.deadlines.schedule(RoomId("room"), later(node.heartbeat.now(), Millis(60_000)))
    node.outages.record([Outage(Instant(1), Instant(2))])
    await _turn(turns)
    async with patience("the end of all work", lambda: filterfalse(asyncio.Task.done, tasks)):
        await end_all(tasks)


async def _turn(times: int) -> None:
    for _ in range(times):
        await asyncio.sleep(0)


class Swallowing(MemoryStore):
    """A store that swallows a cancellation of each sweep for deadlines, as redis-py may."""

    is_asked = False

    async def due(self, now: Instant) -> list[RoomId]:
        self.is_asked = True
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        return []


async def test_it_ends_though_its_store_swallows_cancellations() -> None:
    async with patience("the end of the node"), serving(store := Swallowing()):
        await until(lambda: store.is_asked)


async def test_whoever_comes_while_it_stops_is_turned_away() -> None:
    async with serving() as served:
        deaf = await Peer(served.url).__aenter__()
        await deaf.hello("deaf")
    with pytest.raises((OSError, EOFError, InvalidMessage)):
        await connect(served.url, proxy=None)
    await deaf.closed()
    await deaf.__aexit__()


async def test_background_work_that_fails_begins_again(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    failures = iter(range(2))

    class Moody(MemoryStore):
        async def beat(self, longest_gap: Millis) -> HeartbeatReply:
            if self.is_moody and next(failures, None) is not None:
                raise ZeroDivisionError
            return await super().beat(longest_gap)

        is_moody = False

    monkeypatch.setattr("pente_server.background.RETRY_AFTER", 0.01)
    monkeypatch.setattr("pente_server.heartbeat.heartbeat.INTERVAL", 0.01)
    store = Moody()
    async with serving(store) as served, peers(served.url, "alice", "bob") as (alice, bob):
        store.is_moody = True
        await until(lambda: caplog.text.count("work in the background failed") == 2)
        room = await alice.create()
        await bob.act(room, cmd.Join())
        await alice.ok(Act, **alice.acting(room, cmd.Play(Point(180))))
