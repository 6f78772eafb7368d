"""Processes are killed in mid-game: no acknowledged move is lost or doubled, and nobody pays with time."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter
from typing import Final

import pytest

from pente_core.clock.instant import Millis
from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_protocol.messages.rooms import Create, RoomCreated, Watch
from tests.chaos.peers.playing_pair import ENDLESS
from tests.chaos.peers.reconnecting_player import ReconnectingPlayer
from tests.support.peer import creating
from tests.support.processes import ServerProcess, serving
from tests.support.valkey import ALWAYS, running_valkey
from tests.support.waiting import until

CLOCK, INITIAL = "1", Millis(60_000)
DOWN = 0.5
"""Seconds for which what was killed stays away."""


@asynccontextmanager
async def server(data: Path, *arguments: str) -> AsyncIterator[ServerProcess]:
    """A server for the time of the block, which ends without any order: its store may be gone."""
    async with serving(data, *arguments) as process:
        yield process
        await process.end()


async def a_long_game(alice: ReconnectingPlayer, bob: ReconnectingPlayer) -> RoomId:
    ok = await alice.ask(Create, **creating(ruleset=ENDLESS, time=CLOCK))
    assert isinstance(ok, RoomCreated)
    await bob.act(ok.room, cmd.Join())
    for player in (alice, bob):
        player.seen[ok.room] = {SHOWN: OPENED}
        await player.ask(Watch, room=ok.room, after=SHOWN)
        player.seen[ok.room].pop(SHOWN)
        await player.caught_up(ok.room, 4)
    return ok.room


SHOWN: Final = 2
"""The version of the snapshot that the host of a room is shown: the room is open, and the host has a seat."""
OPENED: Final[ev.Event] = ev.OutageCredited(0, 0, 0)  # type: ignore[arg-type]
"""Stands for the last event before that snapshot, which nobody is shown."""


async def go_on(
    room: RoomId, players: tuple[ReconnectingPlayer, ReconnectingPlayer], done: asyncio.Event, pace: float
) -> None:
    """Play point after point, in turn, until told to end; not faster than a few hundred fit on the board."""
    for ply in range(600):
        mover, other = players[ply % 2], players[(ply + 1) % 2]
        await mover.play(room, ply)
        await other.caught_up(room, mover.acknowledged[-1][0])
        if done.is_set() and ply % 2:
            return
        await asyncio.sleep(pace)


async def moves(
    players: tuple[ReconnectingPlayer, ReconnectingPlayer], playing: asyncio.Task[None], more: int
) -> None:
    """Wait until so many more moves are acknowledged, or none will be."""
    wanted = sum(len(player.acknowledged) for player in players) + more
    await until(lambda: playing.done() or sum(len(player.acknowledged) for player in players) >= wanted)
    if playing.done():
        playing.result()


async def play_through(
    kill: Callable[[], Awaitable[None]], times: int, *urls: str, pace: float = 0.0
) -> tuple[tuple[ReconnectingPlayer, ReconnectingPlayer], list[ev.Event]]:
    """Play a game while things are killed; the players, and the game as it was at last."""
    alice, bob = ReconnectingPlayer(*urls), ReconnectingPlayer(*urls[::-1])
    players = (alice, bob)
    done = asyncio.Event()
    try:
        room = await a_long_game(alice, bob)
        playing = asyncio.create_task(go_on(room, players, done, pace))
        for _ in range(times):
            await moves(players, playing, 11)
            await kill()
        await moves(players, playing, 11)
        done.set()
        await playing
        log = await _log(alice, room)
    finally:
        await alice.drop()
        await bob.drop()
    _check(players, room, log)
    return players, log


async def _log(player: ReconnectingPlayer, room: RoomId) -> list[ev.Event]:
    """The events of a room after the first snapshot, as a connection sees them that knows only that."""
    await player.drop()
    player.seen[room] = {SHOWN: OPENED}
    await player.connected()
    ok = await player.ask(Watch, room=room, after=SHOWN)
    assert ok.version is not None
    await player.caught_up(room, ok.version)
    assert sorted(player.seen[room]) == list(range(SHOWN, ok.version + 1))
    return [player.seen[room][version] for version in range(SHOWN + 1, ok.version + 1)]


def _check(players: tuple[ReconnectingPlayer, ReconnectingPlayer], room: RoomId, log: list[ev.Event]) -> None:
    """Nothing acknowledged is missing, and nothing else was played."""
    played = {
        version: event.point for version, event in enumerate(log, SHOWN + 1) if isinstance(event, ev.Moved)
    }
    acknowledged = dict(sorted(players[0].acknowledged + players[1].acknowledged))
    assert played == acknowledged
    assert list(played.values()) == list(range(len(played)))
    for player in players[1:]:
        for version, event in player.seen[room].items():
            assert event == log[version - SHOWN - 1]


def _spent(log: list[ev.Event]) -> int:
    """What both clocks together have counted, in milliseconds."""
    last = [event for event in log if isinstance(event, ev.Moved)][-1]
    return 2 * INITIAL - sum(last.remaining)


async def test_a_store_that_stays_away_for_a_while(tmp_path: Path) -> None:
    with running_valkey(*ALWAYS) as valkey:
        async with server(tmp_path / "d", "--redis", valkey.url) as process:
            dark = 0.0

            async def kill() -> None:
                nonlocal dark
                valkey.kill()
                killed = perf_counter()
                await asyncio.sleep(DOWN)
                dark += perf_counter() - killed
                await asyncio.to_thread(valkey.start)

            begin = perf_counter()
            _, log = await play_through(kill, 2, process.url)
            served = perf_counter() - begin - dark

    assert any(isinstance(event, ev.OutageCredited) for event in log)
    assert _spent(log) <= 1000 * served


@pytest.mark.long
async def test_everything_is_killed_in_turn(tmp_path: Path) -> None:
    with running_valkey(*ALWAYS) as valkey:
        store = ("--redis", valkey.url)
        async with server(tmp_path / "1", *store) as one, server(tmp_path / "2", *store) as two:
            turn = 0

            async def kill() -> None:
                nonlocal turn
                turn += 1
                if turn % 3 == 0:
                    valkey.kill()
                    await asyncio.sleep(DOWN)
                    await asyncio.to_thread(valkey.start)
                    return
                node = (one, two)[turn % 2]
                await node.kill()
                await asyncio.sleep(DOWN)
                await node.start()

            await play_through(kill, 15, one.url, two.url, pace=0.08)
