"""A program of ours that the server runs as a child process."""

import asyncio
import logging
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Final

from pente_server.children.log_relay import LogRelay
from pente_server.embedded.die_with_parent import die_with_parent

END_WITHIN: Final = 2.0
"""Seconds that the process has to end after SIGTERM, before it is killed."""
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 30.0
"""Seconds until a process that ended is started again; doubled each time."""
STEADY_AFTER: Final = 60.0
"""Seconds that it must have run for the pause to be the first one again."""

_log = logging.getLogger(__name__)


def _nothing() -> bytes:
    return b""


@dataclass(frozen=True, slots=True)
class ChildProgram:
    """A subcommand of `pente`. It must end when its standard input does."""

    name: str
    """What the log calls it, as in ``the house bots have ended``; see `verb`."""
    arguments: Sequence[str]
    describe: Callable[[], bytes] = _nothing
    """What it reads first from standard input; called again for each process."""
    sockets: Sequence[int] = ()
    """File descriptors that it inherits."""
    verb: str = "has"

    async def keep_running(self) -> None:
        """Run the process until cancelled, and start it again when it ends."""
        pause, loop, relay = FIRST_PAUSE, asyncio.get_running_loop(), LogRelay(self.name)
        while True:
            begin = loop.time()
            try:
                reason = f"{self.verb} ended with status {await self._run(relay)}"
            except OSError as error:  # for example, there are too many processes
                reason = f"can't be started ({error.strerror or error})"
            pause = FIRST_PAUSE if loop.time() - begin > STEADY_AFTER else pause
            _log.error("the %s %s; trying again in %g s", self.name, reason, pause)
            await asyncio.sleep(pause)
            pause = min(2 * pause, LONGEST_PAUSE)

    async def _run(self, relay: LogRelay) -> int:
        """Run the process and return its exit status; stop it when cancelled. Raises OSError."""
        process = await self._start()
        assert process.stdin is not None
        assert process.stderr is not None
        relaying = asyncio.create_task(relay.run(process.stderr))
        try:
            with suppress(ConnectionError):  # it has ended already
                process.stdin.write(self.describe())
                await process.stdin.drain()
            return await process.wait()
        finally:
            await _end(process)
            await asyncio.wait({relaying}, timeout=END_WITHIN)
            relaying.cancel()

    async def _start(self) -> Process:
        return await asyncio.create_subprocess_exec(
            *die_with_parent(sys.executable, "-m", "pente_client", *self.arguments),
            # Without the server's settings, which may contain passwords.
            env={name: value for name, value in os.environ.items() if not name.startswith("PENTE_")},
            stdin=PIPE,
            stdout=DEVNULL,
            stderr=PIPE,
            pass_fds=self.sockets,
            start_new_session=True,  # Ctrl-C must reach the server only, which then stops the program
        )


async def _end(process: Process) -> None:
    """End the process, if it still runs."""
    if process.returncode is not None:
        return
    with suppress(ProcessLookupError):
        process.terminate()
        try:
            async with asyncio.timeout(END_WITHIN):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()
