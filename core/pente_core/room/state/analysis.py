"""The analysis of a finished game: all of its annotations."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple, assert_never

from pente_core.identity import Identity, PlayerId
from pente_core.room.values.annotations import (
    AnnotationEvent,
    AnnotationRemoved,
    CommentAdded,
    PointsMarked,
    VariationAdded,
)
from pente_core.rules.point import Point
from pente_core.value import Value, replace


class Variation(Value):
    """Stones that were tried."""

    number: int
    """The version of the room after the event that added it."""
    player: Identity
    node: int
    """The node that it goes on from."""
    first: int
    """The node after its first stone; those after the others follow."""
    points: tuple[Point, ...]

    @property
    def nodes(self) -> range:
        """Its nodes, one for each stone."""
        return range(self.first, self.first + len(self.points))


class NodeComment(Value):
    """A comment on a node."""

    number: int
    player: Identity
    node: int
    text: str


class NodeMarks(Value):
    """The points that a person has marked at a node."""

    number: int
    player: Identity
    node: int
    points: tuple[Point, ...]


class Analysis(Value):
    """All annotations of a game, each kind in the order in which they were added."""

    variations: tuple[Variation, ...] = ()
    comments: tuple[NodeComment, ...] = ()
    marks: tuple[NodeMarks, ...] = ()
    node_count: int = 0
    """How many nodes were ever added to those of the game; removed ones count, so that no number comes
    again."""

    def author_of(self, number: int) -> PlayerId | None:
        """The author of the annotation with a number; None: there is none."""
        return next((each.player.id for each in self.all if each.number == number), None)

    @property
    def all(self) -> Iterator[Variation | NodeComment | NodeMarks]:
        """All annotations, one kind after the other."""
        yield from self.variations
        yield from self.comments
        yield from self.marks

    def without(self, number: int) -> "Analysis":
        """The analysis without an annotation, and without all that was added in it."""
        removed = _depending_on(number, self.variations)
        gone = {node for each in removed for node in each.nodes}
        return Analysis(
            tuple(each for each in self.variations if each not in removed),
            tuple(each for each in self.comments if each.number != number and each.node not in gone),
            tuple(each for each in self.marks if each.number != number and each.node not in gone),
            self.node_count,
        )


NO_ANALYSIS: Final = Analysis()


class Bound(NamedTuple):
    """How much a game can have of something."""

    of_room: int
    of_person: int
    """How much of that may be one person's."""


MOST_NODES: Final = Bound(300, 120)
"""Nodes beside those of the game."""
MOST_COMMENTS: Final = Bound(150, 50)
MOST_TEXT: Final = Bound(12_000, 5_000)
"""Characters of all comments: a snapshot has them all."""
MOST_MARKS: Final = Bound(100, 40)
"""Nodes at which points are marked, counted for each person."""


def annotated(analysis: Analysis, event: AnnotationEvent, number: int, turn_count: int) -> Analysis:
    """The analysis after an event that led to the version ``number`` of the room; nothing is checked.

    ``turn_count``: the number of turns of the game.
    """
    match event:
        case VariationAdded(player=player, node=node, points=points):
            first = turn_count + 1 + analysis.node_count
            added = Variation(number, player, node, first, points)
            count = analysis.node_count + len(points)
            return replace(analysis, variations=(*analysis.variations, added), node_count=count)
        case CommentAdded(player=player, node=node, text=text):
            return replace(analysis, comments=(*analysis.comments, NodeComment(number, player, node, text)))
        case PointsMarked(player=player, node=node, points=points):
            others = (each for each in analysis.marks if (each.player.id, each.node) != (player.id, node))
            added_marks = (NodeMarks(number, player, node, points),) if points else ()
            return replace(analysis, marks=(*others, *added_marks))
        case AnnotationRemoved(number=removed):
            return analysis.without(removed)
        case _ as unreachable:
            assert_never(unreachable)


def shown_to(analysis: Analysis, blocked: AbstractSet[PlayerId]) -> Analysis:
    """The analysis as a viewer may know it who has blocked some players: without their comments and marks."""
    if not blocked:
        return analysis
    return replace(
        analysis,
        comments=tuple(each for each in analysis.comments if each.player.id not in blocked),
        marks=tuple(each for each in analysis.marks if each.player.id not in blocked),
    )


def _depending_on(number: int, variations: Sequence[Variation]) -> list[Variation]:
    """A variation, and those that go on from one of its nodes or of theirs. Each is later than its parent."""
    found, nodes = list[Variation](), set[int]()
    for each in variations:
        if each.number == number or each.node in nodes:
            found.append(each)
            nodes.update(each.nodes)
    return found
