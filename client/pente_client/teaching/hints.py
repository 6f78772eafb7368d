"""Hints in lessons and puzzles: a stone that does what is asked for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from pente_client.play.shown.advisor import NO_STONE_DUE, Danger
from pente_core.review.review import Expectation
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_core.rules.position import Position


@dataclass(frozen=True, slots=True)
class StoneHint:
    """Advice of one point: as `pente_client.play.shown.advisor` has it, both the advice and the point."""

    point: Point
    reason: str
    meaning: str
    """What a hint is about here, as a sentence."""
    value: float

    @property
    def points(self) -> "Sequence[StoneHint]":
        return (self,)

    @property
    def line(self) -> Sequence[Point]:
        return (self.point,)


class HintAdvisor:
    """A `pente_client.play.shown.advisor.Advisor` that gives hints, and nothing else.

    ``hint`` gives the one in a position; None: there is none.
    """

    def __init__(self, hint: Callable[[Position], StoneHint | None]) -> None:
        self._hint = hint

    @property
    def warns(self) -> bool:
        """False: threats are what is to be seen."""
        return False

    async def danger(self, position: Position) -> Danger:
        del position
        raise ValueError("nobody warns here")

    async def compare(self, game: Game, *points: Point) -> Sequence[Expectation]:
        del game, points
        raise ValueError("nobody compares stones here")

    async def advise(self, position: Position) -> StoneHint:
        hint = self._hint(position)
        if hint is None:
            raise ValueError(NO_STONE_DUE)
        return hint
