"""Profiles: players' results and ratings, and leaderboards."""

from collections.abc import Callable, Sequence
from typing import Final

from pente_core.clock.clock import TimeControl
from pente_core.clock.instant import Instant, Millis, elapsed
from pente_core.identity import Identity, PlayerId, PlayerKind
from pente_core.rating import CUSTOM, Pool, Speed, pool_of
from pente_core.rules.ruleset import Ruleset
from pente_core.value import replace
from pente_protocol.messages.people import Leader, Leaderboard, PoolScore
from pente_server.results.pool_results import PoolResults
from pente_server.store import Account
from pente_server.store.accounts.account_store import AccountStore

MOST_LEADERS: Final = 20
CANDIDATES: Final = 4 * MOST_LEADERS
"""Players that are read for a leaderboard: some have not played for so long that they are provisional again.
"""

BOARD_HOLDS: Final = Millis(5000)
"""How long a leaderboard is cached."""


class Profiles:
    """Reads the results that `pente_server.results.ratings` counts. Its methods raise StoreUnavailable.

    Mutable: it caches leaderboards, as each takes a query to every partition of the store.
    """

    def __init__(
        self, accounts: AccountStore, now: Callable[[], Instant], *, lists_bots: bool = False
    ) -> None:
        """``lists_bots``: whether leaderboards have bots too; only where they play rated games with people do
        their ratings compare.
        """
        self._accounts = accounts
        self._lists_bots = lists_bots
        self._now = now
        self._boards: dict[Pool, tuple[Instant, Leaderboard]] = {}

    async def with_rating(
        self, player: Identity, rules: Ruleset, time: TimeControl, *, wanted: bool
    ) -> Identity:
        """The player with the rating for such games, as shown in a room.

        A player without rated games has no rating, or, where one is ``wanted``, that of a new player.
        """
        pool = pool_of(rules, time)
        (body,) = await self._accounts.standing(str(pool), [player.id])
        results = PoolResults.decode(body)
        if not results.rated and (not wanted or pool.ruleset == CUSTOM):
            return replace(player, rating=None, provisional=False)
        rating = results.rating.aged(self._now())
        return replace(player, rating=rating.points, provisional=rating.is_provisional)

    async def with_ratings(
        self, players: Sequence[Identity], ruleset: str, speed: Speed | None
    ) -> list[Identity]:
        """The players with their ratings for a named ruleset and a speed, if they have any.

        None: the speed of which each has played most rated games.
        """
        ids = [player.id for player in players]
        pools = [Pool(ruleset, each) for each in (Speed if speed is None else (speed,))]
        tables = [await self._accounts.standing(str(pool), ids) for pool in pools] if ids else []
        return [
            self._rated(player, [PoolResults.decode(body) for body in bodies])
            for player, bodies in zip(players, zip(*tables, strict=True), strict=True)
        ]

    def _rated(self, player: Identity, results: Sequence[PoolResults]) -> Identity:
        best = max(results, key=lambda each: each.rated)
        if not best.rated:
            return replace(player, rating=None, provisional=False)
        rating = best.rating.aged(self._now())
        return replace(player, rating=rating.points, provisional=rating.is_provisional)

    async def scores(self, account: Account) -> tuple[PoolScore, ...]:
        """A player's results in each pool, those with the most games first."""
        by_pool = await self._accounts.standings(account.id)
        scores = [self._score(Pool.parse(pool), PoolResults.decode(body)) for pool, body in by_pool.items()]
        return tuple(
            sorted(scores, key=lambda score: (-_games(score), score.ruleset, list(Speed).index(score.speed)))
        )

    async def board(self, pool: Pool) -> Leaderboard:
        """The leaderboard of a pool; up to BOARD_HOLDS old."""
        now, (at, board) = self._now(), self._boards.get(pool, (Instant(0), None))
        if board is None or elapsed(at, now) >= BOARD_HOLDS:
            board = await self._board(pool)
            self._boards[pool] = now, board
        return board

    async def _board(self, pool: Pool) -> Leaderboard:
        established = await self._accounts.leaders(str(pool), CANDIDATES)
        newcomers = await self._accounts.leaders(str(pool), CANDIDATES, provisional=True)
        leaders = await self._leaders(pool, list(dict.fromkeys((*established, *newcomers))))
        certain = [leader for leader in leaders if not leader.score.provisional]
        provisional = [leader for leader in leaders if leader.score.provisional]
        return Leaderboard(
            pool.ruleset, pool.speed, tuple(certain[:MOST_LEADERS]), tuple(provisional[:MOST_LEADERS])
        )

    async def _leaders(self, pool: Pool, players: Sequence[PlayerId]) -> list[Leader]:
        """Players with their ratings in a pool, the highest first; those without an account are left out."""
        bodies = await self._accounts.standing(str(pool), players)
        accounts = await self._accounts.by_ids(players)
        leaders = [
            Leader(
                Identity(account.id, account.name, account.kind),
                self._score(pool, PoolResults.decode(body)),
            )
            for account, body in zip(accounts, bodies, strict=True)
            if account is not None and (self._lists_bots or account.kind is PlayerKind.PERSON)
        ]
        rated = [(leader.score.rating, leader) for leader in leaders if leader.score.rating is not None]
        return [leader for _, leader in sorted(rated, key=lambda each: -each[0])]

    def _score(self, pool: Pool, results: PoolResults) -> PoolScore:
        rating = results.rating.aged(self._now())
        score = PoolScore(
            pool.ruleset,
            pool.speed,
            results.wins,
            results.losses,
            results.draws,
            results.rated,
            results.last,
        )
        if not results.rated:
            return score
        deviation = round(rating.deviation)
        return replace(score, rating=rating.points, deviation=deviation, provisional=rating.is_provisional)


def _games(score: PoolScore) -> int:
    return score.wins + score.losses + score.draws
