"""The limits as the server announces them, so that no client has to run into one."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from pente_core.identity import PlayerKind
from pente_protocol.frames import CLIENT_FRAME_MAX
from pente_protocol.messages.base import MOST_ROOMS
from pente_protocol.messages.hello import Limits
from pente_protocol.untrusted_text import LONGEST_CHAT
from pente_server.limits.limits import HELLO_WITHIN, LIMITS, OUTBOX_BYTES, ROOM_EVENTS, Allowance
from pente_server.store.accounts.account_store import MOST_BLOCKED
from pente_server.store.people.friend_store import MOST_FRIENDS
from pente_server.store.people.message_store import MOST_FROM_ONE, MOST_MESSAGES

FIXED: Final[Mapping[str, int]] = {
    "frame_bytes": CLIENT_FRAME_MAX,
    "chat_length": LONGEST_CHAT,
    "rooms_per_request": MOST_ROOMS,
    "blocked_players": MOST_BLOCKED,
    "friends": MOST_FRIENDS,
    "unread_messages": MOST_MESSAGES,
    "unread_messages_from_one": MOST_FROM_ONE,
    "room_events": ROOM_EVENTS,
    "unread_bytes": OUTBOX_BYTES,
    "hello_seconds": round(HELLO_WITHIN),
}
"""The limits that no host can set, by the names of the wire."""


@lru_cache(maxsize=16)
def announced_limits(allowance: Allowance, kind: PlayerKind) -> Limits:
    """The limits for a kind of player: those of the allowance, and the fixed ones."""
    announced = dict(FIXED)
    for name, limit in LIMITS.items():
        if not limit.untold and limit.only in (None, kind):
            value = getattr(allowance.for_kind(limit.told_of or kind), name)
            announced |= limit.told_as(name, value)
    return Limits(**announced)
