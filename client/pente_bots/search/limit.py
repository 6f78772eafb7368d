"""How long a player may think."""

from dataclasses import dataclass
from typing import Final

from pente_core.clock.instant import Millis
from pente_core.clock.time_control import TimeControl


@dataclass(frozen=True, slots=True)
class PlayerClock:
    """The clock of the player who is to move."""

    control: TimeControl
    """Its own, also where time odds are given."""
    left: Millis
    """What it has left, with all periods and the rest of the delay."""


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a player may think. The first limit that is reached counts."""

    time: Millis | None = None
    """Time for this move; None: no limit. A player that can't stop in time exceeds it."""
    clock: PlayerClock | None = None
    """The clock behind that, for players that share out the time of a game themselves (see
    `Player.manages_time`); None: there is none, or it does not matter."""
    nodes: int | None = None
    """Positions to search, about; None: no limit. A player that does not count them takes no notice."""
    depth: int | None = None
    """Stones to look ahead, as the player counts them; None: no limit. A player without a depth takes no
    notice."""


NO_LIMIT: Final = Limit()
