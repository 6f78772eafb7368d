"""Thirty positions of the ten real games, always the same."""

from collections.abc import Mapping
from typing import Final

from pente_core.rules.game import Game
from pente_core.rules.point import parse_point
from pente_core.rules.position import Position
from tests.support.games.real_games import RealGame, load_real_games

STONES: Final[Mapping[str, tuple[int, ...]]] = {
    "50000000010661": (8, 15, 20, 26),
    "50000000043903": (8, 15, 22, 28),
    "50000000018910": (10, 16, 22),
    "50000000028487": (10, 18, 25, 32),
    "50000000057908": (6,),
    "50000000015424": (8, 14, 20, 24),
    "50000000042117": (10, 15, 20),
    "50000000020210": (10, 14),
    "50000000010695": (8, 14, 20),
    "50000000014330": (8, 10),
}
"""How many stones were placed, by the id of the game. When they were chosen, neither side had a win that six
stones of looking ahead prove: where one is proven, a search ends early and its time says nothing."""


def fixed_positions() -> list[Position]:
    """The positions, in the order of the games and then of the stones."""
    return [position for real in load_real_games() for position in _positions(real)]


def _positions(real: RealGame) -> list[Position]:
    game, found = Game.new(real.rules), []
    for stones, name in enumerate(real.moves):
        if stones in STONES[real.id]:
            found.append(game.position)
        _, game = game.play(parse_point(name, game.rules.size))
    return found
