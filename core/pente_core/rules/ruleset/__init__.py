"""Rulesets: every variant of the Pente family as a value, and a table of the named ones."""

from pente_core.rules.ruleset.parameters import First, Opening, SecondMove, Swap
from pente_core.rules.ruleset.ruleset import RULESETS, InvalidRuleset, Ruleset
from pente_core.rules.ruleset.ruleset_form import ruleset_from

__all__ = [
    "RULESETS",
    "First",
    "InvalidRuleset",
    "Opening",
    "Ruleset",
    "SecondMove",
    "Swap",
    "ruleset_from",
]
