"""Reading the logs of rooms from the store.

Most take a millisecond or less. A long log of a game with many takebacks may take a fifth of a second, and
clients may request it repeatedly: long logs are replayed one at a time, with pauses, so that games don't
stall.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import reduce
from typing import Final, NamedTuple

from pente_core.identity import RoomId
from pente_core.room import Room, apply, replay
from pente_core.room import events as ev
from pente_protocol.codec import encode_event
from pente_protocol.errors import ErrorCode, ProtocolError
from pente_protocol.logs import format_versions
from pente_protocol.messages.checkpoint import Checkpoint, Mark
from pente_server.limits.errors import RequestDenied
from pente_server.store import DamagedKey, Duplicate, Store
from pente_server.store.logs.log_marks import NO_MARKS, LogEnd, LogMarks, MarkKey, marks_from

AT_ONCE: Final = 128
"""Events that are replayed without a pause."""
PAUSE_EVERY: Final = 16
"""Events between two pauses in a long log."""
MOST_MISSED: Final = 500
MOST_MISSED_BYTES: Final = 64 * 1024
"""Events, and their bytes, that are sent to a client that missed them; with more it gets a snapshot instead.
"""

IMPLAUSIBLE: Final = (ValueError, LookupError, TypeError, AttributeError, AssertionError)
"""What the replay of events raises that never followed each other: `apply` trusts them."""

_log = logging.getLogger(__name__)


class UnknownRoom(Exception):
    """No room has that id."""

    code = ErrorCode.UNKNOWN_ROOM
    text = "There is no such room. Check its id."
    """For a player who asks for the room."""
    parting = "This room is gone: the server does not have it any more."
    """For a player who was in the room."""


class DamagedRoom(UnknownRoom):
    """The data of a room is damaged, or this version of the server can't read it."""

    code = ErrorCode.DAMAGED_ROOM
    text = "The data of this room is damaged. The host of the server can repair it."
    parting = text


class CommandKey(NamedTuple):
    """The id of a command in the store, and a digest of the command."""

    id: str
    digest: int = 0
    """32 bits; 0 for a command of the server itself, which is never another one."""

    def version(self, done: Duplicate) -> int:
        """The version that the command led to when it was carried out.

        Raises RequestDenied if another command was carried out under the same id. One without a digest, of an
        import, is taken for the same.
        """
        if self.digest and done.digest and self.digest != done.digest:
            text = "This command_id was used for another command. Choose a new one for each command."
            raise RequestDenied(ErrorCode.COMMAND_ID_REUSED, text)
        return done.version


class DividedLog(NamedTuple):
    """A log up to some version, divided in two."""

    size: int
    """The bytes of both."""
    room: Room
    """The room after the first part."""
    marks: LogMarks
    """The marks of the first part."""
    events: Sequence[ev.Event]
    """The second part, with its encoded events for clients, and the marks of the whole."""
    bodies: Sequence[bytes]
    all_marks: LogMarks


