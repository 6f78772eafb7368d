"""The levels: computer players for people, each about 200 Elo stronger than the one below it.

What is said here of a level that was released stays as it is: accounts play at it, and their ratings are
about it. Only a better engine makes those that look ahead stronger.
"""

from collections.abc import Mapping
from random import Random
from typing import Final

from pente_bots.players.glance import Sight
from pente_bots.players.level_player import LevelPlayer, Strength

_SLIP: Final = Sight(0.9, 0.7, 0.7, 2)
"""What the levels that look ahead see when they don't."""
STRENGTHS: Final = (
    Strength(0, 1.0, Sight(0.25, 0.1, 0.2, 25)),
    Strength(0, 1.0, Sight(0.36, 0.18, 0.28, 14)),
    Strength(0, 1.0, Sight(0.5, 0.3, 0.4, 8)),
    Strength(0, 1.0, Sight(0.65, 0.45, 0.55, 5), patterns=1),
    Strength(0, 1.0, Sight(0.88, 0.78, 0.78, 3), patterns=1),
    Strength(300, 0.58, _SLIP, 0.04, 3, 1),
    Strength(1000, 0.25, _SLIP, 0.04, 3, 2),
    Strength(2000, 0.08, _SLIP, 0.03, 3, 3),
    Strength(4500, 0.03, _SLIP, 0.015, 2, 3),
    Strength(16_000, 0.004, _SLIP, 0.01, 2, 4),
    Strength(70_000, 0.0, _SLIP, patterns=4),
    Strength(700_000, 0.0, _SLIP, patterns=5),
)
"""Those of all levels, the weakest first. The README of this folder has how strong they were measured; what
people call them is for `pente_client.words.bots.levels` to say.
"""
LEVEL_PLAYER: Final = "level"
"""The player in the catalogue that plays all levels."""
LEVELS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    f"level-{number}": (LEVEL_PLAYER, {"level": str(number)}) for number in range(1, len(STRENGTHS) + 1)
}
"""The players for people who want one of a strength, the weakest first, with their options."""


def player_of_level(chance: Random, *, level: int = 3) -> LevelPlayer:
    """The player of a level, counted from 1."""
    return LevelPlayer(chance, STRENGTHS[level - 1])
