"""A review of a finished game: for each stone what it led to, and what the best one would have led to."""

from enum import StrEnum

from pente_core.rules.point import Point
from pente_core.value import Value


class Judgement(StrEnum):
    """What is said about a stone."""

    NONE = ""
    """Nothing: it is good, or good enough."""
    ONLY_MOVE = "only-move"
    """All others are much worse."""
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"
    MISSED_WIN = "missed-win"
    """There was a proven win, and after the stone there is none."""


class Expectation(Value):
    """What the side that places a stone can expect of the game."""

    chance: int
    """Thousandths of the point that it gets on average, 0 to 1000."""
    win_in: int = 0
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


class GameReview(Value):
    """The review of a game."""

    by: str
    """Who made it: a player with its options, such as ``engine:nodes=100000``."""
    stones: tuple[StoneReview, ...]
    """For each stone of the game, in order; choices of a swap opening have none."""
