"""A backup is restored, and other moves take the place of the lost ones: no move lands on another board."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from redis.asyncio import Redis

from pente_core.identity import RoomId
from pente_core.room import Reason
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.game import format_turn
from pente_core.rules.point import Point
from pente_protocol.codec import decode_event
from pente_protocol.messages.rooms import Happened, Synced
from pente_server.rooms.command_decider import RoomCommand
from tests.support.games.checkpoints import checkpoint
from tests.support.peer import Peer, Served, a_game, peers, play, serving
from tests.support.valkey import ALWAYS, KEYS, Valkey, redis_store, running_valkey
from tests.support.waiting import PATIENCE

pytestmark = pytest.mark.usefixtures("patient_stores")

BEGUN = 4
"""The version of a room in which the game has just begun."""


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    with running_valkey(*ALWAYS) as running:
        yield running


@asynccontextmanager
async def a_node(valkey: Valkey) -> AsyncIterator[Served]:
    async with redis_store(valkey.url) as store, serving(store) as served:
        yield served


class Backup:
    """The data of a room at one moment."""

    def __init__(self, client: Any, room: RoomId) -> None:
        self._client = client
        self._keys = [KEYS.log(room), KEYS.commands(room), KEYS.mark(room)]
        self._room = room

    async def take(self) -> None:
        self._bodies = {key: await self._client.dump(key) for key in self._keys}

    async def restore(self) -> None:
        """Put everything back at once, without a word to the nodes."""
        async with self._client.pipeline(transaction=True) as pipeline:
            for key, body in self._bodies.items():
                pipeline.restore(key, 0, body, replace=True)
            await pipeline.execute()

    async def moves(self) -> list[int]:
        """The moves in the store."""
        events = [decode_event(body) for body in await self._client.lrange(KEYS.log(self._room), 0, -1)]
        return [event.point for event in events if isinstance(event, ev.Moved)]


async def other_moves(valkey: Valkey, room: RoomId, *players: Peer) -> None:
    """Two moves in the place of the lost ones, at a node that knows nothing of those.

    Without connections there: they would take over the room from those that are tested, sooner or later.
    """
    async with a_node(valkey) as there:
        await there.node.heartbeat.check(PATIENCE)
        for peer, point in zip(players, (Point(7), Point(8)), strict=True):
            await there.node.keeper.act(RoomCommand(room, cmd.Play(point), peer.welcome.player))


async def test_under_a_running_node(valkey: Valkey) -> None:
    async with (
        a_node(valkey) as here,
        Redis.from_url(valkey.url) as client,
        peers(here.url, "ann", "bob") as (ann, bob),
    ):
        room = await a_game(ann, bob)
        backup = Backup(client, room)
        await backup.take()
        await play(ann, room, 0)
        await bob.happened(ev.Moved)
        await play(bob, room, 1)
        for moved in (0, 1):
            assert (await ann.happened(ev.Moved)).point == moved
        seen = checkpoint_of(ann, room)
        await backup.restore()
        await other_moves(valkey, room, ann, bob)

        refused = await ann.refusal(room, cmd.Play(Point(2)), base=seen)

        assert refused == Reason.OTHER_HISTORY
        shown, turns = await ann.heard(Synced), await turns_at(here, room)
        base, known = _seen(shown), shown.snapshot.turns
        assert known == turns[: len(known)]
        if len(known) < len(turns):  # the node had read only one of the two moves
            last = await ann.heard(Happened)
            base = checkpoint(room, last.version)
        assert await backup.moves() == [7, 8]
        await ann.act(room, cmd.Play(Point(2)), base=base)
        assert await backup.moves() == [7, 8, 2]


@pytest.mark.parametrize("goes_on", [False, True])
async def test_under_stopped_nodes(valkey: Valkey, goes_on: bool) -> None:
    async with Redis.from_url(valkey.url) as client:
        async with a_node(valkey) as before, peers(before.url, "ann", "bob") as (ann, bob):
            room = await a_game(ann, bob)
            backup = Backup(client, room)
            await backup.take()
            await play(ann, room, 0)
            await bob.happened(ev.Moved)
            await play(bob, room, 1)
            for _ in range(2):
                await ann.happened(ev.Moved)
            seen = checkpoint_of(ann, room)
        await backup.restore()
        if goes_on:
            await other_moves(valkey, room, ann, bob)
        known = await backup.moves()
        async with a_node(valkey) as after, Peer(after.url) as again:
            await again.hello(credential=ann.credential, rooms={room: seen})
            shown = await again.heard(Synced)
            assert shown.snapshot.version == BEGUN + len(known)
            assert await again.refusal(room, cmd.Play(Point(2)), base=seen) == Reason.OTHER_HISTORY
            assert await backup.moves() == known
            await again.act(room, cmd.Play(Point(2)), base=_seen(shown))
            assert await backup.moves() == [*known, 2]


def checkpoint_of(peer: Peer, room: RoomId) -> Any:
    """Up to where a peer knows a room."""
    return checkpoint(room, peer.version(room))


def _seen(shown: Synced) -> Any:
    return checkpoint(shown.room, shown.snapshot.version)


async def turns_at(served: Served, room: RoomId) -> tuple[str, ...]:
    """The turns of the game as the node has them, read from the store again."""
    current = await served.node.keeper.current(room)
    size = current.created.ruleset.size
    return tuple(format_turn(turn, size) for turn in current.game.turns)
