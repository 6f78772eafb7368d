"""The results of an arena as tables, for people."""

from collections.abc import Iterator, Sequence
from math import isinf
from typing import Final

from pente_bots.arena.elo import Z95, MatchScore, difference, superiority
from pente_bots.arena.sprt import Sprt, SprtVerdict
from pente_bots.arena.standings import Standings

_SAID: Final = {
    SprtVerdict.STRONGER: "{first} is stronger than {second}: elo1 is accepted",
    SprtVerdict.NOT_STRONGER: "{first} is not stronger than {second} by so much: elo0 is accepted",
    SprtVerdict.OPEN: "nothing is proved yet; more --games would tell",
}


def format_results(standings: Standings, sprt: Sprt | None = None) -> Iterator[str]:
    """The lines of the ranking, the crosstable, the times, and the verdict on two contestants."""
    yield from format_ranking(standings)
    yield ""
    yield from format_crosstable(standings)
    if any(times.moves for times in standings.times.values()):
        yield ""
        yield from format_times(standings)
    if standings.failures:
        yield ""
        yield from (
            _failures(standings.labels[player], count) for player, count in standings.failures.items()
        )
    if len(standings.labels) == 2:
        yield ""
        yield from _duel(standings, sprt)


def _failures(label: str, count: int) -> str:
    return f"{label} lost {count} game{'s' if count != 1 else ''} because its program failed"


def format_ranking(standings: Standings) -> Iterator[str]:
    """The contestants by points; with their strengths if there are more than two."""
    strengths = standings.strengths() if len(standings.labels) > 2 else None
    rows = [["", "player", "points", "games", "wins", "draws", "losses"]]
    if strengths is not None:
        rows[0] += ["Elo", "±95%", "above next"]
    ranking = standings.ranking()
    for place, player in enumerate(ranking):
        score = standings.total(player)
        row = [f"{place + 1}", standings.labels[player], f"{score.points:g}"]
        row += [str(number) for number in (score.games, score.wins, score.draws, score.losses)]
        if strengths is not None:
            row += [format_elo(strengths.elos[player]), f"{Z95 * strengths.error(player):.0f}"]
            following = ranking[place + 1 : place + 2]
            row += [format_percent(strengths.superiority(player, other)) for other in following]
        rows.append(row)
    return _aligned(rows)


def format_crosstable(standings: Standings) -> Iterator[str]:
    """Wins, draws and losses of each contestant against each other one, by rank."""
    ranking = standings.ranking()
    rows = [["", "wins-draws-losses", *(str(place) for place in range(1, len(ranking) + 1))]]
    for place, player in enumerate(ranking, start=1):
        cells = ("." if player == other else _cell(standings.score(player, other)) for other in ranking)
        rows.append([str(place), standings.labels[player], *cells])
    return _aligned(rows)


def format_times(standings: Standings) -> Iterator[str]:
    """How long the contestants took for a move, by rank, and how fast they searched if they say so."""
    has_speed = any(times.speed is not None for times in standings.times.values())
    rows = [["", "time a move", "mean", "longest", "overruns", *(["nodes a second"] if has_speed else [])]]
    for place, player in enumerate(standings.ranking(), start=1):
        times = standings.times[player]
        row = [str(place), standings.labels[player], _seconds(times.mean), _seconds(times.longest)]
        row += [str(times.overruns), *([] if times.speed is None else [f"{times.speed:,.0f}"])]
        rows.append(row)
    return _aligned(rows)


def _seconds(seconds: float) -> str:
    """A short time, for people.

    >>> _seconds(0.0123), _seconds(1.234)
    ('12 ms', '1.23 s')
    """
    return f"{seconds:.2f} s" if seconds >= 0.9995 else f"{1000 * seconds:.0f} ms"


def format_elo(elo: float) -> str:
    """An Elo value with its sign.

    >>> format_elo(12.4), format_elo(float("-inf"))
    ('+12', '-∞')
    """
    if isinf(elo):
        return "+∞" if elo > 0 else "-∞"
    return f"{round(elo) or 0:+}"


def format_percent(share: float) -> str:
    """A probability in percent; only certainty is shown as 100 %.

    >>> format_percent(0.5), format_percent(0.99999)
    ('50.0%', '>99.9%')
    """
    if share >= 0.9995:
        return ">99.9%"
    return "<0.1%" if share <= 0.0005 else f"{100 * share:.1f}%"


def format_test(sprt: Sprt, standings: Standings) -> str:
    """The verdict of a sequential test of two contestants."""
    (low, high), score = sprt.bounds, standings.score(0, 1)
    first, second = standings.labels
    said = _SAID[sprt.verdict(score)].format(first=first, second=second)
    ratio = f"log-likelihood ratio {sprt.ratio(score):+.2f} of {low:.2f} to {high:+.2f}"
    return f"test of elo0={sprt.elo0:g}, elo1={sprt.elo1:g}, after {score.games} games: {said} ({ratio})"


def _duel(standings: Standings, sprt: Sprt | None) -> Iterator[str]:
    """The estimates for the first of two contestants."""
    score, (first, second) = standings.score(0, 1), standings.labels
    elo = difference(score)
    yield (
        f"{first} against {second}: Elo {format_elo(elo.value)}, "
        f"with 95% from {format_elo(elo.low)} to {format_elo(elo.high)}"
    )
    yield f"likelihood of superiority: {format_percent(superiority(score.wins, score.losses))}"
    if sprt is not None:
        yield format_test(sprt, standings)


def _cell(score: MatchScore) -> str:
    return f"{score.wins}-{score.draws}-{score.losses}"


def _aligned(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Aligned columns: numbers to the right, the labels in the second column to the left."""
    widths = [max(len(row[n]) for row in rows if n < len(row)) for n in range(len(rows[0]))]
    for row in rows:
        cells = (f"{cell:<{widths[n]}}" if n == 1 else f"{cell:>{widths[n]}}" for n, cell in enumerate(row))
        yield "  ".join(cells).rstrip()
