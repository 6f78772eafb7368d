"""What a player does when a stone is due, by whichever of its methods says so."""

from pente_bots.players.player import Player
from pente_bots.search.request import SearchRequest
from pente_core.rules.point import Point


def best_point(player: Player, request: SearchRequest) -> Point:
    """The point of the next stone, by `search` of players that have their own, else by `choose`.

    `choose` is told nothing but the limit. A class that defines `choose` on top of another one's `search`
    means its own.
    """
    if has_own_search(type(player)):
        return player.search(request).best.points[0]
    return player.choose(request.position, request.limit)


def has_own_search(player: type[Player]) -> bool:
    """Whether a class of players, or the nearest of its bases that says how it chooses, defines `search`."""
    for base in player.__mro__:
        if base is Player:
            return False
        if "search" in vars(base):
            return True
        if "choose" in vars(base):
            return False
    return False
