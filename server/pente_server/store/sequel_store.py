"""The storage interface for sequels: the rooms that finished rooms name, and that may not be open yet.

`Store.commit` queues the room that an event names as the next. A node opens it, and takes it from the queue.
As the queue is written with the event, a sequel is opened even if every node dies in between.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from pente_core.identity import RoomId


@dataclass(frozen=True, slots=True)
class NamedSequel:
    """A room that another names as its sequel."""

    room: RoomId
    """The finished room."""
    sequel: RoomId


class SequelStore(Protocol):
    """The sequels that may not be open yet.

    The queries may raise StoreUnavailable; it is then safe to call them again.
    """

    def draw(self, room: RoomId) -> RoomId:
        """A new id for the sequel of a room, which nobody can guess.

        The store may choose it so that `predecessor` finds the room quickly.
        """
        ...

    async def predecessor(self, sequel: RoomId) -> RoomId | None:
        """The room that names a sequel with this drawn id that is still queued; None: there is none.

        Costs no more than reading one room, as anybody may ask for any id.
        """
        ...

    async def unopened(self) -> Sequence[NamedSequel]:
        """The queued sequels; not necessarily all of them in one call."""
        ...

    async def opened(self, named: NamedSequel) -> None:
        """Take a sequel from the queue. No effect if it is not there."""
        ...
