"""What may be asked of a room. Imperative, and may be refused."""

from dataclasses import dataclass
from enum import StrEnum

from pente_core.clock.instant import Instant
from pente_core.identity import PlayerId
from pente_core.rating import RatingChange
from pente_core.room.values.offers import OfferKind
from pente_core.rules.move import Choice
from pente_core.rules.point import Point


class ChatAudience(StrEnum):
    """Who reads a line of chat."""

    ALL = "all"
    WATCHERS = "watchers"


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down, on a given seat or on the first free one."""

    seat: int | None = None
    password: str = ""
    """For a room that has one; a server judges it before the room is asked."""


@dataclass(frozen=True, slots=True)
class Leave:
    """Get up from a game that has not started."""


@dataclass(frozen=True, slots=True)
class Decline:
    """Turn an offer down; without a kind, the invitation to the room."""

    kind: OfferKind | None = None


@dataclass(frozen=True, slots=True)
class Play:
    """Place a stone."""

    point: Point


@dataclass(frozen=True, slots=True)
class Choose:
    """Answer in a swap opening."""

    choice: Choice


@dataclass(frozen=True, slots=True)
class Resign:
    """Give the game up."""


@dataclass(frozen=True, slots=True)
class Offer:
    """Propose something to the others, or agree to what somebody has proposed already (but a takeback)."""

    kind: OfferKind


@dataclass(frozen=True, slots=True)
class Accept:
    """Agree to an offer."""

    kind: OfferKind


@dataclass(frozen=True, slots=True)
class GiveTime:
    """Give the opponents more time."""


@dataclass(frozen=True, slots=True)
class Resume:
    """End a pause."""


@dataclass(frozen=True, slots=True)
class Ready:
    """Say that one is ready for the game to begin."""


@dataclass(frozen=True, slots=True)
class Abort:
    """End a game that has hardly begun, without a result."""


class ClaimKind(StrEnum):
    """What can be claimed when the others are away for too long."""

    WIN = "win"
    CANCEL = "cancel"


@dataclass(frozen=True, slots=True)
class Claim:
    """End the game, because the others are away for too long."""

    what: ClaimKind


@dataclass(frozen=True, slots=True)
class Mute:
    """The host's: have somebody without a seat say nothing more in this room."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Unmute:
    """The host's: the opposite."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Kick:
    """The host's: send somebody without a seat away, who may come back."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Ban:
    """The host's: send somebody without a seat away for good."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Unban:
    """The host's: let somebody come back."""

    player: PlayerId


@dataclass(frozen=True, slots=True)
class Say:
    """Say something, to everybody or among those who only watch."""

    text: str
    to: ChatAudience = ChatAudience.ALL


@dataclass(frozen=True, slots=True)
class Tick:
    """The keeper's own: look at the clock, a deadline may have passed."""


@dataclass(frozen=True, slots=True)
class CreditOutage:
    """The keeper's own: from ``start`` to ``end`` nobody could play, and it was nobody's fault."""

    start: Instant
    end: Instant


@dataclass(frozen=True, slots=True)
class MarkAbsent:
    """The keeper's own: the player of a seat is not connected any more."""

    seat: int


@dataclass(frozen=True, slots=True)
class MarkPresent:
    """The keeper's own: the player of a seat is connected again."""

    seat: int


@dataclass(frozen=True, slots=True)
class Rate:
    """The keeper's own: the game was counted, and this is what it did to the players' ratings."""

    changes: tuple[RatingChange, ...]


Moderation = Mute | Unmute | Kick | Ban | Unban
"""What the host of a room may ask about others."""

PlayerCommand = (
    Join
    | Leave
    | Decline
    | Ready
    | Play
    | Choose
    | Resign
    | Abort
    | Offer
    | Accept
    | GiveTime
    | Resume
    | Claim
    | Say
    | Moderation
)
"""What a player may ask."""

Command = PlayerCommand | Tick | CreditOutage | MarkAbsent | MarkPresent | Rate
"""What a player or the keeper may ask."""
