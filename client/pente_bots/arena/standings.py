"""The points of all contestants against each other."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations
from typing import Final

from pente_bots.arena.bradley_terry import Strengths, estimate_strengths
from pente_bots.arena.elo import MatchScore
from pente_bots.arena.match_game import PlayedGame
from pente_bots.arena.move_times import NO_MOVES


class Standings:
    """The results of some games. Mutable: games are added one at a time."""

    def __init__(self, labels: Sequence[str]) -> None:
        self.labels = tuple(labels)
        """The labels of the contestants, by number."""
        self.failures: Final = Counter[int]()
        """How many games a contestant has lost because its program failed."""
        self.times: Final = dict.fromkeys(range(len(labels)), NO_MOVES)
        """How long the moves of each contestant took, as far as that is known."""
        self._groups: dict[tuple[int, int], dict[int, list[float]]] = defaultdict(dict)

    def add(self, played: PlayedGame) -> None:
        """Count a game."""
        match = (min(played.plan.players), max(played.plan.players))
        group = self._groups[match].setdefault(played.plan.pair, [])
        group.append(played.points(match[0]))
        for number, times in zip(played.plan.players, played.times, strict=False):  # unknown: none
            self.times[number] += times
        if played.failure:
            self.failures[next(number for number in match if number != played.winner)] += 1

    def score(self, player: int, other: int) -> MatchScore:
        """The games of a contestant against another one."""
        match = (min(player, other), max(player, other))
        score = MatchScore(tuple(tuple(group) for group in self._groups.get(match, {}).values()))
        return score if player == match[0] else score.reversed

    def total(self, player: int) -> MatchScore:
        """All games of a contestant."""
        others = (other for other in range(len(self.labels)) if other != player)
        return MatchScore(tuple(group for other in others for group in self.score(player, other).groups))

    @property
    def games(self) -> int:
        """The number of games."""
        return sum(len(group) for groups in self._groups.values() for group in groups.values())

    def ranking(self) -> list[int]:
        """The contestants by points per game, highest first; equal ones in their given order."""
        return sorted(range(len(self.labels)), key=lambda player: -self.total(player).mean)

    def strengths(self) -> Strengths | None:
        """The strengths of the contestants; None while games do not connect all of them."""
        scores = {match: self.score(*match) for match in combinations(range(len(self.labels)), 2)}
        points = {match: (score.points, score.games) for match, score in scores.items() if score.games}
        return estimate_strengths(len(self.labels), points) if self._are_connected(points) else None

    def _are_connected(self, matches: dict[tuple[int, int], tuple[float, int]]) -> bool:
        reached, border = {0}, {0}
        while border:
            border = {b for pair in matches for a, b in (pair, pair[::-1]) if a in border} - reached
            reached |= border
        return len(reached) == len(self.labels)
