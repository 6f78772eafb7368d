"""Who loads the library of signatures: those who sign in, and nobody else."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from tests.support.processes import ServerProcess

PROGRAM = """
import sys
from contextlib import suppress
from pente_client.__main__ import start
with suppress(SystemExit):
    start()
print("cryptography" in sys.modules, file=sys.stderr)
"""


@pytest.mark.parametrize(
    ("arguments", "signs"),
    [
        (("--help",), False),
        (("games",), False),
        (("leaders",), False),
        (("account", "create", "anna"), True),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
async def test_only_who_has_a_name_does(
    server: ServerProcess, arguments: tuple[str, ...], tmp_path: Path, *, signs: bool
) -> None:
    environment = {**os.environ, "PENTE_STATE": str(tmp_path), "PENTE_URL": server.url}
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-c", PROGRAM, *arguments),
        env=environment,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    _, said = await process.communicate()
    assert said.decode().splitlines()[-1] == str(signs), said
