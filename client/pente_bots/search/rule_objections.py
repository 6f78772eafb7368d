"""Why a player can't play by some rules, and what to do about it, in a sentence for people."""

from collections.abc import Collection, Iterator
from enum import Enum, auto
from typing import Final

from pente_core.rules.ruleset import Ruleset

_LINE: Final = 5
_CAPTURES: Final = frozenset({2, 3})


class RuleTrait(Enum):
    """What rules may have that not every player knows."""

    SIDES = auto()
    """Three sides or four."""
    TURNS = auto()
    """Several stones a turn."""
    LINES = auto()
    """Lines of another length than five."""
    BREAKING = auto()
    """Poof, and lines that can't be broken."""
    CAPTURES = auto()
    """Captures of other runs than of two and three stones."""


def rule_objection(rules: Ruleset, unknown: Collection[RuleTrait]) -> str:
    """Why a player can't play by the rules to whom some traits are unknown; empty if none of them is there.

    >>> from pente_core.rules.ruleset import RULESETS
    >>> rule_objection(RULESETS["connect6"], [RuleTrait.SIDES, RuleTrait.TURNS])
    "I can't play with 2 stones a turn. Choose a ruleset with one stone a turn, such as pente."
    """
    for trait, what, instead in _traits(rules):
        if trait in unknown:
            return f"I can't play with {what}. Choose a ruleset {instead}, such as pente."
    return ""


def _traits(rules: Ruleset) -> Iterator[tuple[RuleTrait, str, str]]:
    """The traits of rules, each in words, with what would be without it."""
    if rules.sides != 2:
        yield RuleTrait.SIDES, f"{rules.sides} sides", "with two sides"
    if rules.stones_per_turn != 1:
        yield RuleTrait.TURNS, f"{rules.stones_per_turn} stones a turn", "with one stone a turn"
    if rules.line != _LINE:
        yield RuleTrait.LINES, f"lines of {rules.line}", "with lines of five"
    if rules.poof:
        yield RuleTrait.BREAKING, "poof", "without poof"
    if rules.unbreakable:
        yield RuleTrait.BREAKING, "lines that can't be broken", "without them"
    others = sorted(set(rules.captures) - _CAPTURES)
    if others:
        yield RuleTrait.CAPTURES, f"captures of {others[0]} stones", "with captures of two or three"
