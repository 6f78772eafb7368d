"""The characters that boards and lists are drawn with."""

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Final

from pente_client.drawing import text_board
from pente_client.drawing.text_board import Charset


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
    slot: str
    """A captured stone that is still missing."""
    ghost: str
    """A stone that is not there yet: like none that is."""
    spots: tuple[str, str]
    """In the last stone of a medium and of a large board; empty: brackets stand around it."""
    upright: str
    """Between two points of a column."""
    more: str
    """Where a text was cut."""
    beyond: tuple[str, str, str, str]
    """Where a board goes on beyond its place: above, below, to the left and to the right."""


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
    slot="·",
    ghost="◌",
    spots=("•", "•"),
    upright="│",
    more="…",
    beyond=("↑", "↓", "←", "→"),
    stones=text_board.UNICODE.stones,
)
"""Each side has a shape of its own: ○●▲■."""

SOLID: Final = replace(
    UNICODE,
    ghost="○",
    spots=("▄", "■"),
    stones=MappingProxyType({"white": "●", "black": "●", "red": "▲", "blue": "■"}),
)
"""White and black are both solid, and told apart by their colours."""

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
    slot=".",
    ghost="?",
    spots=("", ""),
    upright=" ",
    more="..",
    beyond=("^", "v", "<", ">"),
    stones=text_board.ASCII.stones,
)


def glyphs_of(*, is_ascii: bool, has_shapes: bool) -> Glyphs:
    """The characters of a look; ``has_shapes``: the shapes of stones tell the sides apart."""
    if is_ascii:
        return ASCII
    return UNICODE if has_shapes else SOLID
