"""What a finished game does to ratings."""

from collections.abc import Sequence

from pente_core.clock.instant import Instant
from pente_core.rating.glicko import Rating, Result, judged
from pente_core.rules.outcome import Outcome, Termination


def results(outcome: Outcome, sides: int) -> tuple[Result, ...]:
    """How a game ended for each seat; nothing for one that does not count.

    >>> [result.name for result in results(Outcome(Termination.LINE, winners=(1,)), 2)]
    ['LOSS', 'WIN']
    """
    if outcome.termination is Termination.ABORTED:
        return ()
    if not outcome.winners:
        return (Result.DRAW,) * sides
    return tuple(Result.WIN if seat in outcome.winners else Result.LOSS for seat in range(sides))


def ratings_after(before: Sequence[Rating], won: Sequence[Result], now: Instant) -> tuple[Rating, ...]:
    """The ratings of the two players after a game that ended at ``now``, in the order of the seats."""
    one, other = before
    return judged(one, won[0], other, now), judged(other, won[1], one, now)
