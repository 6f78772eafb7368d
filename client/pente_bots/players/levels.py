"""The levels: computer players for people, each about 200 Elo stronger than the one below it.

What is said here of a level that was released stays as it is: accounts play at it, and their ratings are
about it. Only a better engine makes those that look ahead stronger.
"""

from collections.abc import Mapping
from random import Random
from typing import Final

from pente_bots.engine import kernel
from pente_bots.players.glance import Sight
from pente_bots.players.level_player import LevelPlayer, Strength
from pente_bots.players.player_options import LEVEL_COUNT, InvalidPlayerOption

_SLIP: Final = Sight(0.9, 0.7, 0.7, 2)
"""What the levels that look ahead see when they don't."""
STRENGTHS: Final = (
    Strength(0, 1.0, Sight(0.25, 0.1, 0.2, 25)),
    Strength(0, 1.0, Sight(0.38, 0.2, 0.3, 13)),
    Strength(0, 1.0, Sight(0.52, 0.32, 0.42, 8)),
    Strength(0, 1.0, Sight(0.69, 0.51, 0.59, 5), patterns=1),
    Strength(0, 1.0, Sight(0.9, 0.81, 0.8, 3), patterns=1),
    Strength(180, 0.63, _SLIP, 0.04, 3, 1),
    Strength(900, 0.41, _SLIP, 0.04, 3, 2),
    Strength(2000, 0.2, _SLIP, 0.03, 3, 3),
    Strength(3500, 0.12, _SLIP, 0.015, 2, 3),
    Strength(8000, 0.05, _SLIP, 0.015, 2, 4),
    Strength(45_000, 0.006, _SLIP, 0.01, 2, 4),
    Strength(700_000, 0.0, _SLIP, patterns=5),
)
"""Those of all levels, the weakest first. The README of this folder has how strong they were measured; what
people call them is for `pente_client.words.bots.levels` to say.
"""
assert len(STRENGTHS) == LEVEL_COUNT
MOST_UNCOMPILED: Final = 10
"""The highest level without a compiled engine: level 11 takes ten seconds for a stone then, and level 12 two
minutes, of which a game without a clock says nothing.
"""
LEVEL_PLAYER: Final = "level"
"""The player in the catalogue that plays all levels."""
LEVELS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    f"level-{number}": (LEVEL_PLAYER, {"level": str(number)}) for number in range(1, len(STRENGTHS) + 1)
}
"""The players for people who want one of a strength, the weakest first, with their options."""


def highest_level() -> int:
    """The highest level that can be played on this machine."""
    return len(STRENGTHS) if kernel.IS_COMPILED else MOST_UNCOMPILED


def check_level(level: int) -> None:
    """Raises InvalidPlayerOption for a level that does not exist, or that this machine is too slow for."""
    if not 1 <= level <= len(STRENGTHS):
        raise InvalidPlayerOption(f"there is no level {level}; choose one from 1 to {highest_level()}")
    if level > highest_level():
        raise InvalidPlayerOption(
            f"level {level} would think for minutes about a stone, as the engine is not compiled here; "
            f"choose level {MOST_UNCOMPILED}, or compile it, as pente doctor says"
        )


def player_of_level(chance: Random, *, level: int = 3) -> LevelPlayer:
    """The player of a level, counted from 1. Raises InvalidPlayerOption."""
    check_level(level)
    return LevelPlayer(chance, STRENGTHS[level - 1])
