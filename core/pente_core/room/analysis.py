"""The analysis of a finished game: all of its annotations, and the tree of nodes that they make."""

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Final, NamedTuple, assert_never

from pente_core.identity import Identity, PlayerId
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.game import Game, Turn
from pente_core.rules.move import Choice, IllegalMove
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


def annotated(analysis: Analysis, event: ev.AnnotationEvent, number: int, turn_count: int) -> Analysis:
    """The analysis after an event that led to the version ``number`` of the room; nothing is checked.

    ``turn_count``: the number of turns of the game.
    """
    match event:
        case ev.VariationAdded(player=player, node=node, points=points):
            first = turn_count + 1 + analysis.node_count
            added = Variation(number, player, node, first, points)
            count = analysis.node_count + len(points)
            return replace(analysis, variations=(*analysis.variations, added), node_count=count)
        case ev.CommentAdded(player=player, node=node, text=text):
            return replace(analysis, comments=(*analysis.comments, NodeComment(number, player, node, text)))
        case ev.PointsMarked(player=player, node=node, points=points):
            others = (each for each in analysis.marks if (each.player.id, each.node) != (player.id, node))
            added_marks = (NodeMarks(number, player, node, points),) if points else ()
            return replace(analysis, marks=(*others, *added_marks))
        case ev.AnnotationRemoved(number=removed):
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


class AnalysisNode(NamedTuple):
    """A node of a tree."""

    parent: int
    turn: Turn
    """The turn that leads to it."""


class AnalysisTree:
    """The nodes of a game and of its variations. Made for one look at an analysis; it does not change."""

    def __init__(self, game: Game, analysis: Analysis) -> None:
        self._game = game
        self._variations = analysis.variations

    @cached_property
    def nodes(self) -> dict[int, AnalysisNode]:
        """All nodes but the first, 0, in the order of their numbers."""
        nodes = {number: AnalysisNode(number - 1, turn) for number, turn in enumerate(self._game.turns, 1)}
        for each in self._variations:
            for node, point in zip(each.nodes, each.points, strict=True):
                nodes[node] = AnalysisNode(each.node if node == each.first else node - 1, point)
        return nodes

    @cached_property
    def _children(self) -> dict[int, list[int]]:
        children: dict[int, list[int]] = {}
        for number, node in self.nodes.items():
            children.setdefault(node.parent, []).append(number)
        return children

    def __contains__(self, node: object) -> bool:
        return node == 0 or node in self.nodes

    @property
    def last(self) -> int:
        """The node at the end of the game as it was played."""
        return len(self._game.turns)

    def is_played(self, node: int) -> bool:
        """Whether a node is of the game as it was played."""
        return node <= self.last

    def children(self, node: int) -> Sequence[int]:
        """The nodes after a node: that of the game first, then variations in the order of their numbers."""
        return self._children.get(node, ())

    def parent(self, node: int) -> int:
        """The node before a node; the first is its own."""
        return self.nodes[node].parent if node else 0

    def path(self, node: int) -> tuple[int, ...]:
        """The nodes that lead to a node, itself included, without the first."""
        found: list[int] = []
        while node:
            found.append(node)
            node = self.nodes[node].parent
        return tuple(reversed(found))

    def branch_point(self, node: int) -> int:
        """The node of the game as it was played at which the way to a node leaves it."""
        while not self.is_played(node):
            node = self.nodes[node].parent
        return node

    def walk(self, node: int, points: Sequence[Point]) -> tuple[int, tuple[Point, ...]]:
        """Follow stones from a node as far as there are nodes for them: the last one, and the stones left."""
        for count, point in enumerate(points):
            following = self._after(node, point)
            if following is None:
                return node, tuple(points[count:])
            node = following
        return node, ()

    def _after(self, node: int, point: Point) -> int | None:
        """The node after a stone, or after *stay* and the stone."""
        for child in self.children(node):
            turn = self.nodes[child].turn
            if turn == point:
                return child
            if turn is Choice.STAY:
                return self._after(child, point)
        return None

    def game_at(self, node: int) -> Game:
        """The game at a node; how the game ended by resignation, time or agreement is left out."""
        branch_point = self.branch_point(node)
        game = self._game.back_to(branch_point)
        for number in self.path(node):
            turn = self.nodes[number].turn
            if not self.is_played(number) and isinstance(turn, int):
                game = tried(game, turn)
        return game


