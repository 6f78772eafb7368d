"""A computer's review of the game that is shown."""

from bisect import bisect_right
from dataclasses import dataclass

from pente_core.review.review import GameReview
from pente_core.review.reviewed_game import ReviewedStone, graph_of, reviewed_stones
from pente_core.rules.game import Game


@dataclass(frozen=True, slots=True)
class ShownReview:
    """A review, laid beside its game."""

    game: Game
    review: GameReview
    stones: tuple[ReviewedStone, ...]
    graph: tuple[int, ...]
    """What the first colour could expect after each of the stones, in thousandths."""

    @classmethod
    def of(cls, game: Game, review: GameReview) -> "ShownReview":
        """The review of a game that is over."""
        return cls(game, review, reviewed_stones(game, review), graph_of(game, review))

    def placed_at(self, node: int) -> ReviewedStone | None:
        """The stone that led to the game after so many turns; None: no stone did, or it is not judged."""
        stone = self.latest_at(node)
        return stone if stone is not None and stone.turns + 1 == node else None

    def latest_at(self, node: int) -> ReviewedStone | None:
        """The latest judged stone after so many turns of the game; None: there is none so early."""
        count = bisect_right(self.stones, node - 1, key=lambda stone: stone.turns)
        return self.stones[count - 1] if count else None
