"""A theme as text: a TOML file of a few lines."""

import tomllib
from dataclasses import dataclass
from typing import Any

from pente_client.terminal.themes.theme import COLOUR, COLOURS, Theme
from pente_core.value import replace
from pente_protocol.sentences import tell


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
        return ThemeRead(Theme(title=title), (tell("theme.no-toml", error=error),))
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
            return "" if isinstance(value, str) and value else tell("theme.bad-title")
        case "shapes":
            return "" if isinstance(value, bool) else tell("theme.bad-shapes")
        case _ if name not in COLOURS:
            return tell("theme.no-such-colour", name=name, names=", ".join(COLOURS))
        case _:
            is_colour = isinstance(value, str) and COLOUR.fullmatch(value)
            return "" if is_colour else tell("theme.no-colour", name=name)
