"""Looking at a finished game together: what we add to it, whom we follow, and who sees where we look."""

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
    AnnotationOrder,
    CommentHere,
    FollowPlayer,
    MarkHere,
    PointHere,
    RemoveNote,
    Roam,
    ShowNotes,
)
from pente_client.play.ports import CurrentRoom, FrontEnd, GamePort
from pente_client.play.viewpoint import Viewpoint, tree_of
from pente_client.words.phrases import name_of
from pente_core.identity import RoomId
from pente_core.room import Reason, Refused, Room, check_chatting
from pente_core.room import commands as cmd
from pente_core.room import events as ev
from pente_core.rules.point import Point
from pente_protocol.messages.post_mortem import PlayerLook
from pente_protocol.sentences import tell

LOOKS_EVERY: Final = 0.3
"""Seconds between two looks that are sent, however quickly somebody steps through a game."""

Send = Callable[[cmd.PlayerCommand, str], bool]
Reject = Callable[[str, str], bool]
Look = Callable[[CurrentRoom, Viewpoint], bool]


class PostMortem:
    """What we do together with others who look at the same finished game. Mutable.

    ``send`` sends a command to the room, ``reject`` says why something is not done, ``look`` goes to another
    viewpoint.
    """

    def __init__(self, connection: GamePort, front: FrontEnd, send: Send, reject: Reject, look: Look) -> None:
        self._connection, self._front = connection, front
        self._send, self._reject, self._look = send, reject, look
        self._shown: tuple[RoomId, Viewpoint] | None = None
        """Where we look, as far as others may be shown that."""
        self._tried: tuple[int, tuple[Point, ...]] | None = None
        """What we try, as long as it is on its way."""
        self._shared_at = float("-inf")
        self._timer: asyncio.TimerHandle | None = None

    def entered(self) -> None:
        """Another room is shown."""
        self._tried = None

    def close(self) -> None:
        """Send no more looks."""
        if self._timer is not None:
            self._timer.cancel()
        self._shown = None

    def do(self, order: AnnotationOrder, current: CurrentRoom, view: Viewpoint, text: str) -> bool:
        """Do what is asked where we look; False: it was rejected."""
        if current.room.status is not ev.Status.FINISHED:
            return self._reject(Reason.NOT_OVER, tell("note.once-over"))
        match order:
            case CommentHere(comment):
                return self._send(cmd.AddComment(view.node, comment), text)
            case MarkHere(points):
                return self._send(cmd.MarkPoints(view.node, points), text)
            case RemoveNote(number):
                return self._send(cmd.RemoveAnnotation(number), text)
            case PointHere(points):
                return self._look(current, Viewpoint(view.node, points=points))
            case FollowPlayer(name):
                return self._follow(current, view, name)
            case Roam():
                return self._look(current, view.at(view.node))
            case ShowNotes():
                self._front.show_notes(current)
                return True
            case _ as unreachable:
                assert_never(unreachable)

    def try_(self, node: int, points: tuple[Point, ...], text: str) -> bool:
        """Add a variation for all to see; we go there once it is there."""
        self._tried = node, points
        return self._send(cmd.AddVariation(node, points), text)

    def noticed(self, update: Update, current: CurrentRoom, view: Viewpoint) -> None:
        """Go where the person looks whom we follow, and where what we have tried is."""
        match update:
            case RoomAdvanced(room=room) | Resynced(room=room) if room == current.id:
                if not self._arrived(current, view):
                    self._come_along(current, view)
            case LooksChanged(room=room) if room == current.id:
                self._come_along(current, view)
            case Connected():
                self.share(current, view)
            case _:
                pass

    def _arrived(self, current: CurrentRoom, view: Viewpoint) -> bool:
        """Go to what we have tried, if it is there now."""
        tree = tree_of(current.room)
        if self._tried is None or self._tried[0] not in tree:
            return False
        last, left = tree.walk(*self._tried)
        if left:
            return False
        self._tried = None
        return self._look(current, view.at(last))

    def _follow(self, current: CurrentRoom, view: Viewpoint, name: str) -> bool:
        looks = self._connection.rooms[current.id].looks
        found = next((look for look in looks if look.player.name.casefold() == name.casefold()), None)
        if found is None or found.player.id == self._connection.me.id:
            others = [name_of(look.player) for look in looks if look.player.id != self._connection.me.id]
            can_follow = tell("note.can-follow", names=", ".join(others))
            who = can_follow if others else tell("note.nobody-shows")
            return self._reject("not-looking", who)
        node = found.node if found.node in tree_of(current.room) else view.node
        return self._look(current, Viewpoint(node, found.player, found.points))

    def _come_along(self, current: CurrentRoom, view: Viewpoint) -> None:
        """Look where the person looks whom we follow, or roam once they show the game no more."""
        if view.following is None:
            return
        look = self._look_of(current.id, view)
        if look is None:
            self._front.notice(tell("note.shows-no-more", name=name_of(view.following)))
            self._look(current, view.at(view.node))
        elif look.node in tree_of(current.room) and view.with_look(look) != view:
            self._look(current, view.with_look(look))

    def _look_of(self, room: RoomId, view: Viewpoint) -> PlayerLook | None:
        looks = self._connection.rooms[room].looks
        return next((each for each in looks if each.player.id == getattr(view.following, "id", "")), None)

    def share(self, current: CurrentRoom, view: Viewpoint) -> None:
        """Show the others where we look: soon, and not too often."""
        if not self.may_share(current.room):
            return
        self._shown = current.id, view
        if self._timer is None:
            loop = asyncio.get_running_loop()
            self._timer = loop.call_at(max(loop.time(), self._shared_at + LOOKS_EVERY), self._send_look)

    def may_share(self, room: Room) -> bool:
        """Whether what we do in a game is for others to see: it is over, and we may annotate it."""
        with suppress(Refused):
            check_chatting(room, self._connection.me)
            return room.status is ev.Status.FINISHED and self._connection.may_look
        return False

    def _send_look(self) -> None:
        self._timer = None
        self._shared_at = asyncio.get_running_loop().time()
        if self._shown is not None:
            self._front.start(self._deliver(*self._shown))

    async def _deliver(self, room: RoomId, view: Viewpoint) -> None:
        """Show the others where we look. Who follows shows nothing, or two could follow each other."""
        node = view.node if view.following is None else None
        with suppress(ConnectionProblem):  # the next look replaces this one
            await self._connection.look(room, node, view.points if node is not None else ())
