"""Who takes a seat before the game, who leaves one, and why a room is closed before its game begins."""

from pente_core.clock.instant import Instant
from pente_core.identity import Identity
from pente_core.value import Tagged
from pente_core.value.open_enum import OpenEnum


class Closing(OpenEnum):
    """The reason why a room was closed before its game began."""

    LEFT = "left"
    """The last player has left."""
    DECLINED = "declined"
    """The invited opponent has declined."""
    EXPIRED = "expired"
    """Nothing has happened for too long."""
    AWAY = "away"
    """All who waited there were away for too long."""


class Joined(Tagged, tag="joined"):
    """A player took a seat."""

    at: Instant
    seat: int
    player: Identity


class Left(Tagged, tag="left"):
    """A player left a seat before the game began."""

    at: Instant
    seat: int


class Declined(Tagged, tag="declined"):
    """An invited player declined."""

    at: Instant
    player: Identity


class Readied(Tagged, tag="readied"):
    """A player is ready for the game to begin, or is there while its clocks wait for the players."""

    at: Instant
    seat: int


class Closed(Tagged, tag="closed"):
    """The room was closed before its game began."""

    at: Instant
    reason: Closing
