"""A store that was emptied, replaced or restored under play: what players may do, and what they are told."""

import asyncio
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from redis.asyncio import Redis

from pente_core.identity import RoomId
from pente_core.room import Reason
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_protocol.errors import CloseCode, ErrorCode
from pente_protocol.messages.base import Error
from pente_protocol.messages.hello import Hello
from pente_protocol.messages.lists import Rooms
from pente_protocol.messages.rooms import Create, Dismissed, Synced, Watch
from pente_server.live import store_recovery
from pente_server.store import ProblemCode, Store
from pente_server.store.memory.store import MemoryDatabase, MemoryStore
from pente_server.store.redis.wire import keys
from tests.support.accounts.sign_in import TestedDevice
from tests.support.games.live_rooms import has_heard_of, has_heard_of_end, live_rooms
from tests.support.peer import Peer, Served, a_game, creating, peers, play, serving
from tests.support.valkey import ALWAYS, KEYS, Valkey, redis_store, running_valkey
from tests.support.waiting import until


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(store_recovery, "LOOK_EVERY", 0.05)


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    with running_valkey(*ALWAYS) as running:
        yield running


@asynccontextmanager
async def game_on(valkey: Valkey) -> AsyncIterator[tuple[Served, Any, Peer, Peer, RoomId]]:
    """A node, a way into its store, and two players in a game with two moves."""
    async with (
        redis_store(valkey.url) as store,
        serving(store) as served,
        Redis.from_url(valkey.url) as client,
        peers(served.url, "alice", "bob") as (alice, bob),
    ):
        room = await a_game(alice, bob, time="5+0")
        await play(alice, room, 0)
        await bob.happened(ev.Moved)
        await play(bob, room, 1)
        await alice.happened(ev.Moved)
        await alice.happened(ev.Moved)
        yield served, client, alice, bob, room


def trouble(served: Served) -> ProblemCode | None:
    found = served.node.heartbeat.trouble
    return None if found is None else found.code


async def copied(client: Any) -> dict[bytes, bytes]:
    """All data, as a backup has it."""
    return {key: await client.dump(key) for key in await client.keys("*")}


async def restore(served: Served, client: Any, backup: dict[bytes, bytes]) -> None:
    """A backup from before the latest heartbeat in place of everything, at once."""
    if trouble(served) is None:
        await served.node.heartbeat.beat()
    async with client.pipeline(transaction=True) as pipeline:
        pipeline.flushall()
        for key, body in backup.items():
            pipeline.restore(key, 0, body)
        await pipeline.execute()


