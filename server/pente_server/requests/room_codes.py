"""Requests about join codes: the code of a room, and the room with a code."""

from pente_core.identity import RoomId
from pente_core.room import Reason, Refused, may_know_all
from pente_core.room import events as ev
from pente_protocol.messages.rooms import CodeFound, FindCode, ShareCode
from pente_server.access.join_codes import JoinCodes
from pente_server.requests.costs import QUESTION
from pente_server.requests.dispatch import answers
from pente_server.requests.requester import Requester
from pente_server.requests.rooms import RequestedRooms
from pente_server.rooms.loaded.room_log import UnknownRoom
from pente_server.rooms.room_listing import room_summary


class CodeRequests:
    """The code of a room, and the room with a code."""

    def __init__(self, rooms: RequestedRooms, join_codes: JoinCodes) -> None:
        self._rooms = rooms
        self._join_codes = join_codes

    @answers(ShareCode, cost=QUESTION)
    async def share(self, requester: Requester, request: ShareCode) -> CodeFound:
        """The code of a room that the connection listens to.

        Raises Refused, UnknownRoom and StoreUnavailable.
        """
        if not self._rooms.hub.is_listening(requester, request.room):
            raise Refused(Reason.NOT_WATCHING)
        if not await self._is_live(requester, request.room):
            raise Refused(Reason.ROOM_CLOSED)
        return CodeFound(request.id, request.room, await self._join_codes.code_of(request.room))

    @answers(FindCode, cost=QUESTION, anybody=True)
    async def find(self, requester: Requester, request: FindCode) -> CodeFound:
        """The room with a code, and what that invites to.

        Raises RequestDenied, UnknownRoom and StoreUnavailable.
        """
        room_id, code = await self._join_codes.find(
            request.code, requester.origin, lambda room: self._is_found(requester, room)
        )
        room = await self._rooms.keeper.current(room_id)
        invitation = room_summary(room_id, room) if room.status is ev.Status.WAITING else None
        return CodeFound(request.id, room_id, code, invitation)

    async def _is_found(self, requester: Requester, room_id: RoomId) -> bool:
        """Whether a code leads to its room: while that is live, and its players also later, to see how it
        ended.

        Raises StoreUnavailable.
        """
        if await self._is_live(requester, room_id):
            return True
        try:
            room = await self._rooms.keeper.current(room_id)
        except UnknownRoom:
            return False
        return room.seat_of(requester.player.id) is not None

    async def _is_live(self, requester: Requester, room_id: RoomId) -> bool:
        """Whether a room waits or is being played, as far as the player may know. Raises StoreUnavailable."""
        try:
            room = await self._rooms.keeper.current(room_id)
        except UnknownRoom:
            return False
        is_live = room.status in (ev.Status.WAITING, ev.Status.PLAYING)
        return is_live or not may_know_all(room, requester.player.id, self._rooms.now())
