"""The process in which all house bots play."""

import asyncio
import logging
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable
from contextlib import suppress
from typing import Final

from pente_server.embedded.die_with_parent import die_with_parent
from pente_server.house_bots.log_relay import LogRelay

END_WITHIN: Final = 2.0
"""Seconds that the process has to end after SIGTERM, before it is killed."""
FIRST_PAUSE: Final = 0.5
LONGEST_PAUSE: Final = 30.0
"""Seconds until a process that ended is started again; doubled each time."""
STEADY_AFTER: Final = 60.0
"""Seconds that it must have run for the pause to be the first one again."""

_log = logging.getLogger(__name__)


async def keep_running(url: str, describe: Callable[[], bytes]) -> None:
    """Run the process until cancelled, and start it again when it ends.

    ``describe`` gives the description of the bots, with fresh credentials each time.
    """
    pause, loop, relay = FIRST_PAUSE, asyncio.get_running_loop(), LogRelay()
    while True:
        begin = loop.time()
        try:
            reason = f"have ended with status {await _run(url, describe(), relay)}"
        except OSError as error:  # for example, there are too many processes
            reason = f"can't be started ({error.strerror or error})"
        pause = FIRST_PAUSE if loop.time() - begin > STEADY_AFTER else pause
        _log.error("the house bots %s; trying again in %g s", reason, pause)
        await asyncio.sleep(pause)
        pause = min(2 * pause, LONGEST_PAUSE)


async def _run(url: str, description: bytes, relay: LogRelay) -> int:
    """Run the process and return its exit status; stop it when cancelled. Raises OSError."""
    process = await _start(url)
    assert process.stdin is not None
    assert process.stderr is not None
    relaying = asyncio.create_task(relay.run(process.stderr))
    try:
        with suppress(ConnectionError):  # it has ended already
            process.stdin.write(description)
            await process.stdin.drain()
        return await process.wait()
    finally:
        await _end(process)
        await asyncio.wait({relaying}, timeout=END_WITHIN)
        relaying.cancel()


async def _start(url: str) -> Process:
    return await asyncio.create_subprocess_exec(
        *die_with_parent(sys.executable, "-m", "pente_client", "bots", "-", url),
        "--insecure",  # the connection stays on this machine
        *("--workers", "1", "--wait", "10", "--log-level", "warning"),
        # The secrets come over stdin, not on a command line that others can read. The process ends when
        # stdin does, because the server is gone: also on systems where the kernel would not end it.
        "--until-eof",
        # Without the server's settings, which may contain passwords.
        env={name: value for name, value in os.environ.items() if not name.startswith("PENTE_")},
        stdin=PIPE,
        stdout=DEVNULL,
        stderr=PIPE,
        start_new_session=True,  # Ctrl-C must reach the server only, which then stops the bots
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
