"""Positions as one line of text, similar to FEN in chess.

A position has seven fields, separated by single spaces:

1. The stones, row by row from the top and separated by ``/``: a character of `GLYPHS` for a stone of that
   colour, a number for a run of empty points.
2. The stones credited to each seat, separated by commas.
3. The seat to act, the character of the next stone, and how many stones are left in this turn: ``1O1``.
4. The choices made in a swap opening, separated by commas, or ``-``.
5. The seats that are out of the game, as digits, or ``-``.
6. How many stones have been placed so far.
7. The ruleset, as a name or as JSON without spaces.

Each position has exactly one text form. Numbers have no leading zeros.
"""

import json
import re

from pente_core.rules.board import GLYPHS, Board
from pente_core.rules.compiled_rules import compile_rules
from pente_core.rules.move import Choice
from pente_core.rules.point import point_at
from pente_core.rules.position import Position
from pente_core.rules.ruleset import InvalidRuleset, Ruleset, ruleset_from
from pente_core.rules.setup import Setup
from pente_core.rules.turns import choices_due


class BadPosition(ValueError):
    """The text does not describe a position; the message says why in one sentence."""


def format_position(position: Position) -> str:
    """The text form of a position; the inverse of `parse_position`.

    >>> position = Position.initial(ruleset_from({"base": "freestyle", "size": 3, "line": 3}))
    >>> format_position(position)
    '3/3/3 0,0 0X1 - - 0 {"base":"freestyle","size":3,"line":3}'
    """
    board, rules = position.board, position.rules
    spec = rules.spec
    return " ".join(
        (
            "/".join(_format_row(board, row) for row in range(board.size - 1, -1, -1)),
            ",".join(map(str, position.taken)),
            f"{position.to_act}{GLYPHS[position.colour]}{position.stones_left}",
            ",".join(position.made) or "-",
            "".join(str(seat) for seat in range(rules.sides) if position.out >> seat & 1) or "-",
            str(position.ply),
            spec if isinstance(spec, str) else json.dumps(spec, separators=(",", ":")),
        )
    )


def parse_position(text: str) -> Position:
    """Parse the text form of a position; the inverse of `format_position`.

    Raises BadPosition. Whether the position can arise in a game is not checked.

    >>> print(parse_position('3/1XO/3 0,0 0X1 - - 2 {"base":"freestyle","size":3,"line":3}').board)
    . . .
    . X O
    . . .
    """
    parts = text.split(" ", 6)
    if len(parts) != 7:
        raise BadPosition(f"a position needs 7 fields separated by single spaces, not {len(parts)}")
    stones, taken, turn, made, out, ply, spec = parts
    rules = _parse_rules(spec)
    parsed = _parse_turn(turn, rules)
    position = Position(
        compiled=compile_rules(rules),
        board=_parse_board(stones, rules),
        taken=_parse_taken(taken, rules),
        ply=_number(ply, "the count of placed stones"),
        colour=parsed[1],
        stones_left=parsed[2],
        made=_parse_choices(made),
        out=_parse_out(out, rules),
    )
    _check(position, seat=parsed[0])
    if format_position(position) != text:
        raise BadPosition(f"the position must be written as {format_position(position)!r}")
    return position


def format_setup(setup: Setup, rules: Ruleset) -> str:
    """The text form of a setup: a position without its ruleset, which must be one that fits.

    >>> tiny = ruleset_from({"base": "freestyle", "size": 3, "line": 3})
    >>> format_setup(parse_setup("3/OX1/3 0,0 0X1 - - 2", tiny), tiny)
    '3/OX1/3 0,0 0X1 - - 2'
    """
    return format_position(setup.position(rules)).rsplit(" ", 1)[0]


def parse_setup(text: str, rules: Ruleset) -> Setup:
    """Parse the text form of a setup; the inverse of `format_setup`.

    Raises BadPosition, or BadSetup when no game can begin from the position.
    """
    spec = rules.spec
    named = spec if isinstance(spec, str) else json.dumps(spec, separators=(",", ":"))
    return Setup.of(parse_position(f"{text} {named}"))


def _format_row(board: Board, row: int) -> str:
    points = (board.colour_at(point_at(column, row, board.size)) for column in range(board.size))
    glyphs = "".join("." if colour is None else GLYPHS[colour] for colour in points)
    return re.sub(r"\.+", lambda gap: str(len(gap[0])), glyphs)


