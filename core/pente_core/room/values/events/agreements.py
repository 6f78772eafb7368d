"""What players offer and give to each other."""

from msgspec import field

from pente_core.clock.instant import Instant, Millis
from pente_core.room.values.offers import OfferKind
from pente_core.value import Tagged


class Offered(Tagged, tag="offered"):
    """A player made an offer to the others."""

    at: Instant
    seat: int
    kind: OfferKind = field(name="offer")
    until: Instant | None = None
    """Of an offer to resume: when the game goes on at the latest."""


class Accepted(Tagged, tag="accepted"):
    """A player accepted an offer; once all have, the offer takes effect."""

    at: Instant
    seat: int
    kind: OfferKind = field(name="offer")


class Rejected(Tagged, tag="rejected"):
    """A player declined an offer, or withdrew their own, which ends it."""

    at: Instant
    seat: int
    kind: OfferKind = field(name="offer")


class TimeGiven(Tagged, tag="time_given"):
    """A player gave each opponent more time."""

    at: Instant
    seat: int
    """The seat that gave the time."""
    span: Millis
    remaining: tuple[Millis, ...]


class Paused(Tagged, tag="paused"):
    """The game was paused by agreement: no clock runs, and no player may move.

    If nobody offers to resume it within a week, it is aborted.
    """

    at: Instant
    remaining: tuple[Millis, ...] = ()


class Resumed(Tagged, tag="resumed"):
    """The pause ended: all wanted to go on, the seat last. Without a seat: it was announced for that time."""

    at: Instant
    seat: int | None = None
    remaining: tuple[Millis, ...] = ()
