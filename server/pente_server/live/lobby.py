"""The lobby: tells the parts that show rooms which live rooms have changed, at this node and at others."""

from collections.abc import Callable
from typing import Final

from pente_core.identity import RoomId
from pente_core.room import Room, is_seen_later
from pente_core.room import events as ev
from pente_protocol.messages.checkpoint import Checkpoint
from pente_protocol.messages.lists import RoomSummary
from pente_server.live.room_lists.own_rooms import OwnRooms
from pente_server.live.room_lists.room_directory import decoded
from pente_server.rooms.loaded.room_log import UnknownRoom
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.rooms.room_listing import has_unshown_end, room_summary, summary_changed

REMEMBERED: Final = 1000
"""The rooms whose last changes are remembered: an older wake-up may arrive after a newer change."""
OVER: Final = 1 << 62
"""Later than any version."""


class Lobby(RoomObserver):
    """The changes of live rooms. It holds no rooms. Mutable: the versions of the rooms that changed last."""

    def __init__(
        self,
        own_rooms: OwnRooms,
        *on_changed: Callable[[RoomId, RoomSummary | None], None],
    ) -> None:
        """``on_changed`` are called for every room that is new, has changed, or has ended (None)."""
        self._own_rooms = own_rooms
        self._on_changed = on_changed
        self._versions: dict[RoomId, int] = {}

    def advanced(self, advance: Advance) -> None:
        if advance.before is None or summary_changed(advance.before, advance.after):
            self._update(advance.room_id, advance.after)

    def rolled_back(self, room_id: RoomId, room: Room, checkpoint: Checkpoint) -> None:  # noqa: ARG002
        self._versions.pop(room_id, None)
        self._update(room_id, room)

    def lost(self, room_id: RoomId, why: UnknownRoom) -> None:  # noqa: ARG002 -- gone or damaged, it can't be played
        self._versions.pop(room_id, None)
        self._end(room_id)

    def forget(self) -> None:
        """Forget all versions: the store may have lost something, or be another one."""
        self._versions.clear()

    def _update(self, room_id: RoomId, room: Room) -> None:
        if room.status is ev.Status.FINISHED and is_seen_later(room.created.options):
            self._end_unshown(room_id)
        elif room.status in (ev.Status.FINISHED, ev.Status.CLOSED):
            self.drop(room_id)
        else:
            self.put(room_summary(room_id, room), room.version)

    def put_encoded(self, body: bytes, version: int) -> None:
        """Note a new summary of a room. One that can't be read is logged and ignored."""
        room = decoded(body)
        if room is not None:
            self.put(room, version)

    def put(self, room: RoomSummary, version: int) -> None:
        """Note the summary of a room at a version, unless a newer one is known."""
        if version < self._versions.get(room.id, 0):
            return
        if has_unshown_end(room):
            self._end_unshown(room.id)
            return
        self._remember(room.id, version)
        self._own_rooms.changed(room)
        for notify in self._on_changed:
            notify(room.id, room)

    def drop(self, room_id: RoomId) -> None:
        """Note that a room has ended."""
        self._remember(room_id, OVER)
        self._end(room_id)

    def _end_unshown(self, room_id: RoomId) -> None:
        """Note that a room has ended for its players. Lists are not told: the moment is a secret, and those
        who look at the room are shown in time that it is over.
        """
        self._remember(room_id, OVER)
        self._own_rooms.ended(room_id)

    def _end(self, room_id: RoomId) -> None:
        self._own_rooms.ended(room_id)
        for notify in self._on_changed:
            notify(room_id, None)

    def _remember(self, room_id: RoomId, version: int) -> None:
        self._versions.pop(room_id, None)  # so that the rooms stay in the order of their last change
        self._versions[room_id] = version
        if len(self._versions) > REMEMBERED:
            del self._versions[next(iter(self._versions))]
