"""The tutor: gives the lessons of a course, each in a local room of its own."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from pente_client.connection import RequestRejected
from pente_client.local.local_client import LocalClient
from pente_client.local.local_room import NOT_SAVED, not_saved_text
from pente_client.local.new_game import LocalGame, LocalPlayer
from pente_client.play.shown.lesson import Lesson, LessonStage
from pente_client.teaching.hints import HintAdvisor, StoneHint
from pente_client.teaching.lesson_opponent import LessonOpponent
from pente_client.teaching.tutorial.attempt import LEARNER, Attempt
from pente_client.teaching.tutorial.course import COURSE
from pente_client.teaching.tutorial.exercise import RULES, Exercise
from pente_core.identity import RoomId
from pente_core.room import Room
from pente_core.rules.point import Point, format_point
from pente_core.rules.position import Position

_TEACHER_NAME: Final = "teacher"
_HINT_MEANING: Final = "That is what this lesson is about."


class CourseTutor:
    """A `pente_client.play.shown.lesson.Tutor`. Mutable: it knows which lessons have a room.

    ``client`` has the rooms, and keeps them in a directory that may be deleted once it is closed.
    """

    def __init__(
        self, directory: Path, learner: str, farewell: str, course: Sequence[Exercise] = COURSE
    ) -> None:
        """``farewell`` says where Enter leads after the last lesson."""
        self._learner, self._farewell, self._course = learner, farewell, course
        self._numbers: dict[RoomId, int] = {}
        """The lessons of rooms, at most that which is shown and the next one."""
        self.teacher = LessonOpponent(_TEACHER_NAME, lambda rules: rules == RULES, self._answer)
        self.advisor = HintAdvisor(self._hint)
        self.client = LocalClient(directory, self.teacher)
        self.is_finished = False
        """Whether the learner has gone on after the last lesson."""

    @property
    def number(self) -> int:
        """That of the lesson that was begun last."""
        return next(reversed(self._numbers.values()), 1)

    async def begin(self, number: int = 1) -> RoomId | None:
        self.is_finished = number > len(self._course)
        if self.is_finished:
            return None
        for room in tuple(self._numbers)[:-1]:  # the last one is still shown
            del self._numbers[room]
            await self.client.forget(room)
        players = (LocalPlayer(self._learner), LocalPlayer(_TEACHER_NAME, is_computer=True))
        game = LocalGame(RULES, players, setup=self._course[number - 1].setup)
        try:
            room = self.client.begin(game)
        except OSError as error:
            raise RequestRejected(NOT_SAVED, not_saved_text(error)) from None
        self._numbers[room] = number
        return room

    def lesson(self, id_: RoomId, room: Room) -> Lesson:
        number, turns = self._numbers[id_], room.game.turns
        exercise = self._course[number - 1]
        stage, text, is_answered = LessonStage.TASK, exercise.task, True
        if turns:
            assert isinstance(turns[0], int)  # nobody can leave a lesson, or choose in it
            attempt = Attempt.of(room.game.beginning, turns[0], exercise.answer)
            stage = LessonStage.DONE if exercise.succeeds(attempt) else LessonStage.MISSED
            text, is_answered = exercise.verdict(attempt), len(attempt.game.turns) == len(turns)
        return Lesson(
            number,
            len(self._course),
            exercise.title,
            stage,
            text,
            keys="" if turns else exercise.keys,
            farewell=self._farewell if number == len(self._course) else "",
            is_answered=is_answered,
        )

    def solution(self, id_: RoomId, room: Room) -> str:
        del room  # the solution is the same after a move
        exercise = self._course[self._numbers[id_] - 1]
        return f"{format_point(exercise.solutions[0], RULES.size)} {exercise.hint}."

    async def settled(self) -> None:
        """Wait until the teacher's answer has come."""
        await self.teacher.settled()

    def _answer(self, id_: RoomId, position: Position) -> Point | None:
        return self._course[self._numbers[id_] - 1].answer(position)

    def _hint(self, position: Position) -> StoneHint | None:
        """What does what the lesson asks for. It says nothing of who stands better."""
        if position.colour != LEARNER:
            return None
        exercise = self._course[self.number - 1]
        return StoneHint(exercise.solutions[0], exercise.hint, _HINT_MEANING, value=0.0)
