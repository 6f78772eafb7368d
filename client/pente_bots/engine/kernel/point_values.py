"""What the classes of the four rows through an empty point say about it. This module has no types of its own.

The classes of the four axes are written as one number, a *code*: four bits each.
"""

from array import array
from functools import cache
from itertools import combinations_with_replacement, permutations

from pente_bots.engine.kernel import row_classes

CODES = 1 << 16

#: By class: what a row is worth on each point that would make it, for the judgement of a position.
ROW_VALUES = (0, 0, 0, 0, 0, 0, 5, 48, 67, 200)
#: By kind: what a point of it is worth besides.
KIND_VALUES = (0, 3, 10, 11, 0, 18, 27, 300)
#: By class: how promising it is to make such a row, or to prevent one.
ROW_ORDER = (0, 1, 4, 6, 20, 32, 80, 120, 300, 5000)
#: By kind: how promising crossing rows are besides.
KIND_ORDER = (0, 0, 0, 0, 0, 20, 100, 10000)
#: So promising is a point in line with other stones: one more than a point without any on its four axes.
LINED_ORDER = 17


@cache
def point_facts() -> "array[int]":
    """By code, what it says of a point for one side, as one number. Only codes of real classes have an entry.

    Its bits, from the lowest on: what the point adds to the worth of a position for the side that could play
    there (11 bits), the kind (3; the highest says that a stone makes a four or more), whether it is in line
    with other stones (1), how promising the point is as a move (16).
    """
    facts = array("i", bytes(4 * CODES))
    for classes in combinations_with_replacement(range(row_classes.FIVE + 1), 4):
        fact = _fact_of(classes)
        for first, second, third, fourth in set(permutations(classes)):
            facts[first | second << 4 | third << 8 | fourth << 12] = fact
    return facts


def _fact_of(classes: tuple[int, ...]) -> int:
    kind = kind_of(classes)
    value = sum(ROW_VALUES[one] for one in classes) + KIND_VALUES[kind]
    order = sum(ROW_ORDER[one] for one in classes) + KIND_ORDER[kind]
    return value | kind << 11 | (order >= LINED_ORDER) << 14 | order << 15


def kind_units() -> list[int]:
    """By kind, what a point adds to the counts of all kinds from that of two threes on: twelve bits each."""
    first = row_classes.MAKES_TWO_THREES
    return [1 << 12 * (kind - first) if kind >= first else 0 for kind in range(row_classes.KINDS)]


def kind_of(classes: tuple[int, ...]) -> int:
    """The kind of a point by the classes of its rows."""
    fours = sum(one >= row_classes.FOUR for one in classes)
    threes = classes.count(row_classes.OPEN_THREE)
    best = max(classes)
    if best == row_classes.FIVE:
        return row_classes.MAKES_FIVE
    if best == row_classes.OPEN_FOUR or fours > 1:
        return row_classes.MAKES_OPEN_FOUR
    if fours:
        return row_classes.MAKES_FOUR_AND_THREE if threes else row_classes.MAKES_FOUR
    if threes:
        return row_classes.MAKES_TWO_THREES if threes > 1 else row_classes.MAKES_OPEN_THREE
    return row_classes.MAKES_THREE if best == row_classes.THREE else row_classes.QUIET
