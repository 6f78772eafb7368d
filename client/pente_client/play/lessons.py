"""The lessons of a tutorial, in the rooms that are shown."""

from typing import Final

from pente_client.connection import ConnectionProblem, Resynced, RoomAdvanced, Update
from pente_client.input.inputs import (
    AskAdvice,
    Input,
    LessonOrder,
    NextGameInput,
    QuitInput,
    ShowHelp,
    ShowSolution,
    ViewInput,
)
from pente_client.input.parse import example
from pente_client.play.advising import Advising
from pente_client.play.command_sender import CommandSender
from pente_client.play.ports import CurrentRoom, FrontEnd
from pente_client.play.shown.advisor import AdviceKind
from pente_client.play.shown.lesson import LessonStage, Tutor
from pente_core.identity import RoomId
from pente_core.room import commands as cmd
from pente_protocol.sentences import tell

NO_LESSON: Final = "no-lesson"
ONLY_IN_TUTORIAL: Final = tell("practice.no-tutorial")
_NOT_HERE: Final = tell("practice.not-here")
_GO_ON: Final = tell("practice.is-done")
_FIRST: Final = tell("practice.first")

_ELSEWHERE: Final = ViewInput | ShowHelp | QuitInput
"""What is the same in the tutorial as in all games."""


class Lessons:
    """Takes a learner from lesson to lesson. Mutable: it goes to one at a time."""

    def __init__(self, front: FrontEnd, tutor: Tutor, sender: CommandSender, advising: Advising) -> None:
        self._front, self._tutor, self._sender, self._advising = front, tutor, sender, advising
        self._is_turning = False
        """Whether another lesson is about to be shown; what asks for one meanwhile is too late."""
        self._hint_in: RoomId | None = None
        """The room in which a hint is due as soon as it is shown."""

    def show(self) -> None:
        """Show what is to be said about the room as it is."""
        current = self._front.current
        if current is None or not (lesson := self._tutor.lesson(current.id, current.room)).is_answered:
            return
        if self._front.show_lesson(current, lesson) and current.id == self._hint_in:
            self._hint_in = None
            self._advising.ask(AdviceKind.HINT, current, current.room.game)

    def noticed(self, update: Update) -> None:
        """Say what came of a move, once all of that was shown."""
        current = self._front.current
        if isinstance(update, RoomAdvanced | Resynced) and current and update.after is current.room:
            self.show()

    def do(self, order: Input, current: CurrentRoom) -> bool | None:
        """Do what is asked for in a lesson; False: it was rejected. None: it is the same in all games."""
        lesson = self._tutor.lesson(current.id, current.room)
        match order:
            case AskAdvice() if lesson.stage is LessonStage.MISSED:
                self._turn_to(lesson.number, order)
            case AskAdvice():
                return self._advising.ask(AdviceKind.HINT, current, current.room.game)
            case ShowSolution():
                self._front.notice(self._tutor.solution(current.id, current.room))
            case cmd.Play() if lesson.stage is LessonStage.TASK:
                return None
            case cmd.Play() if lesson.stage is LessonStage.DONE:
                return self._sender.reject(NO_LESSON, _GO_ON)
            case cmd.Play():
                self._turn_to(lesson.number, order)
            case NextGameInput():
                self._turn_to(lesson.number + (lesson.stage is not LessonStage.MISSED))
            case LessonOrder(step) if lesson.number + step.value < 1:
                return self._sender.reject(NO_LESSON, _FIRST)
            case LessonOrder(step):
                self._turn_to(lesson.number + step.value)
            case _ if isinstance(order, _ELSEWHERE):
                return None
            case _:
                return self._sender.reject(NO_LESSON, _NOT_HERE)
        return True

    def _turn_to(self, number: int, then: cmd.Play | AskAdvice | None = None) -> None:
        """Show a lesson from its beginning, and do in it what was asked for; behind the last one, leave."""
        if not self._is_turning:
            self._is_turning = True
            self._front.start(self._begin(number, then))

    async def _begin(self, number: int, then: cmd.Play | AskAdvice | None) -> None:
        try:
            room = await self._tutor.begin(number)
            if room is None:
                self._front.leave()
                return
            self._hint_in = room if isinstance(then, AskAdvice) else None
            await self._front.show_game(room)
        except ConnectionProblem as problem:
            self._sender.fail(problem, "")
            return
        finally:
            self._is_turning = False
        self.show()
        if isinstance(then, cmd.Play):
            self._sender.send(then)


def not_a_point(size: int) -> str:
    """What to type instead of what is no point.

    >>> not_a_point(13)
    'That is not a point. A point is a letter and a number, such as G7.'
    """
    return tell("practice.no-point", point=example(size))
