"""How games end."""

from dataclasses import dataclass
from enum import StrEnum

from pente_core.rules.point import Point


class Termination(StrEnum):
    """Why a game ended."""

    LINE = "line"
    CAPTURES = "captures"
    RESIGNATION = "resignation"
    TIME = "time"
    NO_MOVES = "no-moves"
    DEAD = "dead"
    AGREEMENT = "agreement"
    FORFEIT = "forfeit"
    """Who went away did not come back in time, and the others would not wait."""
    ABORTED = "aborted"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a game: the reason, and who won."""

    termination: Termination
    winners: tuple[int, ...] = ()
    """The seats that won, ascending (a whole team); empty for a draw or an aborted game."""
    lines: tuple[tuple[Point, ...], ...] = ()
    """The winning rows, each in order from one end to the other."""

    @property
    def result(self) -> str:
        """The result as records of two sides write it: 1-0, 0-1, 1/2-1/2, or * for an aborted game.

        >>> Outcome(Termination.LINE, winners=(0,)).result
        '1-0'
        """
        if self.termination is Termination.ABORTED:
            return "*"
        if not self.winners:
            return "1/2-1/2"
        return "1-0" if 0 in self.winners else "0-1"
