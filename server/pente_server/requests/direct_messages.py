"""Requests about direct messages: writing and reading them, and from whom a player takes them."""

from collections.abc import Callable
from typing import Final, assert_never

from pente_core.clock.instant import Instant, Millis
from pente_core.identity import Identity, PlayerKind
from pente_protocol.choices.message_policy import MessagePolicy
from pente_protocol.errors import ErrorCode
from pente_protocol.messages.base import Ok
from pente_protocol.messages.direct_messages import (
    MessageList,
    Messages,
    MessageSent,
    ReadMessages,
    SendMessage,
    SetMessagePolicy,
)
from pente_protocol.untrusted_text import clean
from pente_server.limits.errors import RequestDenied
from pente_server.limits.limits import Allowance
from pente_server.limits.token_bucket import TokenBuckets
from pente_server.live.people.inboxes import ConnectedInboxes, shown
from pente_server.live.presence.presence import Presence
from pente_server.live.presence.presence_page import FieldKind
from pente_server.requests.accounts import RequestedAccounts
from pente_server.requests.blocking import BlockChecks
from pente_server.requests.costs import QUESTION
from pente_server.requests.dispatch import answers
from pente_server.requests.requester import Requester
from pente_server.store import Account, StoreUnavailable
from pente_server.store.people.friend_store import FriendStore
from pente_server.store.people.message_store import (
    FRIENDS_ONLY,
    MOST_FROM_ONE,
    MOST_MESSAGES,
    InboxFull,
    MessageStore,
)

_POLICIES: Final = {MessagePolicy.EVERYBODY: "", MessagePolicy.FRIENDS: FRIENDS_ONLY}
_BLOCKED: Final = "Write to another player."


class DirectMessageRequests:
    """Writing and reading direct messages. Mutable: it counts what each player writes."""

    def __init__(
        self,
        *,
        messages: MessageStore,
        friends: FriendStore,
        inboxes: ConnectedInboxes,
        presence: Presence,
        accounts: RequestedAccounts,
        blocking: BlockChecks,
        allowance: Allowance,
        clock: Callable[[], float],
        now: Callable[[], Instant],
    ) -> None:
        self._messages = messages
        self._friends = friends
        self._inboxes = inboxes
        self._presence = presence
        self._accounts = accounts
        self._blocking = blocking
        self._writing = TokenBuckets(*allowance.direct_messages, clock)
        self._now = now

    @answers(SendMessage, cost=QUESTION)
    async def send(self, requester: Requester, request: SendMessage) -> MessageSent:
        """Keep a message to a player, and let their sessions get it.

        Raises RequestDenied, StoreUnavailable.
        """
        me = requester.player
        if me.is_guest:
            text = "Guests can't write to players. Choose a name first."
            raise RequestDenied(ErrorCode.ACCOUNT_NEEDED, text)
        text = clean(request.text)
        if not text:
            raise RequestDenied(ErrorCode.BAD_MESSAGE, "The message is empty. Write a few words.")
        await self._accounts.own(requester)
        to = await self._accounts.find_player(request.to)
        await self._check_recipient(requester, to)
        self._count(requester)
        sender = Identity(me.id, me.name, me.kind)
        try:
            at = await self._messages.send(to.id, f"{me.id}:{request.command_id}", sender, text)
        except StoreUnavailable:
            self._notify(to)  # it may be stored
            raise
        if isinstance(at, InboxFull):
            raise RequestDenied(ErrorCode.TOO_MANY, _full_text(at, to.name))
        self._notify(to)
        return MessageSent(request.id, Identity(to.id, to.name, to.kind), at)

    @answers(Messages, cost=QUESTION)
    async def list_messages(self, requester: Requester, request: Messages) -> MessageList:
        """The messages to the requester. Raises StoreUnavailable."""
        store, me = self._messages, requester.player.id
        inbox = await store.inbox(me)
        return MessageList(
            request.id, tuple(map(shown, inbox.messages)), inbox.read, await self.policy_of(requester)
        )

    @answers(ReadMessages, cost=QUESTION)
    async def read(self, requester: Requester, request: ReadMessages) -> Ok:
        """Note that the requester has read their messages. Raises StoreUnavailable."""
        await self._messages.read(requester.player.id, request.until)
        return Ok(request.id)

    @answers(SetMessagePolicy, cost=QUESTION)
    async def set_policy(self, requester: Requester, request: SetMessagePolicy) -> Ok:
        """Change from whom the requester takes messages. Raises RequestDenied and StoreUnavailable."""
        account = await self._accounts.own(requester)
        await self._messages.set_policy(account.id, _POLICIES[request.policy])
        return Ok(request.id)

    async def policy_of(self, requester: Requester) -> MessagePolicy:
        """From whom the requester takes messages. Raises StoreUnavailable."""
        policy = await self._messages.policy(requester.player.id)
        return MessagePolicy.FRIENDS if policy == FRIENDS_ONLY else MessagePolicy.EVERYBODY

    def _notify(self, to: Account) -> None:
        """Let the player's sessions, here and at other nodes, have what is new in the inbox."""
        self._inboxes.changed(to.id)
        self._presence.notify(FieldKind.MESSAGES, to.id, self._now())

    async def _check_recipient(self, requester: Requester, to: Account) -> None:
        """Check that a player takes messages from the requester. Raises RequestDenied and StoreUnavailable.

        Who is blocked learns no more than who is no friend of a player who takes messages only from friends.
        """
        me = requester.player
        if to.id == me.id:
            raise RequestDenied(ErrorCode.BAD_NAME, "You can't write to yourself. Give another name.")
        if to.kind is not PlayerKind.PERSON:
            raise RequestDenied(
                ErrorCode.NOT_AVAILABLE, f"The player {to.name} is a bot, and reads no messages."
            )
        await self._blocking.check_not_blocked(requester, to.id, to.name, _BLOCKED)
        if await self._messages.policy(to.id) == FRIENDS_ONLY and me.id not in await self._friends.of(to.id):
            raise RequestDenied(ErrorCode.NOT_AVAILABLE, f"The player {to.name} is not available. {_BLOCKED}")

    def _count(self, requester: Requester) -> None:
        """Count a message of the requester. Raises RequestDenied when they write too fast."""
        if wait := self._writing.of(requester.player.id).try_take():
            text = "You write messages too fast. Wait a moment."
            raise RequestDenied(ErrorCode.RATE_LIMITED, text, Millis(round(wait * 1000)))


def _full_text(why: InboxFull, name: str) -> str:
    match why:
        case InboxFull.FROM_ALL:
            full = f"{MOST_MESSAGES} messages that they have not read"
            return f"The player {name} has {full}. Write when they are back."
        case InboxFull.FROM_ONE:
            full = f"{MOST_FROM_ONE} messages of yours"
            return f"The player {name} has not read {full}. Write when they are back."
        case _ as unreachable:
            assert_never(unreachable)
