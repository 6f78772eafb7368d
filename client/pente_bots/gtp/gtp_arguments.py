"""Arguments of GTP commands."""

from collections.abc import Sequence
from typing import Final

from pente_bots.gtp.gtp_engine import COLOURS, GtpEngine
from pente_bots.gtp.gtp_lines import GtpError
from pente_core.rules.game import Turn
from pente_core.rules.move import Choice
from pente_core.rules.point import BadPoint, parse_point

SYNTAX_ERROR: Final = "syntax error"
BAD_POINT: Final = "invalid color or coordinate"
_INITIALS: Final = {"b": 0, "w": 1}
_LONGEST_NUMBER: Final = 9


def words_of(rest: str, count: int) -> list[str]:
    """So many words, in lower case; more are ignored, as the protocol has it. Raises GtpError for fewer."""
    words = rest.lower().split()
    if len(words) < count:
        raise GtpError(SYNTAX_ERROR)
    return words[:count]


def numbers_of(words: Sequence[str], most: int) -> list[int]:
    """Whole numbers from 0; a decimal part is dropped. Raises GtpError."""
    numbers = [word.partition(".")[0] for word in words]
    if not all(
        number.isascii() and number.isdecimal() and len(number) <= _LONGEST_NUMBER for number in numbers
    ):
        raise GtpError(SYNTAX_ERROR)
    return [min(int(number), most) for number in numbers]


def colour_of(word: str) -> int:
    """A side. Raises GtpError."""
    if word in COLOURS:
        return COLOURS.index(word)
    if word not in _INITIALS:
        raise GtpError(BAD_POINT)
    return _INITIALS[word]


def check_due(engine: GtpEngine, colour: int) -> None:
    """Raises GtpError when the next stone is of another colour."""
    due = engine.game.position.colour
    if colour != due:
        raise GtpError(f"illegal move: {COLOURS[due]} is to move")


def turn_of(word: str, size: int) -> Turn:
    """A point, or a choice of a swap opening. Raises GtpError."""
    if word in set(Choice):
        return Choice(word)
    try:
        return parse_point(word, size)
    except BadPoint:
        raise GtpError(BAD_POINT) from None
