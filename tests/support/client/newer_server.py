"""What a server of a later version may send: everything of today, and more."""

from collections.abc import Callable, Iterator
from typing import Any

Wire = dict[str, Any]

UNKNOWN: Any = {"a": [1, "\x1b[2J", None], "b": {"t": "c"}}
"""What a key of a later version may hold."""


def with_keys(wire: Any, may_grow: Callable[[Wire], bool] = lambda _: True) -> Any:
    """A plain value with an unknown key in each of its maps that may have one."""
    if isinstance(wire, list):
        return [with_keys(item, may_grow) for item in wire]
    if not isinstance(wire, dict):
        return wire
    more = {"from_tomorrow": UNKNOWN} if may_grow(wire) else {}
    return {**{key: with_keys(value, may_grow) for key, value in wire.items()}, **more}


def is_struct(wire: Wire) -> bool:
    """Whether that is no ruleset, which an unknown key would make another one, and no map of ids."""
    rules = {
        "variant",
        "size",
        "captures",
        "goal",
        "opening",
        "second_move",
        "swap",
        "poof",
        "line",
        "first",
        "goals",
    }
    return bool(wire) and not rules & set(wire) and all(key.isidentifier() for key in wire)


def maps_in(wire: Any) -> Iterator[Wire]:
    """All maps in a plain value, the outermost first."""
    if isinstance(wire, dict):
        yield wire
        for value in wire.values():
            yield from maps_in(value)
    elif isinstance(wire, list):
        for item in wire:
            yield from maps_in(item)
