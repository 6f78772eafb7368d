"""Rulesets: every variant of the Pente family is one value, and a table names the usual ones.

Source of the table: the rules that pente.org plays, and the published rules of Gomoku and Connect6.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final

from pente_core.rules.geometry import Bits, geometry


class InvalidRuleset(ValueError):
    """A ruleset that does not exist or can't be played; the message says why, in one sentence."""


class Opening(StrEnum):
    """Where the first stone goes."""

    FREE = "free"
    CENTRE = "centre"


class SecondMove(StrEnum):
    """Where the second stone of the first side may not go."""

    FREE = "free"
    TOURNAMENT = "tournament"
    G_PENTE = "g-pente"


class Swap(StrEnum):
    """Who may exchange seats in the opening."""

    NONE = "none"
    D_PENTE = "d-pente"
    SWAP2 = "swap2"


class First(StrEnum):
    """What the colour that moves first is called."""

    WHITE = "white"
    BLACK = "black"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruleset:
    """All that the rules depend on. Checked when made: raises InvalidRuleset when it can't be played."""

    base: str = "pente"
    """The name it was derived from, a key of `RULESETS`."""
    size: int = 19
    """Columns and rows, 3 to 25."""
    line: int = 5
    """Stones in a row that win, 3 to ``size``."""
    exact_line: bool = False
    """Whether longer rows do not win."""
    captures: tuple[int, ...] = (2,)
    """Lengths of the flanked enemy runs that are taken, ascending; empty for none."""
    goal: int = 10
    """Captured stones that win; 0 where nothing is taken."""
    poof: tuple[int, ...] = ()
    """Lengths of own runs that are lost by moving between flanks, ascending."""
    unbreakable: bool = False
    """Whether a line wins only once it can't be broken by a capture."""
    opening: Opening = Opening.CENTRE
    second_move: SecondMove = SecondMove.TOURNAMENT
    swap: Swap = Swap.NONE
    stones_per_turn: int = 1
    """1 or 2; the very first turn is always of one stone."""
    sides: int = 2
    """2, 3 or 4 seats, each with a colour of its own."""
    teams: bool = False
    """Two teams of two: seats 0 and 2 against 1 and 3."""
    first: First = First.WHITE
    announce: bool = True
    """Whether tria and tessera are announced."""
    dead_draw: bool = False
    """Whether the game is drawn as soon as no line can be completed by anybody."""

    def __post_init__(self) -> None:
        for problem in _problems(self):
            raise InvalidRuleset(problem)

    @property
    def colours(self) -> tuple[str, ...]:
        """The name of each seat's stones."""
        two = ("white", "black") if self.first is First.WHITE else ("black", "white")
        return (*two, "red", "blue")[: self.sides]

    def team(self, seat: int) -> tuple[int, ...]:
        """The seats that win together with ``seat``, itself included, ascending."""
        return (seat % 2, seat % 2 + 2) if self.teams else (seat,)

    @property
    def spec(self) -> "str | dict[str, Any]":
        """The shortest way to write it down; `ruleset_from` reads it back."""
        base, mine = RULESETS[self.base], _values(self)
        changed = {name: value for name, value in mine.items() if value != getattr(base, name)}
        implied = _values(base) | _adapted(base, changed)
        given = {name: _plain(value) for name, value in mine.items() if value != implied[name]}
        return {"base": self.base, **given} if given else self.base


def forbidden_second_points(rules: Ruleset) -> Bits:
    """The points closed to the second stone of the first side."""
    table = geometry(rules.size)
    if rules.second_move is SecondMove.FREE or table.centre is None:
        return 0
    zone = table.square(table.centre, 2)
    if rules.second_move is SecondMove.G_PENTE:
        zone |= table.cross(table.centre, 4)
    return zone


def _problems(rules: Ruleset) -> Iterator[str]:
    """Why the ruleset can't be played, the most telling reason first; nothing if it can."""
    if rules.base not in RULESETS and RULESETS:
        yield f"there is no ruleset {rules.base!r}; there are {', '.join(RULESETS)}"
    if not 3 <= rules.size <= 25:
        yield f"size must be 3 to 25, not {rules.size}"
    if not 3 <= rules.line <= rules.size:
        yield f"line must be 3 to the size of the board ({rules.size}), not {rules.line}"
    yield from _problems_of_sides(rules)
    yield from _problems_of_captures(rules)
    yield from _problems_of_opening(rules)


def _problems_of_sides(rules: Ruleset) -> Iterator[str]:
    if rules.sides not in (2, 3, 4):
        yield f"sides must be 2, 3 or 4, not {rules.sides}"
    if rules.stones_per_turn not in (1, 2):
        yield f"stones_per_turn must be 1 or 2, not {rules.stones_per_turn}"
    if rules.teams and rules.sides != 4:
        yield "teams need four sides"
    if rules.sides > 2 and (rules.poof or rules.unbreakable or rules.swap is not Swap.NONE):
        yield "poof, unbreakable lines and swaps are for two sides"
    if rules.swap is not Swap.NONE and rules.stones_per_turn != 1:
        yield "a swap opening needs one stone a turn"


def _problems_of_captures(rules: Ruleset) -> Iterator[str]:
    for name, runs in (("captures", rules.captures), ("poof", rules.poof)):
        if list(runs) != sorted(set(runs)) or any(not 1 <= n <= rules.size for n in runs):
            yield f"{name} must be different lengths from 1 to {rules.size}, ascending"
    if rules.captures and not 1 <= rules.goal <= rules.size**2:
        yield f"goal must be 1 to {rules.size**2} stones, not {rules.goal}"
    if not rules.captures and (rules.goal or rules.poof or rules.unbreakable):
        yield "goal, poof and unbreakable lines need captures"
    if rules.captures and rules.dead_draw:
        yield "dead_draw needs captures off: a capture can bring a dead position back to life"


