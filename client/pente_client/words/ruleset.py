"""Explanations of rulesets: in one line, and parameter by parameter."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from msgspec import structs

from pente_core.rules.ruleset import RULESETS, Opening, Ruleset, SecondMove, Swap

SUMMARIES: Final = {
    "pente": "five in a row or five captured pairs; tournament opening",
    "pente-casual": "Pente without opening restrictions",
    "keryo-pente": "pairs and threes are captured; fifteen captured stones win",
    "g-pente": "Pente with a stricter limit on the second stone of the first side",
    "d-pente": "Pente in which the first side places four stones and the second may swap",
    "d-keryo": "Keryo-Pente with the opening of D-Pente",
    "swap2-pente": "the second side may swap after three stones, or place two more and let the first choose",
    "swap2-keryo": "Keryo-Pente with the opening of Swap2-Pente",
    "poof-pente": "Pente in which a pair that you complete between two enemy stones is lost",
    "o-pente": "Keryo-Pente with poofs, in which a five must not be broken by the next move",
    "boat-pente": "Pente in which a five must not be broken by the next move",
    "gomoku": "exactly five in a row; nothing is captured",
    "connect6": "six in a row; two stones a turn after the first",
    "freestyle": "any row on any board; nothing is captured; drawn once nobody can make a row any more",
}
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
    return f"{rules.base} with changes: {' '.join(changes)}"


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
    return f"{rules.base}, with changes"


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
    return f"The board has {rules.size} columns and {rules.size} rows."


def _line(rules: Ruleset) -> str:
    return f"{rules.line} stones of a colour in a row win."


def _exact_line(rules: Ruleset) -> str:
    return "Longer rows do not win." if rules.exact_line else "Longer rows win as well."


def _captures(rules: Ruleset) -> str:
    if not rules.captures:
        return "Nothing is captured."
    whose = "one opponent's" if rules.sides > 2 and not rules.teams else "the opponents'"
    runs = _lengths(rules.captures)
    return f"Runs of exactly {runs} of {whose} stones between two of your own are captured."


def _goal(rules: Ruleset) -> str:
    if not rules.captures:
        return "Nobody wins by captures."
    more = ", if they are more than the other side's" if rules.poof else ""
    team = " of a team together" if rules.teams else ""
    return f"{rules.goal} captured stones{team} win{more}."


def _goals(rules: Ruleset) -> str:
    if not rules.goals:
        return "No side has a goal of its own."
    needs = (f"{colour} {goal}" for colour, goal in zip(rules.colours, rules.goals, strict=True))
    return f"Instead, each side needs a number of its own: {', '.join(needs)}."


def _poof(rules: Ruleset) -> str:
    if not rules.poof:
        return "Moving between two enemy stones is safe."
    return f"Runs of exactly {_lengths(rules.poof)} that you complete between two enemy stones are lost."


def _unbreakable(rules: Ruleset) -> str:
    if rules.unbreakable:
        return "A row wins if no capture can break it, or if the next move does not break it."
    return "A row wins at once."


def _opening(rules: Ruleset) -> str:
    if rules.opening is Opening.CENTRE:
        return "The first stone goes on the centre."
    return "The first stone goes anywhere."


def _second_move(rules: Ruleset) -> str:
    match rules.second_move:
        case SecondMove.FREE:
            return "The second stone of the first side goes anywhere."
        case SecondMove.TOURNAMENT:
            return "The second stone of the first side goes at least three points from the centre."
        case SecondMove.G_PENTE:
            return (
                "The second stone of the first side goes at least three points from the centre, "
                "and not on the next two of its row and column either."
            )


def _swap(rules: Ruleset) -> str:
    match rules.swap:
        case Swap.NONE:
            return "Nobody swaps."
        case Swap.D_PENTE:
            return "The first side places four stones; then the second chooses swap or stay."
        case Swap.SWAP2:
            return (
                "The first side places three stones; the second chooses swap, stay or pass; "
                "after a pass it places two more, and the first chooses swap or stay."
            )


def _stones_per_turn(rules: Ruleset) -> str:
    if rules.stones_per_turn == 1:
        return "Each turn is one stone."
    return "Each turn is two stones, except the very first, which is one."


def _sides(rules: Ruleset) -> str:
    return f"{rules.sides} sides take turns."


def _teams(rules: Ruleset) -> str:
    if rules.teams:
        return "Sides 1 and 3 play together against 2 and 4; a row is of one colour."
    return "Each side plays for itself."


def _first(rules: Ruleset) -> str:
    return f"The side that moves first is called {rules.first}."


def _announce(rules: Ruleset) -> str:
    if rules.announce:
        return "A three in a row (tria) and a four (tessera) are announced; open ones have both ends free."
    return "Nothing is announced."


def _dead_draw(rules: Ruleset) -> str:
    if rules.dead_draw:
        return "The game is drawn as soon as nobody can make a row any more."
    return "The game is drawn when no move is left."


def _lengths(runs: tuple[int, ...]) -> str:
    *most, last = map(str, runs)
    return f"{', '.join(most)} or {last}" if most else last


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
assert set(SUMMARIES) == set(RULESETS)
