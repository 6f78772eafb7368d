"""A launcher for child processes that the kernel kills when the server dies, however it dies.

Run as a script (``python -I -S die_with_parent.py PARENT PROGRAM ARGUMENTS...``) it sets the parent-death
signal (``PR_SET_PDEATHSIG``) and replaces itself with PROGRAM. PARENT is the process id of the server. The
signal has to be set between fork and exec, and running Python there (``preexec_fn``) is not safe in a
process with threads; hence the extra script, which costs 12 ms per launch. On systems other than Linux the
program is started without the signal, and outlives a server that is killed.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def die_with_parent(*command: str) -> list[str]:
    """The command line that runs ``command`` (an absolute path first) until this process dies.

    The kernel sends the signal when the *thread* that started the child ends: start it from a thread that
    lives as long as the process, such as the main thread.
    """
    return [sys.executable, "-I", "-S", __file__, str(os.getpid()), *command]


def main(parent: int, command: list[str]) -> None:
    """Replace this process with the command, unless the parent has died already."""
    os.umask(0o077)
    if sys.platform == "linux":
        # SIGKILL is safe: everything the program has acknowledged is on disk, and nothing else matters.
        # The setting survives exec, but not that of a setuid program.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    # A parent that died before prctl causes no signal; this process then has another parent.
    if os.getppid() == parent:
        os.execv(command[0], command)  # noqa: S606 -- no shell is wanted


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
