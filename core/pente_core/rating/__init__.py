"""Ratings: estimates of playing strength by Glicko-2, for each ruleset and speed."""

from pente_core.rating.game_results import ratings_after, results, set_results
from pente_core.rating.glicko import NEW, RESULT_OF, RESULTS, Rating, Result, judged
from pente_core.rating.pool import CUSTOM, Pool, Speed, Unrated, estimated, pool_of, rated_pool, speed_of
from pente_core.rating.rating_change import RatingChange

__all__ = [
    "CUSTOM",
    "NEW",
    "RESULTS",
    "RESULT_OF",
    "Pool",
    "Rating",
    "RatingChange",
    "Result",
    "Speed",
    "Unrated",
    "estimated",
    "judged",
    "pool_of",
    "rated_pool",
    "ratings_after",
    "results",
    "set_results",
    "speed_of",
]
