"""A ruleset worked out for its board: what judging a move looks up."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from pente_core.rules.geometry import Bits, Flanks, geometry
from pente_core.rules.move import Call
from pente_core.rules.ruleset import Opening, Ruleset, Swap, forbidden_second_points


class CompiledRules:
    """Tables for a ruleset; use `compile_rules` to share them. They never change during a game."""

    def __init__(self, rules: Ruleset) -> None:
        table = geometry(rules.size)
        self.rules: Final = rules
        self.points: Final = rules.size**2
        self.full: Final = table.full
        self.swaps: Final = rules.swap is not Swap.NONE
        self.first: Final[Bits] = (
            table.bit[table.centre]
            if rules.opening is Opening.CENTRE and table.centre is not None
            else table.full
        )
        """Where the very first stone may be placed."""
        self.second: Final[Bits] = table.full & ~forbidden_second_points(rules)
        """Where the second stone of the first side may be placed."""
        self.second_ply: Final = 1 + (rules.sides - 1) * rules.stones_per_turn
        """How many stones are placed before the first side's second; fewer when seats are out by then."""
        self.flanks: Final = Flanks(table, rules.captures)
        self.wins: Final = tuple(self._wins(length) for length in range(rules.size + 1))
        """Whether a row of so many stones wins."""
        self.calls: Final = tuple(self._calls(length) for length in range(rules.size + 1))
        """What is called of a row of so many stones: with an end closed, and open at both."""

    def __reduce__(self) -> "tuple[Callable[[Ruleset], CompiledRules], tuple[Ruleset]]":
        """A copy of a position in another process shares the law there."""
        return compile_rules, (self.rules,)

    def _wins(self, length: int) -> bool:
        return length == self.rules.line or (length > self.rules.line and not self.rules.exact_line)

    def _calls(self, length: int) -> tuple[Call, Call] | None:
        if not self.rules.announce or self._wins(length):
            return None
        return _CALLS.get(length)


_CALLS: Final = {3: (Call.TRIA, Call.OPEN_TRIA), 4: (Call.TESSERA, Call.OPEN_TESSERA)}


@lru_cache(maxsize=256)
def compile_rules(rules: Ruleset) -> CompiledRules:
    """The law of a ruleset, shared while it is in use: players may make up any number of rulesets."""
    return CompiledRules(rules)
