"""Rulesets: every variant of the Pente family as a value, and a table of the named ones."""

import json
from collections.abc import Collection, Iterator, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, Protocol, Self

from msgspec import field
from msgspec.structs import asdict

from pente_core.value import Value, replace
from pente_core.value.invalid_option import InvalidOption


class Opening(StrEnum):
    """The points open to the first stone."""

    FREE = "free"
    """All points."""
    CENTRE = "centre"
    """Only the centre of the board."""


class SecondMove(StrEnum):
    """The zone closed to the second stone of the side that moves first."""

    FREE = "free"
    """No zone."""
    TOURNAMENT = "tournament"
    """The 5x5 points around the centre."""
    G_PENTE = "g-pente"
    """The same, and the centre row and column up to distance 4."""


class Swap(StrEnum):
    """The opening in which players may exchange seats."""

    NONE = "none"
    """No swap: each seat places its own stones from the start."""
    D_PENTE = "d-pente"
    """Seat 0 places four stones, then seat 1 chooses."""
    SWAP2 = "swap2"
    """Seat 0 places three stones, then seat 1 chooses, and may pass the choice back."""


class First(StrEnum):
    """The name of the colour that moves first."""

    WHITE = "white"
    """Colour 0 is called white, colour 1 black."""
    BLACK = "black"
    """Colour 0 is called black, colour 1 white."""


class Parameters(Protocol):
    """What makes a ruleset playable or not; see `Ruleset`."""

    @property
    def base(self) -> str: ...
    @property
    def size(self) -> int: ...
    @property
    def line(self) -> int: ...
    @property
    def captures(self) -> tuple[int, ...]: ...
    @property
    def goal(self) -> int: ...
    @property
    def goals(self) -> tuple[int, ...]: ...
    @property
    def poof(self) -> tuple[int, ...]: ...
    @property
    def unbreakable(self) -> bool: ...
    @property
    def opening(self) -> Opening: ...
    @property
    def second_move(self) -> SecondMove: ...
    @property
    def swap(self) -> Swap: ...
    @property
    def stones_per_turn(self) -> int: ...
    @property
    def sides(self) -> int: ...
    @property
    def teams(self) -> bool: ...
    @property
    def dead_draw(self) -> bool: ...


FREE: Final[dict[str, Any]] = {"opening": Opening.FREE, "second_move": SecondMove.FREE}
"""The parameters of an opening without restrictions, as on boards without a centre."""


def nearest_values(values: Mapping[str, Any], bases: Collection[str]) -> dict[str, Any]:
    """The parameters of the playable ruleset with the fewest changes to ``values``.

    If two parameters contradict each other, the one declared first in `Ruleset` is kept: the board, then
    captures, then sides.
    """
    near = dict(values)
    near["base"] = near["base"] if near["base"] in bases else "pente"
    near["size"] = clamped(near["size"], 3, 25)
    near["line"] = clamped(near["line"], 3, near["size"])
    near["sides"] = 4 if near["teams"] and near["sides"] != 3 else clamped(near["sides"], 2, 4)
    near["teams"] = near["teams"] and near["sides"] == 4
    near["stones_per_turn"] = clamped(near["stones_per_turn"], 1, 2)
    near.update(_nearest_captures(near))
    if near["sides"] > 2:
        near.update(poof=(), unbreakable=False, swap=Swap.NONE)
    if near["unbreakable"] or near["swap"] is not Swap.NONE:
        near["stones_per_turn"] = 1
    near.update(_nearest_opening(near))
    near["goals"] = ()
    return near


def clamped(value: int, least: int, most: int) -> int:
    return max(least, min(value, most))


def _nearest_captures(near: Mapping[str, Any]) -> dict[str, Any]:
    size = near["size"]
    captures, poof = (
        tuple(sorted({length for length in near[name] if 1 <= length <= size}))
        for name in ("captures", "poof")
    )
    if not captures:
        return {"captures": (), "goal": 0, "poof": (), "unbreakable": False}
    return {
        "captures": captures,
        "goal": clamped(near["goal"], 1, size**2),
        "poof": poof,
        "dead_draw": False,
    }


def _nearest_opening(near: Mapping[str, Any]) -> dict[str, Any]:
    if near["size"] % 2 == 0:
        return FREE
    if near["second_move"] is SecondMove.G_PENTE and near["size"] != 19:
        return {"second_move": SecondMove.TOURNAMENT if near["size"] > 5 else SecondMove.FREE}
    if near["size"] <= 5:  # the closed zone would cover the whole board
        return {"second_move": SecondMove.FREE}
    return {}


