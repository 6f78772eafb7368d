"""Results and ratings in words, and as JSON has them."""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from typing import Any

from pente_client.wording import rating_text
from pente_core.instant import Instant
from pente_protocol.messages import Score


def results_text(score: Score) -> str:
    """How the games of a pool ended.

    >>> from pente_core.rating import Speed
    >>> results_text(Score("pente", Speed.BLITZ, wins=3, losses=1))
    '3 won, 1 lost, 0 drawn'
    """
    return f"{score.wins} won, {score.losses} lost, {score.draws} drawn"


def score_lines(scores: Sequence[Score]) -> Iterator[tuple[str, Score]]:
    """A line for each pool: where, the rating, and the results, in columns."""
    for score in scores:
        rating = "-" if score.rating is None else rating_text(score.rating, provisional=score.provisional)
        where = f"{score.ruleset} {score.speed.value}"
        yield f"{where:<28} {rating:>5}  {results_text(score)}", score


def day(at: Instant) -> str:
    """The day of a moment, in UTC; a server may send any.

    >>> day(Instant(1_700_000_000_000)), day(Instant(-(10**18)))
    ('2023-11-14', '?')
    """
    try:
        return datetime.fromtimestamp(at / 1000, UTC).date().isoformat()
    except (ValueError, OverflowError, OSError):
        return "?"


def score_fields(score: Score) -> dict[str, Any]:
    """A score as JSON has it; ``rating`` is null without any rated game."""
    return {
        "ruleset": score.ruleset,
        "speed": score.speed.value,
        "rating": score.rating,
        "deviation": score.deviation,
        "provisional": score.provisional,
        "wins": score.wins,
        "losses": score.losses,
        "draws": score.draws,
        "rated": score.rated,
        "last_ms": score.last,
    }
