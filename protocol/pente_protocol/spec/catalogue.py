"""The catalogue of everything that is sent, collected from the types and their docstrings."""

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cache, reduce
from operator import or_
from types import NoneType, UnionType
from typing import Annotated, Any, Final, NewType, Union, get_args, get_origin

from msgspec import NODEFAULT, Meta, Struct, ValidationError, convert
from msgspec.structs import fields

from pente_core.value import Value, tag_of
from pente_protocol.codec import UNIONS, plain
from pente_protocol.messages import ClientMessage, ServerMessage, base
from pente_protocol.messages.base import Error, Request
from pente_protocol.spec.docstrings import doc_of_name, docs_in


class WireField(Value):
    """A key of a map."""

    name: str
    type: Any
    doc: str
    has_default: bool
    """Whether the key may be omitted."""
    default: Any = None
    """The value of an omitted key, in its wire form."""
    can_be_sent: bool = True
    """Whether the default has a spelling of its own; otherwise only an omitted key says it."""


@cache
def fields_of(shape: type) -> tuple[WireField, ...]:
    """The keys of a Struct on the wire, without its tag."""
    docs = docs_in(shape)
    return tuple(_field(entry, docs.get(entry.name, "")) for entry in fields(shape))


def _field(entry: Any, doc: str) -> WireField:
    name, type_ = entry.encode_name, entry.type
    if entry.default is not NODEFAULT:
        return _with_default(name, type_, doc, plain(entry.default))
    if entry.default_factory is not NODEFAULT:
        return _with_default(name, type_, doc, plain(entry.default_factory()))
    return WireField(name, type_, doc, has_default=False)


def _with_default(name: str, type_: Any, doc: str, default: Any) -> WireField:
    try:
        convert(default, type_)
    except ValidationError:
        return WireField(name, type_, doc, has_default=True, can_be_sent=False)
    return WireField(name, type_, doc, has_default=True, default=default)


def members(union: Any) -> Mapping[str, type]:
    """The members of a tagged union by tag, in the order of the code."""
    return {tag_of(type_): type_ for type_ in get_args(union)}


def title_of(type_: type) -> str:
    """The name of a member of a tagged union in schemas and declarations: its tag and what it is.

    Tags never change, so neither do these names.

    >>> title_of(members(ServerMessage)["happened"])
    'HappenedMessage'
    """
    kind = _KINDS[str(union_of(type_))]
    return "".join(part.capitalize() for part in tag_of(type_).split("_")) + kind


_KINDS: Final[Mapping[str, str]] = {
    "ClientMessage": "Request",
    "ServerMessage": "Message",
    "PlayerCommand": "Command",
    "Event": "Event",
    "TimeControl": "TimeControl",
    "SignIn": "SignIn",
}
"""What the members of a union are called."""


def union_name(type_: Any) -> str | None:
    """The name of a tagged union; None for any other type."""
    return next((name for name, union in UNIONS.items() if union == type_), None)


def union_of(type_: Any) -> str | None:
    """The name of the tagged union that a class is a member of; None for any other type."""
    return next((name for name, union in UNIONS.items() if type_ in get_args(union)), None)


def without_none(type_: Any) -> Any:
    """The type without None, if it is a union with None; otherwise the type itself."""
    if get_origin(type_) in (Union, UnionType):
        rest = [part for part in get_args(type_) if part is not NoneType]
        if len(rest) < len(get_args(type_)):
            return reduce(or_, rest)
    return type_


def is_alias(type_: Any) -> bool:
    """Whether a type names the unit or form of another one: a NewType, or one with a title."""
    return isinstance(type_, NewType) or bool(constraint_of(type_).title)


def name_of(type_: Any) -> str:
    """The name of a class or an alias."""
    return constraint_of(type_).title or str(type_.__name__)


def aliased(alias: Any) -> Any:
    """The type that an alias stands for, with its constraints."""
    return alias.__supertype__ if isinstance(alias, NewType) else unconstrained(alias)


def constraint_of(type_: Any) -> Meta:
    """The constraint of an annotated type; an empty one for any other."""
    notes = get_args(type_)[1:] if get_origin(type_) is Annotated else ()
    return next((note for note in notes if isinstance(note, Meta)), Meta())


def unconstrained(type_: Any) -> Any:
    """The type without its constraint."""
    return get_args(type_)[0] if get_origin(type_) is Annotated else type_


