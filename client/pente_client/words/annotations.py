"""Annotations of a finished game in words: where they are, and what they add."""

from typing import Final, assert_never

from pente_client.words.phrases import name_of, points_text
from pente_core.room import (
    AnalysisTree,
    AnnotationRemoved,
    CommentAdded,
    NodeComment,
    NodeMarks,
    PointsMarked,
    Room,
    Variation,
    VariationAdded,
)
from pente_core.rules.game import format_turn
from pente_protocol.untrusted_text import clean

_SHOWN: Final = 4
"""So many stones of a long variation name it; those before them are left out."""


def place_text(room: Room, node: int) -> str:
    """A node: ``move 14``, or ``move 37 (14: K10 L9)`` in a variation that begins after move 14."""
    tree = AnalysisTree(room.game, room.analysis)
    if node == 0:
        return "the start"
    if node not in tree:
        return "a removed variation"
    if tree.is_played(node):
        return f"move {node}"
    return f"move {node} ({tree.branch_point(node)}: {branch_text(room, tree, node)})"


def branch_text(room: Room, tree: AnalysisTree, node: int) -> str:
    """The stones of a variation up to a node, the last of them if they are many."""
    size = room.created.ruleset.size
    turns = (tree.nodes[each].turn for each in tree.path(node) if not tree.is_played(each))
    stones = [format_turn(turn, size) for turn in turns]
    return " ".join((["..."] if len(stones) > _SHOWN else []) + stones[-_SHOWN:])


def annotation_text(
    event: VariationAdded | PointsMarked | AnnotationRemoved, before: Room, after: Room
) -> str:
    """An annotation that is no text of its own, in a sentence."""
    who, size = name_of(event.player), after.created.ruleset.size
    match event:
        case VariationAdded(node=node, points=points):
            last = len(after.game.turns) + after.analysis.node_count
            return f"{who} tries {points_text(points, size)} after {place_text(after, node)}: move {last}."
        case PointsMarked(node=node, points=()):
            return f"{who} takes the marks at {place_text(after, node)} away."
        case PointsMarked(node=node, points=points):
            return f"{who} marks {points_text(points, size)} at {place_text(after, node)}."
        case AnnotationRemoved(number=number):
            return f"{who} removes {_removed_text(before, number)}."
        case _ as unreachable:
            assert_never(unreachable)


def _removed_text(room: Room, number: int) -> str:
    found = next((each for each in room.analysis.all if each.number == number), None)
    match found:
        case None:
            return "a note"
        case Variation():
            return f"a variation of {name_of(found.player)}"
        case NodeComment():
            return f"a comment of {name_of(found.player)}"
        case NodeMarks():
            return f"marks of {name_of(found.player)}"
        case _ as unreachable:
            assert_never(unreachable)


def comment_text(comment: CommentAdded | NodeComment, room: Room) -> str:
    """A comment as a line: ``<eve> (move 14) Why not here?``."""
    return f"<{name_of(comment.player)}> ({place_text(room, comment.node)}) {clean(comment.text)}"
