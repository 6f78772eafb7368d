"""A server with many players is told to stop, or is killed: all are back soon after it is up again."""

import asyncio
import signal
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter

import pytest

from pente_client.connection.link.timeouts import DEFAULT_TIMEOUTS, delays
from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_core.rules.point import Point
from pente_protocol.errors import CloseCode
from pente_protocol.messages.base import RequestId
from pente_protocol.messages.rooms import Act
from tests.chaos.peers.hostile_peers import ROOMS
from tests.chaos.peers.light_connection import GONE, LightConnection, open_many_files
from tests.chaos.peers.playing_pair import BEGUN, a_game
from tests.support.games.checkpoints import checkpoint
from tests.support.hostile.raw_peer import Broken, masked
from tests.support.peer import a_command
from tests.support.processes import ServerProcess, serving
from tests.support.waiting import PATIENCE


class Guest:
    """A player who comes back as the product's own clients do. Mutable."""

    def __init__(self, port: int, peer: LightConnection, number: int) -> None:
        self.peer = peer
        self.room = RoomId("")
        self.back_at = 0.0
        self._port = port
        self._chance = Random(number)

    async def come_back(self) -> None:
        """Return once it is connected again and has its room."""
        credential, resume = self.peer.credential, {self.room: self.peer.version(self.room)}
        for wait in delays(DEFAULT_TIMEOUTS, self._chance.random):
            await asyncio.sleep(wait)
            with suppress(OSError, Broken):
                self.peer = await LightConnection.connect(self._port)
                welcome = await self.peer.greet(credential=credential, rooms=resume)
                if welcome["t"] == "welcome":
                    assert [row["room"]["id"] for row in welcome["rooms"]] == [self.room]
                    self.back_at = perf_counter()
                    return


@pytest.mark.parametrize(
    ("count", "gone_within", "back_within"),
    [(60, PATIENCE, PATIENCE), pytest.param(1000, 5, 3, marks=pytest.mark.long)],
)
async def test_all_are_told_and_come_back(
    tmp_path: Path, count: int, gone_within: float, back_within: float
) -> None:
    open_many_files()
    async with serving(tmp_path / "d", log=tmp_path / "log") as server:
        # given a house full of people who play, and some who don't do their part
        guests = await a_full_house(server.port, count)
        stuck = [await LightConnection.deaf(server.port) for _ in range(2)]
        for peer in stuck:
            await peer.greet()
            peer.transport.pause_reading()
        stuck[0].send(masked(ROOMS) * 25)  # its answers are more than may wait unread

        # when the server is told to stop
        begin = perf_counter()
        server.process.process.send_signal(signal.SIGTERM)
        coming = [asyncio.create_task(back_after_goodbye(guest)) for guest in guests]
        assert await server.process.ended() == 0
        stopped = perf_counter() - begin

        # then it is gone soon, all have been told, and all are back soon after it is up again
        print(f"\n{count} told to come back, and the server gone in {stopped:.2f} s")
        assert stopped < gone_within
        await all_come_back(server, guests, coming, told=CloseCode.RESTART, within=back_within)
        for peer in stuck:
            peer.close()
    assert "Traceback" not in (tmp_path / "log").read_text()


@pytest.mark.parametrize(
    ("count", "back_within"), [(60, PATIENCE), pytest.param(1000, 3, marks=pytest.mark.long)]
)
async def test_all_come_back_to_a_server_that_was_killed(
    tmp_path: Path, count: int, back_within: float
) -> None:
    open_many_files()
    async with serving(tmp_path / "d", log=tmp_path / "log") as server:
        guests = await a_full_house(server.port, count)
        coming = [asyncio.create_task(back_after_goodbye(guest)) for guest in guests]

        await server.kill()

        await all_come_back(server, guests, coming, told=GONE, within=back_within)
    assert "Traceback" not in (tmp_path / "log").read_text()


async def all_come_back(
    server: ServerProcess,
    guests: Sequence[Guest],
    coming: Sequence["asyncio.Task[int]"],
    *,
    told: int,
    within: float,
) -> None:
    """Start the server again, and see that all are back within so many seconds, and play on.

    ``told``: the code that they have been told when they lost their connections.
    """
    await server.start()
    up = perf_counter()
    codes = await asyncio.gather(*coming)
    assert set(codes) == {told}
    waits = [guest.back_at - up for guest in guests]
    print(f"\nhalf were back after {median(waits):.2f} s and the last after {max(waits):.2f} s")
    assert max(waits) < within
    await play_on(guests)
    for guest in guests:
        guest.peer.close()


async def a_full_house(port: int, count: int) -> list[Guest]:
    """Players of whom each two have a game that has begun, with a move made."""
    guests = []
    for number in range(count):
        guests.append(Guest(port, await LightConnection.connect(port), number))
        await guests[-1].peer.greet()
    for host, guest in zip(guests[::2], guests[1::2], strict=True):
        host.room = guest.room = await a_game(host.peer, guest.peer)
        await a_move(host, guest, 0)
    return guests


async def a_move(mover: Guest, other: Guest, number: int) -> None:
    base = checkpoint(mover.room, BEGUN + number)
    act = Act(RequestId(1), mover.room, a_command(), cmd.Play(Point(number)), base)
    await mover.peer.ask(act)
    await other.peer.sees(mover.room, BEGUN + number + 1)


async def back_after_goodbye(guest: Guest) -> int:
    """Come back after the server has closed the connection; the code it gave."""
    code = await guest.peer.ended
    await guest.come_back()
    return code


async def play_on(guests: Sequence[Guest]) -> None:
    """Let all whose turn it is move."""
    for other, mover in zip(guests[::2], guests[1::2], strict=True):
        await a_move(mover, other, 1)
