"""Dismissals: whoever was kicked or banned from a room hears nothing more of it."""

from pente_core.room import SENTENCES, Banned, Kicked, Reason
from pente_protocol.errors import ErrorCode
from pente_server.live.hub import Hub
from pente_server.rooms.observer import Advance, RoomObserver


class Dismissals(RoomObserver):
    """Ends what the hub sends to those who watch and may no longer."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub

    def advanced(self, advance: Advance) -> None:
        for event in advance.events:
            if isinstance(event, Kicked):
                text = "the host of this room has sent you away"
                self._hub.dismiss(advance.room_id, event.player, ErrorCode.KICKED, text)
            elif isinstance(event, Banned):
                text = SENTENCES[Reason.BANNED]
                self._hub.dismiss(advance.room_id, event.player, Reason.BANNED, text)
