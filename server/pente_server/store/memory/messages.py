"""Direct messages in memory."""

from collections.abc import Callable

from pente_core.clock.instant import Instant, elapsed
from pente_core.identity import Identity, PlayerId
from pente_server.store.memory.accounts import MemoryAccountData
from pente_server.store.people.message_store import (
    MESSAGES_KEPT,
    MOST_FROM_ONE,
    MOST_MESSAGES,
    InboxFull,
    Mailbox,
    StoredMessage,
)


class MemoryMessages:
    """A `MessageStore` in memory."""

    def __init__(self, register: MemoryAccountData, now: Callable[[], Instant]) -> None:
        """``now`` is the common clock of all stores."""
        self._register = register
        self._now = now

    async def send(self, player: PlayerId, command: str, sender: Identity, text: str) -> Instant | InboxFull:
        now, sent = self._now(), self._register.sent[player]
        if command in sent:
            return sent[command].at
        if player in self._register.deleted:
            return now
        inbox = await self.inbox(player)
        if len(inbox.unread) >= MOST_MESSAGES:
            return InboxFull.FROM_ALL
        if sum(message.sender.id == sender.id for message in inbox.unread) >= MOST_FROM_ONE:
            return InboxFull.FROM_ONE
        latest = max((message.at for message in inbox.messages), default=Instant(0))
        message = StoredMessage(Instant(max(now, latest + 1, inbox.read + 1)), sender, text)
        kept = {*inbox.messages[-(MOST_MESSAGES - 1) :]}
        self._register.sent[player] = {key: each for key, each in sent.items() if each in kept}
        self._register.sent[player][command] = message
        return message.at

    async def inbox(self, player: PlayerId) -> Mailbox:
        sent = self._register.sent.get(player, {}).values()
        kept = [message for message in sent if elapsed(message.at, self._now()) < MESSAGES_KEPT]
        messages = sorted(kept, key=lambda message: message.at)
        return Mailbox(tuple(messages), self._register.read.get(player, Instant(0)))

    async def read(self, player: PlayerId, until: Instant) -> None:
        messages = (await self.inbox(player)).messages
        if messages:
            before = self._register.read.get(player, Instant(0))
            self._register.read[player] = max(before, min(until, messages[-1].at))

    async def policy(self, player: PlayerId) -> str:
        return self._register.message_policies.get(player, "")

    async def set_policy(self, player: PlayerId, policy: str) -> None:
        self._register.message_policies[player] = policy
