"""The recorder: commits steps of rooms to the store, and only then notifies the observers."""

from collections.abc import Callable, Sequence
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import NO_ROOM, RoomId
from pente_core.room import Event, Room, Status, Step, deadline
from pente_protocol.codec import encode_event, encode_summary
from pente_server.rooms.catch_up import CatchUp
from pente_server.rooms.loaded_room import LoadedRoom
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.rooms.retention import Retention
from pente_server.rooms.room_summary import room_summary, summary_changed
from pente_server.rooms.unconfirmed_commits import UnconfirmedCommits
from pente_server.store import Commit, CommitResult, Committed, Conflict, Store

ATTEMPTS: Final = 20
"""The most times that a command is decided again because another node was faster."""


class Recorder:
    """Commits steps and notifies the observer. Mutable: it remembers commits without an answer."""

    def __init__(
        self,
        store: Store,
        catch_up: CatchUp,
        observer: RoomObserver,
        retention: Retention,
        now: Callable[[], Instant],
    ) -> None:
        self._store = store
        self._catch_up = catch_up
        self._observer = observer
        self._retention = retention
        self._now = now
        self.unconfirmed = UnconfirmedCommits()

    async def create(
        self, room_id: RoomId, room: Room, events: Sequence[Event], command_id: str
    ) -> CommitResult:
        """Commit the first events of a room, and notify the observer if that succeeded.

        Raises StoreUnavailable.
        """
        bodies = tuple(map(encode_event, events))
        result = await self._record(room_id, None, room, bodies, command_id)
        if isinstance(result, Committed):
            self._observer.advanced(Advance(room_id, None, room, events, bodies))
        return result

    async def commit(self, loaded: LoadedRoom, taken: Step, command_id: str) -> CommitResult:
        """Commit a step, and notify the observer if that succeeded; otherwise catch up with the store.

        A doubtful room is compared with its log instead: a Conflict, so that the step is decided again.
        The caller must hold the lock of the room. Raises UnknownRoom and StoreUnavailable.
        """
        if loaded.is_doubtful:
            await self._catch_up.compare(loaded)
            return Conflict(loaded.room.version)
        before, after = loaded.room, taken.room
        bodies = tuple(map(encode_event, taken.events))
        result = await self._record(loaded.id, before, after, bodies, command_id)
        if isinstance(result, Committed):
            loaded.room = after
            self._observer.advanced(Advance(loaded.id, before, after, taken.events, bodies))
        elif result.version < before.version and isinstance(result, Conflict):  # the store has lost events
            await self._catch_up.roll_back(loaded)
        else:
            await self._catch_up.catch_up(loaded)
        return result

    async def _record(
        self, room_id: RoomId, before: Room | None, after: Room, bodies: tuple[bytes, ...], command_id: str
    ) -> CommitResult:
        is_over = after.status in (Status.FINISHED, Status.CLOSED)
        is_summary_new = before is None or summary_changed(before, after)
        commit = Commit(
            room=room_id,
            expected=0 if before is None else before.version,
            command=command_id,
            events=bodies,
            deadline=deadline(after),
            summary=encode_summary(room_summary(room_id, after)) if is_summary_new and not is_over else None,
            is_over=is_over,
            expires_after=self._retention.of(after) if is_over else None,
            sequel=NO_ROOM if before is None or before.sequel else after.sequel,
        )
        try:
            with self._catch_up.recording(room_id):
                return await self._store.commit(commit)
        except BaseException:  # cancellation too: the store may carry out the commit all the same
            self.unconfirmed.begin(room_id, self._now())
            raise
