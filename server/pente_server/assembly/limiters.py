"""What limits the requests of players, all nodes apart."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Self

from pente_core.identity import PlayerKind
from pente_server.access.room_passwords import RoomPasswords
from pente_server.limits.limits import Allowance
from pente_server.limits.seat_limits import InvitationLimiter, JoinLimiter
from pente_server.limits.token_bucket import TokenBuckets


@dataclass(frozen=True, slots=True)
class RequestLimiters:
    """The limiters of a node, each of one kind of request."""

    chat: TokenBuckets
    annotations: TokenBuckets
    openings: dict[PlayerKind, TokenBuckets]
    joins: JoinLimiter
    invitations: InvitationLimiter
    room_passwords: RoomPasswords
    vacations: TokenBuckets

    @classmethod
    def of(cls, allowance: Allowance, clock: Callable[[], float]) -> Self:
        """What an allowance allows; ``clock`` returns seconds."""
        return cls(
            chat=TokenBuckets(*allowance.chat, clock),
            annotations=TokenBuckets(*allowance.annotations, clock),
            openings={kind: TokenBuckets(*allowance.for_kind(kind).openings, clock) for kind in PlayerKind},
            joins=JoinLimiter(allowance, clock),
            invitations=InvitationLimiter(allowance, clock),
            room_passwords=RoomPasswords(allowance, clock),
            vacations=TokenBuckets(*allowance.vacation_changes, clock),
        )
