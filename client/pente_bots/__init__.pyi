from pente_bots.cli.own_bot import run as run
from pente_bots.players.player import NO_LIMIT as NO_LIMIT
from pente_bots.players.player import Limit as Limit
from pente_bots.players.player import Player as Player

__all__ = ["NO_LIMIT", "Limit", "Player", "run"]
