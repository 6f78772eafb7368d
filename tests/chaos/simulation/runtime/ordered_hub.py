"""A hub that goes through rooms in the order in which they came, not in that of the hashes of texts."""

from collections.abc import Iterator

from pente_core.identity import RoomId
from pente_server.live.hub import Hub
from pente_server.live.listening.listeners import Listener


class OrderedSet(set[RoomId]):
    """A set that remembers the order. Mutable."""

    def __init__(self) -> None:
        super().__init__()
        self._order: dict[RoomId, None] = {}

    def add(self, room: RoomId) -> None:
        super().add(room)
        self._order[room] = None

    def discard(self, room: object) -> None:
        super().discard(room)
        self._order = {one: None for one in self._order if one != room}

    def __iter__(self) -> Iterator[RoomId]:
        return iter(tuple(self._order))


class OrderedHub(Hub):
    """Mutable."""

    def enter(self, session: Listener) -> None:
        super().enter(session)
        self._rooms[session] = OrderedSet()
