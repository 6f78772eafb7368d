"""`pente serve --house`, which is what `make run` starts."""

import signal
from pathlib import Path

import pytest

from tests.support.processes import JsonProcess, ServerProcess, serving
from tests.support.waiting import until

ON_LINUX = pytest.mark.skipif(
    not Path("/proc/self/environ").exists(), reason="children end with a killed server on Linux"
)


async def test_a_live_game_can_be_watched_at_once_and_goes_on_after_a_restart(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with (
        serving(data, "--house") as server,
        JsonProcess("watch", server.url, "--json", state=tmp_path / "eve") as eve,
    ):
        room = (await eve.until("room"))["room"]
        move = await eve.until("move")
        # when the host presses Ctrl-C and starts the server again
        server.process.process.send_signal(signal.SIGINT)
        assert await server.process.ended() == 0
        await _gone(data)
        await server.start()
        # then the same game goes on, for the same spectator
        after = await eve.until("move")
        assert after["ply"] == move["ply"] + 1
        assert after["room"] == room


@ON_LINUX
async def test_processes_that_think_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    async with (
        serving(data, "--house") as server,
        JsonProcess("watch", server.url, "--json", state=tmp_path / "eve") as eve,
    ):
        await eve.until("move")
        await until(lambda: any("spawn_main" in words for words in _processes_of(data)))
        await server.kill()
        await _gone(data)


@ON_LINUX
async def test_bots_that_have_just_begun_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    data = tmp_path / "data"
    server = ServerProcess(data, "--house")
    await server.start()
    assert _processes_of(data)
    await server.kill()
    await _gone(data)


async def _gone(data: Path) -> None:
    await until(lambda: not _processes_of(data))  # the grandchildren of a dead process can't be awaited


def _processes_of(data: Path) -> list[str]:
    """The command lines of all processes that work in a directory or got it from the server."""
    found: list[str] = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            inherited = (process / "environ").read_bytes().split(b"\0")
            place = (process / "cwd").readlink()
            words = (process / "cmdline").read_text(errors="replace").split("\0")
        except OSError:
            continue  # it has just ended
        if place.is_relative_to(data) or f"PENTE_STATE={data}".encode() in inherited:
            found.append(" ".join(words))
    return found
