"""`pente import` with the real command line: into a server that runs, which shows the games at once."""

import asyncio
import json
import os
import re
import signal
import urllib.request
from pathlib import Path

from pente_client.cli import main
from pente_core.records import Contestant, Day, End, Record, write_pgn
from pente_core.rules.point import parse_point
from tests.support.games.real_games import load_real_games
from tests.support.processes import Process, serving
from tests.support.waiting import PATIENCE


def a_collection(directory: Path) -> Path:
    """All real games, and one that is broken, in a file as pente.org gives them out."""
    records = [
        Record(
            ruleset=game.rules,
            players=(Contestant("Anna"), Contestant("bob<b>")),
            turns=tuple(parse_point(name, 19) for name in game.moves),
            end=End((game.winner,)),
            rated=game.ruleset == "pente",
            day=Day(2010, 1, number),
        )
        for number, game in enumerate(load_real_games(), start=1)
    ]
    path = directory / "collection.txt"
    broken = '\n[Game "Pente"]\n[Result "1-0"]\n\n1. K10 K10 1-0\n'
    path.write_text("".join(write_pgn(records)) + broken, encoding="ascii")
    return path


async def said_by(*arguments: str, state: Path) -> tuple[int, list[str]]:
    async with Process(*arguments, state=state) as process:
        return await process.ended(), list(process.said)


def answer(url: str) -> object:
    with urllib.request.urlopen(url, timeout=PATIENCE) as reply:
        return json.load(reply)


async def test_a_running_server_shows_what_is_imported(tmp_path: Path) -> None:
    data, file = tmp_path / "data", a_collection(tmp_path)
    async with serving(data) as server:
        place = ("--data", str(data))
        status, said = await said_by("import", str(file), "--dry-run", *place, state=tmp_path)
        assert said[-1] == "Would import 10 games; 1 was skipped."

        status, said = await said_by("import", str(file), *place, state=tmp_path)
        assert status == 1
        assert "game 11: turn 2, K10, is illegal" in said[-2]
        assert said[-1] == "Imported 10 games; 1 was skipped."

        status, said = await said_by("import", str(file), *place, state=tmp_path)
        assert said[-1] == "Imported 0 games; 10 were there before; 1 was skipped."

        status, said = await said_by("games", server.url, "--player", "anna_", state=tmp_path)
        assert status == 0
        assert sum("Anna_" in line for line in said) == 10
        assert any("2010-01-10" in line for line in said)

        status, said = await said_by("explore", "--server", server.url, "--json", state=tmp_path)
        assert status == 0
        assert json.loads(said[0])["games"] == 8

        found = answer(f"{server.page}/api/games")
        assert isinstance(found, dict)
        assert len(found["games"]) == 10

        status, said = await said_by("profile", "Anna", server.url, state=tmp_path)
        assert status != 0, "no account, and no results"

        async with Process(
            "puzzle", "--server", server.url, "--most", "5", "--plain", state=tmp_path
        ) as puzzles:
            await puzzles.line_with("Puzzle 1 of ")
            await puzzles.type("/quit")
            assert await puzzles.ended() == 0


async def test_an_interrupted_import_says_so_and_goes_on_the_next_time(tmp_path: Path) -> None:
    data, file = tmp_path / "data", a_collection(tmp_path)
    pipe = tmp_path / "pipe.txt"
    os.mkfifo(pipe)
    async with Process("import", str(pipe), "--data", str(data), state=tmp_path) as process:
        writer = await asyncio.to_thread(pipe.open, "w", encoding="ascii")  # until the import reads
        with writer:
            writer.write(file.read_text("ascii"))
            process.process.send_signal(signal.SIGINT)
        assert await process.ended() == 130
        assert process.said[-2] == "Interrupted. Repeat the command to go on."
        assert process.said[-1].startswith("Imported ")
    _, said = await said_by("import", str(file), "--data", str(data), state=tmp_path)
    counts = [int(number) for number in re.findall("([0-9]+) (?:games?|w)", said[-1])]
    assert sum(counts) == 11, "ten of them are there now, and one is broken"


async def test_strict_imports_nothing_of_a_broken_file(tmp_path: Path) -> None:
    data = tmp_path / "data"
    status, said = await said_by(
        "import", str(a_collection(tmp_path)), "--strict", "--data", str(data), state=tmp_path
    )
    assert status == 1
    assert said[-1].endswith("nothing was imported")
    assert not data.exists()


def test_a_file_that_is_not_there_is_said_first(tmp_path: Path) -> None:
    data = ("--data", str(tmp_path / "data"))
    assert main(["import", str(tmp_path / "no.pgn"), *data]) == 1
    assert main(["import", str(tmp_path / "no.doc"), *data]) == 2
    assert not (tmp_path / "data").exists()
