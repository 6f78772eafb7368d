"""Who plays whom next on a ladder."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from pente_bots.ladder.standing import LadderStanding

_EACH_GAME: Final = 25.0
"""By how many points a difference in rating counts more for each game that two have played already, beyond
their share: so bots of about the same rating meet often, and all meet at times."""


def next_pair(
    names: Sequence[str], standing: LadderStanding, current: Iterable[tuple[str, str]] = ()
) -> tuple[str, str] | None:
    """The bots of the next game, the one that sits first before; None: all pairs are playing.

    ``current`` are the pairs of the games that go on; no two bots play two games at a time.
    """
    playing = {frozenset(pair) for pair in current}
    busy = Counter(name for pair in playing for name in pair)
    for name in sorted(names, key=lambda name: standing.score(name).games + busy[name]):
        free = [other for other in names if other != name and frozenset((name, other)) not in playing]
        if free:
            other = min(free, key=lambda other: _distance(name, other, standing, busy[other]))
            return _seated(name, other, standing)
    return None


def _distance(name: str, other: str, standing: LadderStanding, busy: int) -> float:
    """How unwelcome a game of two is."""
    apart = abs(standing.score(name).rating.value - standing.score(other).rating.value)
    met = standing.met(name, other) + standing.met(other, name)
    return apart + _EACH_GAME * (met + busy)


def _seated(name: str, other: str, standing: LadderStanding) -> tuple[str, str]:
    """Two bots in the order that they had less often."""
    return (name, other) if standing.met(name, other) <= standing.met(other, name) else (other, name)
