"""Rulesets as people and programs write them: a name, or an object of parameters."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Any, Final

from msgspec.structs import asdict

from pente_core.rules.ruleset.nearest import adapted, nearest_values
from pente_core.rules.ruleset.ruleset import RULESETS, InvalidRuleset, Ruleset

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
        raise InvalidRuleset("a ruleset must be a name, or an object with a base and parameters")
    problems, base, given = list[str](), RULESETS["pente"], dict[str, Any]()
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


def _made(base: Ruleset, given: Mapping[str, Any], problems: list[str]) -> Ruleset:
    """The base with the given parameters, or the nearest ruleset. Appends every problem to ``problems``."""
    values = {**asdict(base), **adapted(asdict(base), given), **given}
    try:
        return Ruleset(**values)
    except InvalidRuleset as invalid:
        problems += invalid.problems
        return Ruleset(**nearest_values(values, RULESETS))


def _base(name: object) -> Ruleset:
    if not isinstance(name, str) or name not in RULESETS:
        raise InvalidRuleset(f"there is no ruleset {_quoted(name)}; choose from {', '.join(RULESETS)}")
    return RULESETS[name]


def _quoted(value: object) -> str:
    """The ``repr`` of an untrusted value, short enough for a message."""
    text = repr(value)
    return text if len(text) <= _LONGEST_QUOTED else f"{text[:_LONGEST_QUOTED]}…"


def _value(name: object, value: Any) -> Any:
    """The value of a parameter, converted from JSON to the parameter's type. Raises InvalidRuleset."""
    default = getattr(RULESETS["pente"], name, None) if isinstance(name, str) else None
    if default is None or name not in Ruleset.__struct_fields__:
        raise InvalidRuleset(f"there is no parameter {_quoted(name)}")
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
        raise InvalidRuleset(f"{name} can't be {_quoted(value)}; {_wanted(default)}")
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
