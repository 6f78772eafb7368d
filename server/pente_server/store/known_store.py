"""Which store a node works with."""

from pente_core.clock.instant import Instant
from pente_server.store.errors import StoreId, StoreReplaced


class KnownStore:
    """The id of the store that a node works with. Mutable.

    While another store answers in its place nothing may be read or written there: it would be mixed up with
    what the node remembers of its own.
    """

    def __init__(self) -> None:
        self.id: StoreId | None = None
        """None: any store will do, as before the first heartbeat."""
        self._other: StoreReplaced | None = None

    def heard(self, id_: StoreId | None, now: Instant = Instant(0), adopted: Instant | None = None) -> None:
        """Note which store has answered. Raises StoreReplaced if it is another."""
        self.id = self.id or id_
        self._other = None if id_ == self.id else StoreReplaced(id_, now, adopted)
        self.check()

    def check(self) -> None:
        """Raises StoreReplaced while another store answers."""
        if self._other is not None:
            raise StoreReplaced(self._other.id, self._other.now, self._other.adopted)

    def adopt(self, id_: StoreId) -> None:
        """Work with the store that has this id from now on."""
        self.id, self._other = id_, None
