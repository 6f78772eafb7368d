"""Whether the end of an append-only file was torn by a power cut, or the file is damaged.

An engine takes a wrong length, if it reaches past the end of the file, for a torn end, and would cut off all
that was acknowledged after it. So it may cut only what was never finished: what has nothing whole behind it.
"""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path

from pente_server.embedded.data_dir import DataDir
from pente_server.embedded.engine import Engine

ENDS_EARLY = re.compile(r"Unexpected end of file reading the append only file (\S+\.incr\.aof)")
"""How an engine says that a file ends in the middle of something."""

GOOD = re.compile(rb"ok_up_to=(\d+)")
"""How the engine's own checker says where the last whole entry ends."""

AS_CHECKER = "import os, sys; os.execv(sys.argv[1], sys.argv[2:])"
"""Runs a server program under the checker's name, and so as the checker. Not every event loop can do that."""

TRANSACTION = b"*1\r\n$5\r\nMULTI\r\n"
COMMITTED = b"\r\n$4\r\nEXEC\r\n"
ENTRY = re.compile(rb"\r\n\*\d+\r\n\$\d+\r\n")


async def torn_end(engine: Engine, home: DataDir, begin: int) -> tuple[Path, int] | None:
    """The file whose end is torn, and where its last whole entry ends; None if that is not what is wrong.

    The part of the engine's log that tells of its failed start begins at byte `begin`.
    """
    told = ENDS_EARLY.search(home.log.read_bytes()[begin:].decode(errors="replace"))
    path = None if told is None else next(home.store.rglob(told[1]), None)
    if path is None or (good := await _good(engine, path)) is None:
        return None
    with path.open("rb") as file:
        file.seek(good)
        return (path, good) if is_unfinished(file.read()) else None


async def _good(engine: Engine, path: Path) -> int | None:
    """Where the last whole entry of a file ends; None when the checker does not say."""
    checker = await asyncio.create_subprocess_exec(
        *(sys.executable, "-I", "-S", "-c", AS_CHECKER),
        *(engine.path, f"{engine.name}-check-aof", path),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
    )
    said, _ = await checker.communicate()
    good = GOOD.search(said)
    return None if good is None else int(good[1])


def is_unfinished(tail: bytes) -> bool:
    r"""Whether the end of a file, from an entry that is not whole on, has nothing whole behind that.

    >>> is_unfinished(b"*2\r\n$4\r\nLPOP\r\n$3\r\nl")
    True
    >>> is_unfinished(b"*2\r\n$99\r\nLPOP\r\n$3\r\nlog\r\n*2\r\n$4\r\nLPOP\r\n$3\r\nlog\r\n")
    False
    """
    if tail.startswith(TRANSACTION):
        return COMMITTED not in tail
    return ENTRY.search(tail) is None
