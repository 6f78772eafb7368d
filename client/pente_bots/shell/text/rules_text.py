"""The rules of the game, in sentences."""

from collections.abc import Iterator
from typing import Final

from pente_client.words.phrases import rules_name
from pente_client.words.ruleset import parameters
from pente_core.rules.ruleset import RULESETS, Ruleset, SecondMove

_ALWAYS: Final = {"size", "line", "exact_line", "captures", "goal", "opening", "second_move"}
_OPENINGS: Final = {SecondMove.TOURNAMENT: " (tournament)", SecondMove.FREE: " (casual)"}


def rules_lines(rules: Ruleset) -> Iterator[str]:
    """The name of the ruleset, and what is worth knowing of its parameters."""
    usual = RULESETS["pente"]
    opening = _OPENINGS.get(rules.second_move, "") if rules.base == usual.base else ""
    yield f"The current ruleset is: {rules_name(rules)}{opening}."
    for each in parameters(rules):
        if each.name in _ALWAYS or getattr(rules, each.name) != getattr(usual, each.name):
            yield f"  {each.meaning}"
