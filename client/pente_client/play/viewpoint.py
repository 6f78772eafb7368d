"""Where a person looks in a game, running or over."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pente_core.identity import Identity, PlayerId
from pente_core.room import AnalysisTree, Room
from pente_core.room import events as ev
from pente_core.room.absence import is_correspondence
from pente_core.room.analysis import tried
from pente_core.rules.game import Game
from pente_core.rules.point import Point
from pente_protocol.messages.post_mortem import PlayerLook


@dataclass(frozen=True, slots=True)
class Viewpoint:
    """A node of a game, the stones that the player tries from there, and whom one follows."""

    node: int
    following: Identity | None = None
    """The person whose looks this viewpoint follows; None: it roams."""
    points: tuple[Point, ...] = ()
    """The points to which attention is drawn: our own, or those of whom we follow."""
    tried: tuple[Point, ...] = ()
    """The stones of our own branch behind the node, up to where we look. They are sent to nobody."""
    ahead: tuple[Point, ...] = ()
    """The stones of that branch behind them, which a step forward goes on with."""

    def at(self, node: int) -> "Viewpoint":
        """At another node, following nobody."""
        return Viewpoint(node)

    def with_look(self, look: PlayerLook) -> "Viewpoint":
        """Where the person looks whom this viewpoint follows."""
        return replace(self, node=look.node, points=look.points, tried=(), ahead=())

    def trying(self, points: Sequence[Point]) -> "Viewpoint":
        """Behind more stones of our own branch; what was ahead stays there if it begins with them."""
        more = tuple(points)
        ahead = self.ahead[len(more) :] if self.ahead[: len(more)] == more else ()
        return Viewpoint(self.node, tried=(*self.tried, *more), ahead=ahead)

    @property
    def is_own_branch(self) -> bool:
        """Whether a position is shown that nobody else sees."""
        return bool(self.tried)


def tree_of(room: Room) -> AnalysisTree:
    return AnalysisTree(room.game, room.analysis)


def may_try(room: Room, me: PlayerId) -> bool:
    """Whether a person may try moves on a board of their own: always but as a player of a running rated game.

    To move stones while thinking is a help that the opponent does not have at a real board, so that a rated
    result would mean less. In games of days both may have a board beside them, as in any correspondence
    game; in a casual game it is the players' own business.
    """
    is_running = room.status is ev.Status.PLAYING and room.seat_of(me) is not None
    return not (is_running and room.created.options.rated) or is_correspondence(room.created.time)


def is_at_end(room: Room, view: Viewpoint) -> bool:
    """Whether the game is shown as it is now."""
    return view.node == len(room.game.turns) and not view.tried


def stepped(tree: AnalysisTree, node: int, moves: int) -> int:
    """The node so many moves on (along the first branch), or back; as far as there are any."""
    for _ in range(abs(moves)):
        children = tree.children(node)
        following = (children[0] if children else node) if moves > 0 else tree.parent(node)
        if following == node:
            break
        node = following
    return node


def view_after(tree: AnalysisTree, view: Viewpoint, moves: int) -> Viewpoint:
    """The viewpoint so many moves on or back; it stays on our own branch as long as that goes on."""
    for _ in range(abs(moves)):
        view = _forward(tree, view) if moves > 0 else _back(tree, view)
    return view


def _forward(tree: AnalysisTree, view: Viewpoint) -> Viewpoint:
    """One move on: along our own branch if we are on it, or if the game ends where it begins."""
    following = () if view.tried else tree.children(view.node)
    if following:
        return Viewpoint(following[0])
    return view.trying(view.ahead[:1]) if view.ahead else view


def _back(tree: AnalysisTree, view: Viewpoint) -> Viewpoint:
    if not view.tried:
        return Viewpoint(tree.parent(view.node))
    *before, last = view.tried
    return Viewpoint(view.node, tried=tuple(before), ahead=(last, *view.ahead))


def line_through(tree: AnalysisTree, node: int) -> Sequence[int]:
    """The nodes of the line that leads through a node to its end, along the first branches."""
    nodes = list(tree.path(node))
    while children := tree.children(nodes[-1] if nodes else 0):
        nodes.append(children[0])
    return nodes


def game_shown(room: Room, view: Viewpoint | None) -> Game:
    """The game as it is to be drawn: the whole with its end, or as it was at a node.

    Raises IllegalMove if our own branch can't be played there.
    """
    if view is None or is_at_end(room, view):
        return room.game
    return with_stones(_game_at(room, view.node), view.tried)


def line_shown(room: Room, view: Viewpoint) -> Game:
    """The whole line on which somebody looks, to its end: of the game, of a variation, or our own branch."""
    if view.tried:
        return with_stones(_game_at(room, view.node), (*view.tried, *view.ahead))
    nodes = line_through(tree_of(room), view.node)
    return _game_at(room, nodes[-1] if nodes else 0)


def with_stones(game: Game, points: Sequence[Point]) -> Game:
    """The game after more stones. Raises IllegalMove."""
    for point in points:
        game = tried(game, point)
    return game


def _game_at(room: Room, node: int) -> Game:
    if node == len(room.game.turns):
        return room.game if room.status is not ev.Status.FINISHED else tree_of(room).game_at(node)
    tree = tree_of(room)
    return tree.game_at(node) if node in tree else room.game
