"""Looking at a finished game together: where we look, whom we follow, and what we add."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Final, assert_never

from pente_client.connection import (
    Connected,
    ConnectionProblem,
    LooksChanged,
    Resynced,
    RoomAdvanced,
    Update,
)
from pente_client.input.analysis import (
    AnalysisOrder,
    BackToGame,
    CommentHere,
    FollowPlayer,
    GoTo,
    MarkHere,
    PointHere,
    RemoveNote,
    Roam,
    ShowNotes,
    StepMoves,
    Try,
)
from pente_client.play.ports import CurrentRoom, FrontEnd, GamePort
from pente_client.play.viewpoint import Viewpoint, stepped, tree_of
from pente_client.words.phrases import name_of
from pente_core.identity import RoomId
from pente_core.room import (
    AddComment,
    AddVariation,
    MarkPoints,
    PlayerCommand,
    Reason,
    Refused,
    RemoveAnnotation,
    Room,
    Status,
    check_annotating,
)
from pente_core.rules.point import Point
from pente_protocol.messages import PlayerLook

LOOKS_EVERY: Final = 0.3
"""Seconds between two looks that are sent, however quickly somebody steps through a game."""

Send = Callable[[PlayerCommand, str], bool]
Reject = Callable[[str, str], bool]


class PostMortem:
    """The viewpoint in the room that is shown, once its game is over. Mutable.

    ``send`` sends a command to the room, ``reject`` says why something is not done.
    """

    def __init__(self, connection: GamePort, front: FrontEnd, send: Send, reject: Reject) -> None:
        self._connection, self._front = connection, front
        self._send, self._reject = send, reject
        self._room: RoomId | None = None
        self._view: Viewpoint | None = None
        self._tried: tuple[int, tuple[Point, ...]] | None = None
        """What we try, as long as it is on its way."""
        self._shared_at = float("-inf")
        self._timer: asyncio.TimerHandle | None = None

    def close(self) -> None:
        """Send no more looks."""
        if self._timer is not None:
            self._timer.cancel()
        self._room = None

    def is_looking(self, current: CurrentRoom) -> bool:
        """Whether the player looks around in this room already, so that a point is a move to try.

        Before that it is one that came too late for the game.
        """
        return self._room == current.id and self._view is not None

    def do(self, order: AnalysisOrder, current: CurrentRoom, text: str) -> bool:
        """Do what is asked in a room; False: it was rejected."""
        if current.room.status is not Status.FINISHED:
            refused = Refused(Reason.NOT_OVER)
            return self._reject(refused.reason, str(refused))
        view, tree = self._viewpoint(current), tree_of(current.room)
        match order:
            case StepMoves(moves):
                return self._go(current, stepped(tree, view.node, moves))
            case GoTo(node):
                return self._go(current, tree.last if node is None else node)
            case BackToGame():
                return self._go(current, tree.branch_point(view.node))
            case Try(points):
                return self._try(current, view.node, points, text)
            case CommentHere(comment):
                return self._send(AddComment(view.node, comment), text)
            case MarkHere(points):
                return self._send(MarkPoints(view.node, points), text)
            case RemoveNote(number):
                return self._send(RemoveAnnotation(number), text)
            case PointHere(points):
                self._look(current, Viewpoint(view.node, points=points))
            case FollowPlayer(name):
                return self._follow(current, name)
            case Roam():
                self._look(current, view.at(view.node))
            case ShowNotes():
                self._front.show_notes(current)
            case _ as unreachable:
                assert_never(unreachable)
        return True

    def noticed(self, update: Update) -> None:
        """Go where the person looks whom we follow, and where what we have tried is."""
        current = self._front.current
        if current is None or current.id != self._room or self._view is None:
            return
        match update:
            case RoomAdvanced(room=room) | Resynced(room=room) if room == current.id:
                self._settle(current)
            case LooksChanged(room=room) if room == current.id:
                self._come_along(current)
            case Connected():
                self._share()
            case _:
                pass

    def _viewpoint(self, current: CurrentRoom) -> Viewpoint:
        """Where we look in a room; at first at the end of its game."""
        if self._room != current.id or self._view is None:
            self._room, self._tried = current.id, None
            self._view = Viewpoint(len(current.room.game.turns))
        return self._view

    def _go(self, current: CurrentRoom, node: int) -> bool:
        if node not in tree_of(current.room):
            refused = Refused(Reason.NO_SUCH_NODE)
            return self._reject(refused.reason, str(refused))
        self._look(current, self._viewpoint(current).at(node))
        return True

    def _look(self, current: CurrentRoom, view: Viewpoint) -> None:
        self._view = view
        self._front.look(current, view)
        self._share()

    def _try(self, current: CurrentRoom, node: int, points: tuple[Point, ...], text: str) -> bool:
        """Go along moves that are there already, or add them and go there once they are."""
        last, left = tree_of(current.room).walk(node, points)
        if not left:
            return self._go(current, last)
        self._tried = node, points
        return self._send(AddVariation(node, points), text)

    def _settle(self, current: CurrentRoom) -> None:
        """React to what was added to the game, or removed."""
        tree, view = tree_of(current.room), self._viewpoint(current)
        if self._tried is not None and self._tried[0] in tree:
            last, left = tree.walk(*self._tried)
            if not left:
                self._tried = None
                self._go(current, last)
                return
        if view.node not in tree:
            self._look(current, view.at(tree.last))
        else:
            self._come_along(current)

    def _follow(self, current: CurrentRoom, name: str) -> bool:
        looks = self._connection.rooms[current.id].looks
        found = next((look for look in looks if look.player.name.casefold() == name.casefold()), None)
        if found is None or found.player.id == self._connection.me.id:
            others = [name_of(look.player) for look in looks if look.player.id != self._connection.me.id]
            who = f"You can follow {', '.join(others)}." if others else "Nobody shows the game now."
            return self._reject("not-looking", who)
        node = found.node if found.node in tree_of(current.room) else self._viewpoint(current).node
        self._look(current, Viewpoint(node, found.player, found.points))
        return True

    def _come_along(self, current: CurrentRoom) -> None:
        """Look where the person looks whom we follow, or roam once they show the game no more."""
        view = self._viewpoint(current)
        if view.following is None:
            return
        look = self._look_of(current.id, view)
        if look is None:
            self._front.notice(f"{name_of(view.following)} does not show the game any more.")
            self._look(current, view.at(view.node))
        elif look.node in tree_of(current.room) and view.with_look(look) != view:
            self._look(current, view.with_look(look))

    def _look_of(self, room: RoomId, view: Viewpoint) -> PlayerLook | None:
        looks = self._connection.rooms[room].looks
        return next((each for each in looks if each.player.id == getattr(view.following, "id", "")), None)

    def _share(self) -> None:
        """Show the others where we look: soon, and not too often."""
        current = self._front.current
        if self._timer is not None or current is None or not self._may_share(current.room):
            return
        loop = asyncio.get_running_loop()
        self._timer = loop.call_at(max(loop.time(), self._shared_at + LOOKS_EVERY), self._send_look)

    def _may_share(self, room: Room) -> bool:
        with suppress(Refused):
            check_annotating(room, self._connection.me)
            return room.status is Status.FINISHED
        return False

    def _send_look(self) -> None:
        self._timer = None
        self._shared_at = asyncio.get_running_loop().time()
        if self._room is not None and self._view is not None:
            self._front.start(self._deliver(self._room, self._view))

    async def _deliver(self, room: RoomId, view: Viewpoint) -> None:
        """Show the others where we look. Who follows shows nothing, or two could follow each other."""
        node = view.node if view.following is None else None
        with suppress(ConnectionProblem):  # the next look replaces this one
            await self._connection.look(room, node, view.points if node is not None else ())
