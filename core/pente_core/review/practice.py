"""Learning from mistakes: a person finds the stone that would have been better."""

from enum import StrEnum

from pente_core.review.review import StoneReview
from pente_core.rules.point import Point


class PracticeResult(StrEnum):
    """What a review says about a stone that is tried in place of a mistake."""

    BEST = "best"
    GOOD = "good"
    """About as good as the best."""
    PLAYED = "played"
    """The mistake itself."""
    UNKNOWN = "unknown"
    """The review does not know this stone; a search may."""


def practice_result(review: StoneReview, played: Point, tried: Point) -> PracticeResult:
    """What the review of a mistake says about another stone at its place."""
    if review.line and tried == review.line[0]:
        return PracticeResult.BEST
    if tried in review.good:
        return PracticeResult.GOOD
    return PracticeResult.PLAYED if tried == played else PracticeResult.UNKNOWN
