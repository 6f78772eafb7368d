"""Watching rooms, and showing the others there where one looks."""

from pente_core.identity import RoomId
from pente_core.room import Reason, Refused, check_chatting, check_points, may_know_all
from pente_core.room import events as ev
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.base import Ok
from pente_protocol.messages.checkpoint import Checkpoint
from pente_protocol.messages.post_mortem import Look, PlayerLook
from pente_protocol.messages.rooms import Unwatch, Watch, Watching
from pente_server.limits.errors import RequestDenied
from pente_server.requests.costs import FREE, QUESTION
from pente_server.requests.dispatch import answers
from pente_server.requests.requester import Requester
from pente_server.requests.rooms import RequestedRooms


class WatchRequests:
    """Watching rooms, and looking at a finished game together."""

    def __init__(self, rooms: RequestedRooms) -> None:
        self._rooms = rooms

    def cost(self, requester: Requester, request: Watch) -> float:
        """Watching is a question in a room to which the connection listens already, or that may have to be
        loaded: one where the player has neither a seat nor an invitation.
        """
        is_again = self._rooms.hub.is_listening(requester, request.room)
        is_free = not is_again and self._rooms.own_rooms.is_expected(request.room, requester.player.id)
        return FREE if is_free else QUESTION

    @answers(Watch, cost=cost, anybody=True)
    async def reply_watching(self, requester: Requester, request: Watch) -> Watching:
        """Let the requester watch a room. Raises what `watch` raises."""
        version = await self.watch(requester, request.room, request.after, request.password)
        return Watching(request.id, request.room, version)

    @answers(Unwatch, cost=QUESTION, anybody=True)
    def unwatch(self, requester: Requester, request: Unwatch) -> Ok:
        """Stop sending the requester the events of a room."""
        if self._rooms.hub.is_listening(requester, request.room):
            self._rooms.hub.detach(requester, request.room)
        return Ok(request.id)

    @answers(Look, cost=FREE)
    def look(self, requester: Requester, request: Look) -> Ok:
        """Show the others in a finished room where the player looks. Raises Refused and RequestDenied."""
        player, looks = requester.player, self._rooms.hub.looks
        room = self._rooms.keeper.known(request.room)
        if room is None or not self._rooms.hub.is_listening(requester, request.room):
            raise RequestDenied(ErrorCode.UNKNOWN_ROOM, "You don't watch that room. Watch it first.")
        if room.status is not ev.Status.FINISHED:
            raise Refused(Reason.NOT_OVER)
        if not may_know_all(room, player.id, self._rooms.now()):
            raise Refused(Reason.NOT_OVER)
        check_chatting(room, player)
        if request.node is None:
            looks.look(requester, request.room, None)
        else:
            check_points(room, request.node, request.points)
            looks.look(requester, request.room, PlayerLook(player, request.node, request.points))
        return Ok(request.id)

    async def watch(
        self, requester: Requester, room_id: RoomId, after: Checkpoint | None, password: str = ""
    ) -> int:
        """Check access, send what was missed since a checkpoint, and attach to the room; returns its version.

        Raises Refused and RequestDenied when the requester may not watch, UnknownRoom and StoreUnavailable.
        """
        self._rooms.limits.check_watched(requester, room_id)
        with self._rooms.keeper.keeping(room_id):
            await self._rooms.access.admit_viewer(requester, room_id, password)
            return await self._rooms.shown.attach(requester, room_id, after)
