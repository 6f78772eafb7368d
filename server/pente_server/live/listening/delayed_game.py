"""A delayed game: what the viewers of a room know, and what they do not know yet."""

from asyncio import TimerHandle
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from pente_core.clock.instant import Instant
from pente_core.identity import RoomId
from pente_core.room import Room, apply, count_shown, next_shown_at
from pente_core.room import events as ev
from pente_protocol.messages.checkpoint import NO_MARK, Checkpoint, Mark
from pente_server.rooms.loaded.room_log import RoomLogReader, in_newest_format
from pente_server.store.logs.log_marks import LogMarks

_ADVANCING: Final = (ev.RecordPart.TURN, ev.RecordPart.END)
"""What lets viewers know more who are some moves behind: turns, and the end."""


class LoggedEvent(NamedTuple):
    """An event of a log, with its encoding for clients."""

    event: ev.Event
    body: bytes
    mark: Mark
    """The mark of the version that it leads to."""


class DelayedGame:
    """A room as its viewers know it, and what has happened since. Mutable."""

    __slots__ = ("_has_advanced", "_unknown", "checkpoint", "room", "timer")

    def __init__(self, room: Room, mark: Mark, unknown: Sequence[LoggedEvent] = ()) -> None:
        self.room = room
        self.checkpoint = Checkpoint(room.version, mark)
        """What the viewers have of the room."""
        self._unknown = list(unknown)
        self._has_advanced = True
        """Whether something has happened since the last look that may let the viewers know more."""
        self.timer: TimerHandle | None = None
        """When the viewers are sent more, if time alone decides on that."""

    def add(self, events: Sequence[LoggedEvent]) -> None:
        """Note what has happened in the room."""
        if not self._unknown or any(each.event.facts.record in _ADVANCING for each in events):
            self._has_advanced = True
        self._unknown += events

    def take(self, now: Instant) -> Sequence[LoggedEvent]:
        """What the viewers may know by now, in its order. They know it from then on."""
        if not self._may_know_more(now):
            return ()
        self._has_advanced = False
        count = count_shown(self.room, [each.event for each in self._unknown], now)
        taken, self._unknown = self._unknown[:count], self._unknown[count:]
        for each in taken:
            self.room = apply(self.room, each.event)
            self.checkpoint = Checkpoint(self.room.version, each.mark)
        return taken

    def _may_know_more(self, now: Instant) -> bool:
        """False if that is certain without a look at everything: chat while nobody moves costs nothing."""
        due = self.next_at
        return self._has_advanced if due is None else due <= now or self.room.status is not ev.Status.PLAYING

    @property
    def next_at(self) -> Instant | None:
        """When the viewers may know more; None: not before more happens."""
        return next_shown_at(self.room, [each.event for each in self._unknown[:1]])

    @property
    def is_over(self) -> bool:
        """Whether the viewers know everything, and nothing will be kept from them any more."""
        return self.room.status is ev.Status.FINISHED and not self._unknown


class ReadGame(NamedTuple):
    """A delayed game that was read from a log."""

    game: DelayedGame
    marks: LogMarks
    """The marks of the log as far as it was read."""


async def read_delayed(
    room_log: RoomLogReader,
    room_id: RoomId,
    room: Room,
    now: Callable[[], Instant],
    on_read: Callable[[int], None] = lambda _: None,
) -> ReadGame:
    """A room as its viewers may know it by now, from its log.

    ``on_read`` is called with the bytes of the log. Raises UnknownRoom and StoreUnavailable.
    """
    log = await room_log.divided(
        room_id, room.version, lambda first, events: count_shown(first, events, now())
    )
    on_read(log.size)
    game = DelayedGame(log.room, log.marks.newest, _logged(log.marks, log.events, log.bodies, log.all_marks))
    return ReadGame(game, log.all_marks)


async def read_on(
    room_log: RoomLogReader,
    room_id: RoomId,
    room: Room,
    mark: Mark,
    *,
    read: ReadGame,
    now: Callable[[], Instant],
) -> DelayedGame | None:
    """A delayed game that was read a moment ago, with what has happened since; None: in another history.

    ``mark`` is that of the room. Raises UnknownRoom and StoreUnavailable.
    """
    since = read.marks.version
    bodies = (await room_log.read(room_id, since))[: room.version - since] if since < room.version else ()
    marks = room_log.marks(read.marks, bodies)
    if marks.newest != mark:
        return None
    events = room_log.events(room_id, bodies, room.created.format)
    read.game.add(_logged(read.marks, events, in_newest_format(room, events, bodies), marks))
    read.game.take(now())
    return read.game


def _logged(
    before: LogMarks, events: Sequence[ev.Event], bodies: Sequence[bytes], marks: LogMarks
) -> list[LoggedEvent]:
    """The events after a part of a log; ``marks`` are those after them."""
    return [
        LoggedEvent(event, body, marks.at(version) or NO_MARK)
        for version, (event, body) in enumerate(zip(events, bodies, strict=True), before.version + 1)
    ]
