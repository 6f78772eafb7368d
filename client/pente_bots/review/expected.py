"""Scores of searches as what the side of a stone can expect."""

from typing import Final

from pente_bots.search.score import Score
from pente_core.review.judging import MISTAKES, judgement_of
from pente_core.review.review import MOST_STONES_AHEAD, Expectation
from pente_core.rules.game import Game

DRAWN: Final = Expectation(500)
UNKNOWN: Final = Expectation(500)


def expectation_of(score: Score) -> Expectation:
    """What the side that places the next stone can expect by a score.

    >>> expectation_of(Score(0.1234)), expectation_of(Score.lost(4))
    (Expectation(chance=123, win_in=0), Expectation(chance=0, win_in=-4))
    """
    ahead = max(-MOST_STONES_AHEAD, min(score.win_in or 0, MOST_STONES_AHEAD))
    return Expectation(max(0, min(round(1000 * score.chance), 1000)), ahead)


def expected_before(score: Score, *, is_own: bool) -> Expectation:
    """What the side that has just placed a stone can expect, by the score of the position after it.

    ``is_own``: whether it also places the next one, which the score is for.

    >>> expected_before(Score.lost(4), is_own=False)
    Expectation(chance=1000, win_in=5)
    """
    own = score if is_own else -score
    if own.win_in is not None:
        own = Score(own.chance, own.win_in + (1 if own.win_in > 0 else -1))
    return expectation_of(own)


def expected_at_end(before: Game, after: Game) -> Expectation | None:
    """What a stone that ended the game led to, for the side that placed it; None if the game goes on."""
    outcome = after.outcome
    if outcome is None:
        return None
    if not outcome.winners:
        return DRAWN
    return Expectation(1000, 1) if before.position.to_act in outcome.winners else Expectation(0, -1)


def is_better(other: Expectation, played: Expectation) -> bool:
    """Whether the played stone is a mistake of some kind if another one leads to this."""
    return judgement_of(played, other) in MISTAKES
