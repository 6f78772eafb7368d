"""The position from which an SGF game begins: setup stones, and the side to move."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from pente_core.records.model.sanitize import quoted
from pente_core.records.sgf.points import format_place, parse_place
from pente_core.records.sgf.properties import CODES, codes_of
from pente_core.records.sgf.scanner import SgfNode
from pente_core.rules.move import Choice
from pente_core.rules.point import Point, point_at
from pente_core.rules.ruleset import Ruleset, Swap
from pente_core.rules.setup import BadSetup, Setup

PROPERTIES: Final = tuple(f"A{code}" for code in CODES.values())
"""The properties for setup stones, by colour."""
_CHOICE: Final = f"(?:{'|'.join(Choice)})"
_DETAILS: Final = re.compile(rf"([0-9]{{1,4}}(?:,[0-9]{{1,4}}){{1,3}}) ([12]) (-|{_CHOICE}(?:,{_CHOICE})?)")


def setup_properties(setup: Setup, rules: Ruleset) -> Iterator[str]:
    """The properties of a setup, as text."""
    codes = codes_of(rules)
    for code, points in zip(codes, setup.stones, strict=True):
        if points:
            yield f"A{code}" + "".join(f"[{format_place(point, rules.size)}]" for point in points)
    yield f"PL[{codes[setup.colour]}]"
    if (setup.taken, setup.stones_left, setup.made) != ((), rules.stones_per_turn, _usual_choices(rules)):
        taken = ",".join(map(str, setup.taken or (0,) * rules.sides))
        yield f"SETUP[{taken} {setup.stones_left} {','.join(setup.made) or '-'}]"


def read_setup(root: SgfNode, rules: Ruleset, first: str | None) -> Setup | None:
    """The setup in the first node of a game; None without setup stones.

    ``first`` is the property of the first stone, whose side is to move unless PL says otherwise. Raises
    BadRecord.
    """
    given, codes = root.first(*PROPERTIES), codes_of(rules)
    if given is None:
        return None
    if odd := root.first(*(name for name in PROPERTIES if name[1:] not in codes)):
        raise odd.bad(f"expected setup stones of the sides {', '.join(codes)} only")
    taken, left, made = _details(root, rules)
    stones = tuple(tuple(sorted(_points(root, code, rules.size))) for code in codes)
    setup = Setup(stones, taken, _to_move(root, codes, first), left, made)
    try:
        setup.position(rules)
    except BadSetup as bad:
        raise given.bad(f"expected a position that a game can begin from: {bad}") from None
    return setup


def _points(node: SgfNode, code: str, size: int) -> Iterator[Point]:
    for value in node.properties.get(f"A{code}", ()):
        corners = value.split()
        if corners is None:
            yield parse_place(value, value.text, size)
        else:
            one, other = (parse_place(value, corner, size) for corner in corners)
            yield from _rectangle(one, other, size)


def _rectangle(one: Point, other: Point, size: int) -> Iterator[Point]:
    """The points of a rectangle, given by two opposite corners."""
    (low, left), (high, right) = sorted((divmod(one, size), divmod(other, size)))
    columns = range(min(left, right), max(left, right) + 1)
    yield from (point_at(column, row, size) for row in range(low, high + 1) for column in columns)


def _to_move(node: SgfNode, codes: Sequence[str], first: str | None) -> int:
    """The colour of the next stone. Raises BadRecord."""
    said = node.first("PL")
    if said is None:
        return codes.index(first) if first in codes else 0
    text = said.text.strip().upper()
    for colour, code in enumerate(codes):
        if text in (code, {"W": "WHITE", "B": "BLACK"}.get(code)):
            return colour
    raise said.bad(f"expected the side to move, one of {', '.join(codes)}, not {quoted(said.text)}")


def _details(node: SgfNode, rules: Ruleset) -> tuple[tuple[int, ...], int, tuple[Choice, ...]]:
    """What SGF has no property for: captured stones, the stones left in the turn, and opening choices."""
    value = node.first("SETUP")
    if value is None:
        return (), rules.stones_per_turn, _usual_choices(rules)
    found = _DETAILS.fullmatch(value.text.strip())
    if found is None:
        raise value.bad(
            "expected captured stones, stones left in the turn and opening choices, like 4,2 1 -, "
            f"not {quoted(value.text)}"
        )
    taken = tuple(map(int, found[1].split(",")))
    made = () if found[3] == "-" else tuple(map(Choice, found[3].split(",")))
    return taken if any(taken) else (), int(found[2]), made


def _usual_choices(rules: Ruleset) -> tuple[Choice, ...]:
    """The opening choices where none are told."""
    return () if rules.swap is Swap.NONE else (Choice.STAY,)
