"""Lessons of a tutorial, and puzzles: what the learner is told, and the port to who teaches."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Protocol, assert_never

from pente_core.identity import RoomId
from pente_core.room import Room
from pente_protocol.sentences import tell

TUTORIAL: Final = "tutorial"
"""The course that has lessons; others have what they are called after."""


class LessonStage(StrEnum):
    """How far a learner has come in a lesson."""

    TASK = "task"
    """A move is due."""
    MISSED = "missed"
    """The move did not do what the task asks for."""
    DONE = "done"


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a learner is told now."""

    number: int
    """From 1."""
    count: int
    """How many lessons there are."""
    title: str
    stage: LessonStage
    text: str
    """The task, or what came of the learner's move, in sentences."""
    keys: str = ""
    """How to do that with the keys of a full screen; empty: goes without saying."""
    farewell: str = ""
    """Where Enter leads after the last lesson; empty in the others."""
    is_answered: bool = True
    """False: the teacher's move, of which the text may speak, is still to come."""
    course: str = TUTORIAL
    """What it is part of, in a word."""

    @property
    def unit(self) -> str:
        """What one of them is called.

        >>> Lesson(1, 9, "Capture a pair", LessonStage.TASK, "Do it.").unit
        'lesson'
        """
        return tell("practice.lesson") if self.course == TUTORIAL else self.course

    @property
    def what_next(self) -> str:
        """What to do about it, where Enter is pressed."""
        match self.stage:
            case LessonStage.TASK:
                return ""
            case LessonStage.MISSED:
                return tell("practice.try-again")
            case LessonStage.DONE:
                return self.farewell or tell("practice.enter-goes-on")
            case _ as unreachable:
                assert_never(unreachable)

    @property
    def is_tried(self) -> bool:
        """Whether the learner has moved, and is told what came of it."""
        return self.stage is not LessonStage.TASK


class Tutor(Protocol):
    """Gives lessons, each in a room of its own. The command line fills this port."""

    def lesson(self, id_: RoomId, room: Room) -> Lesson:
        """The lesson of a room that is shown, or was until now; the learner may have moved in it."""

    async def begin(self, number: int) -> RoomId | None:
        """Begin a lesson, or begin it again; None: there is no such lesson.

        Raises `pente_client.connection.RequestRejected`.
        """

    def solution(self, id_: RoomId, room: Room) -> str:
        """What does what the lesson of a room asks for, in a sentence."""
