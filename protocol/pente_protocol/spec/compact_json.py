"""JSON that people can read in a difference: what fits on a line is on one line."""

import json
from collections.abc import Iterable
from typing import Any, Final

_WIDTH: Final = 140


def compact(value: object) -> str:
    """A value on one line."""
    return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))


def pretty(value: Any, depth: int = 0) -> str:
    """A value on several lines where it does not fit on one.

    >>> print(pretty({"a": [1, 2], "b": {"c": "x" * 140}}).replace("x" * 140, "x"))
    {
     "a": [1, 2],
     "b": {
      "c": "x"
     }
    }
    """
    line = compact(value)
    if depth and len(line) <= _WIDTH:
        return line
    match value:
        case dict():
            items = (f"{compact(key)}: {pretty(item, depth + 1)}" for key, item in value.items())
            return _lines("{", items, "}", depth)
        case list() | tuple():
            return _lines("[", (pretty(item, depth + 1) for item in value), "]", depth)
        case _:
            return line


def _lines(first: str, items: Iterable[str], last: str, depth: int) -> str:
    inside = " " * (depth + 1)
    return f"{first}\n{inside}" + f",\n{inside}".join(items) + f"\n{' ' * depth}{last}"
