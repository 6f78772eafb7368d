"""Running JavaScript with Node, where there is one."""

import asyncio
import json
import shutil
import subprocess
from pathlib import Path
from typing import Any, Final

import pytest

from tests.support.waiting import PATIENCE

OLDEST: Final = 20
"""The first Node with a WebSocket of its own."""


def node_version() -> int:
    """The major version of Node; 0 where there is none."""
    if shutil.which("node") is None:
        return 0
    told = subprocess.run(("node", "--version"), capture_output=True, text=True, timeout=20, check=True)
    return int(told.stdout.lstrip("v").partition(".")[0])


needs_node = pytest.mark.skipif(node_version() < OLDEST, reason=f"needs Node {OLDEST} or newer")


def node_command(script: Path, *arguments: str) -> tuple[str, ...]:
    """The command that runs a module which may use WebSocket, as in a browser."""
    flags = ("--experimental-websocket",) if node_version() < 22 else ()
    return ("node", "--no-warnings", *flags, str(script), *arguments)


async def run_node(script: Path, *arguments: str, stdin: object = None) -> Any:
    """What a script prints as JSON. ``stdin``: what it reads, as JSON."""
    process = await asyncio.create_subprocess_exec(
        *node_command(script, *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(PATIENCE):
            out, err = await process.communicate(json.dumps(stdin).encode())
    finally:
        if process.returncode is None:
            process.kill()
    assert process.returncode == 0, err.decode()
    return json.loads(out)