async def adopt(client: Any) -> None:
    now = await client.time()
    await client.hsetnx(keys.STORE, "id", "e" * 32)
    await client.hset(keys.STORE, "adopted", str(now[0] * 1000 + now[1] // 1000))


class TestReplaced:
    async def test_an_emptied_store_serves_nobody_and_frees_no_name(self, valkey: Valkey) -> None:
        async with game_on(valkey) as (served, client, alice, _, room):
            await client.flushall()

            # at once, before any heartbeat
            async with Peer(served.url) as thief:
                answer = await (await thief.post(Hello, **await thief.introduced("alice")))
                assert isinstance(answer, Error)
                assert answer.code == ErrorCode.UNAVAILABLE
            assert await alice.code(Create, **creating()) == ErrorCode.UNAVAILABLE

            # and from then on
            await until(lambda: trouble(served) is ProblemCode.REPLACED)
            assert await alice.code(Watch, room=room) == ErrorCode.UNAVAILABLE
            assert await client.hget(keys.STORE, "id") is None
            assert await client.hgetall(keys.BEATS) == {}

    async def test_a_move_in_an_emptied_store_does_not_say_that_there_is_no_such_room(
        self, valkey: Valkey
    ) -> None:
        async with game_on(valkey) as (_, client, alice, _bob, room):
            await client.flushall()
            assert await alice.refusal(room, cmd.Play(Point(2))) == ErrorCode.UNAVAILABLE
            assert not any(isinstance(message, Dismissed) for message in alice.said)

    async def test_when_the_old_store_is_back_play_goes_on(self, valkey: Valkey) -> None:
        async with game_on(valkey) as (served, client, alice, bob, room):
            backup = await copied(client)
            await client.flushall()
            await until(lambda: trouble(served) is ProblemCode.REPLACED)

            await restore(served, client, backup)

            await until(lambda: trouble(served) is None)
            await play(alice, room, 2)
            await bob.happened(ev.Moved)
            assert not [m for m in alice.said if isinstance(m, Synced)][1:]

    async def test_an_adopted_store_serves_with_nothing_of_the_old_one(self, valkey: Valkey) -> None:
        async with game_on(valkey) as (served, client, alice, bob, room):
            await client.flushall()
            await until(lambda: trouble(served) is ProblemCode.REPLACED)

            await adopt(client)

            assert (await alice.closed())[0] == (await bob.closed())[0] == CloseCode.RESTART
            await until(lambda: trouble(served) is None)
            assert await live_rooms(served.node.store) == {}
            assert len(served.node.keeper) == 0
            async with Peer(served.url) as again:
                welcome = await again.hello("alice", device=TestedDevice(alice.credential), rooms={room: 6})
                assert welcome.player == alice.welcome.player
                assert welcome.rooms == ()
                assert (await again.heard(Dismissed)).code == ErrorCode.UNKNOWN_ROOM
                await again.create()

    async def test_all_nodes_adopt_it(self, valkey: Valkey) -> None:
        async with (
            game_on(valkey) as (here, client, *_),
            redis_store(valkey.url) as store,
            serving(store) as there,
        ):
            await client.flushall()
            await until(lambda: trouble(here) is trouble(there) is ProblemCode.REPLACED)
            await adopt(client)
            await until(lambda: trouble(here) is None)
            await until(lambda: trouble(there) is None)

    async def test_an_adoption_of_long_ago_is_none(self, valkey: Valkey) -> None:
        async with game_on(valkey) as (served, client, *_):
            await client.flushall()
            await client.hset(keys.STORE, mapping={"id": "d" * 32, "adopted": "1000"})
            await until(lambda: trouble(served) is ProblemCode.REPLACED)
            beats = served.node.heartbeat
            for _ in range(3):
                with pytest.raises(Exception, match="another store"):
                    await beats.beat()
            assert trouble(served) is ProblemCode.REPLACED

    async def test_it_is_noticed_and_adopted_also_while_it_is_not_durable(self, valkey: Valkey) -> None:
        async with (
            redis_store(valkey.url) as store,
            serving(store, needs_strict_store=True) as served,
            Redis.from_url(valkey.url) as client,
        ):
            await client.config_set("appendonly", "no")
            await until(lambda: trouble(served) is ProblemCode.NOT_DURABLE)
            await client.flushall()
            await until(lambda: trouble(served) is ProblemCode.REPLACED)
            assert await client.hgetall(keys.STORE) == await client.hgetall(keys.BEATS) == {}

            await adopt(client)
            await until(lambda: trouble(served) is ProblemCode.NOT_DURABLE)
            await client.config_set("appendonly", "yes")
            await until(lambda: trouble(served) is None)

    async def test_a_store_that_is_killed_while_it_is_not_durable_is_unreachable(
        self, valkey: Valkey
    ) -> None:
        async with (
            redis_store(valkey.url) as store,
            serving(store, needs_strict_store=True) as served,
            Redis.from_url(valkey.url) as client,
        ):
            await client.config_set("appendonly", "no")
            await until(lambda: trouble(served) is ProblemCode.NOT_DURABLE)
            valkey.kill()
            await until(lambda: trouble(served) is ProblemCode.UNREACHABLE)


class TestShorterLog:
    @pytest.mark.parametrize("restarts", [False, True])
    async def test_a_restored_backup_is_noticed_without_anybody_acting(
        self, valkey: Valkey, restarts: bool, caplog: pytest.LogCaptureFixture, tmp_path: Path
    ) -> None:
        async with game_on(valkey) as (served, client, alice, bob, room):
            before = alice.version(room)
            backup = await copied(client)
            files = Path(valkey.directory)
            shutil.copytree(files, tmp_path / "backup")
            for point in (2, 3, 4):
                await play(alice if point % 2 == 0 else bob, room, point)

            if restarts:
                valkey.kill()
                shutil.rmtree(files)
                shutil.copytree(tmp_path / "backup", files)
                await asyncio.to_thread(valkey.start)
            else:
                await restore(served, client, backup)

            for peer in (alice, bob):
                synced = await peer.heard(Synced, lambda m: m.snapshot.version < before + 3)
                assert synced.snapshot.version >= before
            assert f"another history of room {room}: it is at version" in caplog.text
            await until(lambda: trouble(served) is None)
            assert (await live_rooms(served.node.store))[room].status is ev.Status.PLAYING
            known = served.node.keeper.known(room)
            assert known is not None
            assert await alice.refusal(room, cmd.Play(Point(2)), base=before + 3) == Reason.OTHER_HISTORY
            await alice.act(room, cmd.Play(Point(2)), base=known.version)

    async def test_a_game_that_had_ended_is_played_on_and_in_the_lobby_again(self, valkey: Valkey) -> None:
        async with game_on(valkey) as (served, client, alice, _bob, room):
            backup = await copied(client)
            await alice.act(room, cmd.Resign())
            await until(lambda: has_heard_of_end(served.node, room))

            await restore(served, client, backup)

            await until(lambda: has_heard_of(served.node, room))
            assert room in {row.room.id for row in (await alice.ok(Rooms)).rooms}

    async def test_a_room_from_after_the_backup_is_gone_and_its_players_hear_so(self, valkey: Valkey) -> None:
        async with game_on(valkey) as (served, client, alice, _bob, _room):
            backup = await copied(client)
            later = await alice.create()

            await restore(served, client, backup)

            gone = await alice.heard(Dismissed)
            assert (gone.room, gone.code) == (later, ErrorCode.UNKNOWN_ROOM)
            assert "gone" in gone.text
            assert later not in await live_rooms(served.node.store)
            assert served.node.keeper.known(later) is None
            await until(lambda: _has_lost(served, (later, None)))

    async def test_the_host_is_warned_of_a_room_that_went_back_until_they_have_read_it(
        self, valkey: Valkey
    ) -> None:
        async with game_on(valkey) as (served, client, alice, bob, room):
            backup = await copied(client)
            await play(alice, room, 2)
            await bob.happened(ev.Moved)

            await restore(served, client, backup)

            await until(lambda: _has_lost(served, (room, 2)))
            warnings = served.node.problems.warnings
            await until(lambda: "rolled-back" in warnings)
            assert "a room has lost what was acknowledged" in warnings["rolled-back"]

            await served.node.store.forget_losses(await served.node.store.losses())
            await until(lambda: not warnings)

    async def test_a_closed_room_whose_time_is_over_is_no_loss(self, valkey: Valkey) -> None:
        async with game_on(valkey) as (served, client, alice, _bob, room):
            closed = await alice.create()
            await alice.act(closed, cmd.Leave())
            assert served.node.keeper.known(closed) is not None

            await client.delete(KEYS.log(closed), KEYS.commands(closed), KEYS.mark(closed))
            await client.delete(KEYS.log(room), KEYS.commands(room), KEYS.mark(room))
            served.node.recovery.recheck()

            await until(lambda: _has_lost(served, (room, None)))

    async def test_other_events_in_the_place_of_the_lost_ones_are_noticed(self, valkey: Valkey) -> None:
        async with game_on(valkey) as (served, client, alice, bob, room):
            backup = await copied(client)
            await play(alice, room, 2)
            theirs = await client.lrange(KEYS.log(room), -1, -1)
            await restore(served, client, backup)
            await bob.heard(Synced, lambda m: m.snapshot.version == 6)
            await alice.act(room, cmd.Play(Point(3)), base=6)
            ours = await client.lrange(KEYS.log(room), -1, -1)
            assert ours != theirs

            await client.lset(KEYS.log(room), -1, theirs[0])
            served.node.recovery.recheck()

            await bob.heard(Synced, lambda m: m.snapshot.version == 7)


async def _has_lost(served: Served, *rooms: tuple[RoomId, int | None]) -> bool:
    """Whether just these rooms have gone back, to these moves."""
    return {(loss.room, loss.moves) for loss in await served.node.store.losses()} == set(rooms)


async def test_after_a_restart_of_a_store_in_memory_the_room_is_gone() -> None:
    async with serving() as served, peers(served.url, "alice") as (alice,):
        room = await alice.create()
        credential = alice.credential
    fresh: Store = MemoryStore(MemoryDatabase())
    async with serving(fresh) as served, Peer(served.url) as again:
        await again.hello("alice", device=TestedDevice(credential), rooms={room: 2})
        gone = await again.heard(Dismissed)
        assert (gone.room, gone.code) == (room, ErrorCode.UNKNOWN_ROOM)
