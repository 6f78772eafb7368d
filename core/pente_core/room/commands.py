"""What may be asked of a room. Imperative, and may be refused."""

from dataclasses import dataclass
from enum import StrEnum

from pente_core.instant import Instant
from pente_core.move import Choice
from pente_core.point import Point
from pente_core.rating import Change
from pente_core.room.offers import OfferKind


class Audience(StrEnum):
    """Who reads a line of chat."""

    ALL = "all"
    WATCHERS = "watchers"


@dataclass(frozen=True, slots=True)
class Join:
    """Sit down, on a given seat or on the first free one."""

    seat: int | None = None


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
    """Propose something to the others, or agree to what somebody has proposed already."""

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
class Say:
    """Say something, to everybody or among those who only watch."""

    text: str
    to: Audience = Audience.ALL


@dataclass(frozen=True, slots=True)
class Tick:
    """The keeper's own: look at the clock, a deadline may have passed."""


@dataclass(frozen=True, slots=True)
class Forgive:
    """The keeper's own: from ``start`` to ``end`` nobody could play, and it was nobody's fault."""

    start: Instant
    end: Instant


@dataclass(frozen=True, slots=True)
class Rate:
    """The keeper's own: the game was counted, and this is what it did to the players' ratings."""

    changes: tuple[Change, ...]


PlayerCommand = Join | Leave | Decline | Play | Choose | Resign | Offer | Accept | GiveTime | Resume | Say
"""What a player may ask."""

Command = PlayerCommand | Tick | Forgive | Rate
"""What a player or the keeper may ask."""
