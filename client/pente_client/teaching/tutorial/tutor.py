"""The tutor: gives the lessons of a course, each in a local room of its own."""

from collections.abc import Sequence
from pathlib import Path

from pente_client.connection import RequestRejected
from pente_client.local.local_client import LocalClient
from pente_client.local.local_room import NOT_SAVED, not_saved_text
from pente_client.local.new_game import LocalGame, LocalPlayer
from pente_client.play.shown.lesson import Lesson, LessonStage
from pente_client.teaching.tutorial.attempt import Attempt
from pente_client.teaching.tutorial.course import COURSE
from pente_client.teaching.tutorial.exercise import RULES, Exercise
from pente_client.teaching.tutorial.hints import TutorialAdvisor
from pente_client.teaching.tutorial.teacher import TEACHER_NAME, Teacher
from pente_core.identity import RoomId
from pente_core.room import Room


class CourseTutor:
    """A `pente_client.play.shown.lesson.Tutor`. Mutable: it knows which lesson is on.

    ``client`` has the rooms, and keeps them in a directory that may be deleted once it is closed.
    """

    def __init__(
        self, directory: Path, learner: str, farewell: str, course: Sequence[Exercise] = COURSE
    ) -> None:
        """``farewell`` says where Enter leads after the last lesson."""
        self._learner, self._farewell, self._course = learner, farewell, course
        self._number = 1
        self.teacher = Teacher(lambda: self.exercise)
        self.advisor = TutorialAdvisor(lambda: self.exercise)
        self.client = LocalClient(directory, self.teacher)
        self.is_finished = False
        """Whether the learner has gone on after the last lesson."""

    @property
    def exercise(self) -> Exercise:
        """That of the present lesson."""
        return self._course[self._number - 1]

    async def begin(self, number: int = 1) -> RoomId | None:
        self.is_finished = number > len(self._course)
        if self.is_finished:
            return None
        self._number = number
        for room in tuple(self.client.rooms)[:-1]:  # the last one is still shown
            await self.client.forget(room)
        players = (LocalPlayer(self._learner), LocalPlayer(TEACHER_NAME, is_computer=True))
        try:
            return self.client.begin(LocalGame(RULES, players, setup=self.exercise.setup))
        except OSError as error:
            raise RequestRejected(NOT_SAVED, not_saved_text(error)) from None

    def lesson(self, room: Room) -> Lesson:
        exercise, turns = self.exercise, room.game.turns
        if not turns:
            return self._told(LessonStage.TASK, exercise.task, exercise.keys)
        first = turns[0]
        assert isinstance(first, int)  # nobody can leave a lesson, or choose in it
        attempt = Attempt.of(room.game.beginning, first, exercise.answer)
        stage = LessonStage.DONE if exercise.succeeds(attempt) else LessonStage.MISSED
        is_answered = len(attempt.game.turns) == len(turns)
        return self._told(stage, exercise.verdict(attempt), is_answered=is_answered)

    def _told(self, stage: LessonStage, text: str, keys: str = "", *, is_answered: bool = True) -> Lesson:
        count = len(self._course)
        farewell = self._farewell if self._number == count else ""
        return Lesson(
            self._number, count, self.exercise.title, stage, text, keys, farewell, is_answered=is_answered
        )
