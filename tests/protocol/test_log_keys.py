"""What each format of logs holds: a new key, value or default in an event is a new format."""

import json
from collections.abc import Iterator
from enum import Enum
from pathlib import Path
from types import NoneType, UnionType
from typing import Annotated, Any, NewType, Union, get_args, get_origin

import pytest
from msgspec import NODEFAULT, Struct, field, to_builtins
from msgspec.structs import fields

from pente_core.room import events as ev
from pente_core.room.options import Options
from pente_core.value import Tagged, Value, tag_of

FROZEN = Path(__file__).parents[1] / "data" / "frozen"


def shape_of(union: Any, path: str = "") -> Iterator[str]:
    """A line for each key at any depth, with its default, and one for all values of each enumeration."""
    origin, members = get_origin(union), get_args(union)
    if isinstance(union, NewType):
        yield from shape_of(union.__supertype__, path)
    elif origin is Annotated:
        yield f"{path}: {', '.join(map(str, members[1:]))}"
        yield from shape_of(members[0], path)
    elif origin in (Union, UnionType):
        for member in members:
            yield from shape_of(member, path)
    elif origin in (tuple, dict):
        for member in members:
            yield from shape_of(member, f"{path}[]") if member is not ... else ()
    elif issubclass(union, Struct):
        yield from _keys_of(union, path)
    elif issubclass(union, Enum):
        yield f"{path}: {' '.join(str(member.value) for member in union)}"
    else:
        yield f"{path}: {'nil' if union is NoneType else union.__name__}"


def _keys_of(struct: type[Struct], path: str) -> Iterator[str]:
    if issubclass(struct, Tagged):
        path = f"{path}({tag_of(struct)})" if path else tag_of(struct)
    for each in fields(struct):
        key = f"{path}.{each.encode_name}"
        if each.required:
            yield key
        else:
            default = each.default if each.default_factory is NODEFAULT else each.default_factory()
            yield f"{key} = {json.dumps(to_builtins(default))}"
        yield from shape_of(each.type, key)


def frozen(format_: int) -> list[str]:
    return (FROZEN / f"log_{format_}.txt").read_text(encoding="utf-8").splitlines()


def test_a_log_holds_what_its_format_has() -> None:
    """After a change of events, raise `LOG_FORMAT` and freeze their shape under its number."""
    assert sorted(set(shape_of(ev.Event))) == frozen(ev.LOG_FORMAT)


def test_every_format_is_frozen() -> None:
    assert {file.name for file in FROZEN.glob("log_*.txt")} == {
        f"log_{format_}.txt" for format_ in range(1, ev.LOG_FORMAT + 1)
    }


class Wish(Value):
    """A value with an option more than that of today."""

    options: Options
    music: bool = field(default=False, name="with_music")


class Sung(Tagged, tag="sung"):
    """An event that no format has."""

    wish: Wish
    to: ev.ChatAudience = ev.ChatAudience.ALL


@pytest.mark.parametrize(
    "line",
    [
        "sung.wish",
        "sung.wish.with_music = false",
        "sung.wish.options.rated = false",
        "sung.wish.options.ratings.low",
        'sung.to = "all"',
        "sung.to: all watchers",
    ],
)
def test_a_key_a_value_or_a_default_more_is_another_shape(line: str) -> None:
    assert line in set(shape_of(ev.Event | Sung)) - set(frozen(ev.LOG_FORMAT))
