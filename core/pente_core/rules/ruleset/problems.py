"""The reasons why a ruleset can't be played."""

from collections.abc import Collection, Iterator

from pente_core.rules.ruleset.nearest import clamped
from pente_core.rules.ruleset.parameters import Opening, Parameters, SecondMove, Swap


def problems_of(rules: Parameters, bases: Collection[str]) -> Iterator[str]:
    """The reasons why a ruleset can't be played, the most helpful one first; nothing if it can.

    ``bases`` are the names of rulesets, which are not checked while there are none.
    """
    if rules.base not in bases and bases:
        yield f"there is no ruleset {rules.base!r}; choose from {', '.join(bases)}"
    if not 3 <= rules.size <= 25:
        yield f"size must be from 3 to 25, not {rules.size}"
    if not 3 <= rules.line <= _board(rules):
        yield f"line must be from 3 to the board size, {_board(rules)}, not {rules.line}"
    yield from _problems_of_sides(rules)
    yield from _problems_of_captures(rules)
    if 3 <= rules.size <= 25:
        yield from _problems_of_opening(rules)


def _board(rules: Parameters) -> int:
    """The nearest valid board size, so that a bad size does not produce further problems."""
    return clamped(rules.size, 3, 25)


def _problems_of_sides(rules: Parameters) -> Iterator[str]:
    if rules.sides not in (2, 3, 4):
        yield f"sides must be 2, 3 or 4, not {rules.sides}"
    if rules.stones_per_turn not in (1, 2):
        yield f"stones_per_turn must be 1 or 2, not {rules.stones_per_turn}"
    if rules.teams and rules.sides != 4:
        yield "teams need four sides"
    if rules.sides > 2 and (rules.poof or rules.unbreakable or rules.swap is not Swap.NONE):
        yield "poof, unbreakable and swap need exactly two sides"
    if rules.swap is not Swap.NONE and rules.stones_per_turn != 1:
        yield "a swap opening needs one stone per turn"
    if rules.unbreakable and rules.stones_per_turn != 1:
        yield "unbreakable needs one stone per turn"


def _problems_of_captures(rules: Parameters) -> Iterator[str]:
    size = _board(rules)
    for name, runs in (("captures", rules.captures), ("poof", rules.poof)):
        if list(runs) != sorted(set(runs)) or any(not 1 <= n <= size for n in runs):
            yield f"{name} must be distinct lengths from 1 to {size} in ascending order"
    if rules.captures and not 1 <= rules.goal <= size**2:
        yield f"goal must be from 1 to {size**2} stones, not {rules.goal}"
    if not rules.captures and (rules.goal or rules.poof or rules.unbreakable):
        yield "goal, poof and unbreakable need captures"
    if rules.captures and rules.dead_draw:
        yield "dead_draw needs a game without captures, because a capture can revive a dead position"
    if rules.goals:
        yield from _problems_of_goals(rules)


def _problems_of_goals(rules: Parameters) -> Iterator[str]:
    most, seats = _board(rules) ** 2, range(len(rules.goals))
    if not rules.captures:
        yield "goals need captures"
    if len(rules.goals) != rules.sides or any(not 1 <= goal <= most for goal in rules.goals):
        yield f"goals need a number from 1 to {most} for each of the {rules.sides} sides"
    elif len(set(rules.goals)) == 1:
        yield f"goals must differ; for the same number of all sides, use goal {rules.goals[0]}"
    elif rules.teams and any(rules.goals[seat] != rules.goals[seat % 2] for seat in seats):
        yield "goals of partners in a team must be the same"
    if rules.swap is not Swap.NONE:
        yield "goals need an opening without a swap, in which the players would exchange their goals"


def _problems_of_opening(rules: Parameters) -> Iterator[str]:
    centre = rules.opening is Opening.CENTRE or rules.second_move is not SecondMove.FREE
    if centre and rules.size % 2 == 0:
        yield f"a {rules.size}x{rules.size} board has no centre; opening and second_move must be free"
    if rules.second_move is SecondMove.G_PENTE and rules.size != 19:
        yield "second_move g-pente needs a 19x19 board"
    if rules.second_move is not SecondMove.FREE and rules.size in (3, 5):  # all is closed, the centre taken
        yield f"second_move leaves no open point on a {rules.size}x{rules.size} board; it must be free"
