"""Programs that get Ctrl-C, as a terminal sends it: to the program and all that it has started."""

import asyncio
import os
import signal
import sys
from contextlib import suppress
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
    environment = {key: value for key, value in os.environ.items() if not key.startswith("PENTE_")}
    program = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", _START, *arguments),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        start_new_session=True,
        env={**environment, "PENTE_STATE": str(state)},
    )
    try:
        async with patience(f"the end of pente {' '.join(arguments)}, interrupted after {moment} s"):
            return await _interrupt(program, moment)
    finally:
        if program.returncode is None:
            os.killpg(program.pid, signal.SIGKILL)
            await program.wait()


async def _interrupt(program: asyncio.subprocess.Process, moment: float) -> Ended:
    assert program.stderr is not None
    assert await program.stderr.readline() == b"begins\n"
    waiting = asyncio.create_task(program.communicate())
    await asyncio.sleep(moment)  # the moment is the thing that is tried, not something that is waited for
    with suppress(ProcessLookupError):  # it has ended before: its status and its words say why
        os.killpg(program.pid, signal.SIGINT)
    out, errors = await waiting  # both end when the last of its children has ended, too
    assert program.returncode is not None
    return Ended(program.returncode, out.decode(), errors.decode())
