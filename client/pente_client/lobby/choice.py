"""What somebody wants who leaves the lobby."""

from dataclasses import dataclass

from pente_core.clock.clock import TimeControl
from pente_core.identity import RoomId
from pente_core.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class LeaveLobby:
    """Nothing more."""

    status: int = 0
    """For the shell."""


@dataclass(frozen=True, slots=True)
class JoinRoom:
    """A seat in a room, or the own one."""

    room: RoomId


@dataclass(frozen=True, slots=True)
class ChallengePlayer:
    """A game with somebody, person or bot."""

    name: str


@dataclass(frozen=True, slots=True)
class OpenRoom:
    """A room of one's own, in which to wait for somebody."""

    rules: Ruleset
    time: TimeControl


@dataclass(frozen=True, slots=True)
class WatchRoom:
    """To watch a game."""

    room: RoomId


@dataclass(frozen=True, slots=True)
class WatchFeatured:
    """To watch the featured game, and the next one after it."""


LobbyChoice = LeaveLobby | JoinRoom | ChallengePlayer | OpenRoom | WatchRoom | WatchFeatured
