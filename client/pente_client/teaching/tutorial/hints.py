"""Hints in the tutorial: a move that does what the task asks for."""

from collections.abc import Callable, Sequence
from typing import Final

from pente_client.play.shown.advisor import NO_STONE_DUE, Danger
from pente_client.teaching.stone_hint import StoneHint
from pente_client.teaching.tutorial.attempt import LEARNER
from pente_client.teaching.tutorial.exercise import Exercise
from pente_core.review.review import Expectation
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_core.rules.position import Position

_MEANING: Final = "That is what this lesson is about."


class TutorialAdvisor:
    """A `pente_client.play.shown.advisor.Advisor` about the present exercise."""

    def __init__(self, exercise: Callable[[], Exercise]) -> None:
        self._exercise = exercise

    @property
    def warns(self) -> bool:
        """False: threats are what the lessons are about."""
        return False

    async def danger(self, position: Position) -> Danger:
        del position
        raise ValueError("the tutorial warns of nothing")

    async def compare(self, game: Game, *points: Point) -> Sequence[Expectation]:
        del game, points
        raise ValueError("the tutorial compares no stones")

    async def advise(self, position: Position) -> StoneHint:
        if position.colour != LEARNER:
            raise ValueError(NO_STONE_DUE)
        exercise = self._exercise()
        return StoneHint(exercise.solutions[0], exercise.hint, _MEANING)
