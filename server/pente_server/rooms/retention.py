"""Retention: how long the log of a room is kept that is over."""

from dataclasses import dataclass
from typing import Final

from pente_core.clock.instant import Millis
from pente_core.identity import PlayerKind
from pente_core.room import Room, Status

BOT_GAMES_KEPT: Final = Millis(24 * 60 * 60 * 1000)
"""How long the log of a game without people is kept."""
CLOSED_ROOMS_KEPT: Final = Millis(10 * 60 * 1000)
"""How long the log of a room is kept in which nobody played."""


@dataclass(frozen=True, slots=True)
class Retention:
    """What the host wants to be kept."""

    keeps_bot_games: bool = False

    def of(self, room: Room) -> Millis | None:
        """How long the log of a room is kept that is over; None: for ever."""
        if room.status is Status.CLOSED:
            return CLOSED_ROOMS_KEPT
        people = any(player is not None and player.kind is PlayerKind.PERSON for player in room.seats)
        is_kept = people or room.created.options.rated or self.keeps_bot_games
        return None if is_kept else BOT_GAMES_KEPT
