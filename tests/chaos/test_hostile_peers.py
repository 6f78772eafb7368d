"""Peers of every bad kind at a real server, and people who play on and notice nothing."""

import asyncio
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

import pytest

from pente_core.identity import PlayerKind
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.lists import Rooms
from pente_server.limits.limits import EXTRA_FRAMES_BURST, OUTBOX_BYTES
from pente_server.net.websocket_server import RECEIVE_BUFFER, SEND_BUFFER
from tests.chaos.peers.hostile_peers import ABUSE, FINAL, FINE, PING, packet
from tests.chaos.peers.light_connection import GONE, LightConnection
from tests.chaos.peers.playing_pair import PlayingPair, p99
from tests.support.measured.process import Measured
from tests.support.processes import ServerProcess, serving
from tests.support.waiting import PATIENCE, patience, until

UNHURRIED: Final = (
    *("--messages-per-second", "1000000"),
    *("--questions-per-second", "1000000"),
    *("--joins-per-minute", "1000000"),
)
"""For players who are to move as fast as they can."""
UNREAD: Final = OUTBOX_BYTES + 2 * SEND_BUFFER + 2 * RECEIVE_BUFFER
"""Bytes on the way to a peer that does not read, at most: the kernel doubles what it is told of."""
PACE: Final = 0.005
"""Seconds that people think about a move."""


class Siege:
    """A server under attack, and two people who play on. Mutable."""

    def __init__(self, server: ServerProcess, log: Path, pair: PlayingPair) -> None:
        self.port = server.port
        self.log = log
        self.pair = pair
        self._measured = Measured(server.process.process.pid, server.port)

    def resident(self) -> int:
        return self._measured.resident()

    async def moves(self, count: int) -> float:
        """Let the two play so many moves more; the 99th percentile of how long they took, in ms."""
        self.pair.waits.clear()
        for _ in range(count):
            await self.pair.move()
            await asyncio.sleep(PACE)
        return p99(self.pair.waits)

    def delay(self) -> str:
        """How long the latest moves took."""
        waits = self.pair.waits
        return f"p50 {1000 * median(waits):.1f} ms, p99 {p99(waits):.1f} ms"

    def cut(self) -> int:
        """How many peers were cut off, as the log says."""
        return self.log.read_text().count("cut off")


@asynccontextmanager
async def besieged(tmp_path: Path, *arguments: str) -> AsyncIterator[Siege]:
    """A server in whose log there must be no mistake of ours."""
    log = tmp_path / "log"
    async with serving(tmp_path / "d", *arguments, log=log) as server:
        pair = await PlayingPair.seated(server.port)
        yield Siege(server, log, pair)
        await pair.move()
        pair.close()
    said = log.read_text()
    assert "Traceback" not in said, said
    assert "ERROR" not in said, said


async def test_whatever_is_no_conversation_ends_and_others_go_on(tmp_path: Path) -> None:
    async with besieged(tmp_path) as siege:
        for name, data in ABUSE.items():
            peer = await LightConnection.connect(siege.port)
            await peer.greet()
            peer.send(data)
            async with patience(f"the end of {name}"):
                assert 1000 <= await peer.ended < 5000, name
            await siege.pair.move()


async def test_odd_ways_to_ask_are_answered(tmp_path: Path) -> None:
    async with besieged(tmp_path) as siege:
        for name, data in FINE.items():
            peer = await LightConnection.connect(siege.port)
            await peer.greet()
            answered = peer.expect_answers(1)
            peer.send(data)
            async with patience(f"an answer to {name}"):
                await answered
            assert not peer.ended.done(), name
            peer.close()


async def test_who_pings_without_end_is_cut_off(tmp_path: Path) -> None:
    async with besieged(tmp_path) as siege:
        quiet, noisy, deaf = [await LightConnection.deaf(siege.port) for _ in range(3)]
        for peer in (quiet, noisy, deaf):
            await peer.greet()
        deaf.transport.pause_reading()
        quiet.send(packet(FINAL | PING, b"?") * (round(EXTRA_FRAMES_BURST) - 10))
        for peer in (noisy, deaf):
            peer.send(packet(FINAL | PING, bytes(100)) * 2000)
        assert await asyncio.wait_for(noisy.ended, PATIENCE) == GONE
        await until(lambda: siege.cut() == 2)

        await quiet.ask(Rooms(RequestId(1)))
        for peer in (quiet, deaf):
            peer.close()


