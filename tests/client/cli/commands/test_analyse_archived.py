"""`pente analyse ID`, at a server with a finished game."""

import json
from pathlib import Path

from pente_core.records import read_sgf
from pente_server.store.memory.store import MemoryStore
from tests.client.cli.commands.test_games import FIRST, SECRET, keep
from tests.client.conftest import Start
from tests.support.peer import serving

QUICK = ("--player", "priorities", "--workers", "1")


async def test_a_finished_game_of_a_server_is_reviewed_and_written(start: Start, tmp_path: Path) -> None:
    out = tmp_path / "out.sgf"
    store = MemoryStore()
    await keep(store, FIRST, SECRET)
    async with serving(store) as served:
        program = start("analyse", FIRST.id, "--server", served.url, "--json", "--write", str(out), *QUICK)
        assert await program.ended() == 0
        hidden = start("analyse", SECRET.id, "--server", served.url, *QUICK)
        assert await hidden.ended() == 4
    shown = json.loads(program.said)
    assert shown["players"] == ["ann", "bob"]
    assert [stone["point"] for stone in shown["stones"]] == ["K10", "L11", "N13"]
    with out.open(encoding="utf-8", newline="") as lines:
        (record,) = read_sgf(lines)
    assert record.review is not None
    assert record.review.by == "priorities"


async def test_a_server_that_is_not_there(start: Start) -> None:
    program = start("analyse", "a" * 16, "--server", "ws://127.0.0.1:1", *QUICK)
    assert await program.ended() == 3
