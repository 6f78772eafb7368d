"""Servers of tests end with their blocks, however these end."""

import os
from pathlib import Path

import pytest

from tests.support.processes import ServerProcess, serving


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


async def fail(data: Path, pids: list[int], *, again: bool) -> None:
    """What a test does that fails while its server runs, which it may have started again."""
    async with serving(data, "--store", "memory") as server:
        if again:
            await server.kill()
            await server.start()
        pids.append(server.process.process.pid)
        assert is_running(pids[0])
        raise RuntimeError("the test fails")


@pytest.mark.parametrize("again", [False, True])
async def test_a_test_that_fails_leaves_no_server_running(tmp_path: Path, *, again: bool) -> None:
    pids: list[int] = []
    with pytest.raises(RuntimeError, match="the test"):
        await fail(tmp_path / "data", pids, again=again)
    assert not is_running(pids[0])


async def test_nobody_starts_one_that_nobody_ends(tmp_path: Path) -> None:
    with pytest.raises(AssertionError, match="serving"):
        await ServerProcess(tmp_path / "data", "--store", "memory").start()
