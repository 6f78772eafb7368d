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


def set_results(games: Sequence[tuple[Result, ...]]) -> tuple[Result, ...]:
    """The result of a set for each of its two players, from their results in each of its games.

    Games without a result change nothing, so that a set counts as it stood before one; empty: all were.

    >>> set_results([(Result.WIN, Result.LOSS), (Result.LOSS, Result.WIN)])
    (<Result.DRAW: 0.5>, <Result.DRAW: 0.5>)
    """
    points = [sum(result.value for result in each) for each in zip(*filter(None, games), strict=True)]
    mean = sum(points) / max(1, len(points))
    return tuple(Result.DRAW if own == mean else Result.WIN if own > mean else Result.LOSS for own in points)


def ratings_after(before: Sequence[Rating], won: Sequence[Result], now: Instant) -> tuple[Rating, ...]:
    """The ratings of the two players, by seat, after a game that ended at ``now``.

    Both ratings are computed from those before the game.
    """
    one, other = before
    return judged(one, won[0], other, now), judged(other, won[1], one, now)
