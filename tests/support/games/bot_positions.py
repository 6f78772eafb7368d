"""Positions to think about."""

from random import Random
from typing import Any, Final

from hypothesis import strategies as st

from pente_core.rules.game import Game
from pente_core.rules.position import Position
from pente_core.rules.ruleset import RULESETS, Ruleset, ruleset_from
from tests.support.games.random_games import after, random_turn

ODDITIES: Final[tuple[dict[str, Any], ...]] = (
    {"base": "freestyle", "size": 3, "line": 3},
    {"base": "freestyle", "size": 4, "line": 4},
    {"base": "freestyle", "size": 25, "line": 8},
    {"base": "pente", "size": 7},
    {"base": "pente-casual", "size": 6, "line": 3},
    {"base": "pente", "size": 13, "sides": 3},
    {"base": "pente", "size": 9, "sides": 4},
    {"base": "pente", "size": 9, "sides": 4, "teams": True},
    {"base": "gomoku", "size": 7, "line": 4, "stones_per_turn": 2},
    {"base": "poof-pente", "size": 9},
    {"base": "o-pente", "size": 9},
)
"""Rulesets that strain what a player takes for granted."""

EVERY: Final[tuple[Ruleset, ...]] = (
    *RULESETS.values(),
    *(ruleset_from(spec) for spec in ODDITIES),
)


def random_position(rules: Ruleset, chance: Random, most: int = 60) -> Position:
    """A position in which a stone or a choice is due, after up to ``most`` random turns."""
    game = Game.new(rules)
    for _ in range(chance.randint(0, most)):
        following = after(game, random_turn(game, chance))
        if following.is_over:
            break
        game = following
    return game.position


@st.composite
def positions(draw: st.DrawFn, rules: tuple[Ruleset, ...] = EVERY) -> Position:
    """Positions of any of these rulesets."""
    return random_position(draw(st.sampled_from(rules)), Random(draw(st.integers(0, 2**32))))
