"""Checks of reviews that a client sends: they have to fit the game."""

from itertools import islice
from typing import Final

from pente_core.review.review import GameReview, StoneReview, problems_of_review
from pente_core.review.reviewed_game import positions_of_stones
from pente_core.rules.game import Game
from pente_core.rules.move import IllegalMove
from pente_core.rules.point import Point
from pente_core.rules.position import Position
from pente_protocol.errors import ErrorCode
from pente_protocol.untrusted_text import clean
from pente_server.limits.errors import RequestDenied

REVIEW_BYTES: Final = 128 * 1024
"""The most bytes of an encoded review. In JSON it is less than twice as long, and so fits into an answer."""


def check_part(game: Game, after: int, part: GameReview) -> None:
    """Check the review of some stones of a game, which come after so many others. Raises RequestDenied."""
    if clean(part.by) != part.by:
        raise _bad("the name of a reviewer must be one line of plain text")
    left = game.stones - after
    for problem in problems_of_review(part, left, game.rules.size**2):
        raise _bad(problem)
    judged = islice(positions_of_stones(game), after, None)
    for (_, position, _), stone in zip(judged, part.stones, strict=False):
        _check_stone(position, stone)


def check_whole(game: Game, review: GameReview) -> None:
    """Check the review of a whole game. Raises RequestDenied."""
    check_part(game, 0, review)
    if len(review.stones) != game.stones:
        raise _bad(f"it has {len(review.stones)} of {game.stones} stones")


def _check_stone(position: Position, stone: StoneReview) -> None:
    if not all(point in position.legal_points for point in stone.good):
        raise _bad("a good point of a review must be open")
    if not _can_be_played(position, stone.line):
        raise _bad("a line of a review must be playable")


def _can_be_played(position: Position, line: tuple[Point, ...]) -> bool:
    try:
        for point in line:
            _, position = position.play(point)
    except IllegalMove:
        return False
    return True


def too_long() -> RequestDenied:
    """The error for a review of more than `REVIEW_BYTES`."""
    return _bad(f"a review must not have more than {REVIEW_BYTES} bytes")


def _bad(problem: str) -> RequestDenied:
    return RequestDenied(ErrorCode.BAD_REVIEW, f"This review can't be stored: {problem}.")
