"""Requests about direct messages: writing and reading them, and from whom a player takes them."""

from typing import Final, assert_never

from pente_core.clock.instant import Millis
from pente_core.identity import Identity, PlayerKind
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import (
    MessageList,
    MessagePolicy,
    Messages,
    MessageSent,
    Ok,
    ReadMessages,
    SendMessage,
    SetMessagePolicy,
)
from pente_protocol.untrusted_text import clean
from pente_server.limits.errors import RequestDenied
from pente_server.live.people.inboxes import shown
from pente_server.live.presence.presence_page import FieldKind
from pente_server.requests.people.blocking import check_not_blocked
from pente_server.requests.people.players import find_player, own_account
from pente_server.requests.requester.requester import Requester
from pente_server.store import Account, StoreUnavailable
from pente_server.store.people.message_store import FRIENDS_ONLY, MOST_FROM_ONE, MOST_MESSAGES, InboxFull

_POLICIES: Final = {MessagePolicy.EVERYBODY: "", MessagePolicy.FRIENDS: FRIENDS_ONLY}
_BLOCKED: Final = "Write to another player."


async def send(requester: Requester, request: SendMessage) -> MessageSent:
    """Keep a message to a player, and let their sessions get it. Raises RequestDenied, StoreUnavailable."""
    me = requester.player
    if me.is_guest:
        text = "Guests can't write to players. Choose a name: pente account create NAME"
        raise RequestDenied(ErrorCode.ACCOUNT_NEEDED, text)
    text = clean(request.text)
    if not text:
        raise RequestDenied(ErrorCode.BAD_MESSAGE, "The message is empty. Write a few words.")
    await own_account(requester)
    to = await find_player(requester, request.to)
    await _check_recipient(requester, to)
    _count(requester)
    sender = Identity(me.id, me.name, me.kind)
    try:
        at = await requester.ports.people.messages.send(to.id, f"{me.id}:{request.command_id}", sender, text)
    except StoreUnavailable:
        _notify(requester, to)  # it may be stored
        raise
    if isinstance(at, InboxFull):
        raise RequestDenied(ErrorCode.TOO_MANY, _full_text(at, to.name))
    _notify(requester, to)
    return MessageSent(request.id, Identity(to.id, to.name, to.kind), at)


def _notify(requester: Requester, to: Account) -> None:
    """Let the player's sessions, here and at other nodes, have what is new in the inbox."""
    ports = requester.ports
    ports.people.connected.inboxes.changed(to.id)
    ports.players.presence.notify(FieldKind.MESSAGES, to.id, ports.players.now())


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


async def list_messages(requester: Requester, request: Messages) -> MessageList:
    """The messages to the requester. Raises StoreUnavailable."""
    store, me = requester.ports.people.messages, requester.player.id
    inbox = await store.inbox(me)
    return MessageList(request.id, tuple(map(shown, inbox.messages)), inbox.read, await policy_of(requester))


async def read(requester: Requester, request: ReadMessages) -> Ok:
    """Note that the requester has read their messages. Raises StoreUnavailable."""
    await requester.ports.people.messages.read(requester.player.id, request.until)
    return Ok(request.id)


async def set_policy(requester: Requester, request: SetMessagePolicy) -> Ok:
    """Change from whom the requester takes messages. Raises RequestDenied and StoreUnavailable."""
    account = await own_account(requester)
    await requester.ports.people.messages.set_policy(account.id, _POLICIES[request.policy])
    return Ok(request.id)


async def policy_of(requester: Requester) -> MessagePolicy:
    """From whom the requester takes messages. Raises StoreUnavailable."""
    policy = await requester.ports.people.messages.policy(requester.player.id)
    return MessagePolicy.FRIENDS if policy == FRIENDS_ONLY else MessagePolicy.EVERYBODY


async def _check_recipient(requester: Requester, to: Account) -> None:
    """Check that a player takes messages from the requester. Raises RequestDenied and StoreUnavailable.

    Who is blocked learns no more than who is no friend of a player who takes messages only from friends.
    """
    me, people = requester.player, requester.ports.people
    if to.id == me.id:
        raise RequestDenied(ErrorCode.BAD_NAME, "You can't write to yourself. Give another name.")
    if to.kind is not PlayerKind.PERSON:
        raise RequestDenied(ErrorCode.NOT_AVAILABLE, f"The player {to.name} is a bot, and reads no messages.")
    await check_not_blocked(requester, to.id, to.name, _BLOCKED)
    if await people.messages.policy(to.id) == FRIENDS_ONLY and me.id not in await people.friends.of(to.id):
        raise RequestDenied(ErrorCode.NOT_AVAILABLE, f"The player {to.name} is not available. {_BLOCKED}")


def _count(requester: Requester) -> None:
    """Count a message of the requester. Raises RequestDenied when they write too fast."""
    if wait := requester.ports.people.writing.of(requester.player.id).try_take():
        text = "You write messages too fast. Wait a moment."
        raise RequestDenied(ErrorCode.RATE_LIMITED, text, Millis(round(wait * 1000)))
