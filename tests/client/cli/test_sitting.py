import asyncio
from collections.abc import AsyncIterator

import pytest

from pente_client.cli.sitting import Sitting
from pente_client.connection import ConnectionEnded
from pente_client.plain import Plain
from pente_core.room import Resign
from pente_protocol.messages import Act, Watch
from tests.client.scripted_server import connected, ok, scripted
from tests.client.table import ANN, ROOM, playing


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
    assert any(line.startswith("not done: 'n' is not a point") for line in said)


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
