"""Observers of rooms: notified of every committed change.

A new reaction to events is a new observer in a file of its own, and one line in the list in
`pente_server.node`.
"""

import logging
from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple, Protocol

from pente_core.identity import RoomId
from pente_core.room import Room
from pente_core.room import events as ev
from pente_protocol.messages.checkpoint import Checkpoint
from pente_server.rooms.loaded.room_log import UnknownRoom
from pente_server.store.logs.log_marks import LogMarks

_log = logging.getLogger(__name__)


class Advance(NamedTuple):
    """A change of a room that is committed, by this node or another.

    A NamedTuple, as one is created for every move, and a frozen dataclass takes five times as long.
    """

    room_id: RoomId
    before: Room | None
    """None: the room is new to this node."""
    after: Room
    events: Sequence[ev.Event]
    """The events from ``before`` to ``after``; empty for an older room that is only new to this node."""
    bodies: Sequence[bytes]
    """The events as encoded for clients."""
    marks: LogMarks
    """The marks of the room's log, at least those of the events."""


class RoomObserver(Protocol):
    """Reacts to changes of rooms. Its methods must neither wait nor raise."""

    @abstractmethod
    def advanced(self, advance: Advance) -> None:
        """Handle a committed change of a room."""
        ...

    def rolled_back(self, room_id: RoomId, room: Room, checkpoint: Checkpoint) -> None:  # noqa: ARG002 -- most ignore it
        """Handle another history of a room: ``room`` is what the store has instead, at this checkpoint."""
        return

    def lost(self, room_id: RoomId, why: UnknownRoom) -> None:  # noqa: ARG002 -- most ignore it
        """Handle the loss of a whole room that was in memory: it is not in the store any more, or damaged."""
        return


class Observers(RoomObserver):
    """A list of observers, notified in the order in which they were added. Mutable.

    A bug in one of them is logged, and concerns neither the others nor the room: what they are notified of
    has happened.
    """

    def __init__(self, *observers: RoomObserver) -> None:
        self._all: list[RoomObserver] = []
        self._advanced: list[Callable[[Advance], None]] = []
        self.add(*observers)

    def add(self, *observers: RoomObserver) -> None:
        self._all += observers
        self._advanced += [observer.advanced for observer in observers]

    def advanced(self, advance: Advance) -> None:
        for notify in self._advanced:
            try:
                notify(advance)
            except Exception:  # noqa: BLE001 -- see above
                _log.exception("an observer of room %s failed", advance.room_id)

    def rolled_back(self, room_id: RoomId, room: Room, checkpoint: Checkpoint) -> None:
        for observer in self._all:
            with _logging_bugs(room_id):
                observer.rolled_back(room_id, room, checkpoint)

    def lost(self, room_id: RoomId, why: UnknownRoom) -> None:
        for observer in self._all:
            with _logging_bugs(room_id):
                observer.lost(room_id, why)


@contextmanager
def _logging_bugs(room_id: RoomId) -> Iterator[None]:
    try:
        yield
    except Exception:  # noqa: BLE001 -- see `Observers`
        _log.exception("an observer of room %s failed", room_id)
