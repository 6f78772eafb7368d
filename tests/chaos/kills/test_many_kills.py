"""A full house under fire: the server, or its store, is killed time and again, and everybody just plays on.

People play and watch with the product's own client, and bots as processes of their own play several games at
once. Some games nobody looks at.
"""

import asyncio
import os
import signal
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack, suppress
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Final

import pytest

from pente_client.connection import RequestRejected
from pente_core.identity import RoomId
from pente_core.room import events as ev
from tests.chaos.peers.endless_game import EndlessGame, begun
from tests.chaos.peers.history_check import Logs, charged, check, kept_in
from tests.chaos.peers.recording_player import RecordingPlayer
from tests.support.processes import Process, ServerProcess, serving
from tests.support.waiting import PATIENCE, patience, until

DOWN: Final = 0.3
"""Seconds for which a server that was killed stays away."""
MOVES: Final = 11
"""Moves at the first table between two kills, at least."""
BACK: Final = "the store's engine is back"
"""What a server logs when its store was started again, after ever longer pauses if it ends ever again."""
BOTS: Final = ("bot-one", "bot-two")
AT_ONCE: Final = 3
"""Games that the bots play at once."""
TABLES: Final = 3

Kill = Callable[[], Awaitable[None]]
"""Kills something; returns when it is there again."""


@dataclass(slots=True)
class House:
    """Everybody at a server. Mutable."""

    server: ServerProcess
    stack: AsyncExitStack
    actors: list[RecordingPlayer] = field(default_factory=list)
    tables: list[EndlessGame] = field(default_factory=list)
    bots: list[Process] = field(default_factory=list)
    forgotten: list[RoomId] = field(default_factory=list)
    """Games that have begun and that nobody looks at."""
    waits: list[float] = field(default_factory=list)
    """Seconds from each recovery until at every table, the bots' included, there was a move."""
    dark: float = 0.0
    """Seconds in which there was no server."""

    async def furnish(self, state: Path) -> None:
        """Seat people, with a game each that they then look away from; and let the bots begin."""
        for number in range(TABLES):
            host, guest, eve = [await self._actor(f"{role}-{number}") for role in ("host", "caller", "eve")]
            forgotten = await begun((host, guest))
            # Of who has made a first move the next one is not due within a minute.
            version = 0
            for point, player in enumerate((host, guest, host)):
                await player.sees(forgotten, version)
                version = await player.play(forgotten, point)
            await host.client.unwatch(forgotten)
            await guest.client.unwatch(forgotten)
            self.forgotten.append(forgotten)
            self.tables.append(await EndlessGame.opened((host, guest), (eve,)))
        await self._let_bots_begin(state)

    async def _actor(self, name: str) -> RecordingPlayer:
        actor = await self.stack.enter_async_context(RecordingPlayer(self.server.url, name))
        self.actors.append(actor)
        return actor

    async def _let_bots_begin(self, state: Path) -> None:
        one, two = BOTS
        challenge = ("--challenge", one, "--games", "1000", "--concurrency", str(AT_ONCE))
        for name, more in ((one, ()), (two, challenge)):
            arguments = ("--player", "random", "--name", name, "--pace", "0.03", *more)
            bot = Process("bot", self.server.url, *arguments, state=state / name, log=state / f"{name}.log")
            self.bots.append(await self.stack.enter_async_context(bot))
        await until(self._bots_play)

    async def _bots_play(self) -> bool:
        return len(await self._bot_rooms()) == AT_ONCE

    async def _bot_rooms(self) -> dict[RoomId, int]:
        """The games of the bots, with the versions up to which somebody has seen them."""
        eve = self.tables[0].watchers[0]
        rooms = [
            room.id
            for room in [row.room for row in await eve.client.list_rooms()]
            if room.status is ev.Status.PLAYING and room.host.name in BOTS
        ]
        for room in rooms:
            with suppress(RequestRejected):  # it may be over by now
                await eve.client.watch(room)
        return {room: eve.version(room) for room in rooms}

    async def survive(self, kill: Kill, chance: Random, *, cuts: bool) -> None:
        """Let everybody play on for a while; kill something; and wait until everybody plays on.

        ``cuts`` tells whether everybody's connection ends by it, and so has to be made again.
        """
        first = self.tables[0]
        wanted = first.moves + MOVES
        await until(lambda: first.moves >= wanted)
        games = await self._bot_rooms()
        await asyncio.sleep(chance.random() / 20)
        killed = perf_counter()
        await kill()
        recovered = perf_counter()
        if cuts:
            await until(lambda: all(actor.welcomed[-1] > killed for actor in self.actors))
        await until(lambda: all(table.times[-1] > recovered for table in self.tables))
        eve = self.tables[0].watchers[0]
        async with patience(f"the versions after {games}", lambda: eve.ends):
            for room, version in games.items():
                await eve.sees(room, version + 1)
        self.waits.append(perf_counter() - recovered)
        self.dark += recovered - killed

    async def look_again(self) -> None:
        """Find the forgotten games where they were, and play on."""
        for table, room in zip(self.tables, self.forgotten, strict=True):
            guest = table.players[1]
            if len(guest.welcomed) > 1:
                assert room in {row.room.id for row in guest.client.welcome.rooms}
            await guest.client.watch(room)
            await guest.play(room, 3)


