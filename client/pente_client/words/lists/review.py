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
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean

NO_REVIEW: Final = tell("learn.no-review")
NO_MISTAKES: Final = tell("learn.no-mistakes")
NOTHING_TO_SOLVE: Final = tell("learn.nothing-to-solve")
NOT_FREE: Final = tell("learn.not-free")


def nobody_text(room: Room, who: str) -> str:
    """That nobody has such a name or colour here."""
    colours = ", ".join(room.created.ruleset.colours)
    return tell("learn.nobody", name=repr(clean(who, 20)), colours=colours)


def task_text(room: Room, stone: ReviewedStone) -> str:
    """What is to be done: who placed what, and what it cost."""
    point = format_point(stone.point, room.created.ruleset.size)
    review = stone.review
    name, played, best = name_of(room.seats[stone.seat]), percent(review.played), percent(review.best)
    return tell("learn.task", name=name, point=point, played=played, best=best)


def result_text(stone: ReviewedStone, tried: Point, result: PracticeResult, size: int) -> str:
    """What came of a stone that was tried."""
    point = format_point(tried, size)
    match result:
        case PracticeResult.BEST:
            return tell("learn.best", point=point, chance=percent(stone.review.best))
        case PracticeResult.GOOD:
            best = format_point(stone.review.line[0], size)
            return tell("learn.good", point=point, best=best)
        case PracticeResult.PLAYED:
            return tell("learn.played", point=point)
        case PracticeResult.UNKNOWN:
            return tell("learn.unknown", point=point)


def looking_text(tried: Point, size: int) -> str:
    """What is said while a computer looks at a stone that the review does not know."""
    return tell("learn.looking", point=format_point(tried, size))


def compared_text(tried: Point, expected: Expectation, best: Expectation, size: int, *, is_good: bool) -> str:
    """What a computer thinks of such a stone, beside what it thinks of the best one.

    >>> compared_text(Point(180), Expectation(310), Expectation(654), 19, is_good=False)
    'K10 leads to 31 %, and the best stone to 65 %. Try another.'
    """
    key = "learn.compared-good" if is_good else "learn.compared"
    return tell(key, point=format_point(tried, size), chance=percent(expected), best=percent(best))


def solution_text(stone: ReviewedStone, size: int) -> str:
    """The better line."""
    line = " ".join(format_point(point, size) for point in stone.review.line)
    return tell("learn.solution", line=line, chance=percent(stone.review.best))


def ended_text(found: int, shown: int) -> str:
    """How it went.

    >>> ended_text(2, 3)
    'You found 2 of 3. /learn begins again.'
    """
    return tell("learn.ended", found=found, shown=shown)


def stone_text(stone: ReviewedStone, rules: Ruleset) -> str:
    """What a review says about a stone, in one or two sentences.

    Looks like ``Mistake: from 65 % to 31 %. Better: K12 L11.`` or ``Black: 57 %.``
    """
    remark = review_remark(stone.review, rules.size)
    return remark or f"{rules.colours[stone.colour].capitalize()}: {percent(stone.review.played)}."
