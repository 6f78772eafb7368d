"""Processes that compute, and Ctrl-C."""

import multiprocessing
import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing
from multiprocessing.context import SpawnProcess
from pathlib import Path

import pytest

from pente_bots.thinking.workers import WorkerLost, Workers
from tests.support.ctrl_c import interrupted

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


def test_ctrl_c_while_a_worker_starts_reaches_the_parent_alone(
    workers: Workers, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The moment in which a process is started is the one that must not be lost."""
    start = SpawnProcess.start

    def start_in_a_bad_moment(process: SpawnProcess) -> None:
        start(process)
        assert process.pid is not None
        os.kill(process.pid, signal.SIGINT)
        os.kill(os.getpid(), signal.SIGINT)

    workers._threads.submit(int).result()  # the thread is there: nothing but a process is started now
    monkeypatch.setattr(SpawnProcess, "start", start_in_a_bad_moment)
    with pytest.raises(KeyboardInterrupt):
        workers.submit(os.getpid).result()
    (worker,) = (process.pid for process in multiprocessing.active_children())
    assert workers.submit(os.getpid).result() == worker
    assert signal.pthread_sigmask(signal.SIG_BLOCK, ()) == set()


def test_closing_ends_a_computation(tmp_path: Path) -> None:
    # given a process that is in the middle of something, and something that waits for it
    workers, pipe = Workers(1), tmp_path / "pipe"
    os.mkfifo(pipe)
    busy, waiting = workers.submit(pipe.read_bytes), workers.submit(os.getpid)
    with pipe.open("wb"):  # which waits for the one who reads
        (worker,) = multiprocessing.active_children()
        # when it is closed
        workers.close()
    # then nothing is left
    assert not worker.is_alive()
    with pytest.raises(WorkerLost):
        busy.result(0)
    assert waiting.cancelled()
    with pytest.raises(WorkerLost):
        workers.submit(os.getpid)


def test_what_somebody_has_cancelled_disturbs_nobody(workers: Workers) -> None:
    for _ in range(3):
        for future in [workers.submit(os.getpid) for _ in range(20)]:
            future.cancel()
    assert workers.submit(os.getpid).result() != os.getpid()
    for busy in [workers.submit(time.sleep, 600) for _ in range(20)]:
        busy.cancel()
    workers.close()


def test_an_error_comes_back_with_its_place(workers: Workers) -> None:
    with pytest.raises(ValueError, match="invalid literal") as raised:
        workers.submit(int, "five").result()
    assert "worker_process.py" in raised.value.__notes__[0]
    with pytest.raises(TypeError, match="pickle"):  # there, too, an answer may turn out not to be sendable
        workers.submit(threading.Lock).result()
    assert workers.submit(os.getpid).result() != os.getpid()


def test_a_worker_that_is_killed_is_an_error(workers: Workers) -> None:
    worker = workers.submit(os.getpid).result()
    busy = workers.submit(time.sleep, 600)
    os.kill(worker, signal.SIGKILL)
    with pytest.raises(WorkerLost):
        busy.result(120)


@pytest.mark.parametrize("moment", [0.0, 0.15, 0.3, 0.45])
async def test_ctrl_c_at_any_moment_of_an_arena(moment: float, tmp_path: Path) -> None:
    ended = await interrupted(moment, *ARENA, state=tmp_path)
    assert ended.is_clean, ended


@pytest.mark.long
async def test_ctrl_c_at_many_moments_of_an_arena(tmp_path: Path) -> None:
    for number in range(120):
        ended = await interrupted(number * 0.008, *ARENA, state=tmp_path)
        assert ended.is_clean, (number, ended)
