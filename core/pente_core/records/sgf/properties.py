"""The SGF properties of records.

Standard properties of FF[4]: FF, GM[4] (Gomoku and its relatives; SGF has no number for Pente), CA, SZ, RU
(the name of a ruleset, or its parameters as JSON), DT, RE, TM, OT, C, and for each colour the name (PW,
PB), the rating (WR, BR), the stone (W, B) and the time left in seconds (WL, BL). White and black are the
colours of the ruleset, whichever moves first. A review also writes, for other programs, BM (a mistake or a
blunder), DO (an inaccuracy) or TE (an only move) and V (from -1, white wins, to 1, black wins); they are not
read. Points that people marked are lines of C, as ``eve marks K10``, and for other programs MA, those of a
second person CR; marks of others are read as such lines. AB and AW in the first node, also with rectangles
such as ``[aa:cb]``, are the stones on the board before the first turn; PL says whose turn it is then, without
it the side of the first stone.

Private properties, which other programs ignore:

- ``END[resignation]``: why the game ended (see `Termination`);
- ``CHOICE[swap]``: a choice of a swap opening, in a node of its own;
- ``OUT[time:2]``: a seat that drops out while others play on, in a node of its own;
- ``CLOCK[300+3]``: the time control in seconds, ``CLOCK[-]`` for none;
- ``TIME[01:22:33]``: the time of day, in addition to DT;
- ``RATED[Y]``, ``KINDW[Human]``, ``KINDB[Computer]``;
- ``TAG[name:value]``: any other tag of the game;
- ``SETUP[4,2 1 -]``: with setup stones, the stones that each seat had captured, how many it has left to
  place in its turn, and the choices of the swap opening; without it, none, a whole turn, and ``stay``;
- ``REVIEWER[engine:nodes=100000]`` in the first node: who made the review of the game;
- ``REVIEW[310/654/blunder/K10,L11]`` in the node of each stone up to where the review goes: its review, as in
  `pente_core.records.model.review_notes`;
- RED and BLUE for stones of a third and fourth side, with PRED, REDR, REDL, KINDRED, ARED and so on.

Points are two letters, the column and the row, with rows counted from the top.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from pente_core.records.model.field_formats import quoted
from pente_core.records.sgf.scanner import SgfNode, SgfValue
from pente_core.rules.game import Retirement, Turn
from pente_core.rules.move import Choice
from pente_core.rules.point import Point, point_at
from pente_core.rules.ruleset import Ruleset, Swap
from pente_core.rules.setup import BadSetup, Setup
from pente_core.rules.turns import next_colour, seat_to_act, stones_in_turn

CODES: Final = {"white": "W", "black": "B", "red": "RED", "blue": "BLUE"}
"""The property for the stones of a colour."""

TAGS: Final = {
    "Site": "PC",
    "Event": "EV",
    "Round": "RO",
    "Title": "GN",
    "Annotator": "AN",
    "Source": "SO",
    "Recorder": "US",
    "Copyright": "CP",
}
"""Tags with a property of their own."""


def codes_of(rules: Ruleset) -> tuple[str, ...]:
    """The property for the stones of each seat.

    >>> from pente_core.rules.ruleset import ruleset_from
    >>> codes_of(ruleset_from({"base": "gomoku", "first": "black"}))
    ('B', 'W')
    """
    return tuple(CODES[colour] for colour in rules.colours)


def format_place(point: Point, size: int) -> str:
    """The two letters of a point.

    >>> format_place(Point(0), 19)
    'as'
    """
    row, column = divmod(point, size)
    return f"{chr(97 + column)}{chr(97 + size - 1 - row)}"


def parse_place(value: SgfValue, text: str, size: int) -> Point:
    """The point that the text of a value names, or a part of it. Raises BadRecord."""
    text = text.strip()
    if re.fullmatch("[a-y]{2}", text):
        column, row = ord(text[0]) - 97, ord(text[1]) - 97
        if column < size and row < size:
            return point_at(column, size - 1 - row, size)
    last = chr(96 + size)
    raise value.bad(f"expected a point from aa to {last}{last}, not {quoted(text)}")


class TurnOrder:
    """A counter of turns, legal or not, in the way in which `Position` counts legal turns. Mutable."""

    def __init__(self, rules: Ruleset, setup: Setup | None = None) -> None:
        self._rules = rules
        self._ply = setup.ply if setup else 0
        self._left = setup.stones_left if setup else 1
        self._made: tuple[Choice, ...] = setup.made if setup else ()
        self._out = 0
        self.colour = setup.colour if setup else 0
        """The colour of the next stone."""

    @property
    def to_act(self) -> int:
        """The seat that takes the next turn."""
        return seat_to_act(self._rules.swap, self._ply, self._made, self.colour)

    def take(self, turn: Turn) -> None:
        """Count a turn."""
        match turn:
            case Choice():
                self._made = (*self._made, turn)
            case Retirement(seat):
                self._out |= 1 << seat
                if seat == self.colour:
                    self._pass_on(stones_in_turn(self._rules, self._ply))
            case int():
                self._ply += 1
                self._left -= 1
                if not self._left:
                    self._pass_on(self._rules.stones_per_turn)

    def _pass_on(self, stones: int) -> None:
        """Begin the turn of the next colour, if a seat is still in the game."""
        if self._out != (1 << self._rules.sides) - 1:
            self.colour = next_colour(self.colour, self._rules.sides, self._out)
        self._left = stones


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
