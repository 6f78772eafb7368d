"""How long the moves of a contestant took."""

from dataclasses import dataclass
from typing import Final

from pente_bots.search.limit import Limit

_BADLY: Final = 1.5
_UNNOTICED: Final = 0.1
"""Seconds by which any player may exceed its time: a process does not always run at once."""


@dataclass(frozen=True, slots=True)
class MoveTimes:
    """The times of some moves, with their sums. A choice of a swap opening is a move too."""

    moves: int = 0
    total: float = 0.0
    """Seconds."""
    longest: float = 0.0
    """Seconds of the longest one."""
    overruns: int = 0
    """How many took far longer than they might: half as long again, and more."""
    nodes: int = 0
    """Positions that were searched, as far as the player counts them."""
    counted: float = 0.0
    """Seconds of the moves for which it has counted them."""

    @classmethod
    def of(cls, seconds: float, nodes: int, limit: Limit) -> "MoveTimes":
        """One move, with its limit."""
        most = None if limit.time is None else _BADLY * limit.time / 1000 + _UNNOTICED
        is_late = most is not None and seconds > most
        return cls(1, seconds, seconds, int(is_late), nodes, seconds if nodes else 0.0)

    def __add__(self, other: "MoveTimes") -> "MoveTimes":
        return MoveTimes(
            self.moves + other.moves,
            self.total + other.total,
            max(self.longest, other.longest),
            self.overruns + other.overruns,
            self.nodes + other.nodes,
            self.counted + other.counted,
        )

    @property
    def mean(self) -> float:
        """Seconds a move; 0 without moves."""
        return self.total / self.moves if self.moves else 0.0

    @property
    def speed(self) -> float | None:
        """Nodes a second; None if the player does not count them."""
        return self.nodes / self.counted if self.nodes and self.counted else None


NO_MOVES: Final = MoveTimes()
