"""64-bit position keys that are the same in every process, version and language.

A feature of a position is a small number; its key is ``splitmix64(feature)`` (Steele, Lea and Flood,
"Fast splittable pseudorandom number generators", 2014). The key of a position is the exclusive or of the
keys of its features:

====================  ======================================================
feature               number
====================  ======================================================
stone                 ``1 << 16 | colour << 12 | row << 5 | column``
stones taken          ``2 << 16 | seat << 12 | count`` (where not zero)
to act                ``3 << 16 | seat << 12 | colour to place << 4 | left``
choices made          ``4 << 16 | code`` (the choices as digits of base 4: swap 1, stay 2, pass 3)
seat out of the game  ``5 << 16 | seat << 12``
board                 ``6 << 16 | size``
====================  ======================================================

``left`` is the number of stones still to place in this turn. Rows and columns count from 0 at A1.
"""

from functools import cache
from typing import Final

_MASK: Final = (1 << 64) - 1


def splitmix64(number: int) -> int:
    """The mixed 64 bits of a number.

    >>> hex(splitmix64(0))
    '0xe220a8397b1dcdaf'
    """
    z = (number + 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


@cache
def stones_key(size: int) -> tuple[tuple[int, ...], ...]:
    """The keys of a stone, by colour (0 to 3) and point."""
    return tuple(
        tuple(
            splitmix64(1 << 16 | colour << 12 | point // size << 5 | point % size)
            for point in range(size * size)
        )
        for colour in range(4)
    )


@cache
def taken_key(seat: int, count: int) -> int:
    """The key of ``count`` stones credited to a seat."""
    return splitmix64(2 << 16 | seat << 12 | count) if count else 0


@cache
def turn_key(seat: int, colour: int, left: int) -> int:
    """The key of whose turn it is, what is placed, and how many stones are left in the turn."""
    return splitmix64(3 << 16 | seat << 12 | colour << 4 | left)


@cache
def choices_key(code: int) -> int:
    """The key of the choices made in a swap opening."""
    return splitmix64(4 << 16 | code) if code else 0


@cache
def out_key(out: int) -> int:
    """The key of the seats that are out of the game, given as a set of bits."""
    key = 0
    for seat in range(4):
        if out >> seat & 1:
            key ^= splitmix64(5 << 16 | seat << 12)
    return key


@cache
def board_key(size: int) -> int:
    """The key of the size of the board."""
    return splitmix64(6 << 16 | size)
