"""The storage interface for direct messages."""

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Final, Protocol

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity, PlayerId

MOST_MESSAGES: Final = 20
"""How many messages to a player are kept, and so how many can be unread."""
MOST_FROM_ONE: Final = 5
"""How many messages of one sender can be unread, so that a stranger keeps nobody else from writing."""
MESSAGES_KEPT: Final = Millis(30 * 24 * 60 * 60 * 1000)
"""How long a message is kept."""
FRIENDS_ONLY: Final = "friends"
"""The policy of a player who takes messages only from friends; the other one is empty."""


class InboxFull(Enum):
    """Why a message was not kept."""

    FROM_ALL = "all"
    """`MOST_MESSAGES` are unread."""
    FROM_ONE = "one"
    """`MOST_FROM_ONE` of the sender are unread."""


@dataclass(frozen=True, slots=True)
class StoredMessage:
    """A message to a player."""

    at: Instant
    """When it was stored. Of two messages to a player, the later one has a later time."""
    sender: Identity
    """With the name of that time, and no rating."""
    text: str


@dataclass(frozen=True, slots=True)
class Mailbox:
    """The messages to a player."""

    messages: tuple[StoredMessage, ...] = ()
    """Those that are kept, the oldest first."""
    read: Instant = Instant(0)
    """The time up to which the player has read them."""

    @property
    def unread(self) -> Sequence[StoredMessage]:
        """Those that the player has not read."""
        return [message for message in self.messages if message.at > self.read]


class MessageStore(Protocol):
    """The messages to each player, deleted with the account.

    Every method may raise StoreUnavailable; it is then safe to call it again.
    """

    async def send(self, player: PlayerId, command: str, sender: Identity, text: str) -> Instant | InboxFull:
        """Keep a message to a player, and return its time, or why too many are unread for that.

        Of those that were read, the oldest is dropped for it if need be. With the same ``command``, which is
        unique among all senders, a message is kept once. To a deleted account nothing is kept.
        """
        ...

    async def inbox(self, player: PlayerId) -> Mailbox:
        """The messages to a player."""
        ...

    async def read(self, player: PlayerId, until: Instant) -> None:
        """Note that a player has read their messages up to a time; never less than before."""
        ...

    async def policy(self, player: PlayerId) -> str:
        """From whom a player takes messages: `FRIENDS_ONLY`, or empty for everybody."""
        ...

    async def set_policy(self, player: PlayerId, policy: str) -> None:
        """Change from whom a player, who has an account, takes messages; kept as long as the account."""
        ...
