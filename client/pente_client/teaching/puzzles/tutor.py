"""The tutor of puzzles: gives one after the other, each in a local room of its own."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Final

from pente_client.connection import RequestRejected
from pente_client.local.local_client import LocalClient
from pente_client.local.local_room import NOT_SAVED, not_saved_text
from pente_client.local.new_game import LocalGame, LocalPlayer
from pente_client.play.shown.lesson import Lesson, LessonStage
from pente_client.teaching.hints import HintAdvisor, StoneHint
from pente_client.teaching.lesson_opponent import LessonOpponent
from pente_client.teaching.puzzles.attempt import (
    PuzzleProgress,
    StoneWorth,
    progress_of,
    right_stone,
    solution_line,
)
from pente_client.teaching.puzzles.words import (
    hint_reason,
    progress_text,
    puzzle_title,
    solution_text,
    solved_text,
    task_text,
)
from pente_core.identity import RoomId
from pente_core.puzzles.forcing import can_be_forced
from pente_core.puzzles.proof import flaw_of
from pente_core.puzzles.puzzle import Puzzle, PuzzleTask
from pente_core.room import Room
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_core.rules.setup import Setup

_HINT_MEANING: Final = "That is what this puzzle is about."
COURSE: Final = "puzzle"
_DEFENDER_NAME: Final = "defender"
_FAREWELL: Final = "That was the last puzzle: Enter leaves."


@dataclass(frozen=True, slots=True)
class _Attempt:
    """A room, and what is to be found in its first position."""

    number: int
    position: Position
    task: PuzzleTask


class PuzzleTutor:
    """A `pente_client.play.shown.lesson.Tutor`. Mutable: it knows the rooms, and how puzzles went.

    After a mistake, the person tries again from where it was made. ``client`` has the rooms, and keeps them
    in a directory that may be deleted once it is closed.
    """

    def __init__(
        self,
        directory: Path,
        person: str,
        puzzles: Sequence[Puzzle],
        on_solved: Callable[[str], None] = lambda _: None,
    ) -> None:
        """``puzzles`` has at least one; ``on_solved`` is given the id of each that is solved."""
        self._person, self._puzzles, self._on_solved = person, puzzles, on_solved
        self._attempts: dict[RoomId, _Attempt] = {}
        """Those of rooms, at most that which is shown and the next one."""
        self._shown: set[int] = set()
        self._helped: set[int] = set()
        """The puzzles in which there was a mistake, or help."""
        self._solved: dict[int, None] = {}
        """The solved ones, in the order in which they were solved."""
        self.opponent = LessonOpponent(_DEFENDER_NAME, can_be_forced, self._answer)
        self.advisor = HintAdvisor(self._hint)
        self.client = LocalClient(directory, self.opponent)

    @property
    def solved(self) -> int:
        """How many puzzles were solved."""
        return len(self._solved)

    @property
    def begun(self) -> int:
        """How many puzzles were shown."""
        return len(self._shown)

    @property
    def streak(self) -> int:
        """How many of the last ones were solved in a row without a mistake or help."""
        return len(list(takewhile(lambda number: number not in self._helped, reversed(self._solved))))

    async def begin(self, number: int = 1) -> RoomId | None:
        if number > len(self._puzzles):
            return None
        attempt = self._next_attempt(number)
        for room in tuple(self._attempts)[:-1]:  # the last one is still shown
            del self._attempts[room]
            await self.client.forget(room)
        try:
            room = self.client.begin(self._game(attempt.position))
        except OSError as error:
            raise RequestRejected(NOT_SAVED, not_saved_text(error)) from None
        self._attempts[room] = attempt
        self._shown.add(number)
        return room

    def lesson(self, id_: RoomId, room: Room) -> Lesson:
        attempt = self._attempts[id_]
        puzzle, number = self._puzzles[attempt.number - 1], attempt.number
        progress = progress_of(room.game, attempt.task)
        self._note(number, progress)
        stage, text = _stage(progress), self._text(attempt, progress)
        return Lesson(
            number,
            len(self._puzzles),
            puzzle_title(puzzle),
            stage,
            text,
            farewell=_FAREWELL if number == len(self._puzzles) else "",
            is_answered=progress.is_answered,
            course=COURSE,
        )

    def solution(self, id_: RoomId, room: Room) -> str:
        attempt = self._attempts[id_]
        progress = progress_of(room.game, attempt.task)
        if progress.last is not None and progress.last.worth is StoneWorth.WINS:
            return "It is solved."
        self._helped.add(attempt.number)
        return solution_text(solution_line(progress.position, progress.task), progress.position)

    async def settled(self) -> None:
        """Wait until the defender's answer has come."""
        await self.opponent.settled()

    def _next_attempt(self, number: int) -> _Attempt:
        """From where the last mistake in this puzzle was made, or else from its beginning."""
        puzzle = self._puzzles[number - 1]
        if self._attempts:
            id_, last = next(reversed(self._attempts.items()))
            progress = progress_of(self.client.rooms[id_].room.game, last.task)
            if last.number == number and _stage(progress) is LessonStage.MISSED:
                return _Attempt(number, progress.position, progress.task)
        if flaw := flaw_of(puzzle):
            raise RequestRejected("bad-puzzle", f"Puzzle {number} can't be played: {flaw}.")
        return _Attempt(number, puzzle.position, puzzle.task)

    def _game(self, position: Position) -> LocalGame:
        defender = LocalPlayer(_DEFENDER_NAME, is_computer=True)
        sides = (LocalPlayer(self._person), defender)
        seats = sides if position.to_act == 0 else sides[::-1]
        return LocalGame(position.rules, seats, setup=Setup.of(position))

    def _note(self, number: int, progress: PuzzleProgress) -> None:
        """Remember how a puzzle went. Telling the same again changes nothing."""
        if progress.last is None:
            return
        if progress.last.is_mistake and number not in self._solved:
            self._helped.add(number)
        if progress.last.worth is StoneWorth.WINS and number not in self._solved:
            self._solved[number] = None
            self._on_solved(self._puzzles[number - 1].id)

    def _text(self, attempt: _Attempt, progress: PuzzleProgress) -> str:
        if progress.last is None:
            return task_text(attempt.position, attempt.task)
        text = progress_text(progress)
        if progress.last.worth is not StoneWorth.WINS:
            return text
        return solved_text(text, self._puzzles[attempt.number - 1].source, self.streak)

    def _answer(self, id_: RoomId, _position: Position) -> Point | None:
        progress = progress_of(self.client.rooms[id_].room.game, self._attempts[id_].task)
        return None if progress.last is None else progress.last.reply

    def _hint(self, position: Position) -> StoneHint | None:
        """The stone to be found in the room that is shown, unless somebody looks at another position. Whoever
        got it has had help.
        """
        id_, attempt = next(reversed(self._attempts.items()))
        progress = progress_of(self.client.rooms[id_].room.game, attempt.task)
        if position != progress.position:
            return None
        self._helped.add(attempt.number)
        point = right_stone(position, progress.task)
        return StoneHint(point, hint_reason(position, progress.task), _HINT_MEANING, value=1.0)


def _stage(progress: PuzzleProgress) -> LessonStage:
    if progress.last is None or progress.last.worth is StoneWorth.RIGHT:
        return LessonStage.TASK
    return LessonStage.DONE if progress.last.worth is StoneWorth.WINS else LessonStage.MISSED