async def play_through(house: House, kill: Kill, times: int, *, cuts: bool) -> None:
    """Let everybody play while something is killed so many times."""
    done, chance = asyncio.Event(), Random(times)
    async with asyncio.TaskGroup() as tasks:
        for table in house.tables:
            tasks.create_task(table.play(done))
        for _ in range(times):
            await house.survive(kill, chance, cuts=cuts)
        done.set()
    await house.look_again()
    assert all(bot.process.returncode is None for bot in house.bots)


TIMES = pytest.mark.parametrize("times", [3, pytest.param(25, marks=pytest.mark.long)])


@TIMES
@pytest.mark.parametrize("victim", ["server", "store"])
async def test_nothing_is_lost_and_all_play_on(tmp_path: Path, victim: str, times: int) -> None:
    async with serving(tmp_path / "d", log=tmp_path / "log") as server:
        begin = perf_counter()

        async def kill_server() -> None:
            await server.kill()
            await asyncio.sleep(DOWN)
            await server.start()

        async def kill_store() -> None:
            returns = (tmp_path / "log").read_text().count(BACK)
            os.kill(engine_of(server), signal.SIGKILL)
            await until(lambda: (tmp_path / "log").read_text().count(BACK) > returns)

        async with AsyncExitStack() as stack:
            house = House(server, stack)
            await house.furnish(tmp_path)
            if victim == "server":
                await play_through(house, kill_server, times, cuts=True)
            else:
                await play_through(house, kill_store, times, cuts=False)
        served = perf_counter() - begin - house.dark

    logs = await kept_in(tmp_path / "d")
    check(logs, house.actors)
    for room in (*(room for table in house.tables for room in table.rooms), *house.forgotten):
        assert charged(logs[room]) <= 1000 * served
    if victim == "server":
        assert min(len(actor.welcomed) for actor in house.actors) > times
    else:
        assert {len(actor.welcomed) for actor in house.actors} == {1}
    assert max(house.waits) < (10 if times > 3 else PATIENCE)
    print(report(victim, times, house, logs))


def report(victim: str, times: int, house: House, logs: Logs) -> str:
    moves = sum(isinstance(event, ev.Moved) for log in logs.values() for event in log)
    acknowledged = sum(len(made) for actor in house.actors for made in actor.acknowledged.values())
    return (
        f"\nthe {victim} was killed {times} times: {moves} moves in {len(logs)} rooms,"
        f" {acknowledged} of them acknowledged to people, 0 lost, 0 doubled;"
        f" all played on {median(house.waits):.2f} s after it was back, {max(house.waits):.2f} s at most"
    )


def engine_of(server: ServerProcess) -> int:
    """The process of a server's private store."""
    pid = server.process.process.pid
    return int(Path(f"/proc/{pid}/task/{pid}/children").read_text().split()[0])
