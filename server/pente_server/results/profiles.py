"""Profiles: how people have played, and who has the highest ratings."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

from pente_core.clock.clock import TimeControl
from pente_core.clock.instant import Instant, Millis, elapsed
from pente_core.identity import Identity
from pente_core.rating import CUSTOM, Pool, Speed, pool_of
from pente_core.rules.ruleset import Ruleset
from pente_protocol.messages import Leader, Leaderboard, PoolScore
from pente_server.results.pool_results import PoolResults
from pente_server.store import Account
from pente_server.store.account_store import AccountStore

MOST_LEADERS: Final = 20
CANDIDATES: Final = 4 * MOST_LEADERS
"""How many are looked at: some have been away for so long that their ratings are provisional again."""

BOARD_HOLDS: Final = Millis(5000)
"""How long a leaderboard is told as it was."""


class Profiles:
    """Reads what `pente_server.results.ratings` has counted. Its methods raise StoreUnavailable.

    Mutable: it remembers leaderboards for a while, as one takes a question to every partition.
    """

    def __init__(self, accounts: AccountStore, now: Callable[[], Instant]) -> None:
        self._accounts = accounts
        self._now = now
        self._boards: dict[Pool, tuple[Instant, Leaderboard]] = {}

    async def seated(self, player: Identity, rules: Ruleset, time: TimeControl, *, wanted: bool) -> Identity:
        """The player as one who sits down: with the rating for such games.

        Who has none yet gets one where it is ``wanted``: that of somebody of whom nothing is known.
        """
        pool = pool_of(rules, time)
        (body,) = await self._accounts.standing(str(pool), [player.id])
        standing = PoolResults.decode(body)
        if not standing.rated and (not wanted or pool.ruleset == CUSTOM):
            return replace(player, rating=None, provisional=False)
        rating = standing.rating.aged(self._now())
        return replace(player, rating=rating.points, provisional=rating.is_provisional)

    async def scores(self, account: Account) -> tuple[PoolScore, ...]:
        """How somebody has played, in each pool; those with most games first."""
        standings = await self._accounts.standings(account.id)
        scores = [
            self._score(Pool.parse(pool), PoolResults.decode(standing))
            for pool, standing in standings.items()
        ]
        return tuple(
            sorted(scores, key=lambda score: (-_games(score), score.ruleset, list(Speed).index(score.speed)))
        )

    async def board(self, pool: Pool) -> Leaderboard:
        """Those with the highest ratings, now or a moment ago."""
        now, (at, board) = self._now(), self._boards.get(pool, (Instant(0), None))
        if board is None or elapsed(at, now) >= BOARD_HOLDS:
            board = await self._board(pool)
            self._boards[pool] = now, board
        return board

    async def _board(self, pool: Pool) -> Leaderboard:
        candidates = await self._accounts.leaders(str(pool), CANDIDATES)
        bodies = await self._accounts.standing(str(pool), candidates)
        scores = [self._score(pool, PoolResults.decode(body)) for body in bodies]
        sure = [
            (player, score) for player, score in zip(candidates, scores, strict=True) if not score.provisional
        ]
        accounts = await self._accounts.by_ids([player for player, _ in sure])
        leaders = [
            Leader(Identity(account.id, account.name, account.kind), score)
            for account, (_, score) in zip(accounts, sure, strict=True)
            if account is not None
        ]
        return Leaderboard(pool.ruleset, pool.speed, tuple(leaders[:MOST_LEADERS]))

    def _score(self, pool: Pool, standing: PoolResults) -> PoolScore:
        rating = standing.rating.aged(self._now())
        score = PoolScore(
            pool.ruleset,
            pool.speed,
            standing.wins,
            standing.losses,
            standing.draws,
            standing.rated,
            standing.last,
        )
        if not standing.rated:
            return score
        deviation = round(rating.deviation)
        return replace(score, rating=rating.points, deviation=deviation, provisional=rating.is_provisional)


def _games(score: PoolScore) -> int:
    return score.wins + score.losses + score.draws
