"""The invitations that wait for an answer."""

from collections.abc import Callable, Collection

from pente_client.connection.state.updates import InvitationOver, InvitationReceived, Update
from pente_core.identity import Identity, RoomId
from pente_core.room import events as ev
from pente_protocol.messages.hello import Welcome
from pente_protocol.messages.lists import RoomSummary


class Invitations:
    """Invitations by their rooms. Mutable; ``notify`` gets what has changed."""

    def __init__(self, notify: Callable[[Update], None]) -> None:
        self._notify = notify
        self._waiting: dict[RoomId, RoomSummary] = {}

    @property
    def waiting(self) -> Collection[RoomSummary]:
        """The rooms to which the player is invited, without an answer yet."""
        return self._waiting.values()

    def welcomed(self, welcome: Welcome, *, is_first: bool) -> None:
        """Compare what is known with a welcome; after the first one, what was missed is told."""
        before, self._waiting = self._waiting, _invitations_in(welcome)
        for id_, room in before.items():
            if id_ not in self._waiting and not any(row.room.id == id_ for row in welcome.rooms):
                self._notify(InvitationOver(id_, room.host))
        for id_, room in self._waiting.items():
            if id_ not in before and not is_first:
                self._notify(InvitationReceived(room))

    def received(self, summary: RoomSummary) -> None:
        """The player is invited."""
        self._waiting[summary.id] = summary
        self._notify(InvitationReceived(summary))

    def ended(self, room: RoomId, host: Identity) -> None:
        """An invitation was withdrawn, or its room has begun or closed."""
        if self._waiting.pop(room, None) is not None:
            self._notify(InvitationOver(room, host))

    def answering(self, room: RoomId) -> RoomSummary | None:
        """The player joins a room, or declines: its invitation, if there is one, waits no longer."""
        return self._waiting.pop(room, None)

    def not_answered(self, invitation: RoomSummary) -> None:
        """The server has refused that."""
        self._waiting.setdefault(invitation.id, invitation)


def _invitations_in(welcome: Welcome) -> dict[RoomId, RoomSummary]:
    """The invitations among the rooms of a welcome."""
    me = welcome.player.id
    return {
        row.room.id: row.room
        for row in welcome.rooms
        if row.room.status is ev.Status.WAITING and any(player.id == me for player in row.room.invited)
    }
