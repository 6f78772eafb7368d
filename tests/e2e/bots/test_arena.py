"""An arena at a server: the same contestants as ordinary clients."""

import json
import signal
from pathlib import Path
from typing import Any

from pente_client.connection import Client
from pente_core.records import check, read_pgn, replay_record
from tests.support.processes import Process, ServerProcess

SMALL = '{"base": "swap2-pente", "size": 9}'
MATCH = ("--ruleset", SMALL, "--games", "2", "--seed", "5", "--opening-plies", "3")


async def said(*arguments: str, home: Path) -> list[dict[str, Any]]:
    """What an arena tells in JSON lines, once it has ended as it should."""
    async with Process("arena", *arguments, "--json", state=home) as arena:
        assert await arena.ended() == 0, list(arena.said)
    return [json.loads(line) for line in arena.said if line.startswith("{")]


async def test_whole_matches_are_played_at_a_server(server: ServerProcess, homes: Path) -> None:
    # given three players, one of which thinks in processes, and somebody who looks for games
    file = homes / "games.pgn"
    words = ("random", "priorities", "alphabeta:depth=1", *MATCH, "--server", server.url, "--time", "10+5")
    # when they play an arena there, several games at once
    lines = await said(*words, "--concurrency", "3", "--save", str(file), home=homes / "arena")
    # then it tells what a local one does: every game in its order, and a table
    *games, summary = lines
    assert [game["game"] for game in games] == list(range(1, 7))
    assert games[0]["players"] == games[1]["players"][::-1]
    assert all(game["moves"][: len(game["opening"])] == game["opening"] for game in games)
    assert summary["games"] == summary["of"] == 6
    assert summary["players"][-1]["player"] == "random"
    assert {"elo", "superiority"} <= summary["matches"][0].keys()
    # and the records are those games
    with file.open(encoding="utf-8") as text:
        records = list(read_pgn(text))
    for record, game in zip(records, games, strict=True):
        assert check(record) == []
        assert list(replay_record(record).tokens) == game["moves"]
        assert [player.name for player in record.players] == game["seats"]


async def test_the_seed_decides_all_games(server: ServerProcess, homes: Path) -> None:
    words = ("random", "priorities", *MATCH, "--server", server.url)
    first = await said(*words, "--concurrency", "4", home=homes / "arena")
    assert await said(*words, "--concurrency", "1", home=homes / "arena") == first


async def test_a_game_of_too_many_stones_is_a_draw(server: ServerProcess, homes: Path) -> None:
    words = ("random", "random", "--games", "2", "--seed", "1", "--max-plies", "6", "--server", server.url)
    *games, _ = await said(*words, home=homes / "arena")
    assert [(game["winner"], game["termination"], len(game["moves"])) for game in games] == [
        (None, "most-plies", 6)
    ] * 2


async def test_ctrl_c_prints_what_there_is(server: ServerProcess, homes: Path) -> None:
    words = ("random", "priorities", "--ruleset", SMALL, "--games", "500", "--seed", "1", "--json")
    async with Process("arena", *words, "--server", server.url, state=homes / "arena") as arena:
        await arena.line_with('"t":"game"')
        arena.process.send_signal(signal.SIGINT)
        assert await arena.ended() == 130
    assert json.loads(arena.said[-1])["t"] == "summary"
    assert not [line for line in arena.said if "Traceback" in line]
    # and what was left is given up when the same players come again
    await said("random", "priorities", *MATCH, "--server", server.url, home=homes / "arena")
    async with Client(server.url) as client:
        assert await client.list_rooms() == ()


async def test_a_server_that_is_not_there(tmp_path: Path) -> None:
    async with Process("arena", "random", "random", "--server", "ws://127.0.0.1:1", state=tmp_path) as arena:
        assert await arena.ended() == 3
    assert arena.said[-1].startswith("pente arena: ")