def _parse_rules(text: str) -> Ruleset:
    try:
        return ruleset_from(json.loads(text) if text.startswith("{") else text)
    except InvalidRuleset as error:
        raise BadPosition(str(error)) from None
    except (ValueError, RecursionError) as error:
        raise BadPosition(f"the ruleset is not valid JSON: {error}") from None


def _parse_board(text: str, rules: Ruleset) -> Board:
    rows = text.split("/")
    if len(rows) != rules.size:
        raise BadPosition(f"the board needs {rules.size} rows, not {len(rows)}")
    board = Board.empty(rules.size, rules.sides)
    for row, line in zip(range(rules.size - 1, -1, -1), rows, strict=True):
        glyphs = _parse_row(line, rules)
        for colour, glyph in enumerate(GLYPHS[: rules.sides]):
            columns = (column for column, stone in enumerate(glyphs) if stone == glyph)
            board = board.toggled(colour, (point_at(column, row, rules.size) for column in columns))
    return board


def _parse_row(text: str, rules: Ruleset) -> str:
    """The points of a row, one character each; ``.`` is an empty point."""
    if not re.fullmatch(f"([{GLYPHS[: rules.sides]}]|[1-9][0-9]?)+", text):
        raise BadPosition(f"{text!r} is not a row; use numbers and the characters {GLYPHS[: rules.sides]}")
    glyphs = re.sub(r"\d+", lambda gap: "." * int(gap[0]), text)
    if len(glyphs) != rules.size:
        raise BadPosition(f"the row {text!r} needs {rules.size} points, not {len(glyphs)}")
    return glyphs


def _parse_taken(text: str, rules: Ruleset) -> tuple[int, ...]:
    taken = tuple(_number(count, "the count of captured stones") for count in text.split(","))
    if len(taken) != rules.sides:
        raise BadPosition(
            f"the captured stones need a number for each of {rules.sides} seats, not {len(taken)}"
        )
    return taken


def _parse_turn(text: str, rules: Ruleset) -> tuple[int, int, int]:
    """The seat to act, the colour of the next stone, and how many stones are left in the turn."""
    match = re.fullmatch(f"([0-3])([{GLYPHS[: rules.sides]}])([12])", text)
    if match is None:
        raise BadPosition(f"{text!r} is not a turn; write the seat, the colour and the stones left, like 0X1")
    return int(match[1]), GLYPHS.index(match[2]), int(match[3])


def _parse_choices(text: str) -> tuple[Choice, ...]:
    try:
        return () if text == "-" else tuple(Choice(word) for word in text.split(","))
    except ValueError:
        raise BadPosition(f"{text!r} are not choices; use {', '.join(Choice)}, or - for none") from None


def _parse_out(text: str, rules: Ruleset) -> int:
    seats = "" if text == "-" else text
    if any(seat not in "0123"[: rules.sides] for seat in seats):
        raise BadPosition(f"{text!r} are not seats; use digits below {rules.sides}, or - for none")
    return sum(1 << int(seat) for seat in set(seats))


def _number(text: str, what: str) -> int:
    if not re.fullmatch("[0-9]{1,9}", text):
        raise BadPosition(f"{what} must be a whole number of at most 9 digits, not {text!r}")
    return int(text)


def _check(position: Position, seat: int) -> None:
    """Reject a position whose fields contradict each other. Raises BadPosition."""
    rules = position.rules
    if position.stones_left > (rules.stones_per_turn if position.ply else 1):
        raise BadPosition(f"a turn at this point of the game can't have {position.stones_left} stones left")
    if position.out >> position.colour & 1:
        raise BadPosition(f"seat {position.colour} can't have a turn, because it is out of the game")
    if not _fits(position):
        raise BadPosition(f"the choices do not fit a {rules.base} opening after {position.ply} stones")
    if seat != position.to_act:
        raise BadPosition(f"seat {position.to_act} is to act, not seat {seat}")


def _fits(position: Position) -> bool:
    """Whether the choices made are those that were due so far; the one that is due now may be missing."""
    made: tuple[Choice, ...] = ()
    for ply in range(min(position.ply, 5) + 1):
        due = choices_due(position.rules.swap, ply, made)
        if due and made == position.made:
            return ply == position.ply
        if due:
            made = position.made[: len(made) + 1]
            if made[-1] not in due:
                return False
    return made == position.made
