"""A guard between us and a foreign program: it ends that program and all processes that come of it.

Run as a script, ``python -I -S engine_guard.py LIFELINE MEMORY PROGRAM ARGUMENTS...``, it starts PROGRAM with
its own standard streams and waits. LIFELINE is the reading end of a pipe whose other end only the process
that wants the program holds open: when the pipe ends, that process has let go of the program or is dead,
however it died. MEMORY limits the address space, in bytes; 0 does not.

It exits when nothing of the program is left: with the program's exit status, or as the shell tells of a
signal, 128 and its number. On Linux, processes that left the program's group are found too.
"""

import ctypes
import os
import resource
import select
import signal
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import NoReturn

_PR_SET_PDEATHSIG, _PR_SET_CHILD_SUBREAPER = 1, 36
_PAUSE = 0.002
"""Seconds between two looks for processes that are not gone yet."""
_KILLED = 128
_CANNOT_START = 127
_IS_LINUX = sys.platform == "linux"


def main(lifeline: int, memory: int, command: list[str]) -> NoReturn:
    """Start the program, and end it with the pipe, or what it leaves behind when it has ended by itself."""
    _prctl(_PR_SET_CHILD_SUBREAPER, 1)  # processes that lose their parent become ours
    waking, wake = os.pipe()
    os.set_blocking(wake, False)
    signal.set_wakeup_fd(wake)
    signal.signal(signal.SIGCHLD, lambda *_: None)  # without a handler nothing is written to the pipe
    guard, program = os.getpid(), os.fork()
    if program == 0:
        os.close(lifeline)
        _become(command, memory, guard)
    _let_go_of_streams()
    status = _wait(program, lifeline, waking)
    _end_all(program)
    os._exit(_CANNOT_START if status is None else status)


def _become(command: list[str], memory: int, guard: int) -> NoReturn:
    """Replace this new process by the program."""
    os.setpgid(0, 0)
    _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    for number in (signal.SIGPIPE, signal.SIGXFSZ, signal.SIGINT, signal.SIGCHLD):
        signal.signal(number, signal.SIG_DFL)  # Python ignores some, and the program would inherit that
    signal.pthread_sigmask(signal.SIG_SETMASK, ())
    try:
        if memory:
            resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        if os.getppid() == guard:  # else the guard died before the program could die with it
            os.execvp(command[0], command)  # noqa: S606 -- no shell is wanted
    except (OSError, ValueError) as error:
        print(f"{command[0]} can't be started: {error}", file=sys.stderr, flush=True)
    os._exit(_CANNOT_START)


def _let_go_of_streams() -> None:
    """Leave the streams to the program, so that their other ends notice when it closes them."""
    nowhere = os.open(os.devnull, os.O_RDWR)
    for stream in (0, 1, 2):
        os.dup2(nowhere, stream)


def _wait(program: int, lifeline: int, waking: int) -> int | None:
    """Wait for the end of the program, and return its status; None: the pipe has ended first."""
    while True:
        ready = select.select([lifeline, waking], [], [])[0]
        if lifeline in ready:
            return None
        os.read(waking, 4096)
        for pid, status in _ended_children():
            if pid == program:
                code = os.waitstatus_to_exitcode(status)
                return code if code >= 0 else _KILLED - code


def _ended_children() -> Iterator[tuple[int, int]]:
    with suppress(ChildProcessError):
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            yield ended


def _end_all(program: int) -> None:
    """Kill everything that came of the program, until nothing is left."""
    while _has_children():
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(program, signal.SIGKILL)
        for pid in _descendants(os.getpid()):
            with suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)
        time.sleep(_PAUSE)


def _has_children() -> bool:
    """Whether a process is left, after all that have ended were forgotten."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        return False
    return True


def _descendants(ancestor: int) -> list[int]:
    """All processes that come of this one; only on Linux."""
    parents = dict(_parents()) if _IS_LINUX else {}
    found, border = list[int](), {ancestor}
    while border:
        border = {pid for pid, parent in parents.items() if parent in border}
        found += border
    return found


def _parents() -> Iterator[tuple[int, int]]:
    """Each process with its parent."""
    for name in filter(str.isdecimal, os.listdir("/proc")):  # noqa: PTH208 -- pathlib takes as long as all else
        with suppress(OSError), open(f"/proc/{name}/stat", "rb") as file:  # noqa: PTH123 -- the same
            # The second field is the name in brackets, which may contain anything.
            yield int(name), int(file.read().rpartition(b")")[2].split()[1])


def _prctl(option: int, value: int) -> None:
    if _IS_LINUX:
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:])
