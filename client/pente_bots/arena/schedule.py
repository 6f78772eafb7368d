"""Which games are played, and in which order."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, cycle, islice

from pente_bots.arena.match_game import NO_CLOCK, GamePlan
from pente_bots.arena.opening import Opening, draw_openings
from pente_bots.roster.named_player import NamedPlayer
from pente_bots.search.limit import NO_LIMIT, Limit
from pente_core.clock.time_control import TimeControl
from pente_core.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Schedule:
    """All against all. A schedule always gives the same results, whichever processes play it."""

    contestants: tuple[NamedPlayer, ...]
    """At least two."""
    rules: Ruleset
    """With two sides."""
    games: int
    """Games between each two contestants."""
    seed: int
    openings: int | None = None
    """How many different openings there are; 0: all games start on the empty board; None: one for each pair
    of games."""
    opening_plies: int = 4
    most_plies: int = 400
    limit: Limit = NO_LIMIT
    """What each player may take for each move."""
    time: TimeControl = NO_CLOCK
    """The clock of the games on this machine."""

    @property
    def is_limited(self) -> bool:
        """Whether anything limits the thinking."""
        return (self.limit, self.time) != (NO_LIMIT, NO_CLOCK)

    @property
    def pairs(self) -> int:
        """Openings that each two contestants play; with an odd number of games, the last is played once."""
        return (self.games + 1) // 2

    @property
    def total(self) -> int:
        """The number of all games."""
        return self.games * len(self.contestants) * (len(self.contestants) - 1) // 2

    def plans(self) -> Iterator[GamePlan]:
        """The games, opening by opening with colours exchanged, so that a part of them is balanced too."""
        number = 0
        for pair, opening in zip(range(self.pairs), self._openings(), strict=False):
            for match in combinations(range(len(self.contestants)), 2):
                for players in self._orders(match, pair):
                    number += 1
                    yield self._plan(number, pair, players, opening)

    def _openings(self) -> Iterator[Opening]:
        """The openings of the pairs and more, drawn as needed."""
        drawn = draw_openings(self.rules, self.opening_plies, self.seed)
        if self.openings is None:
            return drawn
        return cycle(islice(drawn, self.openings) if self.openings else [()])

    def _orders(self, match: tuple[int, int], pair: int) -> Sequence[tuple[int, int]]:
        """Who moves first in the games of a pair. A single last game is given to either side in turn."""
        a, b = match
        orders = ((a, b), (b, a))
        if pair < self.games // 2:
            return orders
        return orders[(a + b) % 2 :][:1]

    def _plan(self, number: int, pair: int, players: tuple[int, int], opening: Opening) -> GamePlan:
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
            limit=self.limit,
            time=self.time,
        )
