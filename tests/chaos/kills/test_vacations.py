"""Node and store are killed when a player has taken a vacation, and again when it has ended."""

from functools import partial
from pathlib import Path

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_core.room.snapshot import restore
from pente_protocol.messages.account import TakeVacation, VacationFound
from pente_protocol.messages.rooms import Create, RoomCreated, Synced, Watch
from tests.chaos.peers.reconnecting_player import ReconnectingPlayer
from tests.support.peer import creating
from tests.support.processes import ServerProcess, serving
from tests.support.waiting import until

GAMES = 3


async def a_game(alice: ReconnectingPlayer, bob: ReconnectingPlayer, seat: int, time: str) -> RoomId:
    opened = await alice.ask(Create, **creating(ruleset="freestyle", time=time, seat=seat))
    assert isinstance(opened, RoomCreated)
    await bob.act(opened.room, cmd.Join())
    return opened.room


async def rests(player: ReconnectingPlayer, rooms: list[RoomId], seats: list[int]) -> set[Instant]:
    """Until when a player's clocks stand still in rooms, as a new connection sees them."""
    await player.drop()
    for room in rooms:
        await player.ask(Watch, room=room)
    shown = {each.room: each for each in (await player.connected()).said if isinstance(each, Synced)}
    return {
        restore(shown[room].snapshot).clock.rest_of(seat) for room, seat in zip(rooms, seats, strict=True)
    }


async def test_a_vacation_and_its_end_reach_all_games_over_kills_of_node_and_store(tmp_path: Path) -> None:
    async with serving(tmp_path / "data") as process:
        alice, bob = (ReconnectingPlayer(process.url, name=name) for name in ("alice", "bob"))
        try:
            seats = [number % 2 for number in range(GAMES)]
            rooms = [await a_game(alice, bob, seat, "3d/move") for seat in seats]
            live = await a_game(alice, bob, 0, "30+30")
            taken = await changed(alice, process, 5)
            assert taken.until is not None
            await until(partial(_are, alice, rooms, seats, taken.until))
            assert await rests(bob, rooms, [1 - seat for seat in seats]) == {0}
            assert await rests(alice, [live], [0]) == {0}
            ended = await changed(alice, process, 0)
            assert ended.until is None
            await until(partial(_end_before, alice, rooms, seats, taken.until))
            assert (await alice.ask(TakeVacation)).days_left == 20  # it was taken back at once
        finally:
            await alice.drop()
            await bob.drop()


async def changed(player: ReconnectingPlayer, process: ServerProcess, days: int) -> VacationFound:
    """Take or end a vacation, and kill everything as soon as that is acknowledged."""
    found = await player.ask(TakeVacation, days=days)
    assert isinstance(found, VacationFound)
    await process.kill()
    await process.start()
    return found


async def _are(player: ReconnectingPlayer, rooms: list[RoomId], seats: list[int], end: Instant) -> bool:
    return await rests(player, rooms, seats) == {end}


async def _end_before(
    player: ReconnectingPlayer, rooms: list[RoomId], seats: list[int], end: Instant
) -> bool:
    return all(rest < end for rest in await rests(player, rooms, seats))
