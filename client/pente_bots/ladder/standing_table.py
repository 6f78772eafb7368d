"""The table of a ladder, for people."""

from collections.abc import Iterable, Iterator

from pente_bots.ladder.standing import LadderStanding


def format_standing(standing: LadderStanding, names: Iterable[str] = ()) -> Iterator[str]:
    """The lines of the table: all bots that have played, and those that are named.

    The error of a rating is that of 95 %; a rating is uncertain, with a question mark, as on a server.
    """
    ranking = standing.ranking(names)
    width = max([len("bot"), *map(len, ranking)])
    yield f"{'':>3}  {'bot':<{width}}  rating  ±95%  games  wins  draws  losses"
    for place, name in enumerate(ranking, start=1):
        score = standing.score(name)
        points = f"{score.rating.points}{'?' if score.rating.is_provisional else ''}"
        error = f"{2 * score.rating.deviation:.0f}"
        counts = f"{score.games:>5}  {score.wins:>4}  {score.draws:>5}  {score.losses:>6}"
        yield f"{place:>3}  {name:<{width}}  {points:>6}  {error:>4}  {counts}"
