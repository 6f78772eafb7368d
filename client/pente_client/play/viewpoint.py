"""Where a person looks in a finished game."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pente_core.identity import Identity
from pente_core.room import AnalysisTree, Room
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_protocol.messages import PlayerLook


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """A node of a finished game, and whom one follows there."""

    node: int
    following: Identity | None = None
    """The person whose looks this viewpoint follows; None: it roams."""
    points: tuple[Point, ...] = ()
    """The points to which attention is drawn: our own, or those of whom we follow."""

    def at(self, node: int) -> "Viewpoint":
        """At another node, following nobody."""
        return Viewpoint(node)

    def with_look(self, look: PlayerLook) -> "Viewpoint":
        """Where the person looks whom this viewpoint follows."""
        return replace(self, node=look.node, points=look.points)


def tree_of(room: Room) -> AnalysisTree:
    return AnalysisTree(room.game, room.analysis)


def stepped(tree: AnalysisTree, node: int, moves: int) -> int:
    """The node so many moves on (along the first branch), or back; as far as there are any."""
    for _ in range(abs(moves)):
        children = tree.children(node)
        following = (children[0] if children else node) if moves > 0 else tree.parent(node)
        if following == node:
            break
        node = following
    return node


def line_through(tree: AnalysisTree, node: int) -> Sequence[int]:
    """The nodes of the line that leads through a node to its end, along the first branches."""
    nodes = list(tree.path(node))
    while children := tree.children(nodes[-1] if nodes else 0):
        nodes.append(children[0])
    return nodes


def game_shown(room: Room, view: Viewpoint | None) -> Game:
    """The game as it is to be drawn: the whole with its end, or as it was at a node."""
    if view is None or view.node == len(room.game.turns):
        return room.game
    tree = tree_of(room)
    return tree.game_at(view.node) if view.node in tree else room.game
