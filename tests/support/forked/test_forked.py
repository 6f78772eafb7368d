"""A program from the fork server is like one that is executed, in all that its parent and itself can see."""

import asyncio
import fcntl
import os
import signal
import socket
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.forked import popen
from tests.support.forked.fork_server import can_fork, fork_server
from tests.support.forked.popen import PENTE, PYTHON

pytestmark = pytest.mark.skipif(not can_fork(), reason="needs the clone of Linux")

SAYS_ALL: Final = """
    import asyncio, gc, os, random, signal, sys, threading
    for name in "argv", "flags", "path", "warnoptions":
        print(name, getattr(sys, name))
    for stream in sys.stdin, sys.stdout, sys.stderr:
        print(stream.name, stream.mode, stream.encoding, stream.errors, stream.line_buffering)
        print(stream.write_through, type(stream.buffer).__name__, stream is sys.__stdout__, stream.isatty())
    print(__name__, __file__, __spec__.name, sys.modules["__main__"].__file__)
    print(sorted(os.environ.items()))
    print(os.getcwd(), oct(os.umask(0)), os.getppid(), os.getsid(0) == os.getpid())
    print(os.getpgrp() in (os.getpid(), os.getpgid(os.getppid())), os.getpgrp() == os.getpid())
    print(sorted(map(int, os.listdir("/proc/self/fd")))[:-1])
    print({one.name: signal.getsignal(one) for one in signal.valid_signals() if one not in range(32, 65)})
    print(signal.pthread_sigmask(signal.SIG_BLOCK, ()), gc.isenabled())
    print([one.name for one in threading.enumerate()])
    print(threading.main_thread().ident == threading.get_ident(), sys.stdin.read())
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Where programs to run are."""
    return tmp_path


def program(folder: Path, source: str) -> list[str]:
    """A module with that source, and the rest of the command that runs it."""
    (folder / "program_of_test.py").write_text(textwrap.dedent(source))
    return ["-m", "program_of_test", "one", "--two"]


def both(words: list[str]) -> Iterator[list[str]]:
    """The command that executes a program, and the one that forks it."""
    return iter([[str(PYTHON), *words], [PYTHON, *words]])


@pytest.mark.parametrize(
    "how",
    [
        {"env": {**os.environ}},
        {"env": {**os.environ}, "start_new_session": True},
        {"env": {**os.environ}, "process_group": 0},
        {"env": {**os.environ, "PYTHONUNBUFFERED": "1", "TZ": "UTC"}},
    ],
    ids=["plain", "session", "group", "environment"],
)
def test_it_sees_what_an_executed_program_sees(folder: Path, how: dict[str, Any]) -> None:
    words = program(folder, SAYS_ALL)

    executed, forked = (
        subprocess.run(command, input="typed", capture_output=True, text=True, cwd=folder, check=True, **how)
        for command in both(words)
    )

    assert forked.stdout.splitlines() == executed.stdout.splitlines()
    assert forked.stderr == executed.stderr == ""


@pytest.mark.parametrize(
    "end",
    [
        "print('said')",
        "import sys; print('said'); sys.exit(7)",
        "import sys; sys.exit('a complaint')",
        "import sys; sys.exit()",
        "raise KeyboardInterrupt",
        "import os; os._exit(9)",
        "import os; os.abort()",
        "import os, signal; os.kill(os.getpid(), signal.SIGTERM)",
        "import os, signal; os.kill(os.getpid(), signal.SIGKILL)",
        "import atexit; atexit.register(print, 'at its exit')",
        "import threading; threading.Timer(0.01, lambda: print('in a thread')).start()",
        "import os, sys; os.close(1); print('nobody reads')",
        "import sys; sys.stdout = None",
    ],
)
def test_it_ends_as_an_executed_program_does(folder: Path, end: str) -> None:
    words = program(folder, end)

    executed, forked = (
        subprocess.run(command, capture_output=True, text=True, cwd=folder, check=False)
        for command in both(words)
    )

    assert forked.returncode == executed.returncode
    assert forked.stdout == executed.stdout
    assert forked.stderr.splitlines()[-1:] == executed.stderr.splitlines()[-1:]


def test_it_is_a_program_of_asyncio(folder: Path) -> None:
    async def killed() -> tuple[bytes, int]:
        command = [PYTHON, *program(folder, "print(input(), flush=True); input()")]
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*command, stdin=pipe, stdout=pipe, cwd=folder)
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"typed\n")
        said = await process.stdout.readline()
        os.kill(process.pid, signal.SIGKILL)
        return said, await process.wait()

    assert asyncio.run(killed()) == (b"typed\n", -signal.SIGKILL)


def test_no_two_have_the_same_random_numbers(folder: Path) -> None:
    command = [PYTHON, *program(folder, "import random, uuid; print(random.random(), uuid.uuid4())")]

    said = [subprocess.run(command, capture_output=True, cwd=folder, check=True).stdout for _ in range(2)]

    assert len(set(said[0].split() + said[1].split())) == 4


def test_no_file_of_the_fork_server_stays_open(folder: Path) -> None:
    def files() -> set[str]:
        return {file.name for file in Path(f"/proc/{fork_server().pid}/fd").iterdir()}

    before = files()
    command = [PYTHON, *program(folder, "")]

    for _ in range(3):
        subprocess.run(command, cwd=folder, check=True)

    assert files() == before


def test_ctrl_c_at_a_terminal_reaches_it(folder: Path) -> None:
    with subprocess.Popen(
        [PYTHON, *program(folder, "import signal; print('up', flush=True); signal.pause()")],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        process_group=0,
        cwd=folder,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"up\n"
        os.killpg(process.pid, signal.SIGINT)

        assert process.wait() == -signal.SIGINT


def test_what_cannot_be_forked_is_executed(folder: Path) -> None:
    words = program(folder, "import sys; print('pente_server' in sys.modules)")
    ours, far = socket.socketpair()

    def is_loaded(**how: Any) -> bool:
        with subprocess.Popen([PYTHON, *words], stdout=subprocess.PIPE, cwd=folder, **how) as process:
            said, _ = process.communicate()
        return bool(said == b"True\n")

    with ours, far:
        assert is_loaded()
        assert not is_loaded(pass_fds=[far.fileno()])
        assert not is_loaded(preexec_fn=lambda: fcntl.fcntl(0, fcntl.F_GETFD))
        assert not is_loaded(env={**os.environ, "PYTHONUTF8": "1"})


def test_a_folder_that_does_not_exist_is_an_error_of_the_start(folder: Path) -> None:
    with pytest.raises(FileNotFoundError):
        subprocess.run([PYTHON, "-m", "program_of_test"], cwd=folder / "none", check=False)


def test_the_product_runs_so() -> None:
    executed, forked = (
        subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
        for command in ((sys.executable, *PENTE[1:]), PENTE)
    )

    assert forked.stdout == executed.stdout
    assert popen.PENTE[0] == sys.executable
