"""Ratings for players who have not played."""

from pente_core.identity import RoomId
from pente_core.rating import Rating
from pente_server.results.pool_results import PoolResults
from pente_server.store import Store
from pente_server.store.accounts.account_store import ResultUpdate
from tests.support.peer import Peer


async def give_rating(store: Store, player: Peer, rating: Rating, pool: str = "pente/blitz") -> None:
    """Let a player have a rating."""
    id_ = player.welcome.player.id
    standing = PoolResults(wins=3, losses=2, rated=5, rating=rating)
    count = ResultUpdate(
        id_,
        RoomId("before-all"),
        pool,
        b"",
        standing.encode(),
        b"",
        is_rated=True,
        score=None if rating.is_provisional else rating.value,
        provisional_score=rating.value if rating.is_provisional else None,
    )
    assert await store.accounts.count(count) is not None
