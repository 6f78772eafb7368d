"""64-bit Zobrist keys of positions, equal in every process, release and implementation.

Each feature of a position is encoded as a small number, and ``splitmix64`` of that number is its key (Steele,
Lea and Flood, "Fast splittable pseudorandom number generators", 2014). A table of random numbers, as Zobrist
hashing usually has, would have to be shipped to every implementation; a hash function is a few lines. The key
of a position is the exclusive or of the keys of its features:

====================  ======================================================
feature               number
====================  ======================================================
stone                 ``1 << 16 | colour << 12 | row << 5 | column``
stones taken          ``2 << 16 | seat << 12 | count`` (if not zero)
seat to act           ``3 << 16 | seat << 12 | colour to place << 4 | left``
choices made          ``4 << 16 | code`` (if any; base-4 digits: swap 1, stay 2, pass 3)
seat out of the game  ``5 << 16 | seat << 12``
board                 ``6 << 16 | size``
====================  ======================================================

``left`` is the number of stones still to place in this turn. Rows and columns count from 0 at A1.

The key of a position that was played to is not computed from scratch: `Board` keeps the xor of its stones up
to date, and the few other features are added on request.
"""

from functools import cache
from typing import Final

_MASK: Final = (1 << 64) - 1


def splitmix64(number: int) -> int:
    """The 64-bit hash of a number: one step of the SplitMix64 generator.

    >>> hex(splitmix64(0))
    '0xe220a8397b1dcdaf'
    """
    z = (number + 0x9E3779B97F4A7C15) & _MASK
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
    return z ^ (z >> 31)


@cache
def stones_key(size: int) -> tuple[tuple[int, ...], ...]:
    """The keys of stones, by colour (0 to 3) and point."""
    return tuple(
        tuple(
            splitmix64(1 << 16 | colour << 12 | point // size << 5 | point % size)
            for point in range(size * size)
        )
        for colour in range(4)
    )


@cache
def taken_key(seat: int, count: int) -> int:
    """The key of ``count`` stones credited to a seat; 0, which changes no key, for none."""
    return splitmix64(2 << 16 | seat << 12 | count) if count else 0


@cache
def turn_key(seat: int, colour: int, left: int) -> int:
    """The key of the seat to act, the colour that it places, and the stones left in the turn."""
    return splitmix64(3 << 16 | seat << 12 | colour << 4 | left)


@cache
def choices_key(code: int) -> int:
    """The key of the choices made in a swap opening; ``code`` is from `pente_core.rules.turns.code_of`."""
    return splitmix64(4 << 16 | code) if code else 0


@cache
def out_key(out: int) -> int:
    """The key of the set of seats, as bits, that are out of the game."""
    key = 0
    for seat in range(4):
        if out >> seat & 1:
            key ^= splitmix64(5 << 16 | seat << 12)
    return key


@cache
def board_key(size: int) -> int:
    """The key of the board's size."""
    return splitmix64(6 << 16 | size)
