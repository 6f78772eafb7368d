"""What people have added to a finished game, as variations and comments of its record."""

from collections.abc import Iterable, Sequence

from pente_core.records.model.sanitize import tidy
from pente_core.records.model.variations import Comment, RecordVariation, format_marks
from pente_core.room import NO_ANALYSIS, Analysis
from pente_core.room import events as ev
from pente_core.room.analysis import annotated
from pente_core.rules.game import Retirement, Turn
from pente_core.rules.move import Choice


def analysis_of(events: Iterable[ev.Event], turn_count: int) -> Analysis:
    """The annotations in a log whose game has so many turns."""
    analysis = NO_ANALYSIS
    for number, event in enumerate(events, 1):
        if isinstance(event, ev.AnnotationEvent):
            analysis = annotated(analysis, event, number, turn_count)
    return analysis


def variations_of(analysis: Analysis, turn_count: int, size: int) -> tuple[RecordVariation, ...]:
    """The variations of an analysis, with what was said in them."""
    texts = _texts(analysis, size)
    numbers = {node: node for node in range(turn_count + 1)}
    found: list[RecordVariation] = []
    for each in analysis.variations:
        comments = (
            Comment(ply, text) for ply, node in enumerate(each.nodes, 1) for text in texts.get(node, ())
        )
        found.append(RecordVariation(numbers[each.node], each.points, tuple(comments)))
        numbers |= {node: len(numbers) + count for count, node in enumerate(each.nodes)}
    return tuple(found)


def comments_of(analysis: Analysis, turns: Sequence[Turn], size: int) -> tuple[Comment, ...]:
    """What was said of the game as it was played."""
    texts = _texts(analysis, size)
    found, ply = [Comment(0, text) for text in texts.get(0, ())], 0
    for node, turn in enumerate(turns, 1):
        ply += not isinstance(turn, Choice | Retirement)
        found += [Comment(ply, text) for text in texts.get(node, ())]
    return tuple(found)


def _texts(analysis: Analysis, size: int) -> dict[int, list[str]]:
    """The comments and marks as lines, by node, in the order in which they were added."""
    said = [(each.number, each.node, f"{each.player.name}: {each.text}") for each in analysis.comments]
    said += [
        (each.number, each.node, format_marks(each.points, size, each.player.name)) for each in analysis.marks
    ]
    texts: dict[int, list[str]] = {}
    for _, node, text in sorted(said):
        texts.setdefault(node, []).append(tidy(text))
    return texts
