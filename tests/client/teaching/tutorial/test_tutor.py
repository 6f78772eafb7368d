"""The tutor and the teacher, without a screen."""

from pathlib import Path

import pytest

from pente_client.connection import RequestRejected
from pente_client.play.shown.lesson import LessonStage
from pente_client.teaching.tutorial.course import COURSE
from pente_client.teaching.tutorial.tutor import CourseTutor
from pente_core.room import commands as cmd
from pente_core.rules.point import parse_point


def at(name: str) -> cmd.Play:
    return cmd.Play(parse_point(name, 13))


def files_in(directory: Path) -> int:
    return len(list(directory.iterdir()))


async def test_the_teacher_answers_only_where_a_lesson_needs_it(tmp_path: Path) -> None:
    tutor = CourseTutor(tmp_path, "anna", "")
    async with tutor.client as client:
        for number, name, played in ((1, "G7", 2), (2, "D4", 1), (5, "A1", 2), (5, "H8", 1)):
            room = await tutor.begin(number)
            assert room is not None
            await client.act(room, at(name))
            await tutor.teacher.settled()
            assert len(client.rooms[room].room.game.turns) == played


async def test_what_the_text_speaks_of_has_been_played_first(tmp_path: Path) -> None:
    tutor = CourseTutor(tmp_path, "anna", "")
    async with tutor.client as client:
        room = await tutor.begin(1)
        assert room is not None
        assert tutor.lesson(room, client.rooms[room].room).stage is LessonStage.TASK
        await client.act(room, at("G7"))
        told = tutor.lesson(room, client.rooms[room].room)
        assert (told.stage, told.is_answered) == (LessonStage.DONE, False)
        await tutor.teacher.settled()
        assert tutor.lesson(room, client.rooms[room].room).is_answered


async def test_a_learner_who_tries_for_hours_fills_no_disk(tmp_path: Path) -> None:
    tutor = CourseTutor(tmp_path, "anna", "")
    async with tutor.client as client:
        for _ in range(20):
            await tutor.begin(2)
            assert len(client.rooms) <= 2
            assert files_in(tmp_path) <= 2


async def test_only_the_last_lesson_says_what_comes_then(tmp_path: Path) -> None:
    tutor = CourseTutor(tmp_path, "anna", "That was all.")
    async with tutor.client as client:
        for number in (1, len(COURSE)):
            room = await tutor.begin(number)
            assert room is not None
            told = tutor.lesson(room, client.rooms[room].room)
            assert told.farewell == ("That was all." if number > 1 else "")
        assert await tutor.begin(len(COURSE) + 1) is None
        assert tutor.is_finished


async def test_a_full_disk_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    tutor = CourseTutor(tmp_path, "anna", "")
    async with tutor.client:
        monkeypatch.setattr("os.fsync", full)
        with pytest.raises(RequestRejected, match="No space left"):
            await tutor.begin()
        monkeypatch.undo()


async def test_who_goes_on_at_once_leaves_the_teacher_in_its_lesson(tmp_path: Path) -> None:
    """The answer to a move comes in the lesson of the move, whichever one was begun meanwhile."""
    tutor = CourseTutor(tmp_path, "anna", "")
    async with tutor.client as client:
        last = await tutor.begin(len(COURSE))
        assert last is not None
        await client.act(last, at("H8"))
        await tutor.begin(1)
        await tutor.teacher.settled()
        assert client.rooms[last].room.game.is_over
        assert tutor.lesson(last, client.rooms[last].room).stage is LessonStage.MISSED


async def test_nothing_is_done_in_a_lesson_that_was_left(tmp_path: Path) -> None:
    tutor = CourseTutor(tmp_path, "anna", "")
    async with tutor.client as client:
        first = await tutor.begin(1)
        assert first is not None
        for number in (2, 3):
            await tutor.begin(number)
        with pytest.raises(RequestRejected) as rejected:
            await client.act(first, at("G7"))
        assert rejected.value.code == "unknown-room"


async def test_a_hint_does_the_task_and_says_nobody_is_winning(tmp_path: Path) -> None:
    tutor = CourseTutor(tmp_path, "anna", "")
    async with tutor.client as client:
        room = await tutor.begin(1)
        assert room is not None
        position = client.rooms[room].room.game.position
        hint = await tutor.advisor.advise(position)
        assert (hint.point, hint.value) == (COURSE[0].solutions[0], 0.0)
        _, after = position.play(hint.point)
        with pytest.raises(ValueError, match="no stone to place"):
            await tutor.advisor.advise(after)
