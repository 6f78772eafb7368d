"""The limits as the server announces them, so that no client has to run into one."""

from functools import lru_cache
from typing import Final

from pente_core.identity import PlayerKind
from pente_protocol.choices.server_limit import Per, ServerLimit
from pente_protocol.frames import CLIENT_FRAME_MAX
from pente_protocol.messages.base import MOST_ROOMS
from pente_protocol.untrusted_text import LONGEST_CHAT
from pente_server.limits.limits import HELLO_WITHIN, LIMITS, OUTBOX_BYTES, ROOM_EVENTS, Allowance
from pente_server.store.accounts.account_store import MOST_BLOCKED
from pente_server.store.people.friend_store import MOST_FRIENDS
from pente_server.store.people.message_store import MOST_FROM_ONE, MOST_MESSAGES

FIXED: Final = (
    ServerLimit("frame_bytes", CLIENT_FRAME_MAX, Per.CONNECTION),
    ServerLimit("unread_bytes", OUTBOX_BYTES, Per.CONNECTION),
    ServerLimit("hello_seconds", round(HELLO_WITHIN), Per.CONNECTION),
    ServerLimit("rooms_per_request", MOST_ROOMS, Per.CONNECTION),
    ServerLimit("chat_length", LONGEST_CHAT, Per.PLAYER),
    ServerLimit("room_events", ROOM_EVENTS, Per.SERVER),
    ServerLimit("blocked_players", MOST_BLOCKED, Per.PLAYER),
    ServerLimit("friends", MOST_FRIENDS, Per.PLAYER),
    ServerLimit("unread_messages", MOST_MESSAGES, Per.PLAYER),
    ServerLimit("unread_messages_from_one", MOST_FROM_ONE, Per.PLAYER),
)
"""The limits that no host can set."""


@lru_cache(maxsize=16)
def announced_limits(allowance: Allowance, kind: PlayerKind) -> tuple[ServerLimit, ...]:
    """The limits for a kind of player: those of the allowance, and the fixed ones."""
    set_ = (
        limit.announced(name, getattr(allowance.for_kind(limit.told_of or kind), name))
        for name, limit in LIMITS.items()
        if not limit.untold and limit.only in (None, kind)
    )
    return (*FIXED, *set_)


@lru_cache(maxsize=16)
def differing_limits(allowance: Allowance, kind: PlayerKind) -> tuple[ServerLimit, ...]:
    """The limits for a kind of player that are not those of a person."""
    usual = announced_limits(allowance, PlayerKind.PERSON)
    return tuple(limit for limit in announced_limits(allowance, kind) if limit not in usual)
