"""What an engine says of itself, and which rules it can play by for that."""

from dataclasses import dataclass
from typing import Final

from pente_bots.engines.engine_command import EngineProtocol
from pente_core.rules.ruleset import Ruleset
from pente_core.rules.ruleset.parameters import SecondMove, Swap

ANY_PARAMETERS: Final = "*"
"""Beside names of rulesets: with any parameters; alone: all of them."""
_LINE: Final = 5


@dataclass(frozen=True, slots=True)
class EngineAbout:
    """What an engine says of itself."""

    name: str
    rulesets: tuple[str, ...] = ()
    """The names of the rulesets for which it knows our extension; empty: it does not know the extension. With
    `ANY_PARAMETERS` among them also with other parameters than those of the name."""

    def has_extension_for(self, rules: Ruleset) -> bool:
        """Whether it can be sent whole positions of these rules."""
        is_any = ANY_PARAMETERS in self.rulesets
        return (rules.base in self.rulesets or self.rulesets == (ANY_PARAMETERS,)) and (
            is_any or isinstance(rules.spec, str)
        )


def objection(about: EngineAbout, protocol: EngineProtocol, rules: Ruleset) -> str:
    """Why an engine can't play by these rules, as a sentence for the opponent; empty if it can."""
    if about.has_extension_for(rules):
        return ""
    lacking = _lacking(rules)
    if not lacking:
        return ""
    return (
        f"I can't play {rules.base}: {protocol.spoken} has no {lacking}, and my engine no extension for it."
    )


def _lacking(rules: Ruleset) -> str:
    """What line games of two do not have; empty if these rules are such a game."""
    if rules.captures:
        return "captures"
    if rules.sides != 2:
        return "third side"
    if rules.stones_per_turn != 1:
        return "turns of two stones"
    if rules.line != _LINE:
        return f"rows of {rules.line}"
    if rules.swap is not Swap.NONE:
        return "choice of sides" if rules.swap is Swap.D_PENTE else "choice of sides in the middle of a game"
    if rules.second_move is not SecondMove.FREE:
        return "closed points for a second move"
    return ""