def adapted(base: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """The parameters of ``base`` that have to change to fit the given ones (see `ruleset_from`)."""
    fit: dict[str, Any] = {}
    if given.get("size", base["size"]) % 2 == 0:
        fit.update(FREE)
    if given.get("captures", base["captures"]):
        if not base["captures"]:
            fit.update(goal=10, dead_draw=False)
    else:
        fit.update(goal=0, poof=(), unbreakable=False)
    if given.get("sides", base["sides"]) > 2 and not given.get("teams", base["teams"]):
        fit.update(line=4)
    return fit


def problems_of(rules: Parameters, bases: Collection[str]) -> Iterator[InvalidOption]:
    """The reasons why a ruleset can't be played, the most helpful one first; nothing if it can.

    ``bases`` are the names of rulesets, which are not checked while there are none.
    """
    if rules.base not in bases and bases:
        yield _unknown_ruleset(rules.base, bases)
    if not 3 <= rules.size <= 25:
        yield InvalidOption("size", "{size} must be from 3 to 25, not {given}", given=rules.size)
    board = _board(rules)
    if not 3 <= rules.line <= board:
        sentence = "{line} must be from 3 to the board size, {board}, not {given}"
        yield InvalidOption("line", sentence, board=board, given=rules.line)
    yield from _problems_of_sides(rules)
    yield from _problems_of_captures(rules)
    if 3 <= rules.size <= 25:
        yield from _problems_of_opening(rules)


def _unknown_ruleset(name: object, bases: Collection[str]) -> InvalidOption:
    sentence = "there is no ruleset {given}; choose from {bases}"
    return InvalidOption("ruleset", sentence, given=_quoted(name), bases=", ".join(bases))


def _board(rules: Parameters) -> int:
    """The nearest valid board size, so that a bad size does not produce further problems."""
    return clamped(rules.size, 3, 25)


def _problems_of_sides(rules: Parameters) -> Iterator[InvalidOption]:
    if rules.sides not in (2, 3, 4):
        yield InvalidOption("sides", "{sides} must be 2, 3 or 4, not {given}", given=rules.sides)
    if rules.stones_per_turn not in (1, 2):
        sentence = "{stones_per_turn} must be 1 or 2, not {given}"
        yield InvalidOption("stones_per_turn", sentence, given=rules.stones_per_turn)
    if rules.teams and rules.sides != 4:
        yield InvalidOption("teams", "{teams} need four sides")
    if rules.sides > 2 and (rules.poof or rules.unbreakable or rules.swap is not Swap.NONE):
        yield InvalidOption("poof", "{poof}, {unbreakable} and {swap} need exactly two sides")
    if rules.swap is not Swap.NONE and rules.stones_per_turn != 1:
        yield InvalidOption("swap", "a {swap} opening needs one stone per turn")
    if rules.unbreakable and rules.stones_per_turn != 1:
        yield InvalidOption("unbreakable", "{unbreakable} needs one stone per turn")


def _problems_of_captures(rules: Parameters) -> Iterator[InvalidOption]:
    size = _board(rules)
    for name, runs in (("captures", rules.captures), ("poof", rules.poof)):
        if list(runs) != sorted(set(runs)) or any(not 1 <= n <= size for n in runs):
            sentence = f"{{{name}}} must be distinct lengths from 1 to {size} in ascending order"
            yield InvalidOption(name, sentence)
    if rules.captures and not 1 <= rules.goal <= size**2:
        sentence = "{goal} must be from 1 to {most} stones, not {given}"
        yield InvalidOption("goal", sentence, most=size**2, given=rules.goal)
    if not rules.captures and (rules.goal or rules.poof or rules.unbreakable):
        yield InvalidOption("goal", "{goal}, {poof} and {unbreakable} need {captures}")
    if rules.captures and rules.dead_draw:
        sentence = "{dead_draw} needs a game without {captures}, because a capture can revive a dead position"
        yield InvalidOption("dead_draw", sentence)
    if rules.goals:
        yield from _problems_of_goals(rules)


def _problems_of_goals(rules: Parameters) -> Iterator[InvalidOption]:
    most, seats = _board(rules) ** 2, range(len(rules.goals))
    if not rules.captures:
        yield InvalidOption("goals", "{goals} need {captures}")
    if len(rules.goals) != rules.sides or any(not 1 <= goal <= most for goal in rules.goals):
        sentence = "{goals} need a number from 1 to {most} for each of the {count} sides"
        yield InvalidOption("goals", sentence, most=most, count=rules.sides)
    elif len(set(rules.goals)) == 1:
        sentence = "{goals} must differ; for the same number of all sides, use {goal} {given}"
        yield InvalidOption("goals", sentence, given=rules.goals[0])
    elif rules.teams and any(rules.goals[seat] != rules.goals[seat % 2] for seat in seats):
        yield InvalidOption("goals", "{goals} of partners in a team must be the same")
    if rules.swap is not Swap.NONE:
        sentence = "{goals} need an opening without a {swap}, in which the players would exchange their goals"
        yield InvalidOption("goals", sentence)


def _problems_of_opening(rules: Parameters) -> Iterator[InvalidOption]:
    size = rules.size
    centre = rules.opening is Opening.CENTRE or rules.second_move is not SecondMove.FREE
    if centre and size % 2 == 0:
        sentence = f"a {size}x{size} board has no centre; {{opening}} and {{second_move}} must be free"
        yield InvalidOption("opening", sentence)
    if rules.second_move is SecondMove.G_PENTE and size != 19:
        yield InvalidOption("second_move", "{second_move} g-pente needs a 19x19 board")
    if rules.second_move is not SecondMove.FREE and size in (3, 5):  # all is closed, the centre taken
        sentence = f"{{second_move}} leaves no open point on a {size}x{size} board; it must be free"
        yield InvalidOption("second_move", sentence)


class InvalidRuleset(ValueError):
    """The ruleset does not exist or can't be played; the message names the problems and a remedy."""

    def __init__(self, *problems: InvalidOption, nearest: "Ruleset | None" = None) -> None:
        super().__init__(*problems)
        self.problems = problems
        """Every problem, the most helpful one first. What is wrong with all of it is that of ``ruleset``."""
        self.nearest = nearest
        """The playable ruleset with the fewest changes; None if there is no such suggestion."""

    @classmethod
    def as_a_whole(cls, message: str) -> Self:
        """An error that is about no single parameter."""
        return cls(InvalidOption("ruleset", "{problem}", problem=message))

    def __str__(self) -> str:
        told = tuple(map(str, self.problems[:_MOST_TOLD]))
        untold = self.problems[_MOST_TOLD:]
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


_LONGEST_QUOTED: Final = 60


def ruleset_from(spec: object) -> Ruleset:
    """Parse a name, or an object ``{"base": name, parameter: value, ...}``; the inverse of `Ruleset.spec`.

    Missing parameters are taken from the base, and adapted to the given ones where they would contradict
    them:

    - an even board has no centre, so ``opening`` and ``second_move`` are free;
    - without captures, ``goal`` is 0, ``poof`` empty and ``unbreakable`` false;
    - with captures that the base does not have, ``goal`` is 10 and ``dead_draw`` false;
    - with three or four sides that are not in teams, ``line`` is 4.

    >>> ruleset_from("gomoku").exact_line
    True
    >>> ruleset_from({"base": "pente", "size": 13}).spec
    {'base': 'pente', 'size': 13}

    Raises InvalidRuleset, which lists every problem.
    """
    if isinstance(spec, str):
        return _base(spec)
    if not isinstance(spec, Mapping):
        raise InvalidRuleset.as_a_whole("a ruleset must be a name, or an object with a base and parameters")
    problems, base, given = list[InvalidOption](), RULESETS["pente"], dict[str, Any]()
    for key, value in spec.items():
        try:
            if key == "base":
                base = _base(value)
            else:
                given[key] = _value(key, value)
        except InvalidRuleset as invalid:
            problems += invalid.problems
    nearest = _made(base, given, problems)
    if problems:
        raise InvalidRuleset(*problems, nearest=nearest)
    return nearest


def _made(base: Ruleset, given: Mapping[str, Any], problems: list[InvalidOption]) -> Ruleset:
    """The base with the given parameters, or the nearest ruleset. Appends every problem to ``problems``."""
    values = {**asdict(base), **adapted(asdict(base), given), **given}
    try:
        return Ruleset(**values)
    except InvalidRuleset as invalid:
        problems += invalid.problems
        return Ruleset(**nearest_values(values, RULESETS))


def _base(name: object) -> Ruleset:
    if not isinstance(name, str) or name not in RULESETS:
        raise InvalidRuleset(_unknown_ruleset(name, RULESETS))
    return RULESETS[name]


def _quoted(value: object) -> str:
    """The ``repr`` of an untrusted value, short enough for a message."""
    text = repr(value)
    return text if len(text) <= _LONGEST_QUOTED else f"{text[:_LONGEST_QUOTED]}…"


def _value(name: object, value: Any) -> Any:
    """The value of a parameter, converted from JSON to the parameter's type. Raises InvalidRuleset."""
    default = getattr(RULESETS["pente"], name, None) if isinstance(name, str) else None
    if default is None or name not in Ruleset.__struct_fields__:
        raise InvalidRuleset.as_a_whole(f"there is no parameter {_quoted(name)}")
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
        sentence = f"{{{name}}} can't be {{given}}; {_wanted(default)}"
        raise InvalidRuleset(InvalidOption(name, sentence, given=_quoted(value)))
    if isinstance(default, tuple):
        return tuple(value if name == "goals" else sorted(value))
    return type(default)(value)


def _wanted(default: object) -> str:
    match default:
        case bool():
            return "it must be true or false"
        case StrEnum():
            return f"it must be one of {', '.join(type(default))}"
        case tuple():
            return "it must be a list of whole numbers"
        case _:
            return "it must be a whole number"