def _problems_of_opening(rules: Ruleset) -> Iterator[str]:
    centre = rules.opening is Opening.CENTRE or rules.second_move is not SecondMove.FREE
    if centre and rules.size % 2 == 0:
        yield f"a board of {rules.size}x{rules.size} has no centre; the opening must be free"
    if rules.second_move is SecondMove.G_PENTE and rules.size != 19:
        yield "the g-pente restriction needs a board of 19x19"
    if geometry(rules.size).full == forbidden_second_points(rules):
        yield f"on {rules.size}x{rules.size} the restriction leaves no point for the second move"


RULESETS: Mapping[str, Ruleset] = MappingProxyType({})
"""The variants that have a name."""

_FREE: Final[dict[str, Any]] = {"opening": Opening.FREE, "second_move": SecondMove.FREE}
_NO_CAPTURES: Final[dict[str, Any]] = {"captures": (), "goal": 0, "second_move": SecondMove.FREE}
_KERYO: Final[dict[str, Any]] = {"captures": (2, 3), "goal": 15}

RULESETS = MappingProxyType(
    {
        rules.base: rules
        for rules in (
            Ruleset(base="pente"),
            Ruleset(base="pente-casual", **_FREE),
            Ruleset(base="keryo-pente", **_KERYO),
            Ruleset(base="g-pente", second_move=SecondMove.G_PENTE),
            Ruleset(base="d-pente", swap=Swap.D_PENTE, **_FREE),
            Ruleset(base="d-keryo", swap=Swap.D_PENTE, **_FREE, **_KERYO),
            Ruleset(base="swap2-pente", swap=Swap.SWAP2, **_FREE),
            Ruleset(base="swap2-keryo", swap=Swap.SWAP2, **_FREE, **_KERYO),
            Ruleset(base="poof-pente", poof=(2,)),
            Ruleset(base="o-pente", poof=(2, 3), unbreakable=True, **_KERYO),
            Ruleset(base="boat-pente", unbreakable=True),
            Ruleset(base="gomoku", exact_line=True, **_NO_CAPTURES),
            Ruleset(base="connect6", line=6, stones_per_turn=2, **_NO_CAPTURES),
            Ruleset(base="freestyle", dead_draw=True, opening=Opening.FREE, **_NO_CAPTURES),
        )
    }
)


def ruleset_from(spec: object) -> Ruleset:
    """Read a name, or an object ``{"base": name, parameter: value, ...}``; the twin of `Ruleset.spec`.

    What is not given comes from the base, adapted where it would make no sense: an even board has no
    centre, so its opening is free; without captures there is no goal (and with them the usual one),
    no poof and no unbreakable line; with captures no dead draw; more than two sides (not in teams)
    need four in a row.

    >>> ruleset_from("gomoku").exact_line
    True
    >>> ruleset_from({"base": "pente", "size": 13}).spec
    {'base': 'pente', 'size': 13}

    Raises InvalidRuleset with the reason.
    """
    if isinstance(spec, str):
        return _base(spec)
    if not isinstance(spec, Mapping):
        raise InvalidRuleset("a ruleset is a name or an object with a base and parameters")
    base = _base(spec.get("base", "pente"))
    given = {key: _value(key, value) for key, value in spec.items() if key != "base"}
    return Ruleset(**{**_values(base), **_adapted(base, given), **given})


def _values(rules: Ruleset) -> dict[str, Any]:
    """The base and all parameters by name."""
    return {entry.name: getattr(rules, entry.name) for entry in fields(Ruleset)}


def _base(name: object) -> Ruleset:
    if not isinstance(name, str) or name not in RULESETS:
        raise InvalidRuleset(f"there is no ruleset {name!r}; there are {', '.join(RULESETS)}")
    return RULESETS[name]


def _adapted(base: Ruleset, given: Mapping[str, Any]) -> dict[str, Any]:
    """What has to change in ``base`` for the given parameters to make sense."""
    adapted: dict[str, Any] = {}
    if given.get("size", base.size) % 2 == 0:
        adapted.update(_FREE)
    if given.get("captures", base.captures):
        if not base.captures:
            adapted.update(goal=10, dead_draw=False)
    else:
        adapted.update(goal=0, poof=(), unbreakable=False)
    if given.get("sides", base.sides) > 2 and not given.get("teams", base.teams):
        adapted.update(line=4)
    return adapted


def _value(name: object, value: Any) -> Any:
    """The value of a parameter in its own type; raises InvalidRuleset when it is of another."""
    default = getattr(RULESETS["pente"], name, None) if isinstance(name, str) else None
    if default is None or name not in {entry.name for entry in fields(Ruleset)}:
        raise InvalidRuleset(f"a ruleset has no parameter {name!r}")
    match default:
        case bool():
            fits = isinstance(value, bool)
        case StrEnum():
            fits = isinstance(value, str) and value in list(type(default))
        case tuple():
            fits = isinstance(value, list | tuple) and all(type(n) is int for n in value)
        case _:
            fits = type(value) is int
    if not fits:
        raise InvalidRuleset(f"{name} can't be {value!r}; {_wanted(default)}")
    return tuple(sorted(value)) if isinstance(default, tuple) else type(default)(value)


def _wanted(default: object) -> str:
    match default:
        case bool():
            return "it is true or false"
        case StrEnum():
            return f"it is one of {', '.join(type(default))}"
        case tuple():
            return "it is a list of numbers"
        case _:
            return "it is a whole number"


def _plain(value: object) -> object:
    """A parameter as JSON has it."""
    match value:
        case StrEnum():
            return value.value
        case tuple():
            return list(value)
        case _:
            return value
