"""Store and server are killed while pages read over HTTP: they are told to wait, and read the same later."""

import asyncio
import json
from pathlib import Path
from typing import Any

from pente_core.identity import RoomId
from pente_core.room import events as ev
from tests.support.peer import a_game, peers, play
from tests.support.processes import ServerProcess, serving
from tests.support.valkey import ALWAYS, running_valkey
from tests.support.waiting import patience, until

Answer = tuple[int, dict[str, str], bytes]


async def read(server: ServerProcess, path: str, method: str = "GET") -> Answer:
    """The status, headers and body of an answer. Raises OSError if there is none."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        writer.write(f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n\r\n".encode())
        async with patience(f"an answer to {path}"):
            head, _, body = (await reader.read()).partition(b"\r\n\r\n")
    finally:
        writer.close()
    if not head:
        raise ConnectionResetError
    status, *lines = head.decode().split("\r\n")
    return int(status.split()[1]), dict(line.lower().split(": ", 1) for line in lines), body


def paths(room: RoomId) -> tuple[str, ...]:
    """One of each kind; those of no room, too."""
    return (f"/api/rooms/{room}", f"/api/rooms/{room}.png", "/api/rooms", "/api/games.atom", "/api/leaders")


async def statuses(server: ServerProcess, room: RoomId) -> set[int]:
    """Asked for at once, as each waits a while for a store that is away."""
    return {answer[0] for answer in await asyncio.gather(*(read(server, path) for path in paths(room)))}


async def position(server: ServerProcess, room: RoomId) -> Any:
    """What everybody sees of the game."""
    _, _, body = await read(server, f"/api/rooms/{room}")
    shown = json.loads(body)
    return shown["snapshot"]["turns"], shown["position"]


async def assert_told_to_wait(server: ServerProcess, room: RoomId) -> None:
    asked = [(path, method) for path in paths(room) for method in ("GET", "HEAD")]
    answers = await asyncio.gather(*(read(server, path, method) for path, method in asked))
    for (_, method), (status, headers, body) in zip(asked, answers, strict=True):
        assert status == 503
        assert int(headers["retry-after"]) > 0
        assert headers["access-control-allow-origin"] == "*"
        assert "etag" not in headers
        assert (json.loads(body)["error"] == "unavailable") if method == "GET" else not body


async def test_readers_are_told_to_wait_and_then_read_the_same(tmp_path: Path) -> None:
    with running_valkey(*ALWAYS) as valkey:
        async with serving(tmp_path / "d", "--redis", valkey.url, log=tmp_path / "log") as server:
            # given a game with two moves that pages read
            async with peers(server.url, "anna", "boris") as (anna, boris):
                room = await a_game(anna, boris, time="1d/move")
                await play(anna, room, 180)
                await boris.happened(ev.Moved)
                await play(boris, room, 0)
            before = await position(server, room)
            assert before[0] == ["K10", "A1"]
            assert await statuses(server, room) == {200}

            # when the store is killed, then they are told to wait, while the page itself still comes
            valkey.kill()
            await until(lambda: all_are(server, room, 503))
            await assert_told_to_wait(server, room)
            assert (await read(server, "/"))[0] == 200

            # when it is back, then so is everything
            valkey.start()
            await until(lambda: all_are(server, room, 200))
            assert await position(server, room) == before

            # when the server is killed, and then both, the same
            await server.kill()
            await server.start()
            await until(lambda: all_are(server, room, 200))
            assert await position(server, room) == before
            valkey.kill()
            await server.kill()
            valkey.start()
            await server.start()
            await until(lambda: all_are(server, room, 200))
            assert await position(server, room) == before
    assert "Traceback" not in (tmp_path / "log").read_text()


async def all_are(server: ServerProcess, room: RoomId, status: int) -> bool:
    return await statuses(server, room) == {status}
