"""Programs that get Ctrl-C, as a terminal sends it: to the program and all that it has started."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from tests.support.waiting import patience

_START: Final = """
import os, signal
from pente_client import __main__ as program
signal.signal(signal.SIGINT, signal.default_int_handler)  # what runs in the background has it ignored
program._end_at_ctrl_c()
os.write(2, b"begins\\n")
program.start()
"""
"""What `python -m pente_client` does; before that, Ctrl-C is the interpreter's own affair."""

_AT: Final = """
import os, signal, sys
from pente_client import __main__ as program
from pente_client import cli
file, function, event = (sys.argv.pop(1) for _ in range(3))
count = int(sys.argv.pop(1))
def trace(frame, what, _):
    global count
    if file not in frame.f_code.co_filename:
        return None
    frame.f_trace_lines = False
    if (frame.f_code.co_name, what) == (function, event):
        count -= 1
        if count == 0:
            sys.settrace(None)
            os.kill(os.getpid(), signal.SIGINT)
    return trace
signal.signal(signal.SIGINT, signal.default_int_handler)
program._end_at_ctrl_c()
write_settings = cli._write_settings
def begin_to_trace(args):
    write_settings(args)
    sys.settrace(trace)
cli._write_settings = begin_to_trace
program.start()
"""
"""The same, interrupted when a function of Python's own is called or returns for the nth time in the main
thread, once the options are read.
"""


@dataclass(frozen=True, slots=True)
class Ended:
    """How a program ended."""

    status: int
    out: str
    errors: str

    @property
    def is_clean(self) -> bool:
        """Whether it ended by Ctrl-C, without a traceback."""
        return self.status in (130, -signal.SIGINT) and "Traceback" not in self.errors


async def interrupted(moment: float, *arguments: str, state: Path) -> Ended:
    """Run `pente`, and interrupt it so many seconds after its first instruction."""
    words = f"the end of pente {' '.join(arguments)}, interrupted after {moment} s"
    async with _started(_START, *arguments, state=state) as program, patience(words):
        return await _interrupt(program, moment)


async def interrupted_in(at: str, count: int, *arguments: str, state: Path) -> Ended:
    """Run `pente`, and interrupt it at the nth moment like "threading.py __enter__ return".

    That names a file of Python's own, a function, and "call" or "return".
    """
    words = f"the end of pente {' '.join(arguments)}, interrupted at {at}, {count}"
    async with _started(_AT, *at.split(), str(count), *arguments, state=state) as program, patience(words):
        return await _ended(program)


@asynccontextmanager
async def _started(code: str, *arguments: str, state: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """A process of its own group, which is killed at the end."""
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PENTE_")}
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", code, *arguments),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
        env={**environment, "PENTE_STATE": str(state)},
    )
    try:
        yield program
    finally:
        if program.returncode is None:
            os.killpg(program.pid, signal.SIGKILL)
            await program.wait()


async def _interrupt(program: asyncio.subprocess.Process, moment: float) -> Ended:
    assert program.stderr is not None
    assert await program.stderr.readline() == b"begins\n"
    waiting = asyncio.create_task(_ended(program))
    await asyncio.sleep(moment)  # the moment is the thing that is tried, not something that is waited for
    with suppress(ProcessLookupError):  # it has ended before: its status and its words say why
        os.killpg(program.pid, signal.SIGINT)
    return await waiting


async def _ended(program: asyncio.subprocess.Process) -> Ended:
    out, errors = await program.communicate()  # both end when the last of its children has ended, too
    assert program.returncode is not None
    return Ended(program.returncode, out.decode(), errors.decode())
