"""The recorder: commits steps of rooms to the store, and only then notifies the observers."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final, NamedTuple

from pente_core.clock.instant import Instant
from pente_core.identity import NO_ROOM, RoomId
from pente_core.room import Room, Step, deadline, hides_end
from pente_core.room import events as ev
from pente_protocol.codec import encode_event, encode_summary
from pente_protocol.messages.checkpoint import Mark
from pente_server.rooms.catch_up import CatchUp
from pente_server.rooms.loaded.loaded_room import LoadedRoom
from pente_server.rooms.loaded.room_log import CommandKey, UnknownRoom
from pente_server.rooms.loaded.unconfirmed_commits import UnconfirmedCommits
from pente_server.rooms.observer import Advance, RoomObserver
from pente_server.rooms.retention import Retention
from pente_server.rooms.room_listing import encode_activity, listing_of, room_summary, summary_changed
from pente_server.store import (
    Commit,
    CommitAnswer,
    CommitResult,
    Committed,
    Conflict,
    Store,
    StoreUnavailable,
    answer_to,
)
from pente_server.store.logs.log_marks import NO_MARKS, LogMarks
from pente_server.store.notification_store import AwaitedTurn

ATTEMPTS: Final = 20
"""The most times that a command is decided again because another node was faster."""


TurnBegun = Callable[[RoomId, Room | None, Room], AwaitedTurn | None]
"""The turn that begins with a step of a room, if its player may have to be notified of it."""


class EncodedEvents(NamedTuple):
    """Events as they are to be stored."""

    expected: Mark
    """The mark of the log before them."""
    bodies: tuple[bytes, ...]
    marks: LogMarks
    """The marks of the log after them."""


class Recorder:
    """Commits steps and notifies the observer. Mutable: it remembers commits without an answer."""

    def __init__(
        self,
        store: Store,
        catch_up: CatchUp,
        observer: RoomObserver,
        retention: Retention,
        now: Callable[[], Instant],
        *,
        marks: Callable[[LogMarks, Sequence[bytes]], LogMarks],
        turn_begun: TurnBegun = lambda *_: None,
    ) -> None:
        """``marks`` gives the marks of a log after some more encoded events."""
        self._marks = marks
        self._turn_begun = turn_begun
        self._store = store
        self._catch_up = catch_up
        self._observer = observer
        self._retention = retention
        self._now = now
        self.unconfirmed = UnconfirmedCommits()

    async def create(
        self, room_id: RoomId, room: Room, events: Sequence[ev.Event], command: CommandKey
    ) -> CommitResult:
        """Commit the first events of a room, and notify the observer if that succeeded.

        Raises StoreUnavailable.
        """
        encoded = self._encoded(events, NO_MARKS)
        commit = self._commit(room_id, None, room, encoded, command)
        try:
            with self._catch_up.recording(room_id):
                result = await self._store.commit(commit)
        except BaseException:  # cancellation too: the store may carry out the commit all the same
            self.unconfirmed.begin(room_id, self._now())
            raise
        if isinstance(result, Committed):
            self._observer.advanced(Advance(room_id, None, room, events, encoded.bodies, encoded.marks))
        return result

    async def commit(self, loaded: LoadedRoom, taken: Step, command: CommandKey) -> CommitResult:
        """Commit a step, and notify the observer if that succeeded; otherwise catch up with the store.

        A doubtful room is compared with its log instead: a Conflict, so that the step is decided again.
        The caller must have the room. Raises UnknownRoom and StoreUnavailable.
        """
        if loaded.is_doubtful:
            await self._catch_up.catch_up(loaded)
            return Conflict(loaded.room.version)
        result: CommitResult = await answer_to(partial(self.submit, loaded, taken, command))
        if not isinstance(result, Committed):
            await self._catch_up.catch_up(loaded)
        return result

    def submit(
        self,
        loaded: LoadedRoom,
        taken: Step,
        command: CommandKey,
        answered: Callable[[CommitResult | Exception], None],
    ) -> None:
        """Hand a step to the store. The step counts from now on, even if the caller is cancelled.

        Once the store has answered and the observer is notified, ``answered`` is called with the result, or
        with UnknownRoom or StoreUnavailable. After a Conflict or a Duplicate the room has to catch up.
        The caller must have the room, and it must not be doubtful.
        """
        encoded = self._encoded(taken.events, loaded.marks)
        commit = self._commit(loaded.id, loaded.room, taken.room, encoded, command)
        loaded.commit_begins()
        self._store.submit(commit, partial(self._answered, loaded, taken, encoded, answered))

    def _answered(
        self,
        loaded: LoadedRoom,
        taken: Step,
        encoded: EncodedEvents,
        answered: Callable[[CommitResult | Exception], None],
        answer: CommitAnswer,
    ) -> None:
        result: CommitResult | Exception = answer
        if isinstance(answer, Committed):
            before, loaded.room, loaded.marks = loaded.room, taken.room, encoded.marks
            self._observer.advanced(
                Advance(loaded.id, before, taken.room, taken.events, encoded.bodies, encoded.marks)
            )
        elif isinstance(answer, Exception):
            result = self._unconfirmed(loaded.id, answer)
        elif isinstance(answer, Conflict) and answer.version <= loaded.room.version:
            loaded.is_doubtful = True  # the store has lost events, or has other ones or no mark
        loaded.commit_ends()
        answered(result)

    def _unconfirmed(self, room_id: RoomId, error: Exception) -> Exception:
        """Note a commit without an answer; returns the error for who asked for it."""
        self.unconfirmed.begin(room_id, self._now())
        try:
            with self._catch_up.recording(room_id):
                raise error
        except (UnknownRoom, StoreUnavailable) as shown:
            return shown

    def _encoded(self, events: Sequence[ev.Event], before: LogMarks) -> EncodedEvents:
        """Events to be appended to a log with these marks."""
        bodies = tuple(map(encode_event, events))
        return EncodedEvents(before.newest, bodies, self._marks(before, bodies))

    def _commit(
        self, room_id: RoomId, before: Room | None, after: Room, encoded: EncodedEvents, command: CommandKey
    ) -> Commit:
        is_over = after.status in (ev.Status.FINISHED, ev.Status.CLOSED)
        is_summary_new = before is None or summary_changed(before, after)
        is_shown = hides_end(after, self._now()) if is_over else is_summary_new
        summary = room_summary(room_id, after) if is_shown else None
        due = deadline(after)
        return Commit(
            room=room_id,
            expected=0 if before is None else before.version,
            command=command.id,
            digest=command.digest,
            events=encoded.bodies,
            deadline=due,
            summary=None if summary is None else encode_summary(summary),
            listing=None if summary is None else listing_of(summary),
            activity=b"" if is_over and not is_shown else encode_activity(after, due),
            is_over=is_over,
            expires_after=self._retention.of(after) if is_over else None,
            sequel=NO_ROOM if before is None or before.sequel else after.sequel,
            expected_mark=encoded.expected,
            mark=encoded.marks.newest,
            turn=self._turn_begun(room_id, before, after),
        )
