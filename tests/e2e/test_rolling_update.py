"""Servers of two versions on one store, restarted one after the other under a game that goes on."""

import sys
from collections.abc import Iterator
from pathlib import Path

import msgpack
import pytest
from redis.asyncio import Redis

from pente_core.identity import RoomId
from pente_core.room import events as ev
from tests.support.processes import JsonProcess, ServerProcess, serving
from tests.support.server_program import refused
from tests.support.valkey import ALWAYS, KEYS, Valkey, running_valkey
from tests.support.waiting import patience

TOMORROW = """
import sys
import pente_server.serving, pente_server.node
from pente_client.cli import main
from pente_protocol.logs import format_versions
from pente_server.store.logs import log_formats

newest = log_formats.WRITTEN.newest
written = log_formats.LogFormats(log_formats.WRITTEN.oldest, newest + 1)
format_versions.UPGRADES = {**format_versions.UPGRADES, newest: lambda wire: wire}
for module in list(sys.modules.values()):
    for name, value in (("LOG_FORMAT", newest + 1), ("WRITTEN", written)):
        if module.__name__.startswith("pente") and name in vars(module):
            setattr(module, name, value)
sys.exit(main(sys.argv[1:]))
"""
"""The program of a later version, with one more format of logs."""


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    with running_valkey(*ALWAYS) as running:
        yield running


async def format_of(valkey: Valkey, room: str) -> int:
    async with Redis.from_url(valkey.url) as client:
        first = await client.lindex(KEYS.log(RoomId(room)), 0)
    assert first is not None
    found: int = msgpack.unpackb(first).get("format", 1)
    return found


async def opened_at(server: ServerProcess, state: Path, name: str) -> str:
    """A room that somebody opens at a server, and leaves."""
    play = ("play", server.url, "--json", "--new", "--name", name)
    async with JsonProcess(*play, state=state / name) as process:
        room = str((await process.until("room"))["room"])
        await process.type("/leave")
        await process.until("closed")
        return room


async def update(server: ServerProcess) -> None:
    """Restart a server with the later version."""
    assert await server.stop() == 0
    server.command = (sys.executable, "-c", TOMORROW)
    await server.start()


async def moves(one: JsonProcess, point: str, *others: JsonProcess) -> None:
    await one.type(point)
    for player in (one, *others):
        await player.until("move", lambda line: line["point"] == point)


async def test_a_game_goes_on_while_both_servers_are_updated(valkey: Valkey, tmp_path: Path) -> None:
    store = ("--redis", valkey.url)
    async with serving(tmp_path / "a", *store) as first, serving(tmp_path / "b", *store) as second:
        play = ("--json", "--time", "5+3", "--ruleset", "freestyle")
        anna = JsonProcess(
            "play", first.url, *play, "--new", "--seat", "0", "--name", "anna", state=tmp_path / "1"
        )
        async with anna:
            room = str((await anna.until("room"))["room"])
            boris = JsonProcess(
                "play", second.url, *play, "--room", room, "--name", "boris", state=tmp_path / "2"
            )
            async with boris:
                await anna.until("started")
                await moves(anna, "K10", boris)

                await update(second)
                await boris.until("connected", lambda _: True)
                await moves(boris, "L11", anna)
                assert await format_of(valkey, room) == ev.LOG_FORMAT
                assert await format_of(valkey, await opened_at(second, tmp_path, "carla")) == ev.LOG_FORMAT

                await update(first)
                await moves(anna, "C3", boris)
                await boris.type("/resign")
                assert (await anna.until("finished"))["result"] == "1-0"
                await boris.until("finished")

        async with patience("the next format"):
            while await format_of(valkey, await opened_at(first, tmp_path, "dora")) == ev.LOG_FORMAT:
                pass  # the last old server may still come back: each look takes a program's time
        status, said = await refused("--data", str(tmp_path / "c"), "--port", "0", *store)
        newer = "pente serve: a newer version of pente has served this store; update this server"
        assert (status, said.splitlines()[-1]) == (1, newer)
        for server in (first, second):
            assert await server.stop() == 0
