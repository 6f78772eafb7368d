"""The characters that boards and lists are drawn with."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from pente_client.drawing import text_board
from pente_client.drawing.text_board import Charset, shows_unicode


@dataclass(frozen=True, slots=True, eq=False)
class Glyphs(Charset):
    """The characters of a full-screen page: those of its board, and more."""

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


UNICODE: Final = Glyphs(
    grid=text_board.UNICODE.grid,
    gap=text_board.UNICODE.gap,
    centre=text_board.UNICODE.centre,
    closed="·",
    gone="×",
    rule="─",
    side="│",
    pointer="▸",
    dot="·",
    stones=text_board.UNICODE.stones,
)

ASCII: Final = Glyphs(
    grid=text_board.ASCII.grid,
    gap=text_board.ASCII.gap,
    centre=text_board.ASCII.centre,
    closed=" ",
    gone="x",
    rule="-",
    side="|",
    pointer=">",
    dot="-",
    stones=text_board.ASCII.stones,
)


def glyphs_for(environ: Mapping[str, str], encoding: str) -> Glyphs:
    """What the terminal can be expected to show; ``PENTE_ASCII`` (1 or 0) takes precedence."""
    return UNICODE if shows_unicode(environ, encoding) else ASCII
