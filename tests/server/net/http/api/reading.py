"""Reading over HTTP as a program does: a path, and what comes of it."""

import json
from typing import Any

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import Resign
from tests.server.net.http.test_pages import exchange, get
from tests.support.peer import Peer, Served, a_game, play
from tests.support.waiting import until

FOR_EVER = Instant(1 << 45)


async def read(served: Served, path: str, *headers: str) -> tuple[int, Any]:
    """The status and the JSON of an answer."""
    status, _, body = await exchange(served, get(path, *headers))
    return status, json.loads(body)


async def filed(served: Served, *others: RoomId) -> None:
    """Wait until all finished games but some others can be found."""

    async def is_filed() -> bool:
        return set(await served.node.store.archive.unfiled(FOR_EVER)) == set(others)

    await until(is_filed)


async def a_finished_game(served: Served, alice: Peer, bob: Peer, *points: int) -> RoomId:
    """A game that alice has won, after points that they play in turn."""
    room = await a_game(alice, bob)
    for number, point in enumerate(points):
        await play((alice, bob)[number % 2], room, point)
    await bob.act(room, Resign())
    await filed(served)
    return room
