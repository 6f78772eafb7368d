"""Solving puzzles, without a screen."""

from pathlib import Path

import pytest

from pente_client.connection import RequestRejected
from pente_client.play.shown.lesson import Lesson, LessonStage
from pente_client.teaching.puzzles.attempt import StoneWorth, progress_of, solution_line
from pente_client.teaching.puzzles.built_in import built_in_puzzles
from pente_client.teaching.puzzles.solved import SolvedPuzzles
from pente_client.teaching.puzzles.tutor import PuzzleTutor
from pente_core.identity import RoomId
from pente_core.puzzles.puzzle import Puzzle
from pente_core.room import commands as cmd
from pente_core.rules.game import Game
from pente_core.rules.outcome import Termination
from pente_core.rules.point import Point, format_point
from pente_core.rules.setup import Setup
from pente_core.value import replace

PUZZLES = built_in_puzzles()
LONG = next(puzzle for puzzle in PUZZLES if puzzle.win_in >= 7 and puzzle.task.failures)


class Solving:
    """A person who solves puzzles."""

    def __init__(self, directory: Path, *puzzles: Puzzle) -> None:
        self.solved: list[str] = []
        self.tutor = PuzzleTutor(directory, "anna", puzzles, self.solved.append)
        self.room = RoomId("")

    async def begin(self, number: int = 1) -> None:
        room = await self.tutor.begin(number)
        assert room is not None
        self.room = room

    @property
    def game(self) -> Game:
        return self.tutor.client.rooms[self.room].room.game

    @property
    def told(self) -> Lesson:
        return self.tutor.lesson(self.room, self.tutor.client.rooms[self.room].room)

    async def play(self, point: Point) -> Lesson:
        await self.tutor.client.act(self.room, cmd.Play(point))
        await self.tutor.settled()
        return self.told

    async def solve(self, puzzle: Puzzle) -> Lesson:
        """Play the stones of the solution."""
        for point in solution_line(puzzle.position, puzzle.task)[::2]:
            await self.play(point)
        return self.told


def quiet_point(puzzle: Puzzle) -> Point:
    """A stone that threatens nothing."""
    legal = puzzle.position.legal_points
    game = Game.new(puzzle.position.rules, Setup.of(puzzle.position))
    return next(
        point
        for point in legal
        if (last := progress_of(game.with_turn(point), puzzle.task).last) is not None
        and last.worth is StoneWorth.QUIET
    )


@pytest.mark.parametrize("puzzle", PUZZLES, ids=lambda puzzle: puzzle.id)
async def test_every_puzzle_is_solved_by_its_solution(tmp_path: Path, puzzle: Puzzle) -> None:
    solving = Solving(tmp_path, puzzle)
    async with solving.tutor.client:
        await solving.begin()
        told = await solving.solve(puzzle)
        assert told.stage is LessonStage.DONE
        assert len(solving.game.turns) == puzzle.win_in
        assert solving.game.outcome is not None
        assert solving.game.outcome.termination in {Termination.LINE, Termination.CAPTURES}
        assert solving.solved == [puzzle.id]


async def test_the_attacker_may_have_either_colour(tmp_path: Path) -> None:
    colours = {puzzle.position.colour for puzzle in PUZZLES}
    assert colours == {0, 1}
    black = next(puzzle for puzzle in PUZZLES if puzzle.position.colour == 1)
    solving = Solving(tmp_path, black)
    async with solving.tutor.client:
        await solving.begin()
        assert solving.told.text.startswith("Black wins with")
        assert (await solving.solve(black)).stage is LessonStage.DONE


async def test_a_stone_without_a_threat_is_told_so_and_tried_again(tmp_path: Path) -> None:
    solving = Solving(tmp_path, LONG)
    async with solving.tutor.client:
        await solving.begin()
        told = await solving.play(quiet_point(LONG))
        assert told.stage is LessonStage.MISSED
        assert "does not threaten to win" in told.text
        assert told.is_answered
        await solving.begin()
        assert solving.game.turns == ()
        assert (await solving.solve(LONG)).stage is LessonStage.DONE
        assert solving.tutor.streak == 0


async def test_a_threat_that_fails_is_refuted_on_the_board(tmp_path: Path) -> None:
    failure = LONG.task.failures[0]
    solving = Solving(tmp_path, LONG)
    async with solving.tutor.client:
        await solving.begin()
        told = await solving.play(failure.point)
        assert told.stage is LessonStage.MISSED
        assert told.text.endswith(f"stops it with {format_point(failure.reply, 19)}.")
        assert solving.game.turns == (failure.point, failure.reply)


