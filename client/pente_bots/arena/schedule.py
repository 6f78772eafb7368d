"""Which games are played, and in which order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, cycle, islice

from pente_bots.arena.match_game import GamePlan
from pente_bots.arena.match_player import MatchPlayer
from pente_bots.arena.opening import Opening, draw_openings
from pente_core.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """Everybody against everybody. The same schedule is played to the same results, whoever computes them."""

    contestants: tuple[MatchPlayer, ...]
    """At least two."""
    rules: Ruleset
    """Of two sides."""
    games: int
    """How many each two of them play."""
    seed: int
    openings: int | None = None
    """How many different openings there are; 0: all games begin before the first stone; None: one for each
    pair of games."""
    opening_plies: int = 4
    most_plies: int = 400

    @property
    def pairs(self) -> int:
        """How often each two meet on an opening; an odd number of games leaves one game of the last alone."""
        return (self.games + 1) // 2

    @property
    def total(self) -> int:
        """All games."""
        return self.games * len(self.contestants) * (len(self.contestants) - 1) // 2

    def bouts(self) -> Iterator[GamePlan]:
        """The games: opening by opening, so that a part of them is balanced, too, with colours exchanged."""
        number = 0
        for pair, opening in zip(range(self.pairs), self._openings(), strict=False):
            for match in combinations(range(len(self.contestants)), 2):
                for players in self._orders(match, pair):
                    number += 1
                    yield self._bout(number, pair, players, opening)

    def _openings(self) -> Iterator[Opening]:
        """The opening of each pair, and more; drawn as they are needed."""
        drawn = draw_openings(self.rules, self.opening_plies, self.seed)
        if self.openings is None:
            return drawn
        return cycle(islice(drawn, self.openings) if self.openings else [()])

    def _orders(self, match: tuple[int, int], pair: int) -> Sequence[tuple[int, int]]:
        """Who moves first in the games of a pair. A game that is left alone is begun by one or the other."""
        a, b = match
        orders = ((a, b), (b, a))
        if pair < self.games // 2:
            return orders
        return orders[(a + b) % 2 :][:1]

    def _bout(self, number: int, pair: int, players: tuple[int, int], opening: Opening) -> GamePlan:
        first, second = players
        return GamePlan(
            number=number,
            pair=pair,
            players=players,
            contestants=(self.contestants[first], self.contestants[second]),
            rules=self.rules,
            opening=opening,
            seed=f"{self.seed}:{number}",
            most_plies=self.most_plies,
        )
