from pente_bots.cli.own_bot import run as run
from pente_bots.players.player import Player as Player
from pente_bots.search.limit import NO_LIMIT as NO_LIMIT
from pente_bots.search.limit import Limit as Limit
from pente_bots.search.request import SearchLine as SearchLine
from pente_bots.search.request import SearchReport as SearchReport
from pente_bots.search.request import SearchRequest as SearchRequest
from pente_bots.search.score import Score as Score

__all__ = ["NO_LIMIT", "Limit", "Player", "Score", "SearchLine", "SearchReport", "SearchRequest", "run"]