def tried(game: Game, point: Point) -> Game:
    """The game after a stone in a variation. A choice that is due is *stay*. Raises IllegalMove."""
    if game.position.choices:
        game = game.choose(Choice.STAY)
    return game.play(point)[1]


def misfit(game: Game, analysis: Analysis, event: ev.AnnotationEvent) -> str | None:
    """Why an event can't have happened to the analysis of a game; None if it can.

    The rules of rooms about people are not checked.
    """
    tree = AnalysisTree(game, analysis)
    match event:
        case ev.AnnotationRemoved():
            return None  # of what blocking hides, too
        case ev.VariationAdded() | ev.CommentAdded() | ev.PointsMarked() if event.node not in tree:
            return "an annotation of no move"
        case ev.VariationAdded(node=node, points=points):
            known = sum(len(each.points) for each in analysis.variations)
            is_within = 0 < len(points) <= MOST_NODES.of_room - known
            if not is_within or not _can_try(tree.game_at(node), points):
                return "a variation that can't be played"
        case ev.CommentAdded():
            if len(analysis.comments) >= MOST_COMMENTS.of_room:
                return "more comments than there can be"
        case ev.PointsMarked(points=points):
            is_within = all(0 <= point < game.rules.size**2 for point in points)
            if not is_within or len(points) > cmd.MOST_MARKED or len(analysis.marks) > MOST_MARKS.of_room:
                return "marks off the board"
        case _ as unreachable:
            assert_never(unreachable)
    return None


def _can_try(game: Game, points: Sequence[Point]) -> bool:
    try:
        for point in points:
            game = tried(game, point)
    except IllegalMove:
        return False
    return True


def problems_of(analysis: Analysis, game: Game) -> Iterator[str]:
    """What can't be true of any analysis of a game; nothing if all can."""
    nodes = sum(len(each.points) for each in analysis.variations)
    counts = nodes, len(analysis.comments), len(analysis.marks)
    bounds = MOST_NODES, MOST_COMMENTS, MOST_MARKS
    if any(count > bound.of_room for count, bound in zip(counts, bounds, strict=True)):
        yield "has more annotations than there can be"
        return
    known = set(range(len(game.turns) + 1))
    if not _is_in_order(analysis, len(game.turns), known):
        yield "has variations of no game"
        return
    points = game.rules.size**2
    for marks in analysis.marks:
        if len(marks.points) > cmd.MOST_MARKED or not all(0 <= point < points for point in marks.points):
            yield "has marks off the board"
    if not {each.node for each in analysis.comments} | {each.node for each in analysis.marks} <= known:
        yield "has annotations of no move"
    numbers = [each.number for each in analysis.all]
    if len(set(numbers)) < len(numbers):
        yield "has two annotations of one number"
    if not _is_legal(analysis.variations, game):
        yield "has variations against the rules"


def _is_in_order(analysis: Analysis, turn_count: int, known: set[int]) -> bool:
    """Whether each variation goes on from a known node, with new ones, which are added to ``known``."""
    following = turn_count + 1
    for each in analysis.variations:
        if each.node not in known or each.first < following or not each.points:
            return False
        following = each.nodes.stop
        known.update(each.nodes)
    return following <= turn_count + 1 + analysis.node_count


def _is_legal(variations: Sequence[Variation], game: Game) -> bool:
    """Whether all variations can be played; each node is played once."""
    if not variations:
        return True
    after = game.back_to(0)
    games = {0: after}
    for number, turn in enumerate(game.turns, 1):
        after = games[number] = after.with_turn(turn)
    try:
        for each in variations:
            after = games[each.node]
            for node, point in zip(each.nodes, each.points, strict=True):
                after = games[node] = tried(after, point)
    except IllegalMove:
        return False
    return True
