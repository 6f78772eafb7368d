"""Hints in puzzles: the stone that is to be found."""

from collections.abc import Callable, Sequence

from pente_client.play.shown.advisor import NO_STONE_DUE, Danger
from pente_client.teaching.stone_hint import StoneHint
from pente_core.review.review import Expectation
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_core.rules.position import Position


class PuzzleAdvisor:
    """A `pente_client.play.shown.advisor.Advisor` about the present puzzle.

    ``hint`` gives the hint in a position; None: there is none. That one was given counts as help.
    """

    def __init__(self, hint: Callable[[Position], StoneHint | None]) -> None:
        self._hint = hint

    @property
    def warns(self) -> bool:
        """False: threats are what puzzles are about."""
        return False

    async def danger(self, position: Position) -> Danger:
        del position
        raise ValueError("puzzles warn of nothing")

    async def compare(self, game: Game, *points: Point) -> Sequence[Expectation]:
        del game, points
        raise ValueError("puzzles compare no stones")

    async def advise(self, position: Position) -> StoneHint:
        hint = self._hint(position)
        if hint is None:
            raise ValueError(NO_STONE_DUE)
        return hint
