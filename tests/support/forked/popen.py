"""`subprocess` and `asyncio` start from the fork server what is marked as `Preloaded`; all else as ever."""

import inspect
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

from tests.support.forked.fork_server import can_fork, fork_server, of_interpreter
from tests.support.forked.program import Program


class Preloaded(str):
    """The path of this Python, as the first word of a command whose second is ``-m``."""

    __slots__ = ()


PYTHON: Final = Preloaded(sys.executable)
PENTE: Final[tuple[str, ...]] = (PYTHON, "-m", "pente_client")
"""The command line of the product; its modules are loaded already."""

_NOT_SET: Final = (None, False, (), -1)
_UNUSUAL: Final = ("executable", "preexec_fn", "pass_fds", "shell", "gid", "gids", "uid", "umask")
"""Arguments of Popen with which a program is executed after all."""


def install() -> None:
    """Let Popen fork. There is no public way to put another process below a transport of asyncio.

    Where Popen has become different inside, every program is executed; so they are anywhere but on Linux.
    """
    execute = getattr(subprocess.Popen, "_execute_child", None)
    if execute is None or not can_fork():
        return
    signature = inspect.signature(execute)

    def execute_or_fork(self: Any, *given: Any) -> None:
        arguments = signature.bind(self, *given).arguments
        if _is_preloaded(arguments):
            _fork(self, arguments)
        else:
            execute(self, *given)

    subprocess.Popen._execute_child = execute_or_fork  # type: ignore[attr-defined]


def _is_preloaded(arguments: dict[str, Any]) -> bool:
    words = arguments["args"]
    if isinstance(words, str | bytes | os.PathLike) or not isinstance(words[0], Preloaded):
        return False
    environment = os.environ if arguments["env"] is None else arguments["env"]
    return (
        words[1] == "-m"
        and all(arguments[name] in _NOT_SET for name in _UNUSUAL)
        and Path(arguments["cwd"] or ".").is_dir()
        and of_interpreter(environment) == fork_server().interpreter
    )


def _fork(popen: Any, arguments: dict[str, Any]) -> None:
    """What Popen does where it forks and executes."""
    ends = [arguments[name] for name in ("p2cread", "c2pwrite", "errwrite")]
    streams = [number if end < 0 else end for number, end in enumerate(ends)]
    popen.pid = fork_server().start(_program(arguments), streams)
    popen._child_created = True
    pipes = ("p2cread", "p2cwrite", "c2pread", "c2pwrite", "errread", "errwrite")
    popen._close_pipe_fds(*(arguments[name] for name in pipes))


def _program(arguments: dict[str, Any]) -> Program:
    words: Sequence[str] = arguments["args"]
    return Program(
        arguments=[*words[2:]],
        environment=dict(os.environ if arguments["env"] is None else arguments["env"]),
        directory=str(Path(arguments["cwd"] or ".").resolve()),
        umask=_umask(),
        ignores_hangups=signal.getsignal(signal.SIGHUP) is signal.SIG_IGN,
        has_new_session=arguments["start_new_session"],
        group=arguments["process_group"],
    )


def _umask() -> int:
    """The one of this process, which can only be read by setting another one."""
    umask = os.umask(0o077)
    os.umask(umask)
    return umask
