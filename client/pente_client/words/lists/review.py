"""What a computer's review says, and learning from it, in words."""

from typing import Final

from pente_client.words.phrases import name_of
from pente_core.records.model.review_notes import percent, review_remark
from pente_core.review.practice import PracticeResult
from pente_core.review.review import Expectation
from pente_core.review.reviewed_game import ReviewedStone
from pente_core.room import Room
from pente_core.rules.point import Point, format_point
from pente_core.rules.ruleset import Ruleset
from pente_protocol.untrusted_text import clean

NO_REVIEW: Final = (
    "Nobody has reviewed this game. To have it done, for a game of a server: pente replay ID --learn; "
    "for a file: pente analyse FILE --write FILE"
)
NO_MISTAKES: Final = "The review found no mistakes to learn from."
NOTHING_TO_SOLVE: Final = "There is nothing to solve here. In a reviewed game, type /learn first."
NOT_FREE: Final = "No stone can go there."


def nobody_text(room: Room, who: str) -> str:
    """That nobody has such a name or colour here."""
    colours = ", ".join(room.created.ruleset.colours)
    return f"Nobody here is {clean(who, 20)!r}. Type a name or a colour ({colours}), or /learn alone for all."


def task_text(room: Room, stone: ReviewedStone) -> str:
    """What is to be done: who placed what, and what it cost."""
    point = format_point(stone.point, room.created.ruleset.size)
    review = stone.review
    cost = f"{percent(review.played)} in place of {percent(review.best)}"
    return f"{name_of(room.seats[stone.seat])} played {point}: {cost}. Where would you place the stone?"


def result_text(stone: ReviewedStone, tried: Point, result: PracticeResult, size: int) -> str:
    """What came of a stone that was tried."""
    point = format_point(tried, size)
    match result:
        case PracticeResult.BEST:
            return f"Yes, {point} is the best: {percent(stone.review.best)}."
        case PracticeResult.GOOD:
            best = format_point(stone.review.line[0], size)
            return f"Good: {point} is about as good as the best, {best}."
        case PracticeResult.PLAYED:
            return f"{point} was played. There is a better stone."
        case PracticeResult.UNKNOWN:
            return f"{point} is not among the good ones that the review knows. Try another."


def looking_text(tried: Point, size: int) -> str:
    """What is said while a computer looks at a stone that the review does not know."""
    return f"The review did not look at {format_point(tried, size)}. Looking at it ..."


def compared_text(tried: Point, expected: Expectation, best: Expectation, size: int, *, is_good: bool) -> str:
    """What a computer thinks of such a stone, beside what it thinks of the best one.

    >>> compared_text(Point(180), Expectation(310), Expectation(654), 19, is_good=False)
    'K10 leads to 31 %, and the best stone to 65 %. Try another.'
    """
    leads = (
        f"{format_point(tried, size)} leads to {percent(expected)}, and the best stone to {percent(best)}."
    )
    return f"Good: {leads}" if is_good else f"{leads} Try another."


def solution_text(stone: ReviewedStone, size: int) -> str:
    """The better line."""
    line = " ".join(format_point(point, size) for point in stone.review.line)
    return f"The best was {line}: {percent(stone.review.best)}."


def ended_text(found: int, shown: int) -> str:
    """How it went.

    >>> ended_text(2, 3)
    'You found 2 of 3. /learn begins again.'
    """
    return f"You found {found} of {shown}. /learn begins again."


def stone_text(stone: ReviewedStone, rules: Ruleset) -> str:
    """What a review says about a stone, in one or two sentences.

    Looks like ``Mistake: from 65 % to 31 %. Better: K12 L11.`` or ``Black: 57 %.``
    """
    remark = review_remark(stone.review, rules.size)
    return remark or f"{rules.colours[stone.colour].capitalize()}: {percent(stone.review.played)}."
