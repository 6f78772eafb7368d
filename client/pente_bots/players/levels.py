"""The levels: computer players for people, each about 200 Elo stronger than the one below it.

What is said here of a level that was released stays as it is: accounts play at it, and their ratings are
about it. Only a better engine makes those that look ahead stronger.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from pente_bots.players.glance import Sight
from pente_bots.players.level_player import LevelPlayer, Strength


@dataclass(frozen=True, slots=True)
class PlayerLevel:
    """One of the levels."""

    name: str
    """What people call it."""
    style: str
    """How it plays, in one line. The words of the client have the same; a test compares them."""
    strength: Strength


_SLIP: Final = Sight(0.9, 0.7, 0.7, 2)
"""What the levels that look ahead see when they don't."""
PLAYER_LEVELS: Final = (
    PlayerLevel("newcomer", "sees one threat in four", Strength(0, 1.0, Sight(0.25, 0.1, 0.2, 25))),
    PlayerLevel("beginner", "sees one threat in three", Strength(0, 1.0, Sight(0.36, 0.18, 0.28, 14))),
    PlayerLevel("learner", "sees every second threat", Strength(0, 1.0, Sight(0.5, 0.3, 0.4, 8))),
    PlayerLevel(
        "casual player",
        "overlooks captures, and threats far from the last stones",
        Strength(0, 1.0, Sight(0.65, 0.45, 0.55, 5), patterns=1),
    ),
    PlayerLevel(
        "attentive player",
        "answers most threats, but does not look ahead",
        Strength(0, 1.0, Sight(0.88, 0.78, 0.78, 3), patterns=1),
    ),
    PlayerLevel(
        "club player",
        "looks a few stones ahead, but is hasty with every second one",
        Strength(300, 0.58, _SLIP, 0.04, 3, 1),
    ),
    PlayerLevel(
        "strong club player", "looks ahead, and is often hasty", Strength(1000, 0.25, _SLIP, 0.04, 3, 2)
    ),
    PlayerLevel("tournament player", "is sometimes hasty", Strength(2000, 0.08, _SLIP, 0.03, 3, 3)),
    PlayerLevel(
        "expert", "looks far ahead, and is hasty now and then", Strength(4500, 0.03, _SLIP, 0.015, 2, 3)
    ),
    PlayerLevel(
        "master", "looks farther ahead, and is hardly ever hasty", Strength(16_000, 0.004, _SLIP, 0.01, 2, 4)
    ),
    PlayerLevel("grandmaster", "plays the best line that it finds", Strength(70_000, 0.0, _SLIP, patterns=4)),
    PlayerLevel("champion", "looks farthest", Strength(700_000, 0.0, _SLIP, patterns=5)),
)
"""All levels, the weakest first. The README of this folder has how strong they were measured."""
LEVEL_PLAYER: Final = "level"
"""The player in the catalogue that plays all levels."""
LEVELS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    f"level-{number}": (LEVEL_PLAYER, {"level": str(number)}) for number in range(1, len(PLAYER_LEVELS) + 1)
}
"""The players for people who want one of a strength, the weakest first, with their options."""


def player_of_level(chance: Random, *, level: int = 3) -> LevelPlayer:
    """The player of a level, counted from 1."""
    return LevelPlayer(chance, PLAYER_LEVELS[level - 1].strength)
