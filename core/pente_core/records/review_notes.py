"""A review written into a record, for programs that know nothing of reviews: as comments and variations."""

from collections.abc import Iterator

from pente_core.records.model.record import Record
from pente_core.records.model.review_text import review_remark
from pente_core.records.model.variations import Comment, RecordVariation
from pente_core.review.review import GameReview
from pente_core.rules.game import Retirement
from pente_core.rules.move import Choice
from pente_core.rules.point import Point
from pente_core.value import replace

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
