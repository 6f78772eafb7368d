"""How much processor time and memory another process has used."""

import ctypes
import os
import subprocess
import time
from pathlib import Path
from typing import Final

_CLOCK_OF_PROCESS: Final = getattr(ctypes.CDLL(None), "clock_getcpuclockid", None)
"""POSIX's, in Linux and BSD but not in macOS. Python offers the same for its own threads only."""

CPU_CLOCK: Final = (
    "the kernel's clock of each process (nanoseconds, all threads)"
    if _CLOCK_OF_PROCESS
    else "ps, in steps of 10 ms: this system has no clock_getcpuclockid, so short rounds are rough"
)
"""What `cpu_seconds` goes by, for people."""


def cpu_seconds(pid: int) -> float:
    """The processor time, user and system, that a process has used so far in all its threads.

    Raises ProcessLookupError when there is none, or CalledProcessError where it has to ask ``ps``.
    """
    if _CLOCK_OF_PROCESS is None:
        return _seconds(_ps("time", pid))
    clock = ctypes.c_int()
    if problem := _CLOCK_OF_PROCESS(pid, ctypes.byref(clock)):
        raise ProcessLookupError(problem, os.strerror(problem))
    return time.clock_gettime_ns(clock.value) / 1e9


def resident_bytes(pid: int) -> int:
    """Bytes of a process's memory that are in use now."""
    statm = Path(f"/proc/{pid}/statm")
    if statm.exists():  # in Linux
        return int(statm.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 1024 * int(_ps("rss", pid))


def _ps(field: str, pid: int) -> str:
    return subprocess.check_output(["ps", "-o", f"{field}=", "-p", str(pid)], text=True)


def _seconds(text: str) -> float:
    """What ``ps`` shows as a time: hours, if any, minutes and seconds.

    >>> _seconds(" 1:02.50"), _seconds("00:01:01")
    (62.5, 61.0)
    """
    seconds = 0.0
    for part in text.strip().split(":"):
        seconds = 60 * seconds + float(part)
    return seconds
