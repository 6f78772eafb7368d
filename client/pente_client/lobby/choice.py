"""What somebody wants who leaves the lobby."""

from dataclasses import dataclass

from pente_core.clock import TimeControl
from pente_core.ruleset import Ruleset
from pente_protocol.messages import RoomId


@dataclass(frozen=True, slots=True)
class Leave:
    """Nothing more."""

    status: int = 0
    """For the shell."""


@dataclass(frozen=True, slots=True)
class SitDown:
    """A seat in a room, or the own one."""

    room: RoomId


@dataclass(frozen=True, slots=True)
class Challenge:
    """A game with somebody, person or bot."""

    name: str


@dataclass(frozen=True, slots=True)
class OpenRoom:
    """A room of one's own, in which to wait for somebody."""

    rules: Ruleset
    time: TimeControl


@dataclass(frozen=True, slots=True)
class LookOn:
    """To watch a game."""

    room: RoomId


@dataclass(frozen=True, slots=True)
class WatchFeatured:
    """To watch the featured game, and the next one after it."""


Choice = Leave | SitDown | Challenge | OpenRoom | LookOn | WatchFeatured
