"""A QR code, for a phone to scan from the terminal."""

from collections.abc import Sequence
from functools import cache
from typing import Final

QUIET: Final = 2
"""Light modules around the code. The standard wants four; two are enough for phones, and fit 80x24."""
_HALVES: Final = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


def qr_lines(text: str) -> Sequence[str]:
    """The code for a text as half blocks, light on dark; empty where it can't be made.

    A character shows two modules, one above the other, and light ones are drawn, as terminals are dark;
    phones read it inverted too. There is none in ASCII: no decoder reads one of letters.
    """
    modules = qr_modules(text)
    pairs = zip(modules[::2], (*modules[1::2], _row_below(modules)), strict=False)
    return ["".join(_HALVES[pair] for pair in zip(*rows, strict=True)) for rows in pairs]


def _row_below(modules: Sequence[tuple[bool, ...]]) -> tuple[bool, ...]:
    """A row that is not there: what a code of an odd number of rows needs for its last pair."""
    return tuple(False for _ in modules[0]) if modules else ()


@cache
def qr_modules(text: str) -> Sequence[tuple[bool, ...]]:
    """The rows of a code, True for a light module; empty for a text that is too long for one."""
    try:
        import segno
    except ImportError:  # installed without its dependencies: the code and the link are there all the same
        return ()
    try:
        code = segno.make_qr(text, error="l", boost_error=False)
    except segno.DataOverflowError:
        return ()
    return tuple(tuple(not dark for dark in row) for row in code.matrix_iter(border=QUIET))
