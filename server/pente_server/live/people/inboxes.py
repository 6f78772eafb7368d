"""The inboxes of connected players: new messages are sent to all of their sessions at this node."""

import asyncio
from collections.abc import Callable
from typing import Final

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId
from pente_protocol.messages import DirectMessage, MessageReceived
from pente_server.store import StoreUnavailable
from pente_server.store.people.message_store import Mailbox, MessageStore, StoredMessage

RETRY_AFTER: Final = 0.5
"""Seconds until an inbox is read again when the store was not reachable."""


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
        self._outdated: dict[PlayerId, None] = {}
        self._is_outdated = asyncio.Event()

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

    def changed(self, player: PlayerId) -> None:
        """Have an inbox read that may have a new message; without effect if the player is not connected."""
        if player in self._sent:
            self._outdated[player] = None
            self._is_outdated.set()

    def recheck(self) -> None:
        """Have the inboxes of all connected players read: something may have been missed."""
        for player in self._sent:
            self.changed(player)

    async def run(self) -> None:
        """Send new messages until cancelled."""
        while True:
            await self._is_outdated.wait()
            self._is_outdated.clear()
            try:
                await self.refresh()
            except StoreUnavailable:  # the heartbeat logs it
                await asyncio.sleep(RETRY_AFTER)
                self._is_outdated.set()

    async def refresh(self) -> None:
        """Read the inboxes that have changed, and send what is new. Raises StoreUnavailable."""
        while self._outdated:
            player, _ = self._outdated.popitem()  # first, as it may change again while it is read
            try:
                inbox = await self._store.inbox(player)
            except StoreUnavailable:
                self._outdated[player] = None
                raise
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
