"""One rule for the spelling of all names on the wire."""

import re
from collections.abc import Iterator
from enum import Enum, StrEnum
from types import UnionType
from typing import Annotated, Any, NewType, Union, get_args, get_origin

import pytest
from msgspec import Struct, field, structs

from pente_core.room import Reason
from pente_core.rules.ruleset import RULESETS
from pente_core.value import Tagged, Value, tag_of
from pente_protocol.errors import ErrorCode
from pente_protocol.messages import ClientMessage, ServerMessage
from pente_protocol.messages.features import ServerFeature

KEY = "[a-z][a-z0-9]*(_[a-z0-9]+)*"
"""Of types and keys."""
VALUE = "[a-z0-9]+(-[a-z0-9]+)*"
"""Of values, codes and names of features and rulesets."""


def types_in(hint: Any, seen: set[type]) -> Iterator[type[Struct] | type[Enum]]:
    """All structs and enumerations that something of a type may contain."""
    if isinstance(hint, NewType):
        yield from types_in(hint.__supertype__, seen)
    elif get_origin(hint) is Annotated:
        yield from types_in(get_args(hint)[0], seen)
    elif get_origin(hint) in (Union, UnionType, tuple, list, dict):
        for member in get_args(hint):
            yield from types_in(member, seen)
    elif isinstance(hint, type) and issubclass(hint, Struct | Enum) and hint not in seen:
        seen.add(hint)
        yield hint
        for each in structs.fields(hint) if issubclass(hint, Struct) else ():
            yield from types_in(each.type, seen)


def badly_spelt(types: Iterator[type[Struct] | type[Enum]]) -> set[str]:
    names: dict[str, str] = {}
    for type_ in types:
        if issubclass(type_, Enum):
            names |= {str(member.value): VALUE for member in type_ if isinstance(member.value, str)}
        else:
            names |= {each.encode_name: KEY for each in structs.fields(type_)}
            names |= {tag_of(type_): KEY} if issubclass(type_, Tagged) else {}
    return {name for name, form in names.items() if not re.fullmatch(form, name)}


def test_types_and_keys_have_underscores_and_values_hyphens() -> None:
    assert badly_spelt(types_in(ClientMessage | ServerMessage, set())) == set()


@pytest.mark.parametrize("names", [ErrorCode, Reason, ServerFeature, RULESETS])
def test_codes_and_names_are_spelt_as_values(names: Any) -> None:
    values = [name.value if isinstance(name, Enum) else name for name in names]
    assert [name for name in values if not re.fullmatch(VALUE, name)] == []


class Mood(StrEnum):
    """An enumeration that keeps to no rule."""

    CALM = "very calm"
    WILD = "half_wild"


class Smile(Value):
    """A value that keeps to no rule."""

    mood: Mood
    width: int = field(name="how-wide")


def test_what_keeps_to_no_rule_is_found() -> None:
    assert badly_spelt(types_in(Smile, set())) == {"very calm", "half_wild", "how-wide"}
