"""Whose turn it is: the order of stones, and the decisions of the swap openings.

D-Pente: the first seat places four stones, then the second says swap or stay. Swap2: the first seat
places three, then the second says swap, stay or pass; after a pass it places two more and the first seat
says swap or stay. Swapping exchanges the players of the seats, so here it is just a decision made.
"""

from typing import Final

from pente_core.rules.move import Choice
from pente_core.rules.ruleset import Ruleset, Swap

_SWAP_OR_STAY: Final = (Choice.SWAP, Choice.STAY)
_DIGIT: Final = {Choice.SWAP: 1, Choice.STAY: 2, Choice.PASS: 3}


def choices_due(swap: Swap, ply: int, made: tuple[Choice, ...]) -> tuple[Choice, ...]:
    """What the seat to act may answer before the next stone; empty when a stone is due."""
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
    """The seat that decides next, where ``colour`` is the colour of the next stone."""
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
    """How many stones the turn that starts at ``ply`` has; the very first has one."""
    return rules.stones_per_turn if ply else 1


def next_colour(colour: int, sides: int, out: int) -> int:
    """The colour after ``colour`` that is still in the game; ``out`` is a set of bits, not all set."""
    following = (colour + 1) % sides
    while out >> following & 1:
        following = (following + 1) % sides
    return following


def code_of(made: tuple[Choice, ...]) -> int:
    """The choices made as one number, for position keys."""
    code = 0
    for choice in made:
        code = code * 4 + _DIGIT[choice]
    return code