class RoomLogReader:
    """Reads logs and rooms. Its methods raise UnknownRoom and StoreUnavailable.

    Mutable: it has a lock, and remembers which damaged rooms the log has named.
    """

    def __init__(self, store: Store, mark_key: Callable[[], MarkKey]) -> None:
        self._store = store
        self._mark_key = mark_key
        self._one_at_a_time = asyncio.Lock()
        self._named: set[RoomId] = set()

    async def read(self, room_id: RoomId, since: int) -> Sequence[bytes]:
        """The encoded events after a version; empty for a room that does not exist."""
        with self.isolating(room_id):
            return await self._store.read(room_id, since)

    async def read_end(self, room_id: RoomId, since: int) -> LogEnd:
        """The encoded events after a version, with the mark that the store has of the last one."""
        with self.isolating(room_id):
            return await self._store.read_end(room_id, since)

    async def put_mark(self, room_id: RoomId, checkpoint: Checkpoint, last: bytes) -> None:
        """Store the mark of a log, see `Store.put_mark`."""
        with self.isolating(room_id):
            await self._store.put_mark(room_id, checkpoint, last)

    def marks(self, before: LogMarks, bodies: Sequence[bytes]) -> LogMarks:
        """The marks of a log after some more encoded events."""
        return before.with_events(bodies, self._mark_key())

    async def done(self, room_id: RoomId, command: CommandKey) -> int | None:
        """The version that a command led to; None if it is not known (any more).

        Raises RequestDenied if the id belongs to another command.
        """
        with self.isolating(room_id):
            done = await self._store.done(room_id, command.id)
        return None if done is None else command.version(done)

    @contextmanager
    def isolating(self, room_id: RoomId, *errors: type[Exception]) -> Iterator[None]:
        """Turn DamagedKey, ProtocolError and ``errors`` in the block into DamagedRoom; log each room once."""
        damage: tuple[type[Exception], ...] = (DamagedKey, ProtocolError, *errors)
        try:
            yield
        except damage as error:
            if room_id not in self._named:
                self._named.add(room_id)
                _log.error("room %s can't be read: %s; `pente admin check` says what to do", room_id, error)
            raise DamagedRoom(room_id) from None

    async def room(self, room_id: RoomId) -> Room:
        """The room as it is in the store."""
        _, _, room = await self.whole(room_id)
        return room

    async def room_with_marks(self, room_id: RoomId) -> tuple[Room, LogMarks]:
        """The room as it is in the store, with its marks."""
        bodies, _, room = await self.whole(room_id)
        return room, self.marks(NO_MARKS, bodies)

    async def whole(self, room_id: RoomId) -> tuple[Sequence[bytes], Sequence[ev.Event], Room]:
        """The whole log, as stored and decoded, and the room after its last event."""
        bodies = await self.read(room_id, 0)
        if not bodies:
            raise UnknownRoom(room_id)
        with self.isolating(room_id, *IMPLAUSIBLE):
            return bodies, *await self._replayed(bodies)

    async def divided(
        self, room_id: RoomId, version: int, count: Callable[[Room, Sequence[ev.Event]], int]
    ) -> DividedLog:
        """The log up to a version, divided at a place.

        ``count`` gets the room after its first event with those that follow, and returns how many of these
        are in the first part.
        """
        bodies = (await self.read(room_id, 0))[:version]
        if not bodies:
            raise UnknownRoom(room_id)
        with self.isolating(room_id, *IMPLAUSIBLE):
            events = await self._decoded(bodies)
            place = 1 + count(replay(events[:1]), events[1:])
            _, room = await self._replayed(bodies[:place])
        marks = self.marks(NO_MARKS, bodies[:place])
        rest = in_newest_format(room, events[place:], bodies[place:])
        size = sum(map(len, bodies))
        return DividedLog(size, room, marks, events[place:], rest, self.marks(marks, bodies[place:]))

    async def _decoded(self, bodies: Sequence[bytes]) -> list[ev.Event]:
        format_, events = format_versions.format_of_log(bodies), list[ev.Event]()
        for start in range(0, len(bodies), AT_ONCE):
            if start:
                await asyncio.sleep(0)
            events += format_versions.read_events(bodies[start : start + AT_ONCE], format_)
        return events

    async def _replayed(self, bodies: Sequence[bytes]) -> tuple[list[ev.Event], Room]:
        format_ = format_versions.format_of_log(bodies)
        events = list(format_versions.read_events(bodies[:AT_ONCE], format_))
        room = replay(events)
        if len(bodies) <= AT_ONCE:
            return events, room
        async with self._one_at_a_time:
            for start in range(AT_ONCE, len(bodies), PAUSE_EVERY):
                await asyncio.sleep(0)
                more = format_versions.read_events(bodies[start : start + PAUSE_EVERY], format_)
                events += more
                room = reduce(apply, more, room)
        return events, room

    async def missed(
        self, room_id: RoomId, room: Room, mark: Mark, after: Checkpoint
    ) -> Sequence[ev.Event] | None:
        """The events after a checkpoint up to a room with this mark; None: too many, or another history."""
        since, version = after.version, room.version
        if not since <= version <= since + MOST_MISSED:
            return None
        bodies = (await self.read(room_id, since))[: version - since] if since < version else ()
        if len(bodies) < version - since or sum(map(len, bodies)) > MOST_MISSED_BYTES:
            return None
        # The marks of two histories differ in all versions after the first difference.
        if self.marks(marks_from(after), bodies).newest != mark:
            return None
        return self.events(room_id, bodies, room.created.format)

    def events(self, room_id: RoomId, bodies: Sequence[bytes], format_: int) -> tuple[ev.Event, ...]:
        """Decode events of a log. Raises UnknownRoom if they are damaged, or of another server version."""
        with self.isolating(room_id):
            return format_versions.read_events(bodies, format_)


def in_newest_format(room: Room, events: Sequence[ev.Event], bodies: Sequence[bytes]) -> Sequence[bytes]:
    """The encoded events for clients, which get them in the newest format, whatever the format of the log."""
    return bodies if room.created.format == ev.LOG_FORMAT else tuple(map(encode_event, events))
