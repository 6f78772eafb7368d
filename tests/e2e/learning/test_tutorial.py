"""The tutorial with the real command line: in lines and as JSON, and the first game after it."""

from pathlib import Path

import pytest

from pente_client.teaching.tutorial.course import COURSE
from pente_client.teaching.tutorial.exercise import RULES
from pente_core.rules.point import format_point
from tests.support.processes import JsonProcess, Process

SOLUTIONS = [format_point(exercise.solutions[0], RULES.size) for exercise in COURSE]


def names_in(directory: Path) -> list[str]:
    return [path.name for path in directory.iterdir()]


async def test_all_lessons_and_a_first_game_in_lines(tmp_path: Path) -> None:
    async with Process("tutorial", "--plain", state=tmp_path, TMPDIR=str(tmp_path)) as process:
        for number, (exercise, point) in enumerate(zip(COURSE, SOLUTIONS, strict=True), start=1):
            await process.line_with(f"Lesson {number} of {len(COURSE)}: {exercise.title}.")
            await process.type(point.lower())
            await process.line_with(
                "Enter goes on." if number < len(COURSE) else "Enter begins your first game"
            )
            await process.type("")
        await process.line_with("level-1")
        await process.line_with("The first stone must go on K10.")
        await process.type("K10")
        await process.line_with("2. level-1 ")
        await process.type("/quit")
        assert await process.ended() == 0
        assert "pente local --continue" in process.said[-2]
        assert "pente local --against 1" in process.said[-1]
    assert sorted(names_in(tmp_path)) == ["local", "solved-puzzles.txt"]
    assert len(names_in(tmp_path / "local")) == 1, "only the game is kept"


async def test_what_was_typed_ahead_comes_into_the_first_game(tmp_path: Path) -> None:
    async with Process("tutorial", "--plain", state=tmp_path) as process:
        await process.type("\n".join((*["/next"] * len(COURSE), "K10")))
        await process.line_with("1. you K10.")
        await process.line_with("2. level-1 ")


async def test_a_miss_in_lines(tmp_path: Path) -> None:
    async with Process("tutorial", "--plain", state=tmp_path) as process:
        for _ in range(3):
            await process.type("/next")
        await process.line_with("Lesson 4 of 11: Capture a pair.")
        await process.line_with("White, 2 stones: F5 J9.")
        await process.line_with("Black, 3 stones: F6 F7 D9.")
        await process.type("e7")
        await process.line_with("E7 captures nothing.")
        await process.line_with("Try again: press Enter")
        await process.type("/hint")  # takes the try back
        await process.line_with("Lesson 4 of 11: Capture a pair.")
        await process.line_with("Hint: F8 captures the pair.")
        await process.type("/resign")
        await process.line_with("That is for games.")
        await process.type("f8")
        await process.line_with("Captured: both stones")
        await process.type("/previous")
        await process.line_with("Lesson 3 of 11: Five in a row.")
        await process.type("/quit")
        assert await process.ended() == 0


async def test_lessons_as_objects(tmp_path: Path) -> None:
    async with JsonProcess("tutorial", "--json", state=tmp_path) as process:
        room = await process.until("room")
        task = await process.until("lesson")
        assert (task["room"], task["number"], task["count"], task["stage"]) == (room["room"], 1, 11, "task")
        await process.type("/next")
        await process.until("lesson")
        await process.type("/next")
        await process.until("lesson", lambda line: line["title"] == "Five in a row")
        await process.type("A1")
        assert (await process.until("lesson"))["stage"] == "missed"
        await process.type("J9")
        assert (await process.until("finished"))["winners"] == [0]
        assert (await process.until("lesson"))["stage"] == "done"


@pytest.mark.parametrize("form", ["--plain", "--json"])
async def test_the_end_of_input_ends_it(tmp_path: Path, form: str) -> None:
    async with Process("tutorial", form, state=tmp_path) as process:
        await process.type("g7")
        assert process.process.stdin is not None
        process.process.stdin.close()
        assert await process.ended() == 0
        assert any("Black has answered on H8." in line for line in process.said)


async def test_the_words_of_lessons_elsewhere(tmp_path: Path) -> None:
    async with JsonProcess("local", "--json", state=tmp_path) as game:
        await game.until("room")
        await game.type("/again")
        assert (await game.until("error"))["code"] == "no-lesson"
