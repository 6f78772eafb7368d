"""The limits as the server announces them, so that no client has to run into one."""

from functools import lru_cache
from typing import Final

from pente_core.identity import PlayerKind
from pente_protocol.frames import CLIENT_FRAME_MAX
from pente_protocol.messages import MOST_ROOMS, Limits
from pente_protocol.untrusted_text import LONGEST_CHAT
from pente_server.limits.limits import HELLO_WITHIN, OUTBOX_BYTES, ROOM_EVENTS, Allowance
from pente_server.store.accounts.account_store import MOST_BLOCKED
from pente_server.store.people.friend_store import MOST_FRIENDS
from pente_server.store.people.message_store import MOST_FROM_ONE, MOST_MESSAGES

_MINUTE: Final = 60
_HOUR: Final = 3600


@lru_cache(maxsize=16)
def announced_limits(allowance: Allowance, kind: PlayerKind) -> Limits:
    """The limits for a kind of player."""
    messages, messages_burst = allowance.messages_for(kind)
    openings, openings_burst = allowance.openings_for(kind)
    received = allowance.invitations_to(kind)
    return Limits(
        frame_bytes=CLIENT_FRAME_MAX,
        messages_per_second=round(messages),
        messages_burst=round(messages_burst),
        questions_per_second=round(allowance.questions),
        questions_burst=round(allowance.questions_burst),
        invalid_messages=round(allowance.invalid_messages_burst),
        invalid_messages_per_minute=_per_minute(allowance.invalid_messages),
        chat_length=LONGEST_CHAT,
        chat_per_minute=_per_minute(allowance.chat),
        chat_burst=round(allowance.chat_burst),
        annotations_per_minute=_per_minute(allowance.annotations),
        annotations_burst=round(allowance.annotations_burst),
        rooms_per_player=allowance.rooms_for(kind),
        watched_rooms=allowance.watched,
        openings_per_minute=_per_minute(openings),
        openings_burst=round(openings_burst),
        joins_per_minute=_per_minute(allowance.joins),
        joins_burst=round(allowance.joins_burst),
        joins_per_address_per_minute=_per_minute(allowance.joins_per_address),
        joins_per_address_burst=round(allowance.joins_per_address_burst),
        invitations_per_minute=_per_minute(allowance.invitations_from_one),
        invitations_burst=round(allowance.invitations_from_one_burst),
        open_invitations=allowance.open_invitations_from_one,
        received_invitations_per_minute=_per_minute(received.rate[0]),
        received_invitations_burst=round(received.rate[1]),
        received_open_invitations=received.open,
        password_tries_per_minute=_per_minute(allowance.password_tries),
        password_tries_burst=round(allowance.password_tries_burst),
        wrong_room_passwords_per_minute=_per_minute(allowance.wrong_room_passwords),
        wrong_room_passwords_burst=round(allowance.wrong_room_passwords_burst),
        wrong_codes_per_minute=_per_minute(allowance.wrong_codes),
        wrong_codes_burst=round(allowance.wrong_codes_burst),
        wrong_codes_per_address_per_minute=_per_minute(allowance.wrong_codes_per_address),
        wrong_codes_per_address_burst=round(allowance.wrong_codes_per_address_burst),
        wrong_server_passwords_per_minute=_per_minute(allowance.wrong_server_passwords),
        wrong_server_passwords_burst=round(allowance.wrong_server_passwords_burst),
        connections_per_address=allowance.connections_per_address,
        new_connections_per_second=round(allowance.sockets),
        new_connections_burst=round(allowance.sockets_burst),
        accounts_per_minute=_per_minute(allowance.accounts),
        accounts_burst=round(allowance.accounts_burst),
        rooms_per_request=MOST_ROOMS,
        blocked_players=MOST_BLOCKED,
        friends=MOST_FRIENDS,
        direct_messages_per_minute=_per_minute(allowance.direct_messages),
        direct_messages_burst=round(allowance.direct_messages_burst),
        unread_messages=MOST_MESSAGES,
        unread_messages_from_one=MOST_FROM_ONE,
        reports_per_hour=round(_HOUR * allowance.reports),
        reports_burst=round(allowance.reports_burst),
        reports_per_address_per_hour=round(_HOUR * allowance.reports_per_address),
        reports_per_address_burst=round(allowance.reports_per_address_burst),
        reviews_per_hour=round(_HOUR * allowance.reviews),
        reviews_burst=round(allowance.reviews_burst),
        reviews_per_address_per_hour=round(_HOUR * allowance.reviews_per_address),
        reviews_per_address_burst=round(allowance.reviews_per_address_burst),
        vacation_changes_per_hour=round(_HOUR * allowance.vacation_changes),
        vacation_changes_burst=round(allowance.vacation_changes_burst),
        room_events=ROOM_EVENTS,
        unread_bytes=OUTBOX_BYTES,
        hello_seconds=round(HELLO_WITHIN),
    )


def _per_minute(rate: float) -> int:
    return round(_MINUTE * rate)