async def test_after_a_mistake_one_goes_on_from_where_it_was_made(tmp_path: Path) -> None:
    line = solution_line(LONG.position, LONG.task)
    solving = Solving(tmp_path, LONG)
    async with solving.tutor.client:
        await solving.begin()
        await solving.play(line[0])
        before = solving.game.position
        legal = next(point for point in before.legal_points if point not in line)
        if (await solving.play(legal)).stage is LessonStage.MISSED:
            await solving.begin()
            assert solving.game.position.board == before.board
            assert "wins with" in solving.told.text
        for point in line[2::2]:
            await solving.play(point)
        assert solving.told.stage is LessonStage.DONE


async def test_a_slower_win_is_no_mistake_but_not_the_solution(tmp_path: Path) -> None:
    puzzle = next(puzzle for puzzle in PUZZLES if puzzle.task.slower)
    solving = Solving(tmp_path, puzzle)
    async with solving.tutor.client:
        await solving.begin()
        told = await solving.play(puzzle.task.slower[0])
        assert told.stage is LessonStage.MISSED
        assert "takes more stones" in told.text
        await solving.begin()
        await solving.solve(puzzle)
        assert solving.tutor.streak == 1


async def test_a_streak_counts_what_was_solved_without_help(tmp_path: Path) -> None:
    solving = Solving(tmp_path, *PUZZLES[:4])
    async with solving.tutor.client:
        for number in (1, 2, 3):
            await solving.begin(number)
            await solving.solve(PUZZLES[number - 1])
        told = solving.told
        assert told.text.endswith("3 in a row without help.")
        assert solving.told == told  # to tell it again changes nothing
        await solving.begin(4)
        hint = await solving.tutor.advisor.advise(solving.game.position)
        assert hint.point == solution_line(PUZZLES[3].position, PUZZLES[3].task)[0]
        assert hint.reason.startswith(("threatens to win on", "captures, and threatens", "wins"))
        await solving.solve(PUZZLES[3])
        assert (solving.tutor.solved, solving.tutor.streak) == (4, 0)


async def test_the_solution_shows_the_rest_and_counts_as_help(tmp_path: Path) -> None:
    solving = Solving(tmp_path, LONG)
    async with solving.tutor.client as client:
        await solving.begin()
        line = solution_line(LONG.position, LONG.task)
        await solving.play(line[0])
        shown = solving.tutor.solution(solving.room, client.rooms[solving.room].room)
        assert shown == "Solution: " + " ".join(format_point(point, 19) for point in line[2:])
        for point in line[2::2]:
            await solving.play(point)
        assert solving.tutor.streak == 0
        assert solving.tutor.solution(solving.room, client.rooms[solving.room].room) == "It is solved."


async def test_a_puzzle_that_is_wrong_is_not_shown(tmp_path: Path) -> None:
    tutor = PuzzleTutor(tmp_path, "anna", [replace(LONG, win_in=3)])
    async with tutor.client:
        with pytest.raises(RequestRejected, match="Puzzle 1 can't be played"):
            await tutor.begin()


async def test_behind_the_last_puzzle_there_is_none(tmp_path: Path) -> None:
    solving = Solving(tmp_path, LONG)
    async with solving.tutor.client:
        await solving.begin()
        assert "last puzzle" in solving.told.farewell
        assert await solving.tutor.begin(2) is None


async def test_who_tries_for_hours_fills_no_disk(tmp_path: Path) -> None:
    solving = Solving(tmp_path, LONG)
    async with solving.tutor.client as client:
        for _ in range(10):
            await solving.begin()
            await solving.play(quiet_point(LONG))
            assert len(client.rooms) <= 2


def test_what_was_solved_is_remembered(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "solved.txt"
    solved = SolvedPuzzles(path)
    assert LONG.id not in solved
    solved.add(LONG.id)
    solved.add(LONG.id)
    assert LONG.id in SolvedPuzzles(path)
    assert path.read_text("ascii") == f"{LONG.id}\n"


def test_a_file_that_cannot_be_written_or_read_does_no_harm(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"\xff\x00 nonsense")
    assert LONG.id not in SolvedPuzzles(tmp_path / "file")
    solved = SolvedPuzzles(tmp_path / "file" / "below")
    solved.add(LONG.id)
    assert LONG.id in solved
