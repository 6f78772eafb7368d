"""Servers on a store with another number of partitions than theirs, and moves to a store with another one."""

from pathlib import Path

import pytest
from redis.asyncio import Redis

from pente_server.store.redis.wire import keys
from tests.support.processes import JsonProcess, Process, serving
from tests.support.valkey import ALWAYS, running_valkey


async def admin(state: Path, *arguments: str) -> tuple[int, str]:
    async with Process("admin", *arguments, state=state) as process:
        return await process.ended(), "\n".join(process.said)


async def test_two_servers_play_on_a_store_with_more_partitions_and_move_to_one_with_fewer(
    tmp_path: Path,
) -> None:
    play = ("--json", "--time", "5+3")
    file = str(tmp_path / "export")
    with running_valkey(*ALWAYS) as valkey:
        at, other = ("--redis", valkey.url), ("--redis", valkey.url.replace("/0", "/1"))
        assert (await admin(tmp_path, "export", file, *other))[0] == 0
        assert (await admin(tmp_path, "import", file, *at, "--partitions", "256"))[0] == 0
        async with serving(tmp_path / "one", *at) as one, serving(tmp_path / "two", *at) as two:
            async with JsonProcess(
                "play", one.url, *play, "--new", "--seat", "0", state=tmp_path / "a"
            ) as anna:
                room = (await anna.until("room"))["room"]
                async with JsonProcess("join", room, two.url, "--json", state=tmp_path / "b") as boris:
                    await anna.until("started")
                    await anna.type("K10")
                    await boris.until("move")
                    await boris.type("L11")
                    await anna.until("move", lambda line: line["ply"] == 2)
            assert await one.stop() == await two.stop() == 0

        assert (await admin(tmp_path, "check", *at))[0] == 0
        assert (await admin(tmp_path, "export", file, *at))[0] == 0
        said = "imported 1 rooms and 2 accounts; it has the key of the exported server, so don't run both"
        assert await admin(tmp_path, "import", file, *other, "--partitions", "16") == (0, said)
        async with Redis.from_url(valkey.url) as here, Redis.from_url(other[1]) as there:
            assert await here.get(keys.PARTITIONS) == b"256"
            assert await there.get(keys.PARTITIONS) == b"16"
        async with serving(tmp_path / "three", *other) as server:
            async with JsonProcess("play", server.url, *play, state=tmp_path / "a") as anna:
                assert len((await anna.until("room"))["moves"]) == 2
            assert await server.stop() == 0


@pytest.mark.parametrize("command", [("serve",), ("admin", "export", "-")])
async def test_data_without_a_number_of_partitions_is_refused_in_one_sentence(
    tmp_path: Path, command: tuple[str, ...]
) -> None:
    with running_valkey() as valkey:
        async with Redis.from_url(valkey.url) as client:
            await client.set("pente:{p07}:name:anna", "0" * 32)
        async with Process(*command, "--redis", valkey.url, state=tmp_path) as process:
            assert await process.ended() == 1
        (sentence,) = process.said
        assert "it has data, but no number of partitions in pente:{pulse}:partitions" in sentence
        assert sentence.endswith("use an empty database, or restore a backup")
