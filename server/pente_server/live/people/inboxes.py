"""The inboxes of connected players: new messages are sent to all of their sessions at this node."""

from collections.abc import Callable

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId
from pente_protocol.messages.direct_messages import DirectMessage, MessageReceived
from pente_server.live.people.player_queue import PlayerQueue
from pente_server.store.people.message_store import Mailbox, MessageStore, StoredMessage


class ConnectedInboxes:
    """Up to which message each connected player has been sent theirs. Mutable.

    The store is what counts: that a message is new, here or at another node, only means that an inbox has to
    be read. So none is sent twice, and none is left out, whatever is said how often.
    """

    def __init__(self, store: MessageStore, send: Callable[[PlayerId, MessageReceived], None]) -> None:
        """``send`` sends a message to all sessions of a player at this node."""
        self._store = store
        self._send = send
        self._sent: dict[PlayerId, Instant] = {}
        """The time of the last message that was sent to each connected player, or was there before."""
        self.outdated = PlayerQueue(self._read)
        """The players who may have new messages."""

    async def load(self, player: PlayerId) -> None:
        """Note which messages there are to a player who connects. Raises StoreUnavailable."""
        if player not in self._sent:
            inbox = await self._store.inbox(player)
            self._sent.setdefault(player, _latest(inbox))

    async def count_unread(self, player: PlayerId) -> int:
        """How many messages a player has not read. Raises StoreUnavailable."""
        return len((await self._store.inbox(player)).unread)

    def forget(self, player: PlayerId) -> None:
        """Note that a player is no longer connected."""
        self._sent.pop(player, None)

    def has(self, player: PlayerId) -> bool:
        """Whether it is known what a player has been sent."""
        return player in self._sent

    def changed(self, player: PlayerId) -> None:
        """Have an inbox read that may have a new message; without effect if the player is not connected."""
        if player in self._sent:
            self.outdated.add((player,))

    def recheck(self) -> None:
        """Have the inboxes of all connected players read: something may have been missed."""
        self.outdated.add(self._sent)

    async def _read(self, player: PlayerId) -> None:
        """Read an inbox, and send what is new. Raises StoreUnavailable."""
        inbox = await self._store.inbox(player)
        if player in self._sent:  # else the player has disconnected meanwhile
            self._send_new(player, inbox)

    def _send_new(self, player: PlayerId, inbox: Mailbox) -> None:
        for message in inbox.messages:
            if message.at > self._sent[player]:
                self._sent[player] = message.at
                self._send(player, MessageReceived(shown(message)))


def shown(message: StoredMessage) -> DirectMessage:
    """A stored message as its recipient gets it."""
    return DirectMessage(message.at, message.sender, message.text)


def _latest(inbox: Mailbox) -> Instant:
    return inbox.messages[-1].at if inbox.messages else Instant(0)
