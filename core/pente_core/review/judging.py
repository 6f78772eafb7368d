"""How good a stone was, by what it gives away.

A loss is counted in thousandths of the point that the side can expect: from 700 to 400 is a loss of 300.
"""

from typing import Final

from pente_core.review.review import Expectation, Judgement, StoneReview

INACCURACY: Final = 100
"""The least loss of an inaccuracy."""
MISTAKE: Final = 200
"""The least loss of a mistake."""
BLUNDER: Final = 300
"""The least loss of a blunder."""
ONLY_MOVE: Final = 200
"""How much worse all others are where a stone is the only move."""
AS_GOOD: Final = 50
"""The largest loss of a stone that is about as good as the best."""
MISTAKES: Final = frozenset(
    {Judgement.INACCURACY, Judgement.MISTAKE, Judgement.BLUNDER, Judgement.MISSED_WIN}
)
"""The judgements of stones that gave something away."""


def loss(best: Expectation, other: Expectation) -> int:
    """What the side gives away with the other one, at least 0.

    >>> loss(Expectation(700), Expectation(400))
    300
    """
    return max(0, best.chance - other.chance)


def rank(expected: Expectation) -> tuple[int, int, int]:
    """Sorts expectations: a quick win before a slow one, and a slow loss before a quick one."""
    if not expected.win_in:
        return (0, 0, expected.chance)
    return (1 if expected.win_in > 0 else -1, -expected.win_in, expected.chance)


def judgement_of(played: Expectation, best: Expectation, second: Expectation | None = None) -> Judgement:
    """What is said about a stone. ``second``: what the best of all others leads to; None: unknown.

    >>> judgement_of(Expectation(450), Expectation(700)).value
    'mistake'
    >>> judgement_of(Expectation(900), Expectation(1000, 7)).value
    'missed-win'
    """
    lost = loss(best, played)
    if best.win_in > 0 and played.win_in <= 0:
        return Judgement.MISSED_WIN
    for least, judgement in _LOSSES:
        if lost >= least:
            return judgement
    if second is not None and loss(played, second) >= ONLY_MOVE:
        return Judgement.ONLY_MOVE
    return Judgement.NONE


_LOSSES: Final = (
    (BLUNDER, Judgement.BLUNDER),
    (MISTAKE, Judgement.MISTAKE),
    (INACCURACY, Judgement.INACCURACY),
)


def is_mistake(stone: StoneReview) -> bool:
    """Whether a stone gave something away, and a better one is known."""
    return stone.judgement in MISTAKES and bool(stone.line)


def is_as_good(best: Expectation, other: Expectation) -> bool:
    """Whether a stone is about as good as the best: it gives hardly anything away, and no proven win."""
    return loss(best, other) <= AS_GOOD and not (best.win_in > 0 and other.win_in <= 0)
