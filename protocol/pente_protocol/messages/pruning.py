"""Leaving out of a plain value what its type does not know.

What is left out, in this order, goes no further up than it must:

* a key that a map does not have;
* a field with a default whose value is unknown: it is as if it were missing;
* an item of a list, such as a room of the lobby. Events and seats are needed, and so are captures, logs
  and reviewed stones.

A ruleset is the sum of its keys, so that with an unknown one it is not known at all; only its name changes
no rule. An unknown value of an `OpenEnum` stays as it is, because it can be shown. Whatever has another form
than its type says is left alone: it is not unknown but wrong, and the strict check that follows refuses it.
"""

import re
from collections.abc import Callable
from enum import Enum
from functools import cache
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NewType, Union, get_args, get_origin

from msgspec import Struct, ValidationError, convert, structs

from pente_core.review.review import StoneReview
from pente_core.rules.move import Capture
from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_core.value import WORD, OpenEnum
from pente_protocol.messages.archive import LogPage

Pruner = Callable[[object], object]
"""Gives a plain value without its unknown parts. Raises UnknownPart if it can't do without them."""

_WORD: Final = re.compile(WORD)
_NEEDED: Final = frozenset({Capture, LogPage, StoneReview})
"""The types of items that are never left out of a list: a move or a reply without one would be another."""
_NAME_OF_RULES: Final = "variant"


class UnknownPart(Exception):
    """A value that this version does not know, and without which what contains it means something else."""


def is_word(text: object) -> bool:
    """Whether that may be a tag, or a value of an enumeration."""
    return isinstance(text, str) and _WORD.fullmatch(text) is not None


def pruned(wire: object, type_: Any) -> object:
    """A plain value as far as a type knows it. Raises UnknownPart."""
    return _pruner(type_)(wire)


@cache
def _pruner(hint: Any) -> Pruner:
    origin = get_origin(hint)
    if isinstance(hint, NewType):
        return _pruner(hint.__supertype__)
    if origin is Annotated:
        return _pruner(get_args(hint)[0])
    if origin is tuple:
        return _list_pruner(get_args(hint)[0])
    if origin is dict:
        return _map_pruner(_pruner(get_args(hint)[1]))
    if origin in (Union, UnionType):
        return _union_pruner([member for member in get_args(hint) if member is not NoneType])
    if isinstance(hint, type) and issubclass(hint, Enum):
        return _enum_pruner(hint)
    if isinstance(hint, type) and issubclass(hint, Struct):
        return _struct_pruner(hint)
    return _same


def _same(wire: object) -> object:
    return wire


def _list_pruner(item: Any) -> Pruner:
    each = _pruner(item)
    may_drop = isinstance(item, type) and issubclass(item, Struct) and item not in _NEEDED

    def prune(wire: object) -> object:
        if not isinstance(wire, list):
            return wire
        kept: list[object] = []
        for one in wire:
            try:
                kept.append(each(one))
            except UnknownPart:
                if not may_drop:
                    raise
        return kept

    return prune


def _map_pruner(each: Pruner) -> Pruner:
    return lambda wire: {key: each(value) for key, value in wire.items()} if isinstance(wire, dict) else wire


def _enum_pruner(enum: type[Enum]) -> Pruner:
    values = frozenset(member.value for member in enum)
    is_open = issubclass(enum, OpenEnum)

    def prune(wire: object) -> object:
        if is_word(wire) and wire not in values and not is_open:
            raise UnknownPart(f"{enum.__name__} {wire}")
        return wire

    return prune


def _union_pruner(members: list[Any]) -> Pruner:
    if len(members) == 1:
        one = _pruner(members[0])
        return lambda wire: None if wire is None else one(wire)
    by_tag = {_tag(member): member for member in members if isinstance(member, type)}

    def prune(wire: object) -> object:
        tag = wire.get("t") if isinstance(wire, dict) else None
        if not is_word(tag) or None in by_tag:
            return wire
        if tag not in by_tag:
            raise UnknownPart(f"t {tag}")
        return _pruner(by_tag[tag])(wire)

    return prune


def _tag(type_: type) -> object:
    return type_.__struct_config__.tag if issubclass(type_, Struct) else None


def _struct_pruner(type_: type[Struct]) -> Pruner:
    known = {field.encode_name: field for field in structs.fields(type_)}
    tag_field = type_.__struct_config__.tag_field

    def prune(wire: object) -> object:
        if not isinstance(wire, dict):
            return wire
        kept: dict[object, object] = {}
        for key, value in wire.items():
            if key == tag_field or not isinstance(key, str):
                kept[key] = value
            elif (field := known.get(key)) is not None:
                try:
                    kept[key] = _pruner(field.type)(value)
                except UnknownPart:
                    if field.required:
                        raise
        return kept

    return _prune_rules if type_ is Ruleset else prune


def _prune_rules(wire: object) -> object:
    """A ruleset without a name that is unknown. Raises UnknownPart for rules that can't be played here."""
    if not isinstance(wire, dict):
        return wire
    if is_word(name := wire.get(_NAME_OF_RULES)) and name not in RULESETS:
        wire = {key: value for key, value in wire.items() if key != _NAME_OF_RULES}
    try:
        convert(wire, Ruleset)
    except ValidationError as error:
        raise UnknownPart(f"rules: {error}") from None
    return wire
