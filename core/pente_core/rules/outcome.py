"""Outcomes of games."""

from pente_core.rules.point import Point
from pente_core.value import OpenEnum, Value


class Termination(OpenEnum):
    """The reason why a game ended."""

    LINE = "line"
    """A row was completed."""
    CAPTURES = "captures"
    """Enough stones were captured."""
    RESIGNATION = "resignation"
    """A player resigned."""
    TIME = "time"
    """A player ran out of time."""
    NO_MOVES = "no-moves"
    """The board has no legal point left: a draw."""
    DEAD = "dead"
    """No side can complete a row any more: a draw."""
    AGREEMENT = "agreement"
    """The players agreed on a draw."""
    FORFEIT = "forfeit"
    """A player left, did not return in time, and an opponent claimed the win."""
    ABORTED = "aborted"
    """The game ended without a result."""


class Outcome(Value):
    """The end of a game: its reason and its winners."""

    termination: Termination
    winners: tuple[int, ...] = ()
    """The seats that won, ascending, with all partners of a team; empty for a draw or an aborted game."""
    lines: tuple[tuple[Point, ...], ...] = ()
    """The winning rows, each in order from one end to the other."""
    no_show: tuple[int, ...] = ()
    """The seats whose players made no first move, for which the game was aborted."""

    @property
    def result(self) -> str:
        """The result in the notation of two-sided games: 1-0, 0-1, 1/2-1/2, or * for an aborted game.

        >>> Outcome(Termination.LINE, winners=(0,)).result
        '1-0'
        """
        if self.termination is Termination.ABORTED:
            return "*"
        if not self.winners:
            return "1/2-1/2"
        return "1-0" if 0 in self.winners else "0-1"