def doc_of_alias(alias: Any) -> str:
    module = alias.__module__ if isinstance(alias, NewType) else base.__name__
    return doc_of_name(module, name_of(alias))


def requests() -> Mapping[str, type[Request]]:
    """The requests by tag, in the order of the code."""
    return members(ClientMessage)


def replies_to(tag: str) -> tuple[str, ...]:
    """The tags of the replies to a request: its own, and error."""
    return (tag_of(requests()[tag].reply), tag_of(Error))


def is_reply(type_: type) -> bool:
    """Whether a message of the server answers a request."""
    return type_ is Error or any(request.reply is type_ for request in requests().values())


@cache
def vocabulary() -> Mapping[str, Any]:
    """The named types in messages, in alphabetical order: untagged Structs, enumerations and aliases."""
    return dict(sorted((_named_in(ClientMessage) | _named_in(ServerMessage)).items()))


CLOSED: Final = frozenset({"ClientMessage", "PlayerCommand", "SignIn"})
"""The unions that clients send: a server refuses what is not listed. In the others a client ignores it."""


class NamedType(Value):
    """A named type of the vocabulary as one side sends it."""

    name: str
    type: Any
    is_closed: bool
    """Whether a client sends it, who may not add anything."""


def named_types() -> Iterator[NamedType]:
    """The vocabulary with what both sides send twice: open as a server sends it, closed as a client does."""
    for name, type_ in vocabulary().items():
        if is_alias(type_) or name in _named_in(ServerMessage):
            yield NamedType(name, type_, is_closed=False)
        if not is_alias(type_) and name in _named_in(ClientMessage):
            yield NamedType(name_as_sent(type_, is_closed=True), type_, is_closed=True)


def name_as_sent(type_: Any, *, is_closed: bool) -> str:
    """The name of a named type in schemas and declarations, where what both sides send has two.

    >>> from pente_core.identity import PlayerKind
    >>> name_as_sent(PlayerKind, is_closed=True), name_as_sent(PlayerKind, is_closed=False)
    ('RequestedPlayerKind', 'PlayerKind')
    """
    name = name_of(type_)
    if is_closed and not is_alias(type_) and name in _named_in(ServerMessage):
        return f"Requested{name}"
    return name


def unknown_title(union: str) -> str:
    """The name of what a later release may add to a union that servers send."""
    return f"Unknown{_KINDS[union]}"


def portable_pattern(type_: Any) -> str | None:
    """The pattern of a constrained type as ECMAScript, Go and Rust read it: $ is the end of the text.

    In Python it may stand before a line break too, which the pattern of the type excludes by a look-ahead.
    """
    pattern = constraint_of(type_).pattern
    return None if pattern is None else pattern.removesuffix(r"(?!\n)")


@cache
def _named_in(union: Any) -> dict[str, Any]:
    """The named types in the messages of one side."""
    found: dict[str, Any] = {}
    for type_ in members(union).values():
        _collect_fields(type_, found)
    return found


def _collect(type_: Any, found: dict[str, Any]) -> None:
    for part in _parts(type_):
        if union_name(part):
            for member in members(part).values():
                _collect_fields(member, found)
        elif is_alias(part) or (_is_class_of_ours(part) and union_of(part) is None):
            _collect_named(part, found)
        else:
            for argument in get_args(part):
                _collect(argument, found)


def _collect_named(type_: Any, found: dict[str, Any]) -> None:
    name = name_of(type_)
    if name not in found:
        found[name] = type_
        if _is_struct(type_):
            _collect_fields(type_, found)
    elif found[name] is not type_:
        raise TypeError(f"two types of values are called {name}")


def _collect_fields(shape: Any, found: dict[str, Any]) -> None:
    for field in fields_of(shape):
        _collect(field.type, found)


def _parts(type_: Any) -> Iterator[Any]:
    """The type itself, or the members of an untagged union."""
    if get_origin(type_) in (Union, UnionType) and not union_name(type_):
        without = without_none(type_)
        yield from (get_args(type_) if without is type_ else _parts(without))
    else:
        yield type_


def _is_class_of_ours(type_: Any) -> bool:
    return isinstance(type_, type) and issubclass(type_, Struct | StrEnum)


def _is_struct(type_: Any) -> bool:
    return isinstance(type_, type) and issubclass(type_, Struct)
