"""The ladder: computer players for people, each about 200 Elo stronger than the one below it.

A level that was released stays as it is: accounts play at it, and their ratings are about it.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Final

from pente_bots.players.glance import Sight
from pente_bots.players.ladder import LadderPlayer, Strength


@dataclass(frozen=True, slots=True)
class LadderLevel:
    """One level of the ladder."""

    name: str
    """What people call it."""
    style: str
    """How it plays, in one line. The words of the client have the same; a test compares them."""
    strength: Strength


_SLIP: Final = Sight(0.9, 0.7, 0.7, 2)
"""What the levels that look ahead see when they don't."""
LADDER: Final = (
    LadderLevel("newcomer", "sees one threat in four", Strength(0, 1.0, Sight(0.25, 0.1, 0.2, 25))),
    LadderLevel("beginner", "sees one threat in three", Strength(0, 1.0, Sight(0.36, 0.18, 0.28, 14))),
    LadderLevel("learner", "sees every second threat", Strength(0, 1.0, Sight(0.5, 0.3, 0.4, 8))),
    LadderLevel(
        "casual player",
        "overlooks captures, and threats far from the last stones",
        Strength(0, 1.0, Sight(0.65, 0.45, 0.55, 5), patterns=1),
    ),
    LadderLevel(
        "attentive player",
        "answers nearly every threat, but does not look ahead",
        Strength(0, 1.0, Sight(0.93, 0.85, 0.85, 2), patterns=1),
    ),
    LadderLevel(
        "club player", "looks a few stones ahead, and is often hasty", Strength(1000, 0.09, _SLIP, 0.04, 3, 1)
    ),
    LadderLevel(
        "strong club player", "looks ahead, and is sometimes hasty", Strength(4000, 0.03, _SLIP, 0.02, 3, 2)
    ),
    LadderLevel("tournament player", "is hasty now and then", Strength(14_000, 0.005, _SLIP, 0.01, 2, 3)),
    LadderLevel("expert", "plays the best line that it finds", Strength(22_000, 0.0, _SLIP, patterns=3)),
    LadderLevel("master", "looks farther ahead", Strength(50_000, 0.0, _SLIP, patterns=4)),
    LadderLevel("grandmaster", "looks farther still", Strength(110_000, 0.0, _SLIP, patterns=4)),
    LadderLevel("champion", "looks farthest", Strength(250_000, 0.0, _SLIP, patterns=5)),
)
"""All levels, the weakest first. The README of this folder has how strong they were measured."""
LEVELS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    f"level-{number}": ("ladder", {"level": str(number)}) for number in range(1, len(LADDER) + 1)
}
"""The players for people who want one of a strength, the weakest first, with their options."""


def ladder_player(chance: Random, *, level: int = 3) -> LadderPlayer:
    """The player of a level, counted from 1."""
    return LadderPlayer(chance, LADDER[level - 1].strength)
