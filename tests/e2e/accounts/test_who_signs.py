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
from pente_client.__main__ import start
status = 0
try:
    start()
except SystemExit as ended:
    status = ended.code
print("cryptography" in sys.modules, file=sys.stderr)
sys.exit(status)
"""
REFUSING = """
import sys
class Refuse:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] == "cryptography":
            raise ImportError(name)
sys.meta_path.insert(0, Refuse())
"""
"""What makes a machine of this one on which the library can't be imported."""


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
    (tmp_path / "game.txt").write_text(GAME)
    _, said = await ended(PROGRAM, arguments, tmp_path, server.url)
    assert said.splitlines()[-1] == str(signs), said


KEY = f"pente-key 1 {'a' * 22} ws://nowhere.example {'a' * 32} play {'A' * 43}"


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (("serve", "--store", "memory", "--port", "0"), 1),
        (("admin", "identity", "rotate", "--data", "."), 1),
        (("account", "create", "anna"), 3),
        (("account", "link", "K7QF-2M9XTR"), 3),
        (("account", "key", "new.key"), 3),
        (("play", "--name", "anna", "--plain"), 3),
        (("bot", "{url}", "--player", "random", "--key", "key"), 3),
    ],
    ids=lambda each: " ".join(each) if isinstance(each, tuple) else "",
)
async def test_who_lacks_the_library_reads_one_sentence(
    server: ServerProcess, arguments: tuple[str, ...], status: int, tmp_path: Path
) -> None:
    (tmp_path / "key").write_text(KEY)
    (tmp_path / "key").chmod(0o600)
    given = tuple(each.format(url=server.url) for each in arguments)
    found, said = await ended(REFUSING + PROGRAM, given, tmp_path, server.url)
    *notices, sentence, loaded = said.splitlines()
    assert (found, loaded) == (status, "False"), said
    assert sentence.startswith(f"pente {arguments[0]}: ")
    assert "cryptography, which is missing here; pente doctor says what to do" in sentence
    assert all("you are a guest" in each for each in notices), said


async def ended(program: str, arguments: tuple[str, ...], folder: Path, url: str) -> tuple[int, str]:
    """The exit status of a program, and what it has said to stderr."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-c", program, *arguments),
        env={**os.environ, "PENTE_STATE": str(folder), "PENTE_URL": url},
        cwd=folder,
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.PIPE,
    )
    _, said = await process.communicate()
    return process.returncode or 0, said.decode()
