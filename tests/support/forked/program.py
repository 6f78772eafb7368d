"""The fork server: a process that has imported the product, and becomes a program of it as often as asked.

Each request is one byte on a socket, with the three standard streams and a file that says what to run. The
answer is the process id. Nothing else happens here: no thread and no event loop is ever started, so that what
is forked has only imported modules, as every program of the product has soon after its start.
"""

import atexit
import ctypes
import gc
import io
import json
import os
import runpy
import signal
import socket
import sys
import time
from contextlib import suppress
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO, Final, TextIO, cast

PRELOADED: Final = (
    "encodings.idna",
    "uvloop",
    "pente_server.cli",
    "pente_server.serving",
    "pente_client.cli.commands.lobby",
    "pente_client.cli.commands.play",
    "pente_client.cli.commands.watch",
    "pente_client.cli.steps.finished_games",
    "pente_client.cli.steps.lobby_visit",
    "pente_client.cli.steps.game_session",
    "pente_client.cli.steps.watching",
    "pente_client.cli.steps.door_service",
    "pente_bots.cli.bot_service",
    "pente_bots.cli.shell_lines",
)
"""What most programs of the tests import, where it is installed."""

CLONE: Final = {"x86_64": 56, "aarch64": 220}
"""The number of the system call of that name, by machine."""
_CLONE_PARENT: Final = 0x8000
_SIGCHLD: Final = 17
_STREAMS: Final = 3


@dataclass(frozen=True, slots=True)
class Program:
    """What to run: the rest of ``python -m``, and the process it runs in."""

    arguments: list[str]
    """The name of a module, and its arguments."""
    environment: dict[str, str]
    directory: str
    umask: int
    has_new_session: bool
    group: int
    """The process group to join, 0 for one of its own, -1 for that of the parent."""
    ignores_hangups: bool
    """Whether the parent does, as under nohup: that is inherited."""

    def encode(self) -> bytes:
        """The inverse of `decode`."""
        return json.dumps(asdict(self)).encode()

    @staticmethod
    def decode(text: bytes) -> "Program":
        return Program(**json.loads(text))


class LastStep:
    """What Python does last when it ends by itself, once its threads have ended. Mutable.

    It would go on to take its modules apart, which copies all the memory that is shared.
    """

    def __init__(self) -> None:
        self.status: int | None = None
        """The exit status; None if the program has not chosen one."""

    def __call__(self) -> None:
        if self.status is None:
            return
        with suppress(OSError, ValueError):  # Python tries it again, and says what is wrong
            for stream in filter(None, (sys.stdout, sys.stderr)):
                stream.flush()
            os._exit(self.status)


def main(channel: socket.socket) -> None:
    """Fork until the socket is closed. Returns in the child too, as the program that it ran."""
    last_step = LastStep()
    atexit.register(last_step)
    for module in PRELOADED:
        with suppress(ModuleNotFoundError):
            import_module(module)
    gc.collect()
    gc.freeze()  # no collection of a child has to touch, and so to copy, what all share
    while files := socket.recv_fds(channel, 1, _STREAMS + 1)[1]:
        child = fork_sibling()
        if not child:
            channel.close()
            run(files, last_step)
            return
        for file in files:
            os.close(file)
        channel.sendall(str(child).encode())


def fork_sibling() -> int:
    """Fork a process whose parent is that of this process: it waits for it, and the end of it is heard of.

    As `os.fork`, which cannot do that, returns 0 in the child.
    """
    # Both keep the global lock, which ctypes.CDLL would release: nobody may run between these calls.
    ctypes.pythonapi.PyOS_BeforeFork()
    child: int = ctypes.PyDLL(None).syscall(CLONE[os.uname().machine], _CLONE_PARENT | _SIGCHLD, 0, 0, 0, 0)
    if child:
        ctypes.pythonapi.PyOS_AfterFork_Parent()
    else:
        ctypes.pythonapi.PyOS_AfterFork_Child()
    return child


def run(files: list[int], last_step: LastStep) -> None:
    """Be the program that the last file describes, on the streams that the others are."""
    with os.fdopen(files[_STREAMS], "rb") as file:
        program = Program.decode(file.read())
    _take_streams(files[:_STREAMS])
    _set_up_process(program)
    _set_up_streams()
    sys.path[0] = program.directory
    sys.argv = ["-m", *program.arguments[1:]]
    try:
        runpy.run_module(program.arguments[0], run_name="__main__", alter_sys=True)
        last_step.status = 0
    except SystemExit as end:
        last_step.status = end.code if isinstance(end.code, int) else None
        raise


def _take_streams(files: list[int]) -> None:
    """Have these for standard streams, and no other file open."""
    for stream, file in enumerate(files):  # which are above the standard streams
        os.dup2(file, stream)
    os.closerange(_STREAMS, max(int(file.name) for file in Path("/proc/self/fd").iterdir()) + 1)


def _set_up_process(program: Program) -> None:
    os.chdir(program.directory)
    os.umask(program.umask)
    if program.has_new_session:
        os.setsid()
    if program.group >= 0:
        os.setpgid(0, program.group)
    signal.signal(signal.SIGHUP, signal.SIG_IGN if program.ignores_hangups else signal.SIG_DFL)
    os.environ.clear()
    os.environ.update(program.environment)
    time.tzset()


def _set_up_streams() -> None:
    """Make the objects of the standard streams as Python does at its start."""
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        stream = _stream(number, f"<{name}>", getattr(sys, name))
        setattr(sys, name, stream)
        setattr(sys, f"__{name}__", stream)


def _stream(number: int, name: str, like: TextIO) -> TextIO:
    """The standard stream with a number, in the encoding of the one that was there."""
    is_unbuffered = bool(os.environ.get("PYTHONUNBUFFERED"))
    raw = io.FileIO(number, "wb" if number else "rb", closefd=False)
    raw.name = name
    text: Any = io.TextIOWrapper(
        _buffered(raw, is_unbuffered=is_unbuffered),
        encoding=like.encoding,
        errors=like.errors,
        newline="\n",
        line_buffering=not is_unbuffered and (number == 2 or raw.isatty()),
        write_through=is_unbuffered,
    )
    text.mode = "w" if number else "r"
    return cast(TextIO, text)


def _buffered(raw: io.FileIO, *, is_unbuffered: bool) -> BinaryIO:
    if raw.readable():
        return io.BufferedReader(raw)
    return cast(BinaryIO, raw) if is_unbuffered else io.BufferedWriter(raw)


if __name__ == "__main__":
    main(socket.socket(fileno=int(sys.argv[1])))
