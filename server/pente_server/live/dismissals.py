"""Dismissals: whoever was kicked or banned from a room hears nothing more of it."""

from typing import Final, assert_never

from pente_core.identity import RoomId
from pente_core.room import SENTENCES, Banned, Kicked, Reason
from pente_protocol.errors import ErrorCode
from pente_server.live.hub import Hub
from pente_server.rooms.observer import Advance, RoomObserver

_SENT_AWAY: Final = (Kicked, Banned)


class Dismissals(RoomObserver):
    """Ends what the hub sends to those who watch and may no longer."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def advanced(self, advance: Advance) -> None:
        for event in advance.events:
            if isinstance(event, _SENT_AWAY):
                self._dismiss(advance.room_id, event)

    def _dismiss(self, room_id: RoomId, event: Kicked | Banned) -> None:
        match event:
            case Kicked(player=player):
                text = "the host of this room has sent you away"
                self._hub.dismiss(room_id, player, ErrorCode.KICKED, text)
            case Banned(player=player):
                self._hub.dismiss(room_id, player, Reason.BANNED, SENTENCES[Reason.BANNED])
            case _ as unreachable:
                assert_never(unreachable)
