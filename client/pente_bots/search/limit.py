"""How long a player may think."""

from dataclasses import dataclass, replace
from typing import Final, TypeVar

from pente_core.clock.instant import Millis
from pente_core.clock.time_control import TimeControl

N = TypeVar("N", bound=int)


@dataclass(frozen=True, slots=True)
class PlayerClock:
    """The clock of the player who is to move."""

    control: TimeControl
    """Its own, also where time odds are given."""
    left: Millis
    """What it has left, with all periods and the rest of the delay."""
    most: Millis | None = None
    """The most for this move, where that is limited too; None: it is not."""


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


def tighter(one: Limit, other: Limit) -> Limit:
    """What is within both limits, with the clock of the first, of which the time of the other is the most.

    >>> tighter(Limit(Millis(500)), Limit(Millis(2_000), depth=4))
    Limit(time=500, clock=None, nodes=None, depth=4)
    """
    return Limit(
        _least(one.time, other.time),
        one.clock and replace(one.clock, most=_least(one.clock.most, other.time)),
        _least(one.nodes, other.nodes),
        _least(one.depth, other.depth),
    )


def _least(one: N | None, other: N | None) -> N | None:
    return min((value for value in (one, other) if value is not None), default=None)
