"""The characters that boards and lists are drawn with."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from pente_client.drawing.text_board import shows_unicode
from pente_core.rules.board import GLYPHS
from pente_core.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True, eq=False)
class Glyphs:
    """One character each, one column wide. There are two of them, told apart by identity."""

    grid: tuple[str, str, str]
    """The points of the top, the middle and the bottom rows: left edge, inside, right edge."""
    gap: str
    """Between two points of a row."""
    centre: str
    closed: str
    """A point that the opening forbids."""
    gone: str
    """Where a stone has just left the board."""
    rule: str
    """The line between the parts of a panel."""
    side: str
    """The edge of a box."""
    pointer: str
    """Before the side whose turn it is."""
    dot: str
    """Between the parts of a heading."""
    stones: Mapping[str, str] | None
    """The stones by the name of their colour; None: by the seat's number, as everywhere in ASCII."""

    def stone(self, rules: Ruleset, colour: int) -> str:
        """How the stones of a seat are drawn: each seat's by another shape."""
        return GLYPHS[colour] if self.stones is None else self.stones[rules.colours[colour]]


UNICODE: Final = Glyphs(
    grid=("┌┬┐", "├┼┤", "└┴┘"),
    gap="─",
    centre="╋",
    closed="·",
    gone="×",
    rule="─",
    side="│",
    pointer="▸",
    dot="·",
    stones=MappingProxyType({"white": "○", "black": "●", "red": "▲", "blue": "■"}),
)

ASCII: Final = Glyphs(
    grid=("...", "...", "..."),
    gap=" ",
    centre="+",
    closed=" ",
    gone="x",
    rule="-",
    side="|",
    pointer=">",
    dot="-",
    stones=None,
)

_AMBIGUOUS_IS_WIDE: Final = ("zh", "ja", "ko")
"""Languages in whose terminals stones and grid lines are often two columns wide."""


def glyphs_for(environ: Mapping[str, str], encoding: str) -> Glyphs:
    """What the terminal can be expected to show; ``PENTE_ASCII`` (1 or 0) decides where it is set."""
    locale = next((environ[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if environ.get(name)), "")
    is_narrow = environ.get("PENTE_ASCII") == "0" or not locale.startswith(_AMBIGUOUS_IS_WIDE)
    return UNICODE if shows_unicode(environ, encoding) and is_narrow else ASCII
