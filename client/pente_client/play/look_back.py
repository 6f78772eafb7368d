"""Looking back in the game that is shown, running or over: steps, and branches that are tried."""

from collections.abc import Callable
from typing import Final

from pente_client.connection import Resynced, RoomAdvanced, Update
from pente_client.input.analysis import (
    AnalysisOrder,
    Autoplay,
    BackToGame,
    FlipBoard,
    GoTo,
    StepMoves,
    Try,
)
from pente_client.play.ports import CurrentRoom, FrontEnd, GamePort
from pente_client.play.post_mortem import PostMortem
from pente_client.play.viewpoint import (
    Viewpoint,
    game_shown,
    is_at_end,
    may_try,
    tree_of,
    view_after,
    with_stones,
)
from pente_core.identity import RoomId
from pente_core.room import Reason, Refused, Room
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.game import Game, Turn
from pente_core.rules.move import IllegalMove
from pente_core.rules.point import Point
from pente_protocol.sentences import tell

NO_MOVES: Final = tell("note.no-moves")
NOT_WHILE_RATED: Final = tell("note.not-while-rated")
NOTES_NEED_THE_GAME: Final = tell("note.needs-the-game")
TAKEN_BACK: Final = tell("room.gone-moves")

Send = Callable[[cmd.PlayerCommand, str], bool]
Reject = Callable[[str, str], bool]


class LookBack:
    """The viewpoint in the room that is shown. Mutable.

    In a running game there is none as long as the game is shown as it is now. ``send`` sends a command to the
    room, ``reject`` says why something is not done.
    """

    def __init__(self, connection: GamePort, front: FrontEnd, send: Send, reject: Reject) -> None:
        self._connection, self._front, self._reject = connection, front, reject
        self._room: RoomId | None = None
        self._view: Viewpoint | None = None
        self._before: tuple[Turn, ...] = ()
        """The turns of the game before the place where we look."""
        self._post_mortem = PostMortem(connection, front, send, reject, self._look)

    def close(self) -> None:
        """Look nowhere any more, and show nobody where."""
        self._room = None
        self._post_mortem.close()

    def is_looking(self, current: CurrentRoom) -> bool:
        """Whether the player looks around in this room already, so that a point is a move to try.

        Before that it is one that came too late for the game.
        """
        return self._room == current.id and self._view is not None

    def is_at(self, current: CurrentRoom, node: int) -> bool:
        """Whether the game is shown after so many turns, and no branch of our own from there."""
        view = self._view
        return self.is_looking(current) and view is not None and view.node == node and not view.tried

    def look_ahead(self, current: CurrentRoom, node: int, points: tuple[Point, ...] = ()) -> bool:
        """Look at a move of the game, and at stones after it that nobody else sees.

        False: they can't be placed.
        """
        self._viewpoint(current)
        view = Viewpoint(node)
        try:
            with_stones(game_shown(current.room, view), points)
        except IllegalMove:
            return False
        return self._look(current, view.trying(points) if points else view)

    def game(self, current: CurrentRoom) -> Game:
        """The game as it was where we look; as it is now, if we look nowhere in particular."""
        if not self.is_looking(current):
            return current.room.game
        return game_shown(current.room, self._view)

    def do(self, order: AnalysisOrder, current: CurrentRoom, text: str) -> bool:
        """Do what is asked in a room; False: it was rejected."""
        if current.room.status in (ev.Status.WAITING, ev.Status.CLOSED):
            return self._reject("no-moves", NO_MOVES)
        view, tree = self._viewpoint(current), tree_of(current.room)
        match order:
            case StepMoves(moves):
                return self._look(current, view_after(tree, view, moves))
            case GoTo(node):
                return self._look(current, view.at(tree.last if node is None else node))
            case BackToGame():
                return self._look(current, view.at(tree.branch_point(view.node)))
            case Try(points):
                return self._try(current, view, points, text)
            case Autoplay(seconds):
                return self._front.autoplay(seconds)
            case FlipBoard():
                return self._front.flip_board()
            case _ if view.is_own_branch:
                return self._reject("own-branch", NOTES_NEED_THE_GAME)
            case _:
                return self._post_mortem.do(order, current, view, text)

    def noticed(self, update: Update) -> None:
        """React to what was added to the game that is looked at, or is gone from it."""
        current = self._front.current
        if current is None or not self.is_looking(current):
            return
        if isinstance(update, RoomAdvanced | Resynced) and update.room == current.id:
            self._settle(current, self._viewpoint(current))
        if self._view is not None and current.room.status is ev.Status.FINISHED:
            self._post_mortem.noticed(update, current, self._view)

    def _viewpoint(self, current: CurrentRoom) -> Viewpoint:
        """Where we look in a room; at first at the end of its game."""
        if self._room != current.id:
            self._room, self._view = current.id, None
            self._post_mortem.entered()
        view = self._view or Viewpoint(len(current.room.game.turns))
        if current.room.status is ev.Status.FINISHED:
            self._view = view
        return view

    def _look(self, current: CurrentRoom, view: Viewpoint) -> bool:
        if view.node not in tree_of(current.room):
            refused = Refused(Reason.NO_SUCH_NODE)
            return self._reject(refused.reason, str(refused))
        is_live = current.room.status is ev.Status.PLAYING and is_at_end(current.room, view)
        self._room, self._view = current.id, None if is_live else view
        self._before = _turns_before(current.room, view)
        self._front.look(current, view)
        self._post_mortem.share(current, view)
        return True

    def _try(self, current: CurrentRoom, view: Viewpoint, points: tuple[Point, ...], text: str) -> bool:
        """Go along moves that are there already; try others together with the others, or alone."""
        if not may_try(current.room, self._connection.me.id):
            return self._reject("rated-game", NOT_WHILE_RATED)
        left = points
        if not view.is_own_branch:
            node, left = tree_of(current.room).walk(view.node, points)
            if not left:
                return self._look(current, view.at(node))
            if self._post_mortem.may_share(current.room):
                return self._post_mortem.try_(view.node, points, text)
            view = view if node == view.node else view.at(node)
        try:
            with_stones(game_shown(current.room, Viewpoint(view.node, tried=view.tried)), left)
        except IllegalMove as illegal:
            refused = Refused(Reason(illegal.reason))
            return self._reject(refused.reason, str(refused))
        return self._look(current, view.trying(left))

    def _settle(self, current: CurrentRoom, view: Viewpoint) -> None:
        """Go to the end if the place where we look is gone."""
        is_gone = view.node not in tree_of(current.room)
        if is_gone or _turns_before(current.room, view) != self._before:
            self._look(current, view.at(len(current.room.game.turns)))
            if current.room.status is ev.Status.PLAYING:
                self._front.notice(TAKEN_BACK)


def _turns_before(room: Room, view: Viewpoint) -> tuple[Turn, ...]:
    tree = tree_of(room)
    return room.game.turns[: tree.branch_point(view.node)] if view.node in tree else ()
