"""The storage interfaces for notifications: what waits to be sent to the host, and turns to notify of."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import PlayerId, RoomId
from pente_server.store.house_store import LeaseHolder

MOST_WAITING: Final = 1000
"""Notifications that wait at most; the oldest ones give way."""
SENDER_KEPT: Final = Millis(15_000)
"""How long a node remains the sender without saying so again: longer than one try to send."""


class WebhookStore(Protocol):
    """A queue of encoded notifications, of which one node at a time sends the first.

    Every method may raise StoreUnavailable; it is then safe to call it again, and a notification may then be
    in the queue twice.
    """

    async def push(self, notification: bytes) -> None:
        """Add a notification at the end."""
        ...

    async def first(self) -> bytes | None:
        """The notification that has waited longest."""
        ...

    async def remove(self, notification: bytes) -> None:
        """Remove a notification, if it is there."""
        ...

    async def hold(self, node: LeaseHolder) -> bool:
        """Whether this node is the sender, for `SENDER_KEPT` from now on."""
        ...

    async def release(self, node: LeaseHolder) -> None:
        """Let another node be the sender at once, if this one is."""
        ...

    async def is_first(self, player: PlayerId, within: Millis) -> bool:
        """Whether nobody has asked this about the player for so long; from then on somebody has."""
        ...


@dataclass(frozen=True, slots=True)
class AwaitedTurn:
    """A turn that has begun, of a player who may want to be notified of it."""

    room: RoomId
    player: PlayerId
    number: str
    """Which turn of the room it is: a word without spaces."""
    at: Instant
    """When it began."""

    @property
    def value(self) -> bytes:
        """All but the room, as stores keep it; the inverse of `awaited_turn`."""
        return f"{self.player} {self.number} {self.at}".encode()


def awaited_turn(room: RoomId, value: bytes) -> AwaitedTurn | None:
    """The turn of a room that a store has kept; None for a value that is none."""
    try:
        player, number, at = value.decode().split(" ")
        return AwaitedTurn(room, PlayerId(player), number, Instant(int(at)))
    except ValueError:  # UnicodeDecodeError is one
        return None


class TurnStore(Protocol):
    """Turns that players may have to be notified of, and which players want to be.

    `Store.commit` keeps the last turn of a room (`Commit.turn`) until it is `settled`: so none is missed,
    even if every node dies in between. The methods may raise StoreUnavailable; it is then safe to call them
    again.
    """

    async def choose(self, player: PlayerId, *, notify: bool) -> bool:
        """Change whether a player wants to be notified, `Account.notify`; False if there is no account."""
        ...

    async def begun(self) -> Sequence[AwaitedTurn]:
        """The turns that are kept, at most one for each room."""
        ...

    async def settled(self, turn: AwaitedTurn) -> None:
        """Keep a turn no longer, unless the room has another one by now."""
        ...
