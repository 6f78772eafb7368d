"""The review of a game in records.

A review written into a record, for programs that know nothing of reviews: as comments and variations.

The text form of a review in records, one word a stone, and what it says for people.

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
from collections.abc import Iterator
from typing import Final

from pente_core.records.model.field_formats import quoted
from pente_core.records.model.record import Comment, Record, RecordVariation
from pente_core.review.review import Expectation, GameReview, Judgement, StoneReview
from pente_core.rules.game import Retirement
from pente_core.rules.move import Choice
from pente_core.rules.point import BadPoint, Point, format_point, parse_point
from pente_core.value import replace

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


_Way = tuple[int, tuple[Point, ...]]
"""A node, and stones that go on from it."""


def with_review(record: Record, review: GameReview, *, has_notes: bool = True) -> Record:
    """The record with a review in place of the one that it had, and all else as it was.

    With notes, also with a comment on each stone of which the review says something, and with the better
    lines as variations. The notes of the review before are taken out. Raises ValueError for a review that
    does not fit the game.
    """
    bare = replace(without_review_notes(record), review=review)
    if not has_notes:
        return bare
    comments = sorted((*bare.comments, *_comments(bare)), key=lambda comment: comment.ply)
    there = {(variation.node, variation.points) for variation in bare.variations}
    more = (RecordVariation(*way) for way in _ways(bare) if way not in there)
    return replace(bare, comments=tuple(comments), variations=(*bare.variations, *more))


def without_review_notes(record: Record) -> Record:
    """The record without the comments and variations that `with_review` has added; the review stays."""
    notes, ways = set(_comments(record)), set(_ways(record))
    comments: list[Comment] = []
    for comment in record.comments:
        if comment in notes:
            notes.remove(comment)  # only one: whoever says the same is heard
        else:
            comments.append(comment)
    return replace(record, comments=tuple(comments), variations=tuple(_kept(record, ways)))


def _comments(record: Record) -> Iterator[Comment]:
    stones = record.review.stones if record.review else ()
    for ply, stone in enumerate(stones, 1):
        if text := review_remark(stone, record.ruleset.size):
            yield Comment(ply, text)


def _ways(record: Record) -> Iterator[_Way]:
    """The better lines, each with the node of the game from which it goes on."""
    stones = iter(record.review.stones if record.review else ())
    for node, turn in enumerate(record.turns):
        if isinstance(turn, Choice | Retirement):
            continue
        stone = next(stones, None)
        if stone is not None and stone.line:
            yield node, stone.line


def _kept(record: Record, ways: set[_Way]) -> Iterator[RecordVariation]:
    """The variations without those that are a better line and nothing else: no comment, no branch in them."""
    first = len(record.turns) + 1
    numbers = {node: node for node in range(first)}
    following = first
    used = {variation.node for variation in record.variations}
    for variation in record.variations:
        nodes = range(first, first + len(variation.points))
        first += len(variation.points)
        is_way = (variation.node, variation.points) in ways
        if is_way and not variation.comments and used.isdisjoint(nodes):
            continue
        numbers |= {node: following + count for count, node in enumerate(nodes)}
        following += len(nodes)
        yield replace(variation, node=numbers[variation.node])
