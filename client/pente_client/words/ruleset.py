"""Explanations of rulesets: in one line, and parameter by parameter."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from msgspec import structs

from pente_core.rules.ruleset import RULESETS, Opening, Ruleset, SecondMove, Swap
from pente_protocol.sentences import tell

SUMMARIES: Final = {name: tell(f"rules.summary-{name}") for name in RULESETS}
"""What makes each named ruleset different, in a line."""


def summary(rules: Ruleset) -> str:
    """What makes a ruleset different, in a line; for a changed one, the changes to its base.

    >>> from pente_core.rules.ruleset import ruleset_from
    >>> summary(ruleset_from({"base": "pente", "captures": []}))
    'pente with changes: Nothing is captured. Nobody wins by captures.'
    """
    base = RULESETS[rules.base]
    if rules == base:
        return SUMMARIES[rules.base]
    changes = (_MEANINGS[name](rules) for name in _MEANINGS if getattr(rules, name) != getattr(base, name))
    return tell("rules.with-changes", name=rules.base, changes=" ".join(changes))


COUNTS: Final = {3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight"}
"""Small numbers in words."""


def rules_title(rules: Ruleset) -> str:
    """The name of a ruleset and what makes it different, if it is a named one.

    >>> from pente_core.rules.ruleset import Ruleset
    >>> rules_title(Ruleset())
    'pente: five in a row or five captured pairs; tournament opening'
    """
    if rules == RULESETS[rules.base]:
        return f"{rules.base}: {SUMMARIES[rules.base]}"
    return tell("rules.changed", name=rules.base)


def meaning(rules: Ruleset, parameter: str) -> str:
    """A sentence about the value of one parameter.

    >>> from pente_core.rules.ruleset import Ruleset
    >>> meaning(Ruleset(), "line")
    '5 stones of a colour in a row win.'
    """
    return _MEANINGS[parameter](rules)


@dataclass(frozen=True, slots=True)
class ExplainedParameter:
    """One parameter of a ruleset."""

    name: str
    value: Any
    """The value as in JSON."""
    meaning: str
    """A sentence about this value."""


def parameters(rules: Ruleset) -> Iterator[ExplainedParameter]:
    """All parameters of a ruleset except its base, each with the meaning of its value."""
    for entry in structs.fields(rules):
        if entry.name != "base":
            value = getattr(rules, entry.name)
            plain = list(value) if isinstance(value, tuple) else value
            yield ExplainedParameter(entry.name, plain, _MEANINGS[entry.name](rules))


def _size(rules: Ruleset) -> str:
    return tell("room.means-size", n=rules.size)


def _line(rules: Ruleset) -> str:
    return tell("rules.line", count=rules.line)


def _exact_line(rules: Ruleset) -> str:
    return tell("room.means-exact" if rules.exact_line else "room.means-longer")


def _captures(rules: Ruleset) -> str:
    if not rules.captures:
        return tell("room.means-no-captures")
    is_one = rules.sides > 2 and not rules.teams
    key = "rules.captures-of-one" if is_one else "rules.captures"
    return tell(key, runs=_lengths(rules.captures))


def _goal(rules: Ruleset) -> str:
    if not rules.captures:
        return tell("rules.no-goal")
    if rules.poof:
        return tell("rules.goal-and-more", count=rules.goal)
    return tell("rules.goal-of-team" if rules.teams else "room.means-goal", n=rules.goal)


def _goals(rules: Ruleset) -> str:
    if not rules.goals:
        return tell("rules.no-own-goals")
    needs = (f"{colour} {goal}" for colour, goal in zip(rules.colours, rules.goals, strict=True))
    return tell("rules.own-goals", goals=", ".join(needs))


def _poof(rules: Ruleset) -> str:
    if not rules.poof:
        return tell("rules.no-poof")
    return tell("rules.poof", runs=_lengths(rules.poof))


def _unbreakable(rules: Ruleset) -> str:
    if rules.unbreakable:
        return tell("rules.unbreakable")
    return tell("rules.row-at-once")


def _opening(rules: Ruleset) -> str:
    if rules.opening is Opening.CENTRE:
        return tell("room.means-centre")
    return tell("room.means-anywhere")


def _second_move(rules: Ruleset) -> str:
    match rules.second_move:
        case SecondMove.FREE:
            return tell("room.means-second-free")
        case SecondMove.TOURNAMENT:
            return tell("room.means-second-tournament")
        case SecondMove.G_PENTE:
            return tell("rules.second-g-pente")


def _swap(rules: Ruleset) -> str:
    match rules.swap:
        case Swap.NONE:
            return tell("rules.no-swap")
        case Swap.D_PENTE:
            return tell("rules.swap-d-pente")
        case Swap.SWAP2:
            return tell("rules.swap-swap2")


def _stones_per_turn(rules: Ruleset) -> str:
    return tell("room.means-stones", n=rules.stones_per_turn)


def _sides(rules: Ruleset) -> str:
    return tell("room.means-sides", n=rules.sides)


def _teams(rules: Ruleset) -> str:
    if rules.teams:
        return tell("rules.teams")
    return tell("rules.no-teams")


def _first(rules: Ruleset) -> str:
    return tell("rules.first", colour=rules.first)


def _announce(rules: Ruleset) -> str:
    if rules.announce:
        return tell("rules.announced")
    return tell("rules.not-announced")


def _dead_draw(rules: Ruleset) -> str:
    if rules.dead_draw:
        return tell("room.means-dead")
    return tell("rules.no-dead-draw")


def _lengths(runs: tuple[int, ...]) -> str:
    *most, last = map(str, runs)
    return tell("phrase.any-of", first=", ".join(most), last=last) if most else last


_MEANINGS: Final = {
    "size": _size,
    "line": _line,
    "exact_line": _exact_line,
    "captures": _captures,
    "goal": _goal,
    "poof": _poof,
    "unbreakable": _unbreakable,
    "opening": _opening,
    "second_move": _second_move,
    "swap": _swap,
    "stones_per_turn": _stones_per_turn,
    "sides": _sides,
    "teams": _teams,
    "first": _first,
    "announce": _announce,
    "dead_draw": _dead_draw,
    "goals": _goals,
}
