"""A store that is emptied or restored under a real server with real clients, and an orderly stop."""

import asyncio
import json
import shutil
import signal
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from redis.asyncio import Redis

from tests.support.hostile.raw_peer import HANDSHAKE
from tests.support.processes import JsonProcess, Process, ServerProcess, serving
from tests.support.valkey import ALWAYS, Valkey, running_valkey
from tests.support.waiting import until


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    with running_valkey(*ALWAYS) as running:
        yield running


async def said(server: ServerProcess, path: str = "/readyz") -> str:
    """What a health check says: the status and the text."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
    answer = (await reader.read()).decode()
    writer.close()
    return f"{answer.split()[1]} {answer.splitlines()[-1]}"


async def warnings(server: ServerProcess) -> dict[str, str]:
    """What /healthz warns the host of."""
    found: dict[str, str] = json.loads((await said(server, "/healthz")).partition(" ")[2])["warnings"]
    return found


async def admin(state: Path, *arguments: str) -> tuple[int, str]:
    async with Process("admin", *arguments, state=state) as process:
        status = await process.ended()
        return status, "\n".join(process.said)


@asynccontextmanager
async def game(server: ServerProcess, state: Path) -> AsyncIterator[tuple[JsonProcess, JsonProcess]]:
    """Two players in a game with two moves."""
    play = ("play", server.url, "--json", "--time", "5+3")
    async with JsonProcess(*play, "--new", "--seat", "0", "--name", "anna", state=state) as anna:
        await anna.until("room")
        async with JsonProcess(*play, "--name", "boris", state=state) as boris:
            await anna.until("started")
            await anna.type("K10")
            await boris.until("move")
            await boris.type("L11")
            await anna.until("move", lambda line: line["ply"] == 2)
            yield anna, boris


async def test_an_emptied_store_is_refused_until_it_is_adopted(valkey: Valkey, tmp_path: Path) -> None:
    async with serving(tmp_path / "d", "--redis", valkey.url) as server, game(server, tmp_path):
        async with Redis.from_url(valkey.url) as client:
            await client.flushall()

        # it says so, frees no name, and goes on running
        await until(lambda: _starts(server, "503 store-replaced"))
        (tmp_path / "thief").mkdir()
        async with Process(
            "account", "create", "anna", "--server", server.url, state=tmp_path / "thief"
        ) as thief:
            await thief.line_with("can't use its store at the moment")
            thief.process.send_signal(signal.SIGINT)  # it would try again for half a minute
            assert await thief.ended() != 0
        assert server.process.process.returncode is None

        # until the host says that it is to be used
        status, told = await admin(tmp_path, "adopt", "--redis", valkey.url)
        assert (status, told.startswith("adopted")) == (0, True)
        await until(lambda: _starts(server, "200"))
        assert server.process.process.returncode is None


async def test_an_import_into_an_emptied_store_is_adopted_and_played_on(
    valkey: Valkey, tmp_path: Path
) -> None:
    async with (
        serving(tmp_path / "d", "--redis", valkey.url) as server,
        game(server, tmp_path) as (anna, boris),
    ):
        backup, at = str(tmp_path / "backup"), ("--redis", valkey.url)
        assert (await admin(tmp_path, "export", backup, *at))[0] == 0
        async with Redis.from_url(valkey.url) as client:
            await client.flushall()
        await until(lambda: _starts(server, "503 store-replaced"))

        said = "imported 1 rooms and 2 accounts; it has the key of the exported server, so don't run both"
        assert await admin(tmp_path, "import", backup, *at, "--partitions", "256") == (0, said)
        assert (await admin(tmp_path, "adopt", *at))[0] == 0

        await anna.until("connected")
        await anna.type("O10")
        await boris.until("move", lambda line: line["ply"] == 3)


async def _starts(server: ServerProcess, text: str) -> bool:
    return (await said(server)).startswith(text)


async def _warns(server: ServerProcess, *names: str) -> bool:
    return set(await warnings(server)) == set(names)


async def test_a_restored_backup_is_played_on_and_the_loss_is_said(valkey: Valkey, tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "d", "--redis", valkey.url) as server,
        game(server, tmp_path) as (anna, boris),
    ):
        await asyncio.to_thread(shutil.copytree, valkey.directory, tmp_path / "backup")
        await anna.type("O10")
        await boris.until("move", lambda line: line["ply"] == 3)
        await boris.type("L12")
        await anna.until("move", lambda line: line["ply"] == 4)

        valkey.kill()
        await asyncio.to_thread(shutil.rmtree, valkey.directory)
        await asyncio.to_thread(shutil.copytree, tmp_path / "backup", valkey.directory)
        await asyncio.to_thread(valkey.start)

        for player in (anna, boris):
            assert (await player.until("rolled-back"))["lost_moves"] == 2
            assert len((await player.until("room"))["moves"]) == 2
        await anna.type("P12")
        await boris.until("move", lambda line: line["ply"] == 3)

        # and the host is warned until they say that they have read it, also after a restart of the server
        await until(lambda: _warns(server, "rolled-back"))
        await server.kill()
        await server.start()
        await until(lambda: _warns(server, "rolled-back"))
        assert "`pente admin losses read`" in (await warnings(server))["rolled-back"]
        status, lost = await admin(tmp_path, "losses", "read", "--redis", valkey.url)
        assert (status, lost.count("is back at move 2")) == (0, 1)
        await until(lambda: _warns(server))
        assert (await admin(tmp_path, "losses", "--redis", valkey.url))[0] == 0


async def test_people_read_what_was_lost(valkey: Valkey, tmp_path: Path) -> None:
    async with (
        serving(tmp_path / "d", "--redis", valkey.url) as server,
        game(server, tmp_path) as (anna, boris),
        Process("watch", server.url, "--boards", state=tmp_path / "w") as watcher,
    ):
        await watcher.line_with("1. K10")
        await asyncio.to_thread(shutil.copytree, valkey.directory, tmp_path / "backup")
        await anna.type("O10")
        await boris.until("move", lambda line: line["ply"] == 3)
        await watcher.line_with("O10")
        valkey.kill()
        await asyncio.to_thread(shutil.rmtree, valkey.directory)
        await asyncio.to_thread(shutil.copytree, tmp_path / "backup", valkey.directory)
        await asyncio.to_thread(valkey.start)
        assert await watcher.line_with("The server lost") == (
            "The server lost the last move. The game goes on from what is shown now."
        )


async def test_a_server_in_memory_is_another_one_after_its_restart(tmp_path: Path) -> None:
    async with serving(tmp_path / "d", "--store", "memory") as server:
        async with game(server, tmp_path) as (anna, _):
            await server.kill()
            await server.start()
            await anna.line_with("another server answers there than before")
            assert await anna.ended() == 1
        await server.stop()


async def test_an_export_that_is_asked_for_while_the_server_still_stops(tmp_path: Path) -> None:
    async with serving(tmp_path / "d") as server:
        # a peer that does not answer the goodbye: the server gives it some seconds
        _, deaf = await asyncio.open_connection("127.0.0.1", server.port)
        deaf.write(HANDSHAKE)
        await deaf.drain()
        server.process.process.terminate()
        await server.process.line_with("stopping")

        status, told = await admin(tmp_path, "export", str(tmp_path / "x"), "--data", str(tmp_path / "d"))

        private = "keep the export private: it contains the server's key, with which one can pass for it"
        assert (status, told) == (0, f"exported 0 rooms to {tmp_path / 'x'}; {private}")
        assert await server.stop() == 0
        deaf.close()
