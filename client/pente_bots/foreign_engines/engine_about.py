"""What an engine says of itself, and which rules it can play by for that."""

from dataclasses import dataclass
from typing import Final

from pente_bots.foreign_engines.engine_command import EngineProtocol
from pente_core.rules.ruleset import Ruleset, SecondMove, Swap

ALL_RULESETS: Final = "*"
"""In the place of names: all rulesets, with any parameters."""
_LINE: Final = 5


@dataclass(frozen=True, slots=True)
class EngineAbout:
    """What an engine says of itself."""

    name: str
    rulesets: tuple[str, ...] = ()
    """The names of the rulesets for which it knows our extension, or `ALL_RULESETS`; empty: it does not know
    the extension."""

    def has_extension_for(self, rules: Ruleset) -> bool:
        """Whether it can be sent whole positions of these rules."""
        return ALL_RULESETS in self.rulesets or rules.spec in self.rulesets


def objection(about: EngineAbout, protocol: EngineProtocol, rules: Ruleset) -> str:
    """Why an engine can't play by these rules, as a sentence for the opponent; empty if it can."""
    if about.has_extension_for(rules):
        return ""
    lacking = _lacking(rules)
    if not lacking:
        return ""
    return (
        f"I can't play {rules.base}: {protocol.spoken} has no {lacking}, and my engine no extension for it. "
        "Choose a game of lines, such as gomoku."
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
        return "exchange of sides that all engines know"
    if rules.second_move is not SecondMove.FREE:
        return "closed points for a second move"
    return ""
