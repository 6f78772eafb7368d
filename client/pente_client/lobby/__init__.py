"""The lobby on the whole terminal: who is here, what is played, and the way to a game."""

from pente_client.lobby.choice import (
    Challenge,
    Choice,
    Leave,
    LookOn,
    OpenRoom,
    SitDown,
    WatchFeatured,
)
from pente_client.lobby.run import run_lobby

__all__ = [
    "Challenge",
    "Choice",
    "Leave",
    "LookOn",
    "OpenRoom",
    "SitDown",
    "WatchFeatured",
    "run_lobby",
]
