"""The clock that benchmarks measure with."""

import os
import subprocess
import sys
import time

import pytest

from tests.support.measured.usage import _CLOCK_OF_PROCESS, cpu_seconds, resident_bytes

pytestmark = pytest.mark.skipif(_CLOCK_OF_PROCESS is None, reason="no clock of other processes here")


def test_the_clock_of_this_process_is_its_own() -> None:
    before = time.process_time()
    measured = cpu_seconds(os.getpid())
    after = time.process_time()

    assert before <= measured <= after


def test_a_thread_that_has_ended_still_counts() -> None:
    work = "import threading as t; w = t.Thread(target=lambda: sum(range(10**6))); w.start(); w.join(); "
    work += "import time; print(time.process_time(), flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", work], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as child:
        assert child.stdin is not None
        assert child.stdout is not None
        said = float(child.stdout.readline())

        assert said <= cpu_seconds(child.pid)
        assert resident_bytes(child.pid) > 1_000_000
        child.communicate("\n")


def test_a_process_that_is_gone_has_no_clock() -> None:
    child = subprocess.Popen([sys.executable, "-c", ""])
    child.wait()

    with pytest.raises(ProcessLookupError):
        cpu_seconds(child.pid)
