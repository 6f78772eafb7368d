"""`pente serve --house`, which is what `make run` starts."""

import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest

from pente_client.connection import Client
from pente_core.identity import PlayerKind
from pente_server.embedded import die_with_parent
from pente_server.house_bots.house_bot import engine_is_compiled, house_bots
from tests.support.processes import JsonProcess, Process, serving
from tests.support.valkey import ALWAYS, running_valkey
from tests.support.waiting import until

ON_LINUX = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks for processes in /proc")
BOTS = {bot.name for bot in house_bots(is_compiled=engine_is_compiled())}
ELSEWHERE = """
import runpy, sys
sys.platform = "elsewhere"
runpy.run_path({script!r}, run_name="__main__")
"""
PENTE_ELSEWHERE = """
import sys
from pente_client.cli import main
from pente_client.connection import Client
from pente_core.identity import PlayerKind
from pente_server.embedded import die_with_parent
die_with_parent.__file__ = {script!r}
sys.exit(main())
"""
"""`pente` on a system whose kernel ends no process with its parent."""


async def until_all_are_at(url: str, bots: set[str] = BOTS) -> None:
    """Wait in the lobby of a server until the bots are there."""
    async with Client(url) as client:

        async def are_there() -> bool:
            return {row.player.name for row in (await client.online(PlayerKind.BOT)).players} >= bots

        await until(are_there)


@asynccontextmanager
async def watching(url: str, state: Path) -> AsyncIterator[JsonProcess]:
    async with JsonProcess("watch", url, "--json", state=state) as eve:
        yield eve


async def test_a_live_game_can_be_watched_at_once_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", "--house") as server, watching(server.url, tmp_path / "eve") as eve:
        shown = await eve.until("room")
        room, names = shown["room"], [seat["player"]["name"] for seat in shown["seats"]]
        assert names == ["show-white", "show-black"]  # each has the colour that it is called by
        move = await eve.until("move")
        family = _family(server.process.process.pid)
        # when the host presses Ctrl-C and starts the server again
        server.process.process.send_signal(signal.SIGINT)
        assert await server.process.ended() == 0
        await _gone(family)
        await server.start()
        # then the same game goes on, for the same spectator
        after = await eve.until("move")
        assert after["ply"] == move["ply"] + 1
        assert after["room"] == room


async def test_the_same_bots_play_the_same_game_at_another_port(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", "--house") as server, watching(server.url, tmp_path / "eve") as eve:
        move = await eve.until("move")
    async with serving(tmp_path / "data", "--house") as other, watching(other.url, tmp_path / "fay") as fay:
        assert other.port != server.port
        after = await fay.until("move")
        assert after["room"] == move["room"]
        assert after["ply"] > move["ply"]
        await until_all_are_at(other.url)


async def test_a_name_that_a_strange_bot_has_is_left_to_it(tmp_path: Path) -> None:
    data, log = tmp_path / "data", tmp_path / "log"
    async with serving(data) as server:
        taken = ("bot", server.url, "--player", "random", "--name", "show-white")
        async with Process(*taken, state=tmp_path) as bot:
            await bot.line_with("show-white plays at")
    async with serving(data, "--house", log=log) as server:
        await until_all_are_at(server.url, {*BOTS - {"show-white"}, "show-white-2"})
        assert "another player has the name show-white" in log.read_text()
        assert "the name random-bot" not in log.read_text()


async def test_of_two_servers_on_a_store_one_has_the_house_and_the_other_takes_over(tmp_path: Path) -> None:
    async with AsyncExitStack() as stack:
        valkey = stack.enter_context(running_valkey(*ALWAYS))
        place = ("--redis", valkey.url, "--house")
        first = await stack.enter_async_context(serving(tmp_path / "first", *place))
        second = await stack.enter_async_context(serving(tmp_path / "second", *place))
        eve = await stack.enter_async_context(watching(second.url, tmp_path / "eve"))
        move = await eve.until("move")
        await until_all_are_at(second.url)
        assert len(_children(second.process.process.pid)) == 0
        # when the first one dies
        await first.kill()
        # then the second one has the bots, which play on
        after = await eve.until("move", lambda line: line["ply"] > move["ply"] + 2)
        assert after["room"] == move["room"]
        await until_all_are_at(second.url)
        assert len(_children(second.process.process.pid)) == 1


@ON_LINUX
async def test_a_server_that_was_frozen_gives_the_house_up(tmp_path: Path) -> None:
    with running_valkey(*ALWAYS) as valkey:
        place = ("--redis", valkey.url, "--house")
        async with (
            serving(tmp_path / "first", *place) as first,
            serving(tmp_path / "second", *place) as second,
        ):
            await until(lambda: len(_children(first.process.process.pid)) == 1)
            assert _children(second.process.process.pid) == set()
            first.process.process.send_signal(signal.SIGSTOP)
            await until(lambda: len(_children(second.process.process.pid)) == 1)
            first.process.process.send_signal(signal.SIGCONT)
            await until(lambda: _children(first.process.process.pid) == set())
            await until_all_are_at(second.url)


@ON_LINUX
async def test_bots_that_are_killed_are_reported_and_come_back(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", "--house", "--store", "memory") as server:
        await until_all_are_at(server.url)
        (bots,) = _children(server.process.process.pid)
        os.kill(bots, signal.SIGKILL)
        await server.process.line_with("the house bots have ended with status -9; trying again in 0.5 s")
        await until_all_are_at(server.url)


@ON_LINUX
async def test_all_processes_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", "--house") as server, watching(server.url, tmp_path / "eve") as eve:
        await eve.until("move")
        family = _family(server.process.process.pid)
        assert len(family) == 4  # the engine, the bots, and with these one that thinks and its tracker
        await server.kill()
        await _gone(family)


@ON_LINUX
async def test_so_they_do_where_the_kernel_does_not_see_to_it(tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = Process("serve", "--port", "0", "--data", str(data), "--house", state=data)
    script = tmp_path / "elsewhere.py"
    script.write_text(ELSEWHERE.format(script=die_with_parent.__file__))
    server.command = (sys.executable, "-c", PENTE_ELSEWHERE.format(script=str(script)))
    async with server:
        url = (await server.line_with("pente is serving on")).split()[4].rstrip(";")
        async with watching(url, tmp_path / "eve") as eve:
            await eve.until("move")
        family = _family(server.process.pid)
        assert len(family) == 5
        server.process.kill()
        await _gone(family)


@ON_LINUX
async def test_bots_that_have_just_begun_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    async with serving(tmp_path / "data", "--house") as server:
        family = _family(server.process.process.pid)
        assert family
        await server.kill()
        await _gone(family)


async def _gone(family: set[int]) -> None:
    await until(lambda: not family & set(_parents()))  # the grandchildren of a dead process can't be awaited


def _family(pid: int) -> set[int]:
    """The processes that a process has started, and those that they have."""
    children = _children(pid)
    return children.union(*map(_family, children))


def _children(pid: int) -> set[int]:
    return {child for child, parent in _parents().items() if parent == pid}


def _parents() -> dict[int, int]:
    """The parent of every process that has not ended."""
    found: dict[int, int] = {}
    for process in Path("/proc").glob("[0-9]*"):
        try:
            state, parent = (process / "stat").read_text().rpartition(")")[2].split()[:2]
        except OSError:
            continue  # it has just ended
        if state != "Z":
            found[int(process.name)] = int(parent)
    return found
