"""Join codes: six characters that stand for a room, to be pasted, typed, read out or scanned.

They have no characters that are easily taken for others. One that is none of theirs, but looks like one of
them, is read as that: an ``O`` as ``Q``, an ``S`` as ``5``.
"""

from typing import Final, NewType

JoinCode = NewType("JoinCode", str)
"""A code in its one spelling: upper case, without spaces and hyphens."""

ALPHABET: Final = "23456789CDFHJKMNPQRTVWXY"
"""Neither 0, O nor 1, I, L, nor what looks like one of these; no vowels, so that no code is a word."""
LENGTH: Final = 6
CODE_PATH: Final = "/j/"
"""What the path of a link to a room begins with that has its code."""
ROOM_PATH: Final = "/r/"
"""The same with the room's id."""
GAME_PATH: Final = "/g/"
"""What the path of a link to a finished game begins with that has its id."""

_LOOK_ALIKE: Final = str.maketrans("0AEBGOSUZ", "Q4386Q5V2")
_SEPARATORS: Final = frozenset(" -\t\u00a0\u2010\u2011\u2013")


def parse_join_code(text: str) -> JoinCode | None:
    """Read a code as somebody types it: in any case, with any spaces and hyphens. None: it can't be one.

    >>> parse_join_code(" k7m-2qx "), parse_join_code("K7M2OX"), parse_join_code("K7M2Q1")
    ('K7M2QX', 'K7M2QX', None)
    """
    typed = "".join(char for char in text if char not in _SEPARATORS)
    if len(typed) != LENGTH or not typed.isascii():
        return None
    code = typed.upper().translate(_LOOK_ALIKE)
    return None if set(code) - set(ALPHABET) else JoinCode(code)
