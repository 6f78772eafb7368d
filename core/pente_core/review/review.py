"""A review of a finished game: for each stone what it led to, and what the best one would have led to."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Annotated, Final

from msgspec import Meta

from pente_core.rules.point import Point
from pente_core.value import Value

LONGEST_LINE: Final = 60
"""The most stones of a line in a review."""
MOST_GOOD: Final = 8
"""The most points that a review calls about as good as the best."""
LONGEST_REVIEWER: Final = 100
"""The most characters of the name of a reviewer."""
MOST_STONES_AHEAD: Final = 9999
"""The most stones until a proven end."""


class Judgement(StrEnum):
    """What is said about a stone."""

    NONE = "none"
    """Nothing: it is good, or good enough."""
    ONLY_MOVE = "only-move"
    """All others are much worse."""
    INACCURACY = "inaccuracy"
    """It gives a little away."""
    MISTAKE = "mistake"
    """It gives much away."""
    BLUNDER = "blunder"
    """It gives very much away, perhaps the game."""
    MISSED_WIN = "missed-win"
    """There was a proven win, and after the stone there is none."""


class Expectation(Value):
    """What the side that places a stone can expect of the game."""

    chance: Annotated[int, Meta(ge=0, le=1000)]
    """Thousandths of the point that it gets on average, 0 to 1000."""
    win_in: Annotated[int, Meta(ge=-MOST_STONES_AHEAD, le=MOST_STONES_AHEAD)] = 0
    """Stones until the proven end, placed by both sides: positive if it wins, negative if it loses.
    0: nothing is proven."""


class StoneReview(Value):
    """The review of one stone."""

    played: Expectation
    best: Expectation
    """After the best stone that was found instead; that of ``played`` if it is as good."""
    line: tuple[Point, ...] = ()
    """The best line, from the stone in question on; empty if the played stone is as good."""
    judgement: Judgement = Judgement.NONE
    good: tuple[Point, ...] = ()
    """Other points that are about as good as the first one of ``line``; known for mistakes only."""


class GameReview(Value):
    """The review of a game."""

    by: str
    """What made it: a player with its options, such as ``engine:nodes=100000``."""
    stones: tuple[StoneReview, ...]
    """For each stone of the game, in order, without choices of a swap opening. If the review was stopped,
    fewer: those from the first stone on."""


def problems_of_review(review: GameReview, stones: int, points: int) -> Iterator[str]:
    """What is wrong with a review from elsewhere; its game has so many stones, its board so many points."""
    if not review.by or len(review.by) > LONGEST_REVIEWER:
        yield f"the name of a reviewer must have 1 to {LONGEST_REVIEWER} characters"
    if len(review.stones) > stones:
        yield "a review must not have more stones than its game"
    for stone in review.stones:
        if not (_is_possible(stone.played) and _is_possible(stone.best)):
            yield "an expectation must be 0 to 1000 thousandths, with an end in range"
        if len(stone.line) > LONGEST_LINE or len(stone.good) > MOST_GOOD:
            yield "a line of a review must not be longer than a review may have it"
        if not all(0 <= point < points for point in (*stone.line, *stone.good)):
            yield "the stones of a review must be on the board"
        if len(set(stone.good)) < len(stone.good) or set(stone.good) & set(stone.line[:1]):
            yield "the good points of a review must differ"


def _is_possible(expected: Expectation) -> bool:
    return 0 <= expected.chance <= 1000 and -MOST_STONES_AHEAD <= expected.win_in <= MOST_STONES_AHEAD