@pytest.mark.parametrize(
    ("silent", "frames", "limit"), [(60, 300, 2000), pytest.param(800, 100_000, 100, marks=pytest.mark.long)]
)
async def test_a_crowd_of_all_kinds(tmp_path: Path, silent: int, frames: int, limit: float) -> None:
    """Half-open connections, two that flood, and frames that are none, all at once.

    ``limit`` is the most milliseconds that the moves of others may take, one in a hundred excepted, unless
    the machine is so slow that they take long without an attack.
    """
    async with besieged(tmp_path) as siege:
        usual = await siege.moves(200)
        alone, before = siege.delay(), siege.resident()
        done, began = asyncio.Event(), perf_counter()
        attacking = asyncio.create_task(attacked(siege.port, silent, frames, done))
        worst = await during(siege, done)
        (judged, connections, held_back), growth = await attacking, siege.resident() - before
        print(
            f"\n{silent} half-open connections, 2 floods, {judged:,} hostile frames read"
            f" over {connections:,} connections in {perf_counter() - began:.0f} s, {held_back} held back;"
            f" others {siege.delay()} (alone {alone}), memory {growth / 1e6:+.1f} MB"
        )
        assert judged == frames
        assert worst < max(limit, 100 * usual)
        assert growth < 100_000_000


async def attacked(port: int, silent: int, frames: int, done: asyncio.Event) -> tuple[int, int, int]:
    """The whole attack from another process, and what it says of it."""
    command = (sys.executable, "-m", "tests.chaos.peers.attack", str(port), str(silent), str(frames))
    process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
    try:
        said, _ = await process.communicate()
    finally:
        done.set()
        if process.returncode is None:
            process.kill()
            await process.wait()
    assert process.returncode == 0
    judged, connections, held_back = map(int, said.split())
    return judged, connections, held_back


async def during(siege: Siege, done: asyncio.Event) -> float:
    """Play until told to end; the 99th percentile of how long a move took, in ms."""
    siege.pair.waits.clear()
    await siege.pair.play(done, PACE)
    return p99(siege.pair.waits)


@pytest.mark.long
async def test_who_stops_reading_is_cut_off_and_others_do_not_notice(tmp_path: Path) -> None:
    async with besieged(tmp_path, *UNHURRIED) as siege:
        # given games at full speed, and some who watch them all
        pairs = [await PlayingPair.seated(siege.port) for _ in range(20)]
        crowd = [await LightConnection.deaf(siege.port) for _ in range(9)]
        for peer in crowd:
            await peer.greet(kind=PlayerKind.BOT)
        for pair in pairs:
            pair.let_watch(crowd)
        async with busy(pairs):
            await siege.moves(300)
        alone, before = p99(_waits(pairs)), siege.resident()

        # when all of these but one stop reading
        for pair in pairs:
            await pair.clear()
        async with busy(pairs):
            silence = Silence(siege, crowd[0], crowd[1:])
            done = asyncio.Event()
            cut = asyncio.create_task(silence.until_cut(done))
            await during(siege, done)
            await cut
        together = p99(_waits(pairs))

        # then each is gone within a second of having left too much unread, and nobody noticed
        moves = len(_waits(pairs))
        print(f"\n{silence}; p99 of {moves} moves of others {together:.1f} ms, before {alone:.1f} ms")
        assert silence.took < 1
        assert silence.most - before < 2 * 8 * UNREAD + 10_000_000
        assert together < 2 * alone + 20
        assert not crowd[0].ended.done()
        for peer in (*crowd, *(player for pair in pairs for player in pair.players)):
            peer.close()


@asynccontextmanager
async def busy(pairs: Sequence[PlayingPair]) -> AsyncIterator[None]:
    """Games that are played as fast as they can be for the time of the block."""
    done = asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        for pair in pairs:
            pair.waits.clear()
            tasks.create_task(pair.play(done))
        yield
        done.set()


def _waits(pairs: Sequence[PlayingPair]) -> list[float]:
    """How long each move took at all tables: so many that one breath of the disk is no hundredth of them."""
    return [wait for pair in pairs for wait in pair.waits]


class Silence:
    """Peers that stop reading, and one beside them that gets the same and reads it. Mutable."""

    def __init__(self, siege: Siege, reader: LightConnection, deaf: Sequence[LightConnection]) -> None:
        self._siege = siege
        self._reader = reader
        self._deaf = deaf
        self._began, self._bytes = perf_counter(), reader.bytes
        self._full = self._cut = 0.0
        self.most = siege.resident()
        """The most memory that the server used meanwhile."""

    async def until_cut(self, done: asyncio.Event) -> None:
        """Return when the server has cut all of them off."""
        for peer in self._deaf:
            peer.transport.pause_reading()
        while self._siege.cut() < len(self._deaf):
            assert perf_counter() - self._began < PATIENCE, "they are still there"
            if not self._full and self._reader.bytes - self._bytes > UNREAD:
                self._full = perf_counter()
            self.most = max(self.most, self._siege.resident())
            await asyncio.sleep(0.01)
        self._cut = perf_counter()
        done.set()

    @property
    def took(self) -> float:
        """Seconds from when too much was unread until the last was cut off."""
        return self._cut - self._full if self._full else 0.0

    def __str__(self) -> str:
        return (
            f"{len(self._deaf)} who stopped reading were cut off after {self._cut - self._began:.2f} s"
            f" and {(self._reader.bytes - self._bytes) / 1000:.0f} kB, {self.took:.2f} s too late;"
            f" memory at most {self.most / 1e6:.0f} MB"
        )
