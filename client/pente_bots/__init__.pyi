from typing import Final

from pente_bots.cli.own_bot import run as run
from pente_bots.players.player import Evaluation as Evaluation
from pente_bots.players.player import Player as Player
from pente_bots.search.limit import NO_LIMIT as NO_LIMIT
from pente_bots.search.limit import Limit as Limit
from pente_bots.search.limit import PlayerClock as PlayerClock
from pente_bots.search.request import SearchLine as SearchLine
from pente_bots.search.request import SearchReport as SearchReport
from pente_bots.search.request import SearchRequest as SearchRequest
from pente_bots.search.request import StopFlag as StopFlag
from pente_bots.search.score import Score as Score

API_VERSION: Final = 1

__all__ = [
    "API_VERSION",
    "NO_LIMIT",
    "Evaluation",
    "Limit",
    "Player",
    "PlayerClock",
    "Score",
    "SearchLine",
    "SearchReport",
    "SearchRequest",
    "StopFlag",
    "run",
]
