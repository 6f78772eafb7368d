"""What Piskvork's protocol says of rules and time, as a ruleset and a limit."""

import re
from dataclasses import dataclass, replace
from typing import Final

from pente_bots.search.limit import Limit, PlayerClock
from pente_core.clock.clock import Fischer
from pente_core.clock.instant import Millis
from pente_core.rules.ruleset import Ruleset, ruleset_from

_UNLIMITED: Final = 2_147_483_647
_EXACT: Final = 1
_KEYS: Final = ("timeout_turn", "timeout_match", "time_left", "rule")
_NOT_PLAYED: Final = {2: "continuous games", 4: "renju", 8: "caro"}
_AT_ONCE: Final = 50
"""Milliseconds for a move that is to be as fast as possible."""
_USUAL: Final = 5_000
"""Milliseconds for a move as long as nothing was said."""
_SHARE: Final = 25
"""A move takes this part of the rest of the match."""
_MARGIN: Final = 0.85
"""The part of a limit that is thought for; the rest is for the way of the answer."""


@dataclass(frozen=True, slots=True)
class BrainInfo:
    """What the manager has said with INFO; the rest is ignored, as the protocol asks for."""

    timeout_turn: int | None = None
    timeout_match: int | None = None
    time_left: int | None = None
    rule: int = 0

    def noted(self, key: str, value: str) -> "BrainInfo":
        """With one more thing that the manager has said."""
        if key not in _KEYS or not re.fullmatch(r"-?\d{1,12}", value):
            return self
        return replace(self, **{key: max(0, int(value))})

    @property
    def problem(self) -> str:
        """Why these rules are not played; empty: they are."""
        names = [name for bit, name in _NOT_PLAYED.items() if self.rule & bit]
        return f"{' and '.join(names)} can't be played here; only rules 0 and 1" if names else ""

    @property
    def limit(self) -> Limit:
        """The time for a move, and the clock of the match, if there is one."""
        turn = _USUAL if self.timeout_turn is None else self.timeout_turn
        if self.time_left is None or self.time_left == _UNLIMITED:
            return Limit(_most_of(turn))
        whole = Millis(self.timeout_match or self.time_left)
        clock = PlayerClock(Fischer(whole), Millis(self.time_left), _most_of(turn))
        return Limit(_most_of(min(turn, self.time_left // _SHARE)), clock)

    def ruleset(self, size: int, swap: str = "none") -> Ruleset:
        """Five in a row on a board of this size. Raises InvalidRuleset."""
        exact = bool(self.rule & _EXACT)
        return ruleset_from({"base": "freestyle", "size": size, "exact_line": exact, "swap": swap})


def _most_of(time: int) -> Millis:
    """What can be used of a time."""
    return Millis(max(_AT_ONCE, int(_MARGIN * time)))
