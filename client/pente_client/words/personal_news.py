"""News for a player, wherever they are: invitations, friends who arrive, and messages."""

from typing import assert_never

from pente_client.connection import (
    FriendCame,
    InvitationOver,
    InvitationReceived,
    MessageArrived,
    PersonalNews,
)
from pente_client.words.phrases import name_of
from pente_client.words.waiting import invitation_text
from pente_protocol.messages.direct_messages import DirectMessage
from pente_protocol.sentences import tell
from pente_protocol.untrusted_text import clean


def news_text(news: PersonalNews) -> str:
    """A piece of news in a sentence; an invitation with what to type for an answer."""
    match news:
        case InvitationReceived(summary=summary):
            host = name_of(summary.host)
            return f"{invitation_text(summary)} {tell('news.how-to-answer', host=host)}"
        case InvitationOver(host=host):
            return tell("news.invitation-over", name=name_of(host))
        case FriendCame(friend=friend):
            return tell("news.friend-is-here", name=name_of(friend))
        case MessageArrived(message=message):
            return message_text(message)
        case _ as unreachable:
            assert_never(unreachable)


def message_text(message: DirectMessage) -> str:
    """A message, with its sender, in a form that no chat in a room has.

    >>> from pente_core.clock.instant import Instant
    >>> from pente_core.identity import Identity, PlayerId
    >>> message_text(DirectMessage(Instant(0), Identity(PlayerId("0" * 32), "anna"), "hello"))
    'Message from anna: hello'
    """
    return tell("news.message", name=name_of(message.by), text=clean(message.text))
