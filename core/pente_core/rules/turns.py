"""The order of turns, and the choices of the swap openings.

D-Pente: seat 0 places four stones, then seat 1 chooses swap or stay. Swap2: seat 0 places three stones, then
seat 1 chooses swap, stay or pass; after a pass, seat 1 places two more and seat 0 chooses swap or stay.

A swap exchanges the players of the two seats. Seats and colours stay as they are, so to these functions a
swap is a choice like any other.
"""

from typing import Final

from pente_core.rules.move import Choice
from pente_core.rules.ruleset import Ruleset, Swap

_SWAP_OR_STAY: Final = (Choice.SWAP, Choice.STAY)
_DIGIT: Final = {Choice.SWAP: 1, Choice.STAY: 2, Choice.PASS: 3}


def choices_due(swap: Swap, ply: int, made: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """The choices open to the seat to act after ``ply`` stones; empty when a stone is due."""
    match swap:
        case Swap.D_PENTE if ply == 4 and not made:
            return _SWAP_OR_STAY
        case Swap.SWAP2 if ply == 3 and not made:
            return (*_SWAP_OR_STAY, Choice.PASS)
        case Swap.SWAP2 if ply == 5 and made == (Choice.PASS,):
            return _SWAP_OR_STAY
        case _:
            return ()


def seat_to_act(swap: Swap, ply: int, made: tuple[Choice, ...], colour: int) -> int:
    """The seat that places the next stone or makes the choice that is due.

    ``colour`` is the colour of the next stone. Seat and colour differ only during a swap opening, in which
    one seat places stones of both colours.
    """
    match swap:
        case Swap.D_PENTE if not made:
            return 0 if ply < 4 else 1
        case Swap.SWAP2 if not made:
            return 0 if ply < 3 else 1
        case Swap.SWAP2 if made == (Choice.PASS,):
            return 1 if ply < 5 else 0
        case _:
            return colour


def stones_in_turn(rules: Ruleset, ply: int) -> int:
    """The number of stones in the turn that starts at ``ply``; the very first turn has one."""
    return rules.stones_per_turn if ply else 1


def next_colour(colour: int, sides: int, out: int) -> int:
    """The next colour after ``colour`` that is still in the game.

    ``out`` is the set of seats that are out, as bits. At least one seat must be in (not checked: with all out
    this never returns).
    """
    following = (colour + 1) % sides
    while out >> following & 1:
        following = (following + 1) % sides
    return following


def code_of(made: tuple[Choice, ...]) -> int:
    """The choices made as one number for position keys: one base-4 digit for each choice."""
    code = 0
    for choice in made:
        code = code * 4 + _DIGIT[choice]
    return code
