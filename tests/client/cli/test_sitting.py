import asyncio
from collections.abc import AsyncIterator

import pytest

from pente_client.cli import sitting as module
from pente_client.cli.sitting import Sitting
from pente_client.connection import ConnectionEnded
from pente_client.plain import Plain
from pente_core.rating import Change
from pente_core.room import Join, Options, Rate, Resign, Say
from pente_protocol.messages import Act, Watch
from tests.client.scripted_server import connected, ok, scripted
from tests.client.table import ANN, BOB, ROOM, Table, playing


class Typing:
    """Lines that a test types one by one."""

    def __init__(self) -> None:
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()

    def type(self, *lines: str | None) -> None:
        for line in lines:
            self._lines.put_nowait(line)

    async def lines(self) -> AsyncIterator[str]:
        while (line := await self._lines.get()) is not None:
            yield line


async def test_a_person_is_asked_before_a_game_is_given_up() -> None:
    table = playing("K10")
    said: list[str] = []
    typing = Typing()
    async with scripted() as server, connected(server) as (client, peer):
        sitting = Sitting(client, Plain(said.append), typing.lines(), is_playing=True, asks=True)

        async def story() -> int:
            await client.watch(ROOM)
            await sitting.follow(ROOM)
            return 7

        running = asyncio.ensure_future(sitting.run(story))
        await peer.send(table.synced(), ok(await peer.expect(Watch)))
        typing.type("/resign", "n", "/resign", "y")
        request = await peer.expect(Act)
        assert request.command == Resign()
        await peer.send(*table.do(Resign(), ANN), ok(request))
        assert await running == 7
    assert said.count("give the game up? type y for yes") == 2
    assert any(line.startswith("not done: 'n' is no point") for line in said)


def rated_table() -> Table:
    """A rated game between Ann and Bob that has begun."""
    table = Table(options=Options(rated=True))
    table.do(Join(), BOB)
    return table


async def follow_to_the_end(table: Table, said: list[str], *, is_rated: bool) -> int:
    """The exit status of somebody who looks on until a rated game is over."""
    async with scripted() as server, connected(server) as (client, peer):
        watching = Sitting(client, Plain(said.append), Typing().lines(), is_playing=False, asks=False)

        async def story() -> int:
            await client.watch(ROOM)
            return len((await watching.follow(ROOM)).rated)

        running = asyncio.ensure_future(watching.run(story))
        await peer.send(table.synced(), ok(await peer.expect(Watch)))
        await peer.send(*table.do(Resign(), ANN))
        if is_rated:
            changes = (Change(0, 1500, 1338, provisional=True), Change(1, 1500, 1662, provisional=True))
            await peer.send(*table.do(Say("gg"), BOB), *table.do(Rate(changes), None))
        return await running


async def test_what_a_game_did_to_ratings_is_waited_for() -> None:
    said: list[str] = []
    assert await follow_to_the_end(rated_table(), said, is_rated=True) == 2
    assert said[-1] == "ann 1338? (-162), bob 1662? (+162)"
    assert "<bob> gg" in said


async def test_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "SETTLED_WITHIN", 0.01)
    assert await follow_to_the_end(rated_table(), [], is_rated=False) == 0


async def test_a_casual_game_is_over_at_its_end() -> None:
    table = Table()
    table.do(Join(), BOB)
    assert await follow_to_the_end(table, [], is_rated=False) == 0


async def test_what_is_typed_while_no_game_is_on() -> None:
    said: list[str] = []
    typing = Typing()
    async with scripted() as server, connected(server) as (client, _):
        sitting = Sitting(client, Plain(said.append), typing.lines(), is_playing=False, asks=False)

        async def story() -> int:
            await sitting.until_featured()
            return 0

        running = asyncio.ensure_future(sitting.run(story))
        typing.type("/board", "/help", "/quit")
        assert await running == 0
    assert "not done: there is no game here now" in said
    assert any("/quit" in line for line in said)


@pytest.mark.parametrize("by_server", [True, False])
async def test_the_end_of_the_connection_is_the_end(by_server: bool) -> None:
    said: list[str] = []
    typing = Typing()
    async with scripted() as server, connected(server) as (client, peer):
        sitting = Sitting(client, Plain(said.append), typing.lines(), is_playing=False, asks=False)

        async def story() -> int:
            await sitting.until_featured()
            return 0

        running = asyncio.ensure_future(sitting.run(story))
        if by_server:
            await peer.close(4500, "no more")
        else:
            await client.close()
        with pytest.raises(ConnectionEnded):
            await running
