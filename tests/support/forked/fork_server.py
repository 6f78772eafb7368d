"""Programs of the product that begin where others have imported it: a test need not wait for that again.

`python -m pente_client serve` spends nine tenths of its start on imports, and tests start hundreds of them.
With this, each worker imports once, in a process of its own (see `program`), and what it forks is a child of
the worker like any other: it has its process id, standard streams, environment, session and exit status, and
runs the same `main`. Where the start itself is the subject, tests run ``sys.executable``.
"""

import atexit
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from tests.support.forked.program import CLONE, Program

ROOT: Final = Path(__file__).parents[3]


class ForkServer:
    """A process to fork programs from. Mutable; may be used by several threads."""

    def __init__(self) -> None:
        self.interpreter = of_interpreter(os.environ)
        """The variables of its environment that only count when Python starts."""
        self._channel, far_end = socket.socketpair()
        self._is_busy = threading.Lock()
        with far_end:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "tests.support.forked.program", str(far_end.fileno())],
                pass_fds=[far_end.fileno()],
                stdin=subprocess.DEVNULL,
                cwd=ROOT,
            )

    @property
    def pid(self) -> int:
        return self._process.pid

    def start(self, program: Program, streams: list[int]) -> int:
        """Start a program with three files for standard streams, and return its process id."""
        with self._is_busy, os.fdopen(os.memfd_create("program"), "w+b") as file:
            file.write(program.encode())
            file.flush()
            file.seek(0)
            socket.send_fds(self._channel, [b"."], [*streams, file.fileno()])
            return int(self._channel.recv(32))

    def end(self) -> None:
        self._channel.close()
        self._process.wait()


@cache
def fork_server() -> ForkServer:
    """The one of this process; started when it is first asked for."""
    server = ForkServer()
    atexit.register(server.end)
    return server


def can_fork() -> bool:
    """Whether this system lets a process have siblings."""
    return sys.platform == "linux" and os.uname().machine in CLONE


def of_interpreter(environment: Mapping[str, str]) -> dict[str, str]:
    """The variables that Python reads at its start, but for the one that `program` looks at later."""
    names = (name for name in environment if name.startswith(("PYTHON", "LANG", "LC_")))
    return {name: environment[name] for name in names if name != "PYTHONUNBUFFERED"}
