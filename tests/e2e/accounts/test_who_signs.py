"""Who loads the library of signatures: those who sign in, and nobody else."""

import asyncio
import os
import sys
from pathlib import Path

import pytest

from tests.support.processes import ServerProcess

GAME = '[Player 1 Name "anna"]\n[Player 2 Name "boris"]\n[Result "1-0"]\n\n1. K10 L9 2. G10 M12\n'
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
        (("watch", "a" * 12), False),
        (("watch", "K7M2QX"), False),
        (("local", "--plain"), False),
        (("replay", "game.txt", "--plain"), False),
        (("account", "create", "anna"), True),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
async def test_only_who_has_a_name_does(
    server: ServerProcess, arguments: tuple[str, ...], tmp_path: Path, *, signs: bool
) -> None:
    environment = {**os.environ, "PENTE_STATE": str(tmp_path), "PENTE_URL": server.url}
    (tmp_path / "game.txt").write_text(GAME)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-c", PROGRAM, *arguments),
        env=environment,
        cwd=tmp_path,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    _, said = await process.communicate()
    assert said.decode().splitlines()[-1] == str(signs), said
