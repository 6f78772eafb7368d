"""Detection of append-only files that a power failure cut short (torn), as opposed to damaged ones.

When a damaged length points past the end of the file, an engine mistakes it for a torn end; allowed to repair
the file, it would cut off all acknowledged writes after the damage. So it is allowed to only if the tail was
never finished: no complete entry follows the first incomplete one.
"""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

from pente_server.embedded.data_dir import DataDir
from pente_server.embedded.engine import Engine

ENDS_EARLY = re.compile(r"Unexpected end of file reading the append only file (\S+\.incr\.aof)")
"""The engine's log message about a file that ends in the middle of an entry."""

GOOD = re.compile(rb"ok_up_to=(\d+)")
"""The checker's output with the offset at which the last complete entry ends."""

AS_CHECKER = "import os, sys; os.execv(sys.argv[1], sys.argv[2:])"
"""Runs a server program with the checker's name as its ``argv[0]``, which makes it the checker.

A separate Python process does it because not every event loop supports the ``executable`` argument.
"""

TRANSACTION = b"*1\r\n$5\r\nMULTI\r\n"
COMMITTED = b"\r\n$4\r\nEXEC\r\n"
ENTRY = re.compile(rb"\r\n\*\d+\r\n\$\d+\r\n")
"""The end of one entry and the head of the next one, with the length of its first argument."""


async def torn_end(engine: Engine, home: DataDir, begin: int) -> tuple[Path, int] | None:
    """Find a torn file: its path, and the offset where its last complete entry ends; None if there is none.

    The log of the failed start begins at byte `begin` of the engine's log. Changes nothing.
    """
    message = ENDS_EARLY.search(home.log.read_bytes()[begin:].decode(errors="replace"))
    path = None if message is None else next(home.store.rglob(message[1]), None)
    if path is None or (good := await _good(engine, path)) is None:
        return None
    with path.open("rb") as file:
        file.seek(good)
        return (path, good) if is_unfinished(file.read()) else None


async def _good(engine: Engine, path: Path) -> int | None:
    """The offset where the last complete entry of a file ends; None when the checker does not say."""
    checker = await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", "-S", "-c", AS_CHECKER),
        *(engine.path, f"{engine.name}-check-aof", path),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    output, _ = await checker.communicate()
    good = GOOD.search(output)
    return None if good is None else int(good[1])


def is_unfinished(tail: bytes) -> bool:
    r"""Whether no complete entry follows the incomplete one that `tail` begins with.

    A transaction is one entry, complete only with its EXEC: whole commands inside it don't count.

    >>> is_unfinished(b"*2\r\n$4\r\nLPOP\r\n$3\r\nl")
    True
    >>> is_unfinished(b"*2\r\n$99\r\nLPOP\r\n$3\r\nlog\r\n*2\r\n$4\r\nLPOP\r\n$3\r\nlog\r\n")
    False
    """
    if tail.startswith(TRANSACTION):
        return COMMITTED not in tail
    return ENTRY.search(tail) is None
