"""What a computer's review says, in words."""

from pente_core.records.model.review_text import percent, review_remark
from pente_core.review.reviewed_game import ReviewedStone
from pente_core.rules.ruleset import Ruleset


def stone_text(stone: ReviewedStone, rules: Ruleset) -> str:
    """What a review says about a stone, in one or two sentences.

    Looks like ``Mistake: from 65 % to 31 %. Better: K12 L11.`` or ``Black: 57 %.``
    """
    remark = review_remark(stone.review, rules.size)
    return remark or f"{rules.colours[stone.colour].capitalize()}: {percent(stone.review.played)}."
