"""Variations in pente.org's text: comments, as it has no place for anything else."""

from collections import Counter
from collections.abc import Iterator, Sequence

from pente_core.records.model.record import Record
from pente_core.records.model.variations import LONGEST_TEXT, Comment, RecordVariation
from pente_core.rules.game import Retirement
from pente_core.rules.move import Choice
from pente_core.rules.point import Point, format_point


def variations_as_comments(record: Record) -> Iterator[Comment]:
    """Each variation as a comment on the stone after which it leaves the game.

    One that leaves another variation has the stones of that in front. The comments on its stones stand in
    brackets behind them. One is left out where the comments on its position would be too long for a reader.
    """
    plies = list(_plies(record))
    stones: list[tuple[RecordVariation, int, int]] = []
    """For each stone of a variation: that variation, its stones up to this one, and the ply at which it
    leaves the game."""
    length = Counter[int]()
    for comment in record.comments:
        length[comment.ply] += len(comment.text) + 1
    for variation in record.variations:
        node = variation.node
        ply = plies[node] if node < len(plies) else stones[node - len(plies)][2]
        stones += ((variation, count, ply) for count in range(1, len(variation.points) + 1))
        if length[ply] > LONGEST_TEXT:
            continue
        before = list[Point]()
        while node >= len(plies):
            parent, count, _ = stones[node - len(plies)]
            before[:0] = parent.points[:count]
            node = parent.node
        text = " ".join(("Variation:", *_words(variation, before, record.ruleset.size)))
        length[ply] += len(text) + 1
        if length[ply] <= LONGEST_TEXT + 1:
            yield Comment(ply, text)


def _plies(record: Record) -> Iterator[int]:
    """The stones placed up to each node of the game."""
    ply = 0
    yield ply
    for turn in record.turns:
        ply += not isinstance(turn, Choice | Retirement)
        yield ply


def _words(variation: RecordVariation, before: Sequence[Point], size: int) -> Iterator[str]:
    yield from (format_point(point, size) for point in before)
    for ply, point in enumerate(variation.points, 1):
        yield format_point(point, size)
        yield from (f"[{comment.text}]" for comment in variation.comments if comment.ply == ply)
