"""Retention: how long the logs of ended rooms are kept."""

from dataclasses import dataclass
from typing import Final

from pente_core.clock.instant import Millis
from pente_core.identity import PlayerKind
from pente_core.room import Room
from pente_core.room import events as ev

BOT_GAMES_KEPT: Final = Millis(24 * 60 * 60 * 1000)
"""How long the logs of casual games between bots are kept."""
CLOSED_ROOMS_KEPT: Final = Millis(10 * 60 * 1000)
"""How long the logs of rooms without a game are kept."""


@dataclass(frozen=True, slots=True)
class Retention:
    """The retention policy of a server."""

    keeps_bot_games: bool = False

    def of(self, room: Room) -> Millis | None:
        """How long the log of an ended room is kept; None: for ever."""
        if room.status is ev.Status.CLOSED:
            return CLOSED_ROOMS_KEPT
        people = any(player is not None and player.kind is PlayerKind.PERSON for player in room.seats)
        is_kept = people or room.created.options.rated or self.keeps_bot_games
        return None if is_kept else BOT_GAMES_KEPT
