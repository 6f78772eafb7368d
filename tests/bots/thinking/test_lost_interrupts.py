"""Ctrl-C in the moments in which Python itself would lose it, or keep a lock for ever."""

import sys
from pathlib import Path

import pytest

from tests.support.ctrl_c import interrupted_in

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends signals as a terminal does")
ARENA = ("arena", "random", "weights", "--games", "1000", "--concurrency", "2", "--seed", "1")


@pytest.mark.parametrize("count", [1, 3])
async def test_ctrl_c_while_the_work_of_a_command_is_imported(count: int, tmp_path: Path) -> None:
    """Python drops what is raised where it forgets the lock of a module."""
    ended = await interrupted_in("importlib._bootstrap cb call", count, *ARENA, state=tmp_path)
    assert ended.is_clean, ended


@pytest.mark.parametrize("count", [3, 8, 18])
@pytest.mark.parametrize("moment", ["threading.py __enter__ return", "threading.py __exit__ call"])
async def test_ctrl_c_while_the_lock_of_a_condition_is_held(moment: str, count: int, tmp_path: Path) -> None:
    """Starting a thread and waiting for a result take such locks; a thread waits for the one that is kept."""
    ended = await interrupted_in(moment, count, *ARENA, state=tmp_path)
    assert ended.is_clean, ended
