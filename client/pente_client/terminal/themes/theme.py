"""A theme: which colour everything on a page has."""

import re
from typing import Final

from msgspec.structs import fields

from pente_core.value import Value

COLOUR: Final = re.compile(r"#[0-9a-fA-F]{6}")


class Theme(Value):
    """The colours of a page, each as ``#rrggbb``. The defaults are those of the theme ``dark``."""

    title: str = "Dark"
    shapes: bool = False
    """Whether the shapes of stones tell the sides apart; else all are solid, and their colours do."""

    background: str = "#1c1c1c"
    text: str = "#d0d0d0"
    quiet: str = "#949494"
    """What explains: titles, rules, numbers."""
    strong: str = "#ffffff"
    """What matters now."""
    bar: str = "#3a3a3a"
    """Behind the heading, and behind what is chosen."""
    bar_text: str = "#ffffff"
    error: str = "#ff875f"

    board: str = "#af875f"
    line: str = "#303030"
    """The grid, and the points where no stone may go."""
    label: str = "#303030"
    lit: str = "#ffffff"
    """The labels of the last move and of the cursor."""
    white: str = "#ffffff"
    black: str = "#000000"
    red: str = "#5f0000"
    blue: str = "#0000af"
    last: str = "#5f0000"
    """What stands around the last stone."""
    cursor: str = "#00005f"
    marked: str = "#5f005f"
    """What stands around points that somebody marks."""
    gone: str = "#870000"
    """Where a stone has just left the board."""
    won: str = "#5f8700"
    """Behind the stones of a winning row."""
    spot_on_light: str = "#870000"
    """The spot in the last stone."""
    spot_on_dark: str = "#ffaf5f"


COLOURS: Final = tuple(field.name for field in fields(Theme) if field.type is str and field.name != "title")
"""The names of all colours of a theme."""
