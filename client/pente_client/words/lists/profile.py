"""Results and ratings in words."""

from collections.abc import Iterator, Sequence

from pente_client.words.lists.game_list import when_text
from pente_client.words.phrases import rating_text
from pente_protocol.messages import PoolScore


def results_text(score: PoolScore) -> str:
    """The results of the games in a pool.

    >>> from pente_core.rating import Speed
    >>> results_text(PoolScore("pente", Speed.BLITZ, wins=3, losses=1))
    '3 won, 1 lost, 0 drawn'
    """
    return f"{score.wins} won, {score.losses} lost, {score.draws} drawn"


def score_lines(scores: Sequence[PoolScore]) -> Iterator[str]:
    """A line for each pool: ruleset and speed, rating, results and the day of the last game, in columns."""
    for score in scores:
        rating = "-" if score.rating is None else rating_text(score.rating, provisional=score.provisional)
        where = f"{score.ruleset} {score.speed.value}"
        last = when_text(score.last_played)[:10]
        yield f"{where:<28} {rating:>5}  {results_text(score)}, last on {last}"
