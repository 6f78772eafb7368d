"""Rulesets: every variant of the Pente family as a value, and a table of the named ones.

Sources of the table: the rules of pente.org, and the published rules of Gomoku and Connect6.
"""

import json
from collections.abc import Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from msgspec import field
from msgspec.structs import asdict

from pente_core.rules.ruleset.nearest import FREE, adapted, nearest_values
from pente_core.rules.ruleset.parameters import First, Opening, SecondMove, Swap
from pente_core.rules.ruleset.problems import problems_of
from pente_core.value import Value, replace


class InvalidRuleset(ValueError):
    """The ruleset does not exist or can't be played; the message names the problems and a remedy."""

    def __init__(self, *problems: str, nearest: "Ruleset | None" = None) -> None:
        super().__init__(*problems)
        self.problems = problems
        """Every problem, the most helpful one first."""
        self.nearest = nearest
        """The playable ruleset with the fewest changes; None if there is no such suggestion."""

    def __str__(self) -> str:
        told, untold = self.problems[:_MOST_TOLD], self.problems[_MOST_TOLD:]
        text = "; ".join((*told, f"and {len(untold)} more")) if untold else "; ".join(told)
        if self.nearest is None:
            return text
        return f"{text}; the nearest playable ruleset is {json.dumps(self.nearest.spec)}"


class Ruleset(Value, kw_only=True):
    """All parameters of the rules. Raises InvalidRuleset when it can't be played."""

    base: str = field(default="pente", name="variant")
    """The name of the ruleset it is derived from. It changes no rule."""
    size: int = 19
    """The number of columns and of rows, 3 to 25."""
    line: int = 5
    """How many stones in a row win, 3 to ``size``."""
    exact_line: bool = False
    """Whether a row of more than ``line`` stones does not win."""
    captures: tuple[int, ...] = (2,)
    """The lengths of the enemy runs that can be captured, ascending; empty for none."""
    goal: int = 10
    """How many captured stones win; 0 without captures."""
    poof: tuple[int, ...] = ()
    """The lengths of a player's own runs that are lost by moving between two enemy stones, ascending."""
    unbreakable: bool = False
    """Whether a line wins only if no capture can break it."""
    opening: Opening = Opening.CENTRE
    second_move: SecondMove = SecondMove.TOURNAMENT
    swap: Swap = Swap.NONE
    stones_per_turn: int = 1
    """1 or 2; the very first turn is always one stone."""
    sides: int = 2
    """2, 3 or 4 seats, each with its own colour."""
    teams: bool = False
    """Whether seats 0 and 2 play as a team against seats 1 and 3."""
    first: First = First.WHITE
    announce: bool = True
    """Whether tria and tessera are announced."""
    dead_draw: bool = False
    """Whether the game is a draw as soon as no side can complete a line any more."""
    goals: tuple[int, ...] = ()
    """The ``goal`` of each seat, where a handicap makes them differ; empty: that of all is ``goal``."""

    def __post_init__(self) -> None:
        problems = tuple(problems_of(self, RULESETS))  # still empty while its own rulesets are made
        if problems:
            raise InvalidRuleset(*problems, nearest=Ruleset(**nearest_values(asdict(self), RULESETS)))

    @property
    def colours(self) -> tuple[str, ...]:
        """The name of each seat's colour."""
        two = ("white", "black") if self.first is First.WHITE else ("black", "white")
        return (*two, "red", "blue")[: self.sides]

    def team(self, seat: int) -> tuple[int, ...]:
        """The seats that win together with ``seat``, which is included, in ascending order."""
        return (seat % 2, seat % 2 + 2) if self.teams else (seat,)

    def goal_of(self, seat: int) -> int:
        """How many captured stones win for a seat, and in a team for its partner."""
        return self.goals[seat] if self.goals else self.goal

    @property
    def even(self) -> "Ruleset":
        """The ruleset without a handicap."""
        return replace(self, goals=()) if self.goals else self

    @property
    def spec(self) -> "str | dict[str, Any]":
        """The shortest form for JSON, a name or an object; the inverse of `ruleset_from`.

        Parameters are left out if `ruleset_from` would fill in the same value.
        """
        base, mine = RULESETS[self.base], asdict(self)
        changed = {name: value for name, value in mine.items() if value != getattr(base, name)}
        implied = asdict(base) | adapted(asdict(base), changed)
        given = {name: _plain(value) for name, value in mine.items() if value != implied[name]}
        return {"base": self.base, **given} if given else self.base


_MOST_TOLD: Final = 12
"""How many problems a message names; a server sends it to the client, so its length is bounded."""

RULESETS: Mapping[str, Ruleset] = MappingProxyType({})
"""The named rulesets."""

_NO_CAPTURES: Final[dict[str, Any]] = {"captures": (), "goal": 0, "second_move": SecondMove.FREE}

_KERYO: Final[dict[str, Any]] = {"captures": (2, 3), "goal": 15}

RULESETS = MappingProxyType(
    {
        rules.base: rules
        for rules in (
            Ruleset(base="pente"),
            Ruleset(base="pente-casual", **FREE),
            Ruleset(base="keryo-pente", **_KERYO),
            Ruleset(base="g-pente", second_move=SecondMove.G_PENTE),
            Ruleset(base="d-pente", swap=Swap.D_PENTE, **FREE),
            Ruleset(base="d-keryo", swap=Swap.D_PENTE, **FREE, **_KERYO),
            Ruleset(base="swap2-pente", swap=Swap.SWAP2, **FREE),
            Ruleset(base="swap2-keryo", swap=Swap.SWAP2, **FREE, **_KERYO),
            Ruleset(base="poof-pente", poof=(2,)),
            Ruleset(base="o-pente", poof=(2, 3), unbreakable=True, **_KERYO),
            Ruleset(base="boat-pente", unbreakable=True),
            Ruleset(base="gomoku", exact_line=True, **_NO_CAPTURES),
            Ruleset(base="connect6", line=6, stones_per_turn=2, **_NO_CAPTURES),
            Ruleset(base="freestyle", dead_draw=True, opening=Opening.FREE, **_NO_CAPTURES),
        )
    }
)


def _plain(value: object) -> object:
    """The value of a parameter for JSON."""
    match value:
        case StrEnum():
            return value.value
        case tuple():
            return list(value)
        case _:
            return value
