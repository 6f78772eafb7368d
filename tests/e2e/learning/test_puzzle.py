"""Puzzles with the real command line: those that come with pente, of files, and of a server."""

from pathlib import Path

import pytest

from pente_client.teaching.puzzles.attempt import solution_line
from pente_client.teaching.puzzles.built_in import built_in_puzzles
from pente_core.puzzles.puzzle_text import read_puzzles
from pente_core.records import Contestant, End, Record, write_pgn
from pente_core.rules.point import format_point, parse_point
from pente_core.rules.ruleset import RULESETS
from tests.support.games.real_games import load_real_games
from tests.support.processes import JsonProcess, Process

PUZZLES = built_in_puzzles()
_QUICK = ("50000000057908", "50000000015424")


def right_stones(number: int) -> list[str]:
    puzzle = PUZZLES[number - 1]
    return [format_point(point, 19) for point in solution_line(puzzle.position, puzzle.task)[::2]]


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """A file of real games in which there are puzzles."""
    records = [
        Record(
            ruleset=game.rules,
            players=(Contestant("Ann"), Contestant("Bob")),
            turns=tuple(parse_point(name, 19) for name in game.moves),
            end=End((game.winner,)),
        )
        for game in load_real_games()
        if game.id in _QUICK
    ]
    path = tmp_path / "games.pgn"
    path.write_text("".join(write_pgn(records)), encoding="ascii")
    return path


async def test_puzzles_are_solved_in_lines_and_remembered(tmp_path: Path) -> None:
    async with Process("puzzle", "--plain", state=tmp_path) as process:
        await process.line_with(f"Puzzle 1 of {len(PUZZLES)}: ")
        await process.type("a1")
        await process.line_with("A1 does not threaten to win")
        await process.line_with("Try again: press Enter")
        await process.type("")
        for point in right_stones(1):
            await process.type(point)
        await process.line_with("Solved.")
        await process.type("")
        await process.line_with(f"Puzzle 2 of {len(PUZZLES)}: ")
        await process.type("a1")
        await process.line_with("Try again: press Enter")
        await process.type("/hint")  # takes the try back
        await process.line_with(f"Puzzle 2 of {len(PUZZLES)}: ")
        await process.line_with(f"Hint: {right_stones(2)[0]} ")
        await process.type("/solution")
        await process.line_with(f"Solution: {right_stones(2)[0]} ")
        await process.type("/quit")
        assert await process.ended() == 0
        assert process.said[-1] == "Solved: 1 of 2."
    assert (tmp_path / "solved-puzzles.txt").read_text("ascii").split() == [PUZZLES[0].id]
    async with JsonProcess("puzzle", "--json", state=tmp_path) as again:
        lesson = await again.until("lesson")
        assert (lesson["course"], lesson["stage"]) == ("puzzle", "task")
        assert lesson["title"].startswith("White wins" if PUZZLES[1].position.colour == 0 else "Black wins")


async def test_puzzles_are_made_of_games_and_solved(games: Path, tmp_path: Path) -> None:
    made = tmp_path / "made.jsonl"
    async with Process("puzzle", "make", str(games), "-o", str(made), "--most", "7", state=tmp_path) as make:
        assert await make.ended() == 0
    with made.open(encoding="ascii") as file:
        puzzles = list(read_puzzles(file))
    assert puzzles
    assert puzzles[0].source.startswith("games.pgn, game 1, after stone ")
    async with Process("puzzle", "--from", str(made), "--plain", state=tmp_path) as process:
        await process.line_with(f"Puzzle 1 of {len(puzzles)}: ")
    async with Process("puzzle", "--from", str(games), "--most", "7", "--plain", state=tmp_path) as process:
        await process.line_with(f"Puzzle 1 of {len(puzzles)}: ")


async def test_games_without_a_puzzle_are_said_to_have_none(tmp_path: Path) -> None:
    path = tmp_path / "short.pgn"
    record = Record(
        ruleset=RULESETS["pente"],
        players=(Contestant("Ann"), Contestant("Bob")),
        turns=(parse_point("K10", 19),),
    )
    path.write_text("".join(write_pgn([record])), encoding="ascii")
    async with Process("puzzle", "--from", str(path), "--plain", state=tmp_path) as process:
        await process.line_with("no such puzzle was found there")
        assert await process.ended() == 1


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (("--from", "missing.jsonl"), "No such file"),
        (("--from", "README.md"), "must end in"),
        (("--least", "30"), "--most must be at least"),
        (("--least", "99", "--most", "99"), "there is no such puzzle"),
        (("--from", "a.pgn", "--server", "example.org"), "choose either"),
    ],
)
async def test_what_cannot_be_played_is_said_in_a_sentence(
    arguments: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    async with Process("puzzle", *arguments, state=tmp_path) as process:
        assert await process.ended() != 0
        assert any(says in line for line in process.said)
