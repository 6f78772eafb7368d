"""Programs that end with the server, however it ends.

Run as a program (``python -I -S die_with_parent.py PARENT PROGRAM ARGUMENTS...``) it becomes PROGRAM, after
asking the kernel to end that when its parent, the process PARENT, is gone. It exists because this must be
done between fork and exec, and a Python function is not safe there in a server that has threads. It costs
12 ms. Where the system is not Linux the program outlives a killed server.
"""

import ctypes
import os
import signal
import sys

PR_SET_PDEATHSIG = 1


def die_with_parent(*command: str) -> list[str]:
    """The command line that runs ``command`` (an absolute path first) tied to this process.

    It is tied to the thread that starts it, so start it from one that lives as long as the process.
    """
    return [sys.executable, "-I", "-S", __file__, str(os.getpid()), *command]


def main(parent: int, command: list[str]) -> None:
    """Become the command, if the parent is still there."""
    os.umask(0o077)
    if sys.platform == "linux":
        # SIGKILL: what the programs have acknowledged is on the disk, and nothing else needs saving.
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() == parent:  # else it died before it could be watched
        os.execv(command[0], command)  # noqa: S606 -- no shell is wanted


if __name__ == "__main__":
    main(int(sys.argv[1]), sys.argv[2:])
