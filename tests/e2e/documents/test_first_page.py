"""The protocol's first page is true: its game was played so, and its program runs."""

import asyncio
import re
import sys
from pathlib import Path

import pytest

from tests.e2e.documents.first_game import BLOCK, PAGE, blocks, played
from tests.support.processes import Process, ServerProcess
from tests.support.waiting import patience

in_one_loop = pytest.mark.asyncio(loop_scope="module")
PROGRAM = PAGE.with_name("first_client.py")


@pytest.fixture(scope="module")
def options() -> tuple[str, ...]:
    """None: what limits are not the usual ones, a server says to each."""
    return ()


@in_one_loop
async def test_the_game_of_the_page_is_played_like_this(server: ServerProcess) -> None:
    told = BLOCK.findall(PAGE.read_text(encoding="utf-8"))
    assert told == blocks(await played(server.url)), (
        "the page tells another game; if that is meant: python -m tests.e2e.documents.first_game"
    )


@in_one_loop
async def test_the_short_client_plays_a_whole_game(server: ServerProcess, homes: Path) -> None:
    bot = ("bot", server.url, "--player", "priorities", "--name", "nemo", "--seed", "1")
    async with Process(*bot, state=homes / "nemo") as nemo:
        await nemo.line_with("nemo plays")
        program = await asyncio.create_subprocess_exec(
            *(sys.executable, str(PROGRAM), server.url, "nemo"), stdout=asyncio.subprocess.PIPE
        )
        async with patience("the end of the game"):
            out, _ = await program.communicate()
    assert re.match(r"The game is over by \S+; won by seats \[[01]\]", out.decode())
    assert program.returncode == 0


def test_the_short_client_is_short() -> None:
    lines = PROGRAM.read_text(encoding="utf-8").splitlines()
    assert len([line for line in lines if line.strip()]) <= 60
