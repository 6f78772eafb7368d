"""Variations in pente.org's text: comments, as it has no place for anything else."""

from collections.abc import Iterator

from pente_core.records.model.record import Record
from pente_core.records.model.variations import Comment, RecordVariation
from pente_core.rules.game import Retirement
from pente_core.rules.move import Choice
from pente_core.rules.point import Point, format_point


def variations_as_comments(record: Record) -> Iterator[Comment]:
    """Each variation as a comment on the stone after which it leaves the game.

    One that leaves another variation has the stones of that in front. The comments on its stones stand in
    brackets behind them.
    """
    plies = list(_plies(record))
    ways: list[tuple[int, tuple[Point, ...]]] = [(ply, ()) for ply in plies]
    for variation in record.variations:
        ply, before = ways[variation.node]
        ways += [(ply, (*before, *variation.points[: count + 1])) for count in range(len(variation.points))]
        yield Comment(ply, " ".join(("Variation:", *_words(variation, before, record.ruleset.size))))


def _plies(record: Record) -> Iterator[int]:
    """The stones placed up to each node of the game."""
    ply = 0
    yield ply
    for turn in record.turns:
        ply += not isinstance(turn, Choice | Retirement)
        yield ply


def _words(variation: RecordVariation, before: tuple[Point, ...], size: int) -> Iterator[str]:
    yield from (format_point(point, size) for point in before)
    for ply, point in enumerate(variation.points, 1):
        yield format_point(point, size)
        yield from (f"[{comment.text}]" for comment in variation.comments if comment.ply == ply)
