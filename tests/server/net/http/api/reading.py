"""Reading over HTTP as a program does: a path, and what comes of it."""

import asyncio
import json
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.notation import format_position
from pente_core.room import commands as cmd
from pente_core.rules.position import Position
from pente_core.rules.ruleset import ruleset_from
from tests.server.net.http.test_pages import exchange, get
from tests.support.peer import Peer, Served, a_game, play
from tests.support.waiting import patience, until

EMPTY = quote(format_position(Position.initial(ruleset_from("pente"))))
"""The empty board, as it stands in a query."""
FOR_EVER = Instant(1 << 45)


async def read(served: Served, path: str, *headers: str) -> tuple[int, Any]:
    """The status and the JSON of an answer."""
    status, _, body = await exchange(served, get(path, *headers))
    return status, json.loads(body)


async def raw(served: Served, path: str) -> tuple[bytes, bytes]:
    """The head and the body of an answer that may be no text."""
    reader, writer = await asyncio.open_connection("127.0.0.1", served.port)
    writer.write(get(path).replace("\n", "\r\n").encode())
    async with patience(path):
        head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    writer.close()
    await writer.wait_closed()
    return head, body


async def filed(served: Served, *others: RoomId) -> None:
    """Wait until all finished games but some others can be found."""

    async def is_filed() -> bool:
        return set(await served.node.store.archive.unfiled(FOR_EVER)) == set(others)

    await until(is_filed)


async def play_in_turn(room: RoomId, players: Sequence[Peer], *points: int) -> None:
    """Play points, each by the next player. All have heard of everything before each, and in the end."""

    def all_know_the_same() -> bool:
        return len({player.version(room) for player in players}) == 1

    await until(all_know_the_same)
    for number, point in enumerate(points):
        await play(players[number % 2], room, point)
        await until(all_know_the_same)


async def a_finished_game(served: Served, alice: Peer, bob: Peer, *points: int) -> RoomId:
    """A game that alice has won, after points that they play in turn."""
    room = await a_game(alice, bob)
    await play_in_turn(room, (alice, bob), *points)
    await bob.act(room, cmd.Resign())
    await filed(served)
    return room
