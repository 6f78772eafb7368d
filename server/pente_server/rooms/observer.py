"""What has happened in a room, and those who react to it.

A new reaction is a new observer, in a file of its own, and one line in the list in `pente_server.node`.
"""

from abc import abstractmethod
from collections.abc import Callable, Sequence
from typing import NamedTuple, Protocol

from pente_core.identity import RoomId
from pente_core.room import Event, Room


class Advance(NamedTuple):
    """A room has moved on, here or at another node, and the store has it: record, then tell.

    A NamedTuple, as one is made for every move, and a frozen dataclass takes five times as long.
    """

    room_id: RoomId
    before: Room | None
    """None: the room is new here."""
    after: Room
    events: Sequence[Event]
    """What led from ``before`` to ``after``; of a room that is only new here, nothing."""
    bodies: Sequence[bytes]
    """The events as clients get them."""


class RoomObserver(Protocol):
    """Reacts to what happens in rooms. Nothing in here waits, or raises."""

    @abstractmethod
    def advanced(self, advance: Advance) -> None:
        """A room has moved on."""
        ...

    def rolled_back(self, room_id: RoomId, room: Room) -> None:  # noqa: ARG002 -- what most have to do
        """The store has lost the end of a room's log: ``room`` is all that is left."""
        return


class Observers(RoomObserver):
    """Mutable: observers, who hear of everything one after the other, in the order in which they came."""

    def __init__(self, *observers: RoomObserver) -> None:
        self._all: list[RoomObserver] = []
        self._advanced: list[Callable[[Advance], None]] = []
        self.add(*observers)

    def add(self, *observers: RoomObserver) -> None:
        self._all += observers
        self._advanced += [observer.advanced for observer in observers]

    def advanced(self, advance: Advance) -> None:
        for tell in self._advanced:
            tell(advance)

    def rolled_back(self, room_id: RoomId, room: Room) -> None:
        for observer in self._all:
            observer.rolled_back(room_id, room)
