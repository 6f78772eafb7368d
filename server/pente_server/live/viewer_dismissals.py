"""Dismissals: viewers who are kicked or banned get no more events of the room."""

from typing import Final, assert_never

from pente_core.identity import RoomId
from pente_core.room import SENTENCES, Banned, Kicked, Reason
from pente_protocol.errors import ErrorCode
from pente_server.live.hub import Hub
from pente_server.rooms.observer import Advance, RoomObserver

_DISMISSING: Final = (Kicked, Banned)


class Dismissals(RoomObserver):
    """Detaches kicked and banned viewers from their room.

    Must come after the hub in the list of observers, so that they still get the event itself.
    """

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def advanced(self, advance: Advance) -> None:
        for event in advance.events:
            if isinstance(event, _DISMISSING):
                self._dismiss(advance.room_id, event)

    def _dismiss(self, room_id: RoomId, event: Kicked | Banned) -> None:
        match event:
            case Kicked(player=player):
                text = "The host of this room has kicked you."
                self._hub.dismiss(room_id, player, ErrorCode.KICKED, text)
            case Banned(player=player):
                self._hub.dismiss(room_id, player, Reason.BANNED, SENTENCES[Reason.BANNED])
            case _ as unreachable:
                assert_never(unreachable)
