"""Values that are made from types alone, for messages that have no sample of their own."""

from collections.abc import Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NewType, TypeVar, Union, get_args, get_origin

from msgspec import Meta, Struct
from msgspec.structs import fields

from pente_core.clock.instant import Instant
from pente_core.identity import Identity, PlayerId, RoomId
from pente_core.rules.ruleset import RULESETS, Ruleset
from pente_core.value import tag_of
from pente_protocol.messages.account import DeviceId, KeyText
from pente_protocol.messages.base import CommandId, RulesetSpec
from pente_protocol.messages.checkpoint import Mark
from pente_protocol.messages.lists import RoomSummary
from pente_protocol.spec.samples.values import ANN, DO, MARK, NOW, PHONE, ROOM, SUMMARY

M = TypeVar("M")
_KNOWN: Final[Mapping[Any, object]] = {
    CommandId: DO,
    DeviceId: PHONE.id,
    Identity: ANN,
    Instant: NOW,
    KeyText: KeyText("HeZRv5Wh2dlBSjPWcUB5WwSD4wpCiCMOPY9_uEvQhl0"),
    Mark: MARK,
    PlayerId: ANN.id,
    RoomId: ROOM,
    RoomSummary: SUMMARY,
    Ruleset: RULESETS["pente"],
    RulesetSpec: "pente",
    bool: True,
    float: 0.5,
    int: 1,
    str: "some text",
}
"""Values of those types that do not say all about theirs."""


def made_up(type_: Any) -> Any:
    """A value of a type, always the same: of a Struct with the fields that have no default.

    >>> from pente_protocol.messages.rooms import Unwatch
    >>> made_up(Unwatch)
    Unwatch(id=1, room='Vd3xK9_s-w2a')
    """
    if type_ in _KNOWN:
        return _KNOWN[type_]
    if isinstance(type_, NewType):
        return made_up(type_.__supertype__)
    if isinstance(type_, type) and issubclass(type_, Struct):
        return type_(**{field.name: made_up(field.type) for field in fields(type_) if field.required})
    if isinstance(type_, type) and issubclass(type_, Enum):
        return next(iter(type_))
    return _composed(get_origin(type_), get_args(type_))


def _composed(origin: Any, parts: tuple[Any, ...]) -> Any:
    if origin is Annotated:
        return _within(made_up(parts[0]), parts[1])
    if origin in (Union, UnionType):
        return made_up(next(part for part in parts if part is not NoneType))
    if origin is dict:
        return {made_up(parts[0]): made_up(parts[1])}
    assert origin is tuple
    return tuple(made_up(part) for part in parts if part is not Ellipsis)


def _within(value: Any, bounds: Meta) -> Any:
    """A number within its bounds, or a text that is not too long; any other value as it is."""
    if isinstance(value, str):
        return value[: bounds.max_length]
    return bounds.ge if isinstance(value, int) and bounds.ge is not None else value


def with_made_up(written: Mapping[str, M], union: Any) -> dict[str, M]:
    """Samples of a tagged union by name, with one that is made up of each member that has none yet."""
    there = {type(sample) for sample in written.values()}
    return {**written, **{tag_of(kind): made_up(kind) for kind in get_args(union) if kind not in there}}
