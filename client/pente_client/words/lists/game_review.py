"""A computer's review of a game, in lines: how often each side went wrong, and where."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from pente_core.records.model.review_notes import review_remark
from pente_core.review.review import GameReview, Judgement
from pente_core.review.reviewed_game import ReviewedStone, reviewed_stones
from pente_core.rules.game import Game
from pente_core.rules.point import format_point
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

NO_REVIEWER: Final = tell("learn.no-reviewer")
REVIEWING: Final = tell("learn.reviewing")
SIGNS: Final = {
    Judgement.MISSED_WIN: "??",
    Judgement.BLUNDER: "??",
    Judgement.MISTAKE: "?",
    Judgement.INACCURACY: "?!",
    Judgement.ONLY_MOVE: "!",
    Judgement.NONE: "",
}
"""The signs behind stones, as in books about games."""
_COUNTED: Final = {
    Judgement.INACCURACY: "learn.inaccuracies",
    Judgement.MISTAKE: "review.mistakes",
    Judgement.BLUNDER: "learn.blunders",
    Judgement.MISSED_WIN: "learn.missed-wins",
}


def reviewer_text(by: str) -> str:
    """Who made a review.

    >>> reviewer_text("engine:nodes=20000"), reviewer_text("patterns")
    ('engine, 20,000 positions a move', 'patterns')
    """
    match = re.fullmatch(r"([\w-]+):nodes=(\d+)", by, re.ASCII)
    return tell("review.nodes", player=match[1], count=f"{int(match[2]):,}") if match else clean(by)


def review_lines(game: Game, review: GameReview) -> Iterator[str]:
    """Who made the review, the mistakes of each side, and a line for each stone that it says something of."""
    stones, size = reviewed_stones(game, review), game.rules.size
    yield tell("learn.analysed-by", by=reviewer_text(review.by))
    for seat, colour in enumerate(game.rules.colours[: game.rules.sides]):
        counts = Counter(stone.review.judgement for stone in stones if stone.seat == seat)
        yield f"  {colour}: {counts_text(counts)}"
    for stone in stones:
        if stone.review.judgement is not Judgement.NONE:
            yield f"{stone.turns + 1:>4}. {stone_remark(stone, size)}"


def stone_remark(stone: ReviewedStone, size: int) -> str:
    """A stone with what is said about it, which may be nothing."""
    return f"{format_point(stone.point, size)}: {review_remark(stone.review, size)}"


def counts_text(counts: Counter[Judgement]) -> str:
    """How often a side went wrong.

    >>> counts_text(Counter([Judgement.BLUNDER, Judgement.MISTAKE, Judgement.BLUNDER]))
    '1 mistake, 2 blunders'
    """
    told = [tell(key, n=counts[judgement]) for judgement, key in _COUNTED.items() if counts[judgement]]
    return ", ".join(told) or tell("learn.none")
