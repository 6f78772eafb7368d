"""Running JavaScript with Node, where there is one."""

import asyncio
import atexit
import json
import shutil
import subprocess
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import pytest

from pente_server.net.http.page.assets import GAME_ROWS, SENTENCES, load_assets
from tests.support.waiting import LONG_PATIENCE

OLDEST: Final = 20
"""The first Node with a WebSocket of its own."""


def node_version() -> int:
    """The major version of Node; 0 where there is none."""
    if shutil.which("node") is None:
        return 0
    told = subprocess.run(
        ("node", "--version"), capture_output=True, text=True, timeout=LONG_PATIENCE, check=True
    )
    return int(told.stdout.lstrip("v").partition(".")[0])


needs_node = pytest.mark.skipif(node_version() < OLDEST, reason=f"needs Node {OLDEST} or newer")


def node_command(script: Path, *arguments: str) -> tuple[str, ...]:
    """The command that runs a module which may use WebSocket, as in a browser."""
    flags = ("--experimental-websocket",) if node_version() < 22 else ()
    return ("node", "--no-warnings", *flags, "--import", _made_modules_hook(), str(script), *arguments)


@cache
def _made_modules_hook() -> str:
    """A module that gives those of the page the ones that the server makes and no file has."""
    folder = Path(tempfile.mkdtemp(prefix="pente-modules-"))
    atexit.register(shutil.rmtree, folder)
    urls = dict[str, str]()
    for path in (SENTENCES, GAME_ROWS):
        made = (folder / Path(path).name).with_suffix(".mjs")
        made.write_bytes(load_assets().by_path[path].body.plain)
        urls[Path(path).name] = made.as_uri()
    resolve = (
        f"const urls = {json.dumps(urls)};"
        "export const resolve = (name, context, next) => {"
        " const url = urls[name.split('/').at(-1)];"
        " return url ? {url, shortCircuit: true} : next(name, context); };"
    )
    script = f'import {{register}} from "node:module"; register({json.dumps(_module(resolve))});'
    return _module(script)


def _module(code: str) -> str:
    return f"data:text/javascript,{quote(code)}"


async def run_node(script: Path, *arguments: str, stdin: object = None) -> Any:
    """What a script prints as JSON. ``stdin``: what it reads, as JSON."""
    process = await asyncio.create_subprocess_exec(
        *node_command(script, *arguments),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(LONG_PATIENCE):
            out, err = await process.communicate(json.dumps(stdin).encode())
    finally:
        if process.returncode is None:
            process.kill()
    assert process.returncode == 0, err.decode()
    return json.loads(out)
