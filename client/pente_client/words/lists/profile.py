"""Results and ratings in words."""

from collections.abc import Iterator, Sequence
from typing import Final

from pente_client.words.lists.local_time import local_day_text
from pente_client.words.phrases import name_of, rating_text
from pente_core.identity import PlayerKind
from pente_protocol.messages.people import HeadToHead, PoolScore, ProfileFound, RatingPoint, Streaks
from pente_protocol.sentences import tell

_LATEST_RATINGS: Final = 10
"""How many ratings in a pool a line has."""


def results_text(score: PoolScore) -> str:
    """The results of the games in a pool.

    >>> from pente_core.rating import Speed
    >>> results_text(PoolScore("pente", Speed.BLITZ, wins=3, losses=1))
    '3 won, 1 lost, 0 drawn'
    """
    return tell("score.results", won=score.wins, lost=score.losses, drawn=score.draws)


def score_lines(scores: Sequence[PoolScore]) -> Iterator[str]:
    """A line for each pool: ruleset and speed, rating, results and the day of the last game, in columns."""
    for score in scores:
        rating = "-" if score.rating is None else rating_text(score.rating, provisional=score.provisional)
        where = f"{score.ruleset} {score.speed.value}"
        last = local_day_text(score.last_played)
        yield f"{where:<28} {rating:>5}  {tell('score.last-on', results=results_text(score), day=last)}"


def history_lines(history: Sequence[RatingPoint]) -> Iterator[str]:
    """The latest ratings in each pool, the oldest first: ``pente blitz: 1662? 1701? 1688``."""
    pools = dict.fromkeys((point.ruleset, point.speed) for point in history)
    for ruleset, speed in pools:
        points = [point for point in history if (point.ruleset, point.speed) == (ruleset, speed)]
        latest = points[-_LATEST_RATINGS:]
        ratings = " ".join(rating_text(point.rating, provisional=point.provisional) for point in latest)
        yield f"{ruleset} {speed.value}: {ratings}"


def streaks_text(streaks: Streaks) -> str:
    """How many games were won or lost in a row; empty before there are two.

    >>> streaks_text(Streaks(won=3, best=5, games=20))
    'Won the last 3 games. Most in a row: 5 won.'
    """
    texts = []
    if streaks.won > 1:
        texts.append(tell("score.won-last", count=streaks.won))
    elif streaks.lost > 1:
        texts.append(tell("score.lost-last", count=streaks.lost))
    if streaks.best > 1:
        texts.append(tell("score.most-in-a-row", count=streaks.best))
    return " ".join(texts)


def profile_lines(found: ProfileFound) -> Iterator[str]:
    """A player and their results, without their games."""
    bot = f", {tell('people.a-bot')}" if found.player.kind is PlayerKind.BOT else ""
    yield f"{name_of(found.player)}{bot} (id {found.player.id})"
    if not found.scores:
        yield f"  {tell('score.no-games')}"
    yield from (f"  {line}" for line in score_lines(found.scores))
    if found.against is not None:
        yield f"  {head_to_head_text(found.against)}"
    if found.history:
        yield tell("score.latest-ratings")
        yield from (f"  {line}" for line in history_lines(found.history))
    if text := streaks_text(found.streaks):
        yield text


def standing_text(score: HeadToHead) -> str:
    """How the reader stands against another; empty before the first game.

    >>> from pente_core.identity import Identity, PlayerId
    >>> standing_text(HeadToHead(Identity(PlayerId("b" * 32), "boris"), 7, 5, 1))
    'You lead boris 7 : 5, with 1 draw.'
    """
    if not (score.wins or score.losses or score.draws):
        return ""
    name, high, low = name_of(score.opponent), max(score.wins, score.losses), min(score.wins, score.losses)
    points = f"{high} : {low}"
    if score.draws:
        points = tell("score.with-draws", n=score.draws, score=points)
    if not score.complete:
        points = tell("score.among-newest", score=points)
    key = "score.level" if high == low else "score.ahead" if score.wins > score.losses else "score.behind"
    return tell(key, name=name, score=points)


def head_to_head_text(score: HeadToHead) -> str:
    """The results of a player against another.

    >>> from pente_core.identity import Identity, PlayerId
    >>> head_to_head_text(HeadToHead(Identity(PlayerId("b" * 32), "boris"), 3, 1, 0))
    'Against boris: 3 won, 1 lost, 0 drawn.'
    """
    name = name_of(score.opponent)
    if not (score.wins or score.losses or score.draws):
        return tell("score.none-against" if score.complete else "score.none-among-newest", name=name)
    results = tell("score.results", won=score.wins, lost=score.losses, drawn=score.draws)
    if score.last_played is not None:
        results = tell("score.last-on", results=results, day=local_day_text(score.last_played))
    if not score.complete:
        results = tell("score.among-newest", score=results)
    return tell("score.against", name=name, results=results)
