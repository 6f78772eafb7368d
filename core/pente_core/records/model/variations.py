"""Variations of a recorded game: stones that were not played, and what was said of them.

A node is a place in the tree of a game: the nodes from 0 to the number of turns are the game after so many of
its turns, and the stones of the variations have the numbers after those, one after the other.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final

from pente_core.records.model.sanitize import is_tidy
from pente_core.rules.point import BadPoint, Point, format_point, parse_point
from pente_core.value import Value

LONGEST_TEXT: Final = 100_000
"""The maximum number of characters of a name, of a tag with its name, and of all comments on one position."""
_MARKS: Final = re.compile(r"(?:[^\s:]+ )?marks ((?:[A-Z]\d{1,2} ?)+)", re.ASCII)


class Comment(Value):
    """A comment on a position."""

    ply: int
    """The number of stones placed before the comment; in a variation, of its own stones."""
    text: str


def format_marks(points: Sequence[Point], size: int, who: str = "") -> str:
    """Marked points as the text of a comment.

    >>> format_marks([Point(0), Point(1)], 19, "eve")
    'eve marks A1 B1'
    """
    return f"{who} marks {' '.join(format_point(point, size) for point in points)}".strip()


def parse_marks(text: str, size: int) -> tuple[Point, ...]:
    """The points that a comment marks; none for a comment that says something else.

    >>> parse_marks("eve marks A1 B1", 19), parse_marks("eve: he marks A1", 19)
    ((0, 1), ())
    """
    found = _MARKS.fullmatch(text)
    try:
        return tuple(parse_point(word, size) for word in found[1].split()) if found else ()
    except BadPoint:
        return ()


class RecordVariation(Value):
    """Stones that go on from a node of the game, or from one of an earlier variation."""

    node: int
    points: tuple[Point, ...]
    comments: tuple[Comment, ...] = ()
    """In ascending order of their plies, which are at least 1."""


@dataclass(slots=True)
class _Stone:
    """A stone while the tree is put in order. Mutable."""

    point: Point
    texts: list[str] = field(default_factory=list)
    following: "list[_Stone]" = field(default_factory=list)


def in_text_order(turn_count: int, variations: Sequence[RecordVariation]) -> tuple[RecordVariation, ...]:
    """The same tree, in the only order in which its text can have it.

    The first branch at a stone belongs to the variation of that stone, and all others are variations of
    their own; the later a variation begins in another one, the earlier it comes. Raises ValueError for a
    variation that goes on from nowhere, or for a comment on none of its stones.
    """
    branches = _tree(turn_count, variations)
    found: list[RecordVariation] = []
    waiting = [(node, stone) for node in range(turn_count + 1) for stone in reversed(branches[node])]
    following = turn_count + 1
    while waiting:
        node, stone = waiting.pop()
        chain = [stone, *_chain(stone)]
        found.append(_variation(node, chain))
        for number, each in enumerate(chain, following):
            waiting += [(number, branch) for branch in reversed(each.following[1:])]
        following += len(chain)
    return tuple(found)


def _tree(turn_count: int, variations: Sequence[RecordVariation]) -> list[list[_Stone]]:
    """The branches at each node, without the turns of the game."""
    branches: list[list[_Stone]] = [[] for _ in range(turn_count + 1)]
    for variation in variations:
        if not 0 <= variation.node < len(branches):
            raise ValueError("a variation must go on from a turn, or from an earlier variation")
        if not all(1 <= comment.ply <= len(variation.points) for comment in variation.comments):
            raise ValueError("a comment of a variation must belong to one of its stones")
        last = branches[variation.node]
        for ply, point in enumerate(variation.points, 1):
            stone = _Stone(point, [comment.text for comment in variation.comments if comment.ply == ply])
            last.append(stone)
            branches.append(last := stone.following)
    return branches


def _chain(stone: _Stone) -> Iterator[_Stone]:
    """The stones after a stone, along the first branches."""
    while stone.following:
        stone = stone.following[0]
        yield stone


def _variation(node: int, chain: Sequence[_Stone]) -> RecordVariation:
    comments = tuple(Comment(ply, text) for ply, stone in enumerate(chain, 1) for text in stone.texts)
    return RecordVariation(node, tuple(stone.point for stone in chain), comments)


def problems_of_variations(variations: Sequence[RecordVariation], points: int) -> Iterator[str]:
    """What the formats can't express, on a board of so many points."""
    for variation in variations:
        if not all(0 <= point < points for point in variation.points):
            yield "the stones of a variation must be on the board"
        yield from problems_of_comments(variation.comments)


def problems_of_comments(comments: Iterable[Comment]) -> Iterator[str]:
    """What the formats can't express."""
    for _, group in groupby(comments, key=lambda comment: comment.ply):
        texts = [comment.text for comment in group]
        if sum(map(len, texts)) + len(texts) - 1 > LONGEST_TEXT:
            yield f"the comments on a position must have at most {LONGEST_TEXT} characters"
        if not all(text and is_tidy(text) for text in texts):
            yield "a comment must be one line of text"
