"""Where a reviewed game may have puzzles: in the positions in which its review has proven a win."""

from itertools import islice
from typing import Final

from pente_bots.puzzles.finder import PuzzleBounds, SearchedGame
from pente_core.review.review import GameReview
from pente_core.review.reviewed_game import positions_of_stones
from pente_core.rules.game import Game

MOST_SEARCHED: Final = 20
"""How many positions of a game are looked at. Each takes a second at most, and mostly far less."""


def searched_by_review(game: Game, review: GameReview, bounds: PuzzleBounds) -> SearchedGame:
    """The game with the first positions that have a win within bounds, whether it was played or missed.

    What the review says is not trusted: the wins are looked for again.
    """
    judged = zip(positions_of_stones(game), review.stones, strict=False)
    won = (position.ply for (_, position, _), stone in judged if bounds.has(stone.best.win_in))
    plies = frozenset(islice(won, MOST_SEARCHED))
    return SearchedGame(game.rules, game.turns, game.setup, plies=plies)
