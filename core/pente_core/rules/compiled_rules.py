"""Lookup tables of a ruleset, for judging moves quickly."""

from collections.abc import Callable
from functools import lru_cache
from typing import Final

from pente_core.rules.geometry import Bits, Brackets, Flanks, geometry, run_shifts
from pente_core.rules.move import Call
from pente_core.rules.ruleset import Opening, Ruleset, SecondMove, Swap


class CompiledRules:
    """The lookup tables of a ruleset. Call `compile_rules`, which shares one instance per ruleset.

    They never change, and are equal if their rulesets are.
    """

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
        """The points open to the very first stone."""
        self.second: Final[Bits] = table.full & ~forbidden_second_points(rules)
        """The points open to the second stone of the side that moves first."""
        self.second_ply: Final = 1 + (rules.sides - 1) * rules.stones_per_turn
        """How many stones are placed before that second stone, at most: fewer if seats have dropped out."""
        self.flanks: Final = Flanks(table, rules.captures)
        self.brackets: Final = Brackets(table, rules.poof)
        self.is_row_new: Final = rules.unbreakable and not rules.exact_line
        """Whether rows are judged a turn later, and one that stands then was made by the last stone: none is
        made by stones that leave the board.
        """
        self.run_shifts: Final = run_shifts(table.steps, rules.line)
        """For `pente_core.rules.geometry.has_run`: whether stones have ``line`` in a row, or more."""
        self.wins: Final = tuple(self._wins(length) for length in range(rules.size + 1))
        """Whether a row wins, by its length."""
        self.calls: Final = tuple(self._calls(length) for length in range(rules.size + 1))
        """The calls for a row by its length: if an end is closed, and if both are open. None: no call."""

    def __reduce__(self) -> "tuple[Callable[[Ruleset], CompiledRules], tuple[Ruleset]]":
        """Pickle the ruleset only, so that a position in another process uses the shared tables there."""
        return compile_rules, (self.rules,)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, CompiledRules) and self.rules == other.rules

    def __hash__(self) -> int:
        return hash(self.rules)

    def __repr__(self) -> str:
        return f"compile_rules({self.rules!r})"

    def _wins(self, length: int) -> bool:
        return length == self.rules.line or (length > self.rules.line and not self.rules.exact_line)

    def _calls(self, length: int) -> tuple[Call, Call] | None:
        if not self.rules.announce or self._wins(length):
            return None
        return _CALLS.get(length)


_CALLS: Final = {3: (Call.TRIA, Call.OPEN_TRIA), 4: (Call.TESSERA, Call.OPEN_TESSERA)}


@lru_cache(maxsize=256)
def compile_rules(rules: Ruleset) -> CompiledRules:
    """The shared tables of a ruleset. The cache is bounded, because players can invent rulesets."""
    return CompiledRules(rules)


def forbidden_second_points(rules: Ruleset) -> Bits:
    """The points closed to the second stone of the side that moves first."""
    table = geometry(rules.size)
    if rules.second_move is SecondMove.FREE or table.centre is None:
        return 0
    zone = table.square(table.centre, 2)
    if rules.second_move is SecondMove.G_PENTE:
        zone |= table.cross(table.centre, 4)
    return zone
