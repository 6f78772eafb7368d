"""The text form of a review in records, one word a stone, and what it says for people.

The word of a stone has up to five fields, separated by slashes, without empty ones at its end:

1. what the side could expect after the played stone;
2. what after the best one, if that is something else;
3. the judgement, such as ``mistake``, unless there is none;
4. the best line, with commas between its stones;
5. other points that are about as good as the first of that line.

An expectation is a number of thousandths of the point, 0 to 1000; where the end is proven, ``#`` and the
number of stones until it follow, negative if the side loses: ``1000#5``.
"""

import re
from typing import Final

from pente_core.records.model.sanitize import quoted
from pente_core.review.review import Expectation, Judgement, StoneReview
from pente_core.rules.point import BadPoint, Point, format_point, parse_point

_FIELDS: Final = 5
_WORDS: Final = {judgement: judgement.value for judgement in Judgement} | {Judgement.NONE: ""}
_EXPECTATION: Final = re.compile(r"([0-9]{1,4})(?:#(-?[1-9][0-9]{0,3}))?")


def format_stone_review(stone: StoneReview, size: int) -> str:
    """The text form of the review of a stone, without white space.

    >>> format_stone_review(StoneReview(Expectation(512), Expectation(512)), 19)
    '512'
    >>> mistake = StoneReview(
    ...     Expectation(0, -4), Expectation(654), (Point(180), Point(200)), Judgement.BLUNDER
    ... )
    >>> format_stone_review(mistake, 19)
    '0#-4/654/blunder/K10,L11'
    """
    fields = (
        _format_expectation(stone.played),
        "" if stone.best == stone.played else _format_expectation(stone.best),
        _WORDS[stone.judgement],
        _format_points(stone.line, size),
        _format_points(stone.good, size),
    )
    return "/".join(fields).rstrip("/")


def parse_stone_review(text: str, size: int) -> StoneReview:
    """The inverse of `format_stone_review`. Raises ValueError with what was expected."""
    fields = text.split("/")
    if len(fields) > _FIELDS:
        raise ValueError(f"expected at most {_FIELDS} fields in the review of a stone, not {quoted(text)}")
    played, best, judgement, line, good = (*fields, *("",) * (_FIELDS - len(fields)))
    after = _parse_expectation(played)
    return StoneReview(
        after,
        _parse_expectation(best) if best else after,
        _parse_points(line, size),
        _parse_judgement(judgement),
        _parse_points(good, size),
    )


def review_remark(stone: StoneReview, size: int) -> str:
    """What a review says about a stone, for people; empty where there is nothing to say.

    >>> mistake = StoneReview(Expectation(310), Expectation(654), (Point(180), Point(200)), Judgement.BLUNDER)
    >>> review_remark(mistake, 19)
    'Blunder: from 65 % to 31 %. Better: K10 L11.'
    """
    better = f" Better: {' '.join(format_point(point, size) for point in stone.line)}." if stone.line else ""
    match stone.judgement:
        case Judgement.NONE:
            return ""
        case Judgement.ONLY_MOVE:
            return "The only good move."
        case Judgement.MISSED_WIN:
            return f"Missed win in {stone.best.win_in}: {percent(stone.played)} now.{better}"
        case judgement:
            fall = f"from {percent(stone.best)} to {percent(stone.played)}"
            return f"{judgement.value.capitalize()}: {fall}.{better}"


def percent(expected: Expectation) -> str:
    """What a side can expect, in words.

    >>> [percent(each) for each in (Expectation(314), Expectation(1000, 5), Expectation(0, -4))]
    ['31 %', 'a win in 5', 'a loss in 4']
    """
    if expected.win_in:
        return f"a {'win' if expected.win_in > 0 else 'loss'} in {abs(expected.win_in)}"
    return f"{(expected.chance + 5) // 10} %"


def _format_expectation(expected: Expectation) -> str:
    return f"{expected.chance}#{expected.win_in}" if expected.win_in else f"{expected.chance}"


def _parse_expectation(text: str) -> Expectation:
    found = _EXPECTATION.fullmatch(text)
    if found is None or int(found[1]) > 1000:
        raise ValueError(f"expected thousandths of the point, like 512 or 1000#5, not {quoted(text)}")
    return Expectation(int(found[1]), int(found[2] or 0))


def _parse_judgement(text: str) -> Judgement:
    for judgement, word in _WORDS.items():
        if word == text:
            return judgement
    raise ValueError(f"expected one of {', '.join(filter(None, _WORDS.values()))}, not {quoted(text)}")


def _format_points(points: tuple[Point, ...], size: int) -> str:
    return ",".join(format_point(point, size) for point in points)


def _parse_points(text: str, size: int) -> tuple[Point, ...]:
    try:
        return tuple(parse_point(name, size) for name in text.split(",")) if text else ()
    except BadPoint:
        raise ValueError(f"expected points with commas between, like K10,L9, not {quoted(text)}") from None
