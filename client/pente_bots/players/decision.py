"""What a player does when a stone is due, by whichever of its methods says so."""

from dataclasses import replace

from pente_bots.players.player import Player
from pente_bots.players.swap_openings import stones_until_choice
from pente_bots.search.request import SearchLine, SearchReport, SearchRequest
from pente_bots.search.score import Score
from pente_core.rules.point import Point


def best_point(player: Player, request: SearchRequest) -> Point:
    """The point of the next stone: by `choose_opening` before the choice of a swap opening, else by `search`
    of players that have their own, else by `choose`, which is told nothing but the limit.

    A class that defines `choose` on top of another one's `search` means its own.
    """
    return chosen_point(player, request)[0]


def chosen_point(player: Player, request: SearchRequest) -> tuple[Point, int]:
    """The same with the positions that were searched for it; 0: nobody counted."""
    if stones_until_choice(request.position):
        return player.choose_opening(request.position, request.limit), 0
    if has_own_search(type(player)):
        report = player.search(replace(request, to_play=True))
        return report.best.points[0], report.nodes
    return player.choose(request.position, request.limit), 0


def best_lines(player: Player, request: SearchRequest) -> SearchReport:
    """The same with what is known about it: for a stone of an opening, which is to be even, nothing."""
    if stones_until_choice(request.position):
        return SearchReport((SearchLine((best_point(player, request),), Score()),))
    return player.search(replace(request, to_play=True))


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
