"""The rulesets that tests try."""

from typing import Any, Final

from pente_core.rules.ruleset import RULESETS

UNUSUAL: Final[list[dict[str, Any]]] = [
    {"base": "freestyle", "size": 3, "line": 3},
    {"base": "freestyle", "size": 4, "line": 4, "exact_line": True},
    {"base": "freestyle", "size": 5, "line": 3, "exact_line": True, "stones_per_turn": 2},
    {"base": "freestyle", "size": 6, "sides": 3},
    {"base": "freestyle", "size": 5, "sides": 4, "line": 5},
    {"base": "freestyle", "size": 6, "sides": 4, "teams": True, "line": 4},
    {"base": "gomoku", "size": 3, "line": 3},
    {"base": "gomoku", "size": 25, "line": 6},
    {"base": "gomoku", "size": 7, "line": 3, "exact_line": True},
    {"base": "connect6", "size": 9, "sides": 3, "line": 5},
    {
        "base": "pente",
        "size": 3,
        "line": 3,
        "opening": "free",
        "second_move": "free",
        "captures": [1],
        "goal": 9,
    },
    {"base": "pente", "size": 4, "captures": [1], "goal": 16, "line": 4},
    {"base": "pente", "size": 7},
    {"base": "pente", "size": 7, "exact_line": True, "goal": 3, "captures": [1, 2, 3]},
    {"base": "pente", "size": 8, "captures": [1, 2, 3, 4], "goal": 30},
    {"base": "pente", "size": 9, "captures": [3], "line": 6, "goal": 9, "stones_per_turn": 2},
    {"base": "pente", "size": 9, "captures": [1], "stones_per_turn": 2, "goal": 20, "sides": 3},
    {"base": "pente", "size": 9, "sides": 3},
    {"base": "pente", "size": 9, "sides": 4, "stones_per_turn": 2},
    {"base": "pente", "size": 9, "sides": 4, "teams": True},
    {"base": "keryo-pente", "size": 7, "sides": 4, "teams": True, "line": 5},
    {"base": "pente-casual", "size": 13, "announce": False, "first": "black"},
    {"base": "poof-pente", "size": 7, "goal": 4},
    {"base": "poof-pente", "size": 7, "goals": [4, 2]},
    {"base": "pente", "size": 7, "captures": [1, 2], "goals": [6, 10]},
    {"base": "pente", "size": 9, "sides": 4, "teams": True, "captures": [1, 2], "goals": [4, 8, 4, 8]},
    {"base": "poof-pente", "size": 8, "poof": [1, 2, 3, 4], "captures": [1, 2], "goal": 24},
    {"base": "o-pente", "size": 7, "goal": 6},
    {"base": "o-pente", "size": 7, "line": 3, "goal": 49},
    {"base": "o-pente", "size": 8, "line": 4, "exact_line": True},
    {"base": "boat-pente", "size": 7, "line": 3, "captures": [1, 2, 3]},
    {"base": "boat-pente", "size": 8, "line": 4, "goal": 64},
    {"base": "boat-pente", "size": 9, "line": 4, "exact_line": True, "goal": 81},
    {"base": "d-keryo", "size": 7, "line": 4},
    {"base": "swap2-pente", "size": 6, "line": 4},
    {"base": "g-pente", "captures": [], "dead_draw": True, "line": 4},
]
SPECS: Final[list[Any]] = [*RULESETS, *UNUSUAL]
"""Every ruleset with a name, and unusual ones."""


def name_of(spec: object) -> str:
    """A name for the test of a ruleset."""
    if isinstance(spec, dict):
        return "-".join(f"{key}={value}".replace("base=", "") for key, value in spec.items())
    return str(spec)
