"""A launcher for child processes that end when the server dies, however it dies.

Run as a script (``python -I -S die_with_parent.py PARENT LIFELINE PROGRAM ARGUMENTS...``) it sets the
parent-death signal (``PR_SET_PDEATHSIG``) and replaces itself with PROGRAM. PARENT is the process id of the
server. The signal has to be set between fork and exec, and running Python there (``preexec_fn``) is not safe
in a process with threads; hence the extra script, which costs 12 ms per launch.

On systems other than Linux, the script leaves a small process behind that kills PROGRAM when the pipe
LIFELINE ends, which only the server holds open; ``-`` for programs that notice the server's end themselves.
"""

import ctypes
import os
import select
import signal
import sys
from contextlib import suppress
from functools import cache

PR_SET_PDEATHSIG = 1
_NO_LIFELINE = "-"
_LOOK_EVERY = 1.0
"""Seconds between two looks whether a program that is watched still runs."""


def die_with_parent(*command: str, lifeline: int | None = None) -> list[str]:
    """The command line that runs ``command`` (an absolute path first) until this process dies.

    The kernel sends the signal when the *thread* that started the child ends: start it from a thread that
    lives as long as the process, such as the main thread. ``lifeline`` is `end_of_this_process`, which the
    child must inherit; None if the program notices the end of this process itself.
    """
    pipe = _NO_LIFELINE if lifeline is None else str(lifeline)
    return [sys.executable, "-I", "-S", __file__, str(os.getpid()), pipe, *command]


@cache
def end_of_this_process() -> int:
    """The reading end of a pipe that ends with this process."""
    return os.pipe()[0]


def main(parent: int, lifeline: int | None, command: list[str]) -> None:
    """Replace this process with the command, unless the parent has died already."""
    os.umask(0o077)
    is_ended_by_kernel, program = _end_by_kernel(), os.getpid()
    if lifeline is not None:
        if not is_ended_by_kernel and os.fork() == 0:
            _watch(program, lifeline)
        os.close(lifeline)
    # A parent that died before prctl causes no signal; this process then has another parent.
    if os.getppid() == parent:
        os.execv(command[0], command)  # noqa: S606 -- no shell is wanted


def _end_by_kernel() -> bool:
    """Let the kernel kill this process when its parent dies; whether it can."""
    # SIGKILL is safe: everything the program has acknowledged is on disk, and nothing else matters.
    # The setting survives exec, but not that of a setuid program.
    return sys.platform == "linux" and not ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def _watch(program: int, lifeline: int) -> None:
    """Kill the program, which is the parent of this process, when the pipe ends; then exit."""
    os.closerange(0, lifeline)  # above all the locks, which must end with the program
    os.closerange(lifeline + 1, 4096)
    while os.getppid() == program:
        if select.select([lifeline], [], [], _LOOK_EVERY)[0]:
            with suppress(ProcessLookupError):  # it has just ended
                os.kill(program, signal.SIGKILL)
            break
    os._exit(0)


if __name__ == "__main__":
    main(int(sys.argv[1]), None if sys.argv[2] == _NO_LIFELINE else int(sys.argv[2]), sys.argv[3:])
