"""The effect of a finished game on the ratings of its players."""

from collections.abc import Sequence

from pente_core.clock.instant import Instant
from pente_core.rating.glicko import Rating, Result, judged
from pente_core.rules.outcome import Outcome, Termination


def results(outcome: Outcome, sides: int) -> tuple[Result, ...]:
    """The result of each seat; empty for an aborted game, which does not count.

    >>> [result.name for result in results(Outcome(Termination.LINE, winners=(1,)), 2)]
    ['LOSS', 'WIN']
    """
    if outcome.termination is Termination.ABORTED:
        return ()
    if not outcome.winners:
        return (Result.DRAW,) * sides
    return tuple(Result.WIN if seat in outcome.winners else Result.LOSS for seat in range(sides))


def ratings_after(before: Sequence[Rating], won: Sequence[Result], now: Instant) -> tuple[Rating, ...]:
    """The ratings of the two players, by seat, after a game that ended at ``now``.

    Both ratings are computed from those before the game.
    """
    one, other = before
    return judged(one, won[0], other, now), judged(other, won[1], one, now)
