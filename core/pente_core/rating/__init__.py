"""Ratings: how strong players are, as far as their results tell. Glicko-2, by ruleset and speed."""

from pente_core.rating.change import Change
from pente_core.rating.glicko import NEW, Rating, Result, judged
from pente_core.rating.pool import CUSTOM, Pool, Speed, Unrated, estimated, pool_of, rated_pool, speed_of
from pente_core.rating.settling import results, settled

__all__ = [
    "CUSTOM",
    "NEW",
    "Change",
    "Pool",
    "Rating",
    "Result",
    "Speed",
    "Unrated",
    "estimated",
    "judged",
    "pool_of",
    "rated_pool",
    "results",
    "settled",
    "speed_of",
]
