"""A theme as text: a TOML file of a few lines."""

import tomllib
from dataclasses import dataclass
from typing import Any

from pente_client.terminal.themes.theme import COLOUR, COLOURS, Theme
from pente_core.value import replace


@dataclass(frozen=True, slots=True)
class ThemeRead:
    """What a text makes of a theme, and a sentence about everything in it that was not understood."""

    theme: Theme
    problems: tuple[str, ...] = ()


def read_theme(text: str, title: str) -> ThemeRead:
    """The theme of a text; what it does not name is as in the theme ``dark``."""
    try:
        whole = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError) as error:
        return ThemeRead(Theme(title=title), (f"it is no valid TOML: {error}",))
    changes: dict[str, Any] = {"title": title}
    problems = []
    for name, value in whole.items():
        if problem := _problem(name, value):
            problems.append(problem)
        else:
            changes[name] = value
    return ThemeRead(replace(Theme(), **changes), tuple(problems))


def _problem(name: str, value: object) -> str:
    """What is wrong with a line, if anything."""
    match name:
        case "title":
            return "" if isinstance(value, str) and value else "title must be a text"
        case "shapes":
            return "" if isinstance(value, bool) else "shapes must be true or false"
        case _ if name not in COLOURS:
            return f"there is no colour {name!r}; there are {', '.join(COLOURS)}"
        case _:
            is_colour = isinstance(value, str) and COLOUR.fullmatch(value)
            return "" if is_colour else f'{name} must be a colour like "#af875f"'
