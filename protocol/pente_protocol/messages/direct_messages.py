"""Direct messages: from one player to another, kept for a while until they are read."""

from pente_core.clock.instant import Instant
from pente_core.identity import Identity
from pente_core.value import Tagged, Value
from pente_protocol.choices.message_policy import MessagePolicy
from pente_protocol.messages.base import CommandId, Ok, PlayerRef, Request, RequestId


class DirectMessage(Value):
    """A message to a player."""

    at: Instant
    """When it was stored. No two messages to a player have the same time, so this identifies it."""
    by: Identity
    """The sender, with the name of that time."""
    text: str


class MessageSent(Tagged, tag="message_sent"):
    """The reply to `SendMessage`."""

    id: RequestId
    to: Identity
    at: Instant
    """When the message was stored."""


class SendMessage(Request, tag="message"):
    """Write to a player, connected or not. The reply is `MessageSent`: the message is stored.

    Of the messages to a player the newest 20 are kept, each for 30 days at most. One that was not read gives
    way to none: a player can have 20 that they have not read, and then takes no more.
    """

    reply = MessageSent

    id: RequestId
    command_id: CommandId
    to: PlayerRef
    text: str


class MessageList(Tagged, tag="message_list"):
    """The reply to `Messages`."""

    id: RequestId
    messages: tuple[DirectMessage, ...] = ()
    """The latest 20 at most, the oldest first."""
    read: Instant = Instant(0)
    """The time of the last message that was read, on any device of the player."""
    policy: MessagePolicy = MessagePolicy.EVERYBODY
    """From whom the player takes messages."""


class Messages(Request, tag="messages"):
    """List the latest messages to the player, read or not. The reply is `MessageList`."""

    reply = MessageList

    id: RequestId


class ReadMessages(Request, tag="read_messages"):
    """Note that the player has read their messages up to one of them. The reply is `Ok`."""

    reply = Ok

    id: RequestId
    until: Instant
    """The time of the last message that was read; an earlier one than before changes nothing."""


class SetMessagePolicy(Request, tag="set_message_policy"):
    """Choose from whom the player takes messages. The reply is `Ok`."""

    reply = Ok

    id: RequestId
    policy: MessagePolicy


class MessageReceived(Tagged, tag="message_received"):
    """A new message to the player, on all of their connections.

    After a new connection, `Messages` has those that came meanwhile: `Welcome.unread_messages` counts them.
    """

    message: DirectMessage


DirectMessageRequest = SendMessage | Messages | ReadMessages | SetMessagePolicy
DirectMessageAnswer = MessageSent | MessageList
