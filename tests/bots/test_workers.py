"""Processes that compute, and Ctrl-C."""

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import CancelledError
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from multiprocessing.connection import wait
from pathlib import Path

import pytest

from pente_bots.workers import Workers
from tests.bots.interrupted import interrupted

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends signals as a terminal does")
ARENA = ("arena", "random", "weights", "--games", "100000", "--concurrency", "2", "--seed", "1")


@pytest.fixture
def workers() -> Iterator[Workers]:
    with closing(Workers(1)) as these:
        yield these


def test_a_worker_ignores_ctrl_c(workers: Workers) -> None:
    worker = workers.submit(os.getpid).result()
    for _ in range(3):
        os.kill(worker, signal.SIGINT)
    assert workers.submit(os.getpid).result() == worker


def test_ctrl_c_blocked_for_a_worker_reaches_its_parent(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The moment in which a process is started is the one that must not be lost."""
    started = workers._pool.submit

    def submit_in_a_bad_moment(*args: object) -> object:
        os.kill(os.getpid(), signal.SIGINT)
        return started(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(workers._pool, "submit", submit_in_a_bad_moment)
    with pytest.raises(KeyboardInterrupt):
        workers.submit(os.getpid)
    monkeypatch.undo()
    assert workers.submit(os.getpid).result() != os.getpid()
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == set()


def test_closing_ends_a_computation() -> None:
    workers = Workers(1)
    number = workers.submit(os.getpid).result()
    (worker,) = (child for child in multiprocessing.active_children() if child.pid == number)
    busy = workers.submit(time.sleep, 600)
    workers.close()
    with pytest.raises((BrokenProcessPool, CancelledError)):
        busy.result(30)
    assert wait([worker.sentinel], 30)  # not `join`: the pool may collect it at the same time


def test_a_worker_that_is_killed_is_an_error(workers: Workers) -> None:
    worker = workers.submit(os.getpid).result()
    busy = workers.submit(time.sleep, 600)
    os.kill(worker, signal.SIGKILL)
    with pytest.raises(BrokenProcessPool):
        busy.result(30)


@pytest.mark.parametrize("moment", [0.0, 0.04, 0.08, 0.12, 0.17, 0.23, 0.3, 0.4, 0.6])
async def test_ctrl_c_at_any_moment_of_an_arena(moment: float, tmp_path: Path) -> None:
    ended = await interrupted(moment, *ARENA, state=tmp_path)
    assert ended.is_clean, ended


@pytest.mark.long
async def test_ctrl_c_at_many_moments_of_an_arena(tmp_path: Path) -> None:
    for number in range(120):
        ended = await interrupted(number * 0.008, *ARENA, state=tmp_path)
        assert ended.is_clean, (number, ended)
